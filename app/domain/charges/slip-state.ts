/**
 * Where a slip stands with its issuer: made here, sent in a remittance file, registered and so payable at any bank,
 * refused, paid, or written off. `retired` is another matter: we no longer want it paid, whatever the issuer knows.
 */
export const slipStates = ['made', 'sent', 'registered', 'rejected', 'paid', 'written-off'] as const
export type SlipState = (typeof slipStates)[number]

/** What happens to a slip; 'made-again' prepares one refused, by itself or with its file, for another registration. */
export type SlipEvent = 'sent' | 'registered' | 'rejected' | 'paid' | 'written-off' | 'made-again'

/** Why we no longer want a slip paid. */
export type RetiredWhy = 'expired' | 'replaced' | 'order-paid' | 'order-cancelled'

/** State × event → state. What is not in the table does not happen: money never goes back, and a late payment wins (D16). */
export const slipTransitions: Record<SlipState, Partial<Record<SlipEvent, SlipState>>> = {
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

/** The state a slip comes to, or undefined where the event does not apply. */
export function slipTransition(state: SlipState, event: SlipEvent): SlipState | undefined {
  return slipTransitions[state][event]
}

/** True while a customer may pay by this slip: not refused, not over, and not retired by us. */
export function isPayable({ state, isRetired }: { state: SlipState; isRetired: boolean }): boolean {
  return !isRetired && (state === 'made' || state === 'sent' || state === 'registered')
}

/** How many days after its due date a slip is cancelled, and an order without payment (D16). */
export const slipGraceDays = 3
export const unpaidOrderDays = 30
