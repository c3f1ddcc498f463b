/**
 * What an event of the gateway brings about. 'apply': the charge is fetched, and what it says counts. 'note': besides,
 * the event stands in the history of its order. 'flag': besides, it waits for a person. 'nothing': not even a fetch.
 */
export const eventTreatments = ['apply', 'note', 'flag', 'nothing'] as const
export type EventTreatment = (typeof eventTreatments)[number]

/** Why an event waits: no row of the table names it; its row says so; the charge and our rows do not agree. */
export type EventAttention = 'unknown' | 'flagged' | 'differs'

/** All events of charges the gateway documents (docs/gateway-events.md has the source and says why). */
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

/** An unknown event is still a hint to look at its charge. */
export function treatmentOf(name: string): EventTreatment | 'unknown' {
  return Object.hasOwn(gatewayEvents, name) ? (gatewayEvents[name] ?? 'unknown') : 'unknown'
}

/** Somebody had told the gateway that the money was received elsewhere, and took that back. */
export const cashUndone = 'PAYMENT_RECEIVED_IN_CASH_UNDONE'
