import { type BoletoState, isMissed, isPayable, lastPaymentDay } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** How an order can be paid. 'delayed': no boleto after a minute; 'checking': staff check it. */
export type PaymentState =
  | 'generating'
  | 'delayed'
  | 'ready'
  | 'registering'
  | 'overdue'
  | 'rejected'
  | 'expired'
  | 'imported'
  | 'checking'
  | 'failed'
  | 'settled'

export type CurrentBoleto = {
  issuer: string
  state: BoletoState
  isWithdrawn: boolean
  dueDate: CivilDate
  payableUntil: CivilDate | null
  isPaidByPix?: boolean // true if its Pix was paid and counts or waits for staff
  hasMoney?: boolean // true if any of its boletos was paid so, hence the buyer is not asked to pay
}

type Facts = {
  status: number
  boleto: CurrentBoleto | null
  /** state of the job for the next boleto; undefined without a recent one */
  issue: 'open' | 'late' | 'done' | 'refused' | undefined
  today: CivilDate
  isImported?: boolean // true if the order came from another system
}

export function paymentState(facts: Facts): PaymentState {
  const state = findStateWithoutMoney(facts)
  return state === 'expired' && facts.boleto?.hasMoney ? 'checking' : state
}

function findStateWithoutMoney({ status, boleto, issue, today, isImported = false }: Facts): PaymentState {
  if (status !== orderStatus.pendingPayment) return 'settled'
  if (boleto?.isPaidByPix) return 'checking'
  if (boleto && isPayable(boleto)) return findPayableState(boleto, today)
  if (boleto?.state === 'paid') return 'checking'
  if (boleto?.state === 'rejected' && !boleto.isWithdrawn) return 'rejected'
  if (issue === 'refused') return 'failed'
  if (issue === 'late') return 'delayed'
  if (issue === 'open') return 'generating'
  if (boleto) return 'expired'
  return isImported ? 'imported' : 'generating'
}

function findPayableState(boleto: CurrentBoleto, today: CivilDate): PaymentState {
  // The bank does not register a boleto after its due date.
  if (boleto.dueDate < today && isUnsent(boleto)) return 'expired'
  if (isMissed(boleto.dueDate, today)) return lastPaymentDay(boleto) < today ? 'expired' : 'overdue'
  return isPendingRegistration(boleto) ? 'registering' : 'ready'
}

export function showsBoleto(state: PaymentState): boolean {
  return state === 'ready' || state === 'registering' || state === 'overdue'
}

export function offersRenewal(state: PaymentState): boolean {
  return state === 'expired' || state === 'overdue' || state === 'imported'
}

/** Returns true if no remittance contains the boleto, which is of the shop's own bank. */
export function isUnsent({ issuer, state }: { issuer: string; state: BoletoState }): boolean {
  return issuer === 'own-bank' && state === 'made'
}

/** Returns true for a boleto of the shop's own bank without confirmed registration. */
export function isPendingRegistration({ issuer, state }: { issuer: string; state: BoletoState }): boolean {
  return issuer === 'own-bank' && (state === 'made' || state === 'sent')
}
