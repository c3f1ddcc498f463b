import type { OrderEffect } from '#app/domain/orders/order-status.ts'
import type { ShipmentEffect } from '#app/domain/shipments/shipment.ts'

export type AccountEffect =
  | 'send-password-link'
  | 'send-email-link'
  | 'tell-password-changed'
  | 'tell-email-changed'
  | 'tell-deletion-requested'

export type ContactEffect = 'forward-contact-message' | 'acknowledge-contact-message'

/** Reports have a queue of their own. */
export type FileEffect = 'prepare-file' | 'prepare-report'

/** 'tell-of-expiry': subject '{profile}/{day}'; 'tell-staff-undispatched': subject the day. */
export type ExpiryEffect = 'tell-of-expiry' | 'tell-staff-undispatched'

/** Subject: the order. */
export type RenewalEffect = 'tell-staff-suspended-renewal'

/** The receipt is due at once (Decreto 7.962, art. 5). */
export type WithdrawalEffect = 'forward-withdrawal' | 'acknowledge-withdrawal'

/** Subject: the photo request. */
export type PhotoEffect = 'tell-photo-wanted'

/** 'notify-subscribers': subject the notice; 'tell-of-revision': subject '{notice}/{profile}' (D37). */
export type RevisionEffect = 'notify-subscribers' | 'tell-of-revision'

/** Subject '{mail}/{attempt}'. */
export type MailEffect = 'resend-mail'

/** Subject: the boleto; of 'tell-order-unpaid' the order (D16). */
export type BoletoEffect =
  | 'tell-boleto-ready'
  | 'tell-boleto-due'
  | 'tell-boleto-expired'
  | 'tell-boleto-renewed'
  | 'tell-boleto-registered'
  | 'tell-order-unpaid'

/** Subject: the payment. */
export type PaymentEffect = 'tell-staff-payment'
/** Subject: the file. */
export type BankFileEffect = 'apply-bank-file'
/** Subjects: the stored notice; the boleto; '{user}/{minute}'. */
export type GatewayEffect = 'process-notice' | 'cancel-boleto' | 'check-boletos'

/** Run after a delay, and skipped if obsolete by then. */
export const delayedEffects: ReadonlySet<string> = new Set<Effect>(['tell-order-without-boleto'])

/** Each becomes one outbox row and so one job. */
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

export type TaskEffect =
  | 'issue-boleto'
  | 'render-boleto'
  | 'notify-subscribers'
  | FileEffect
  | MailEffect
  | BankFileEffect
  | GatewayEffect

/** Declared in app/mails. */
export type MailName = Exclude<Effect, TaskEffect>
