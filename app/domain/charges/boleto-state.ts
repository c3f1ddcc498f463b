import {
  addBusinessDays,
  addDays,
  type CivilDate,
  daysBetween,
  firstWithinBusinessDays,
} from '#app/domain/platform/calendar.ts'

/** State at the issuer. A withdrawal is separate: it means that we no longer want payment. */
export const boletoStates = ['made', 'sent', 'registered', 'rejected', 'paid', 'written-off'] as const
export type BoletoState = (typeof boletoStates)[number]

/** 'made-again' prepares a rejected boleto for another registration. */
export type BoletoEvent = 'sent' | 'registered' | 'rejected' | 'paid' | 'written-off' | 'made-again'

export type BoletoWithdrawalReason = 'expired' | 'replaced' | 'order-paid' | 'order-cancelled'

/** Other events are ignored: money never goes back, and a late payment wins. */
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

export function boletoTransition(state: BoletoState, event: BoletoEvent): BoletoState | undefined {
  return boletoTransitions[state][event]
}

export function isPayable({ state, isWithdrawn }: { state: BoletoState; isWithdrawn: boolean }): boolean {
  return !isWithdrawn && (state === 'made' || state === 'sent' || state === 'registered')
}

/** Banking days before a withdrawal, since payments arrive in a later bank file. */
export const boletoGraceDays = 3
export const unpaidOrderDays = 30

/** The due date, or the next banking day where no bank opens on it (Lei 7.089/1983). */
export function payableDueDate(dueDate: CivilDate): CivilDate {
  return addBusinessDays(dueDate, 0)
}

export function isMissed(dueDate: CivilDate, today: CivilDate): boolean {
  return payableDueDate(dueDate) < today
}

export function firstInTime(today: CivilDate): CivilDate {
  return firstWithinBusinessDays(today, 0)
}

type Dated = { dueDate: CivilDate; payableUntil: CivilDate | null }

export function lastPaymentDay({ dueDate, payableUntil }: Dated): CivilDate {
  return payableUntil ?? addBusinessDays(dueDate, boletoGraceDays)
}

/** Calendar days from the due date through the last day to pay, as Pix counts them. */
export function countGraceDays({ dueDate, payableUntil }: Dated): number {
  return daysBetween(dueDate, lastPaymentDay({ dueDate, payableUntil }))
}

/** Counted from the last day its boleto is registered for, so that no order ends before its buyer has had the time (D132). */
export function keptUntil({ dueDate, payableUntil }: Dated): CivilDate {
  return addDays(payableUntil ?? dueDate, unpaidOrderDays)
}

export function isToBeWithdrawn({ dueDate, payableUntil }: Dated, today: CivilDate): boolean {
  return addBusinessDays(payableUntil ?? dueDate, boletoGraceDays) < today
}
