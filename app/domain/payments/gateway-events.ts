/** How events are treated. 'nothing': the charge is not read. See docs/gateway-events.md. */
export const eventTreatments = ['apply', 'note', 'flag', 'nothing'] as const
export type EventTreatment = (typeof eventTreatments)[number]

/** 'unknown': not in the table. 'flagged': the treatment is 'flag'. 'differs': the charge contradicts our records. */
export type EventAttention = 'unknown' | 'flagged' | 'differs'

export const gatewayEvents: Readonly<Record<string, EventTreatment>> = {
  PAYMENT_CREATED: 'apply',
  PAYMENT_AWAITING_RISK_ANALYSIS: 'apply',
  PAYMENT_APPROVED_BY_RISK_ANALYSIS: 'apply',
  PAYMENT_REPROVED_BY_RISK_ANALYSIS: 'apply',
  PAYMENT_AUTHORIZED: 'apply',
  PAYMENT_UPDATED: 'apply',
  PAYMENT_CONFIRMED: 'apply',
  PAYMENT_RECEIVED: 'apply',
  PAYMENT_CREDIT_CARD_CAPTURE_REFUSED: 'apply',
  PAYMENT_ANTICIPATED: 'apply',
  PAYMENT_OVERDUE: 'note',
  PAYMENT_DELETED: 'note',
  PAYMENT_RESTORED: 'flag',
  PAYMENT_REFUNDED: 'apply',
  PAYMENT_PARTIALLY_REFUNDED: 'apply',
  PAYMENT_REFUND_IN_PROGRESS: 'note',
  PAYMENT_REFUND_DENIED: 'flag',
  PAYMENT_RECEIVED_IN_CASH_UNDONE: 'note',
  PAYMENT_CHARGEBACK_REQUESTED: 'note',
  PAYMENT_CHARGEBACK_DISPUTE: 'note',
  PAYMENT_AWAITING_CHARGEBACK_REVERSAL: 'note',
  PAYMENT_DUNNING_REQUESTED: 'note',
  PAYMENT_DUNNING_RECEIVED: 'note',
  PAYMENT_BANK_SLIP_CANCELLED: 'note',
  PAYMENT_BANK_SLIP_VIEWED: 'nothing',
  PAYMENT_CHECKOUT_VIEWED: 'nothing',
  PAYMENT_SPLIT_CANCELLED: 'flag',
  PAYMENT_SPLIT_DIVERGENCE_BLOCK: 'flag',
  PAYMENT_SPLIT_DIVERGENCE_BLOCK_FINISHED: 'flag',
}

export function getEventTreatment(name: string): EventTreatment | 'unknown' {
  return Object.hasOwn(gatewayEvents, name) ? (gatewayEvents[name] ?? 'unknown') : 'unknown'
}

export const cashUndoneEvent = 'PAYMENT_RECEIVED_IN_CASH_UNDONE'

/** The name of work for staff that no event announced. */
export const reconciliationEvent = 'RECONCILIATION'

/** Returns true if the event's day is the day of a refund or chargeback. */
export function isReversalReport(name: string): boolean {
  return /^PAYMENT_(REFUND|CHARGEBACK)/.test(name)
}
