import type { ExpeditionEffect } from '#app/domain/expedition.ts'
import type { OrderEffect } from '#app/domain/order-status.ts'

/** What asking for a new password promises. */
export type AccountEffect = 'send-password-link'

/** What a message through the contact form promises: the company reads it, the sender gets a receipt. */
export type ContactEffect = 'forward-contact-message' | 'acknowledge-contact-message'

/** What a withdrawal promises: the company reads it, the buyer gets a receipt at once (Decreto 7.962, art. 5). */
export type WithdrawalEffect = 'forward-withdrawal' | 'acknowledge-withdrawal'

/** Everything a model may promise; each becomes one outbox row and so one job. */
export type Effect = OrderEffect | AccountEffect | ContactEffect | ExpeditionEffect | WithdrawalEffect
