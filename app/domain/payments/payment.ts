import { type BoletoState, isMissed, isPayable, lastPaymentDay } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/**
 * States of the payment page (F55, D16): boleto being issued; not issued after a minute (D70); payable; payable once
 * registered; overdue but payable; refused by the bank; expired, renewable; to be paid by the boleto of the system the
 * order moved in from, renewable; paid, under check by staff; impossible to issue; no longer needed.
 */
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
  /** the Pix beside it brought money that counts or waits for staff */
  isPaidByPix?: boolean
  /** the order has such money, of whichever boleto: nobody is asked for another payment */
  hasMoney?: boolean
}

type Facts = {
  status: number
  boleto: CurrentBoleto | null
  /** state of the job that issues the next boleto; undefined when none is recent */
  issue: 'open' | 'late' | 'done' | 'refused' | undefined
  today: CivilDate
  /** the order moved in from another system */
  isImported?: boolean
}

/** A boleto is only shown while the order awaits payment and the boleto is payable (D14, D19). */
export function paymentState(facts: Facts): PaymentState {
  const state = stateWithoutMoney(facts)
  return state === 'expired' && facts.boleto?.hasMoney ? 'checking' : state
}

function stateWithoutMoney({ status, boleto, issue, today, isImported = false }: Facts): PaymentState {
  if (status !== orderStatus.pendingPayment) return 'settled'
  if (boleto?.isPaidByPix) return 'checking'
  if (boleto && isPayable(boleto)) return payableState(boleto, today)
  if (boleto?.state === 'paid') return 'checking'
  if (boleto?.state === 'rejected' && !boleto.isWithdrawn) return 'rejected'
  if (issue === 'refused') return 'failed'
  if (issue === 'late') return 'delayed'
  if (issue === 'open') return 'generating'
  if (boleto) return 'expired'
  return isImported ? 'imported' : 'generating'
}

function payableState(boleto: CurrentBoleto, today: CivilDate): PaymentState {
  // The bank registers no boleto after its due date.
  if (boleto.dueDate < today && isUnsent(boleto)) return 'expired'
  if (isMissed(boleto.dueDate, today)) return lastPaymentDay(boleto) < today ? 'expired' : 'overdue'
  return isPendingRegistration(boleto) ? 'registering' : 'ready'
}

export function showsBoleto(state: PaymentState): boolean {
  return state === 'ready' || state === 'registering' || state === 'overdue'
}

/** D16. */
export function offersRenewal(state: PaymentState): boolean {
  return state === 'expired' || state === 'overdue' || state === 'imported'
}

/** Own bank agreement only: not in a remittance file yet. */
export function isUnsent({ issuer, state }: { issuer: string; state: BoletoState }): boolean {
  return issuer === 'own-bank' && state === 'made'
}

/** Own bank agreement only: the bank has not confirmed the registration. */
export function isPendingRegistration({ issuer, state }: { issuer: string; state: BoletoState }): boolean {
  return issuer === 'own-bank' && (state === 'made' || state === 'sent')
}
