import { countMissing, judgeFirstSteps, lacksFreight } from '#app/domain/backoffice/first-steps.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { env } from '#app/env.server.ts'
import { areFirstStepsClosed, countOnSale, findShopFacts } from '#app/models/backoffice/first-steps.server.ts'
import { closeFirstSteps } from '#app/models/settings/setting.server.ts'

/** Outside production a mail in a file is as good as one that was sent. */
const isMailDelivered = env.SMTP_URL !== undefined || env.APP_ENV !== 'production'

/** Each step with its state; the day on which all of them are done closes the list (D93). */
export async function findFirstSteps() {
  const { mail, ...facts } = await findShopFacts()
  const steps = judgeFirstSteps({
    ...facts,
    hasGateway: env.HAS_GATEWAY,
    hasCarrier: env.CORREIOS !== undefined,
    testMail: mail.state,
    isMailDelivered,
  })
  const missing = countMissing(steps)
  if (missing === 0) await closeFirstSteps(civilDateIn(new Date()))
  return { steps, missing, mail, isMailDelivered, issuer: facts.issuer }
}

/** Returns whether a shop without rates sells what travels and has no carrier that quotes. */
export async function lacksFreightRates(): Promise<boolean> {
  const hasCarrier = env.CORREIOS !== undefined
  return lacksFreight({ freightRates: 0, hasCarrier, publications: await countOnSale() })
}

/** How many steps are missing, 0 for good once none was. */
export async function countMissingFirstSteps(): Promise<number> {
  return (await areFirstStepsClosed()) ? 0 : (await findFirstSteps()).missing
}
