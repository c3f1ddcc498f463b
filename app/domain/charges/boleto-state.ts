/**
 * Where a boleto stands with its issuer: made here, sent in a remittance file, registered and so payable at any bank,
 * refused, paid, or written off. `withdrawn` is another matter: we no longer want it paid, whatever the issuer knows.
 */
export const boletoStates = ['made', 'sent', 'registered', 'rejected', 'paid', 'written-off'] as const
export type BoletoState = (typeof boletoStates)[number]

/** What happens to a boleto; 'made-again' prepares one refused, by itself or with its file, for another registration. */
export type BoletoEvent = 'sent' | 'registered' | 'rejected' | 'paid' | 'written-off' | 'made-again'

/** Why we no longer want a boleto paid. */
export type BoletoWithdrawalReason = 'expired' | 'replaced' | 'order-paid' | 'order-cancelled'

/** State × event → state. What is not in the table does not happen: money never goes back, and a late payment wins (D16). */
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

/** The state a boleto comes to, or undefined where the event does not apply. */
export function boletoTransition(state: BoletoState, event: BoletoEvent): BoletoState | undefined {
  return boletoTransitions[state][event]
}

/** True while a customer may pay by this boleto: not refused, not over, and not withdrawn by us. */
export function isPayable({ state, isWithdrawn }: { state: BoletoState; isWithdrawn: boolean }): boolean {
  return !isWithdrawn && (state === 'made' || state === 'sent' || state === 'registered')
}

/** How many days after its due date a boleto is cancelled, and an order without payment (D16). */
export const boletoGraceDays = 3
export const unpaidOrderDays = 30
