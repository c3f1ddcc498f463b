import {
  addBusinessDays,
  addDays,
  type CivilDate,
  countDaysBetween,
  findFirstDayWithinBusinessDays,
} from '#app/domain/platform/calendar.ts'

/** A boleto's state at its issuer. A withdrawal (the shop wants no payment) is stored separately. */
export const boletoStates = ['made', 'sent', 'registered', 'rejected', 'paid', 'written-off'] as const
export type BoletoState = (typeof boletoStates)[number]

/** An event of a boleto. 'made-again' registers a rejected boleto once more. */
export type BoletoEvent = 'sent' | 'registered' | 'rejected' | 'paid' | 'written-off' | 'made-again'

export type BoletoWithdrawalReason = 'expired' | 'replaced' | 'order-paid' | 'order-cancelled'

/** Allowed transitions. Other events are ignored, so a paid boleto stays paid. */
export const boletoTransitions: Record<BoletoState, Partial<Record<BoletoEvent, BoletoState>>> = {
  made: {
    sent: 'sent',
    registered: 'registered',
    rejected: 'rejected',
    paid: 'paid',
    'written-off': 'written-off',
  },
  sent: {
    'made-again': 'made',
    registered: 'registered',
    rejected: 'rejected',
    paid: 'paid',
    'written-off': 'written-off',
  },
  registered: { paid: 'paid', 'written-off': 'written-off' },
  rejected: { 'made-again': 'made', registered: 'registered', paid: 'paid', 'written-off': 'written-off' },
  paid: {},
  'written-off': { paid: 'paid' },
}

export function findBoletoTransition(state: BoletoState, event: BoletoEvent): BoletoState | undefined {
  return boletoTransitions[state][event]
}

export function isPayable({ state, isWithdrawn }: { state: BoletoState; isWithdrawn: boolean }): boolean {
  return !isWithdrawn && (state === 'made' || state === 'sent' || state === 'registered')
}

/** Banking days until an unpaid boleto is withdrawn. Payments arrive in a later bank file. */
export const boletoGraceDays = 3
export const unpaidOrderDays = 30

/** Returns the due date, or the next banking day if banks are closed on it (Lei 7.089/1983). */
export function getPayableDueDate(dueDate: CivilDate): CivilDate {
  return addBusinessDays(dueDate, 0)
}

export function isTooLateForBank(dueDate: CivilDate, today: CivilDate): boolean {
  return getPayableDueDate(dueDate) < today
}

export function getOldestPayableDueDate(today: CivilDate): CivilDate {
  return findFirstDayWithinBusinessDays(today, 0)
}

type PaymentDates = { dueDate: CivilDate; payableUntil: CivilDate | null }

export function getLastPaymentDay({ dueDate, payableUntil }: PaymentDates): CivilDate {
  return payableUntil ?? addBusinessDays(dueDate, boletoGraceDays)
}

/** Returns calendar days from the due date to the last payable day, as Pix counts them. */
export function countGraceDays({ dueDate, payableUntil }: PaymentDates): number {
  return countDaysBetween(dueDate, getLastPaymentDay({ dueDate, payableUntil }))
}

/** Returns the day until which the order stays open, counted from the last payable day (D132). */
export function getOrderExpiryDay({ dueDate, payableUntil }: PaymentDates): CivilDate {
  return addDays(payableUntil ?? dueDate, unpaidOrderDays)
}

export function isWithdrawalDue({ dueDate, payableUntil }: PaymentDates, today: CivilDate): boolean {
  return addBusinessDays(payableUntil ?? dueDate, boletoGraceDays) < today
}
