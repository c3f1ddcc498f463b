import type { OrderEffect } from '#app/domain/orders/order-status.ts'
import type { ShipmentEffect } from '#app/domain/shipments/shipment.ts'

/** What a change of an account promises: the links for a new password and for another e-mail, and mails that tell its owner. */
export type AccountEffect =
  | 'send-password-link'
  | 'send-email-link'
  | 'tell-password-changed'
  | 'tell-email-changed'
  | 'tell-deletion-requested'

/** What a message through the contact form promises: the company reads it, the sender gets a receipt. */
export type ContactEffect = 'forward-contact-message' | 'acknowledge-contact-message'

/** What asking for a file promises: it is made and kept for whoever asked; a report has its own queue. */
export type FileEffect = 'prepare-file' | 'prepare-report'

/**
 * What time promises: 'tell-of-expiry' is one mail to a customer about all that expires, subject '{profile}/{day}';
 * 'tell-staff-undispatched' is one mail to the company about copies that expired before they were sent, subject the day.
 */
export type ExpiryEffect = 'tell-of-expiry' | 'tell-staff-undispatched'

/** What a paid renewal of a suspended subscription promises: one mail to the company, subject the order. */
export type RenewalEffect = 'tell-staff-suspended-renewal'

/** What a withdrawal promises: the company reads it, the buyer gets a receipt at once (Decreto 7.962, art. 5). */
export type WithdrawalEffect = 'forward-withdrawal' | 'acknowledge-withdrawal'

/** What asking the customer for another photo promises; the subject is the request. */
export type PhotoEffect = 'tell-photo-wanted'

/**
 * What the notice of a revision promises: 'notify-subscribers' writes down who is told, subject the notice;
 * 'tell-of-revision' is one mail to one of them, subject '{notice}/{profile}' (D37).
 */
export type RevisionEffect = 'notify-subscribers' | 'tell-of-revision'

/** What staff promise again: a mail sent once more, subject '{mail}/{how many times before and once}'. */
export type MailEffect = 'resend-mail'

/** What the life of a boleto promises its buyer, subject the boleto; of 'tell-order-unpaid' the order (D16). */
export type BoletoEffect =
  | 'tell-boleto-ready'
  | 'tell-boleto-due'
  | 'tell-boleto-expired'
  | 'tell-boleto-renewed'
  | 'tell-boleto-registered'
  | 'tell-order-unpaid'

/** What money that somebody has to look at promises: one mail to the company, subject the payment. */
export type PaymentEffect = 'tell-staff-payment'
/** What staff promise after looking at a bank's return file: its records are applied, subject the file. */
export type BankFileEffect = 'apply-bank-file'
/**
 * What a gateway's notice promises, subject our number for it; giving up a boleto it made, subject the boleto; and the wish of
 * staff to ask it about open boletos at once, subject '{user}/{minute}'.
 */
export type GatewayEffect = 'process-notice' | 'cancel-boleto' | 'check-boletos'

/** What is promised for a while later, and not at all once it is no longer needed by then. */
export const delayedEffects: ReadonlySet<string> = new Set<Effect>(['tell-order-without-boleto'])

/** Everything a model may promise; each becomes one outbox row and so one job. */
export type Effect =
  | OrderEffect
  | AccountEffect
  | ContactEffect
  | FileEffect
  | ExpiryEffect
  | ShipmentEffect
  | RenewalEffect
  | WithdrawalEffect
  | PhotoEffect
  | RevisionEffect
  | MailEffect
  | BoletoEffect
  | PaymentEffect
  | BankFileEffect
  | GatewayEffect

/** The effects that are no mail. */
export type TaskEffect =
  | 'issue-boleto'
  | 'render-boleto'
  | 'notify-subscribers'
  | FileEffect
  | MailEffect
  | BankFileEffect
  | GatewayEffect

/** The effects that are a mail each; app/mails declares them. */
export type MailName = Exclude<Effect, TaskEffect>
