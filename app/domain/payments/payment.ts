import {
  type BoletoState,
  getLastPaymentDay,
  isPayable,
  isTooLateForBank,
} from '#app/domain/charges/boleto-state.ts'
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

type Input = {
  status: number
  boleto: CurrentBoleto | null
  /** state of the job for the next boleto; undefined without a recent one */
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

/** Returns true if no remittance contains the boleto, which is of the shop's own bank. */
export function isUnsent({ issuer, state }: { issuer: string; state: BoletoState }): boolean {
  return issuer === 'own-bank' && state === 'made'
}

/** Returns true for a boleto of the shop's own bank without confirmed registration. */
export function isPendingRegistration({ issuer, state }: { issuer: string; state: BoletoState }): boolean {
  return issuer === 'own-bank' && (state === 'made' || state === 'sent')
}
