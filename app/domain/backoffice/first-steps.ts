import type { IssuerName } from '#app/domain/settings/issuer.ts'

export const firstSteps = ['company', 'boletos', 'freight', 'mail', 'publication', 'administrator'] as const
export type FirstStep = (typeof firstSteps)[number]
export type StepState = 'done' | 'waiting' | 'failed' | 'open'

/** The state of the test mail. 'none': not requested; 'retried': sending failed and may succeed later. */
export type TestMailState = 'none' | 'queued' | 'retried' | 'refused' | 'sent'

export type ShopFacts = {
  hasCompany: boolean
  issuer: IssuerName
  hasAgreement: boolean
  hasGateway: boolean
  freightRates: number
  hasCarrier: boolean
  testMail: TestMailState
  isMailDelivered: boolean // false if mails are only written to files
  publications: { priced: number; printed: number } // publications on sale with a price; printed ones are shipped
  administrators: number // administrators who can log in, except those of the demonstration
}

export function judgeFirstSteps(facts: ShopFacts): { step: FirstStep; state: StepState }[] {
  const states: Record<FirstStep, StepState> = {
    company: getStepState(facts.hasCompany),
    boletos: getStepState(facts.issuer === 'own-bank' ? facts.hasAgreement : facts.hasGateway),
    freight: getStepState(!lacksFreight(facts)),
    mail: getMailState(facts),
    publication: getStepState(facts.publications.priced > 0),
    administrator: getStepState(facts.administrators > 1),
  }
  return firstSteps.map((step) => ({ step, state: states[step] }))
}

function getStepState(isThere: boolean): StepState {
  return isThere ? 'done' : 'open'
}

/** Returns whether freight rates are missing. A shop that sells only downloads needs none. */
export function lacksFreight({
  freightRates,
  hasCarrier,
  publications: { priced, printed },
}: Pick<ShopFacts, 'freightRates' | 'hasCarrier' | 'publications'>): boolean {
  return freightRates === 0 && !hasCarrier && (priced === 0 || printed > 0)
}

const mailStates: Readonly<Record<TestMailState, StepState>> = {
  none: 'open',
  queued: 'waiting',
  retried: 'failed',
  refused: 'failed',
  sent: 'done',
}

function getMailState({ testMail, isMailDelivered }: ShopFacts): StepState {
  return isMailDelivered || testMail !== 'sent' ? mailStates[testMail] : 'failed'
}

export function countMissing(steps: readonly { state: StepState }[]): number {
  return steps.filter(({ state }) => state !== 'done').length
}
