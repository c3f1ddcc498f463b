import type { OrderEffect } from '#app/domain/order-status.ts'

/** What asking for a new password promises. */
export type AccountEffect = 'send-password-link'

/** What a message through the contact form promises: the company reads it, the sender gets a receipt. */
export type ContactEffect = 'forward-contact-message' | 'acknowledge-contact-message'

/**
 * What time promises: 'tell-of-expiry' is one mail to a customer about all that expires, subject '{profile}/{day}';
 * 'tell-staff-undispatched' is one mail to the company about copies that expired before they were sent, subject the day.
 */
export type ExpiryEffect = 'tell-of-expiry' | 'tell-staff-undispatched'

/** Everything a model may promise; each becomes one outbox row and so one job. */
export type Effect = OrderEffect | AccountEffect | ContactEffect | ExpiryEffect
