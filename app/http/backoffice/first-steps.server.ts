import { countMissing, evaluateFirstSteps, isFreightMissing } from '#app/domain/backoffice/first-steps.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { env } from '#app/env.server.ts'
import { areFirstStepsClosed, countOnSale, findShopSetup } from '#app/models/backoffice/first-steps.server.ts'
import { closeFirstSteps } from '#app/models/settings/setting.server.ts'

/** Outside production, a mail that is written to a file counts as delivered. */
const isMailDelivered = env.SMTP_URL !== undefined || env.APP_ENV !== 'production'

/** Returns each step with its state. If none is missing, closes the first steps for good. */
export async function findFirstSteps() {
  const { mail, ...data } = await findShopSetup()
  const steps = evaluateFirstSteps({
    ...data,
    hasGateway: env.HAS_GATEWAY,
    hasCarrier: env.CORREIOS !== undefined,
    testMail: mail.state,
    isMailDelivered,
  })
  const missing = countMissing(steps)
  if (missing === 0) await closeFirstSteps(toCivilDate(new Date()))
  return { steps, missing, mail, isMailDelivered, issuer: data.issuer }
}

/**
 * Returns true if a shop whose table of freight rates is empty needs one: it sells printed publications, and
 * no carrier quotes prices.
 */
export async function areFreightRatesMissing(): Promise<boolean> {
  const hasCarrier = env.CORREIOS !== undefined
  return isFreightMissing({ freightRates: 0, hasCarrier, publications: await countOnSale() })
}

/** Returns the number of open steps; always 0 after all were done once. */
export async function countMissingFirstSteps(): Promise<number> {
  return (await areFirstStepsClosed()) ? 0 : (await findFirstSteps()).missing
}
