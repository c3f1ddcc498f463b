import {
  type BoletoState,
  getLastPaymentDay,
  isPayable,
  isTooLateForBank,
} from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** How an order can be paid. 'delayed': there is no boleto after a minute. 'checking': staff check a payment. */
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
  isPaidByPix?: boolean // true if its Pix was paid, even if staff must still accept the payment
  hasMoney?: boolean // true if any boleto of the order was paid by Pix, so the buyer must not pay again
}

type Input = {
  status: number
  boleto: CurrentBoleto | null
  /** state of the job that issues the next boleto; undefined if there is no recent one */
  issue: 'open' | 'late' | 'done' | 'refused' | undefined
  today: CivilDate
  isImported?: boolean // true if the order came from another system
}

export function getPaymentState(data: Input): PaymentState {
  const state = findStateWithoutMoney(data)
  return state === 'expired' && data.boleto?.hasMoney ? 'checking' : state
}

function findStateWithoutMoney({ status, boleto, issue, today, isImported = false }: Input): PaymentState {
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
  if (isTooLateForBank(boleto.dueDate, today))
    return getLastPaymentDay(boleto) < today ? 'expired' : 'overdue'
  return isPendingRegistration(boleto) ? 'registering' : 'ready'
}

export function isBoletoShown(state: PaymentState): boolean {
  return state === 'ready' || state === 'registering' || state === 'overdue'
}

export function canOfferRenewal(state: PaymentState): boolean {
  return state === 'expired' || state === 'overdue' || state === 'imported'
}

/** Returns true for a boleto of the shop's own bank that no remittance contains. */
export function isUnsent({ issuer, state }: { issuer: string; state: BoletoState }): boolean {
  return issuer === 'own-bank' && state === 'made'
}

/** Returns true for a boleto of the shop's own bank without confirmed registration. */
export function isPendingRegistration({ issuer, state }: { issuer: string; state: BoletoState }): boolean {
  return issuer === 'own-bank' && (state === 'made' || state === 'sent')
}
