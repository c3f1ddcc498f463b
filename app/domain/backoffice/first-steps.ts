import type { IssuerName } from '#app/domain/settings/issuer.ts'

export const firstSteps = ['company', 'boletos', 'freight', 'mail', 'publication', 'administrator'] as const
export type FirstStep = (typeof firstSteps)[number]
export type StepState = 'done' | 'waiting' | 'failed' | 'open'

/** The state of the test mail. 'none': not requested; 'retried': sending failed and may succeed later. */
export type TestMailState = 'none' | 'queued' | 'retried' | 'refused' | 'sent'

export type ShopSetup = {
  hasCompany: boolean
  issuer: IssuerName
  hasAgreement: boolean
  hasGateway: boolean
  freightRates: number
  hasCarrier: boolean
  testMail: TestMailState
  isMailDelivered: boolean // false if mails are only written to files
  publications: { pricedCount: number; printedCount: number } // publications on sale with a price; printed ones are shipped
  administratorCount: number // administrators who can log in, except those of the demonstration
}

export function evaluateFirstSteps(data: ShopSetup): { step: FirstStep; state: StepState }[] {
  const states: Record<FirstStep, StepState> = {
    company: getStepState(data.hasCompany),
    boletos: getStepState(data.issuer === 'own-bank' ? data.hasAgreement : data.hasGateway),
    freight: getStepState(!isFreightMissing(data)),
    mail: getMailState(data),
    publication: getStepState(data.publications.pricedCount > 0),
    administrator: getStepState(data.administratorCount > 1),
  }
  return firstSteps.map((step) => ({ step, state: states[step] }))
}

function getStepState(isDone: boolean): StepState {
  return isDone ? 'done' : 'open'
}

/** Returns whether freight rates are missing. A shop that sells only downloads needs none. */
export function isFreightMissing({
  freightRates,
  hasCarrier,
  publications: { pricedCount, printedCount },
}: Pick<ShopSetup, 'freightRates' | 'hasCarrier' | 'publications'>): boolean {
  return freightRates === 0 && !hasCarrier && (pricedCount === 0 || printedCount > 0)
}

const mailStates: Readonly<Record<TestMailState, StepState>> = {
  none: 'open',
  queued: 'waiting',
  retried: 'failed',
  refused: 'failed',
  sent: 'done',
}

function getMailState({ testMail, isMailDelivered }: ShopSetup): StepState {
  return isMailDelivered || testMail !== 'sent' ? mailStates[testMail] : 'failed'
}

export function countMissing(steps: readonly { state: StepState }[]): number {
  return steps.filter(({ state }) => state !== 'done').length
}
