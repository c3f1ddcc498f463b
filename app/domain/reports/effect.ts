import type { OrderEffect } from '#app/domain/orders/order-status.ts'
import type { ShipmentEffect } from '#app/domain/shipments/shipment.ts'

/** 'mail-second-factor': subject the history row; 'mail-staff-security': '{a|n} {account|network} {hour} {administrator}'. */
export type AccountEffect =
  | 'send-password-link'
  | 'send-moved-in-link'
  | 'send-email-link'
  | 'mail-password-changed'
  | 'mail-email-changed'
  | 'mail-deletion-requested'
  | 'mail-second-factor'
  | 'mail-staff-security'
  | ColleagueEffect
  | 'send-test-mail'

/** Subjects: '{member}/{send}'; the member (D92). */
export type ColleagueEffect = 'send-invitation' | 'mail-colleague-joined'

export type ContactEffect = 'forward-contact-message' | 'acknowledge-contact-message'

/** 'prepare-report': what takes long, reports and sheets of labels. */
export type FileEffect = 'prepare-file' | 'prepare-report'

/** 'mail-expiry': subject '{profile}/{day}'; 'mail-staff-undispatched': subject the day. */
export type ExpiryEffect = 'mail-expiry' | 'mail-staff-undispatched'

/** Subject: the history row. */
export type DeliveryEffect = 'mail-delivery-changed'

/** Subject: the order. */
export type RenewalEffect = 'mail-staff-suspended-renewal'

/** The receipt is due at once (Decreto 7.962, art. 5). */
export type WithdrawalEffect = 'forward-withdrawal' | 'acknowledge-withdrawal'

/** Subject: the answer. */
export type WithdrawalAnswerEffect = 'mail-withdrawal-answer'

/** Subject: the refund. */
export type RefundEffect = 'mail-refund' | 'mail-refund-reversed'

/** Subject: the photo request. */
export type PhotoEffect = 'mail-photo-request'

/** 'notify-subscribers': subject the notice; 'mail-revision': subject '{notice}/{profile}' (D37). */
export type RevisionEffect = 'notify-subscribers' | 'mail-revision'

/** Subjects '{mail}/{attempt}'; '{outbox row of the mail}/{user}' (D156). */
export type MailEffect = 'resend-mail' | 'copy-mail'

/** Subject: the boleto; of 'mail-order-unpaid' the order (D16). */
export type BoletoEffect =
  | 'mail-boleto-ready'
  | 'mail-boleto-due'
  | 'mail-boleto-expired'
  | 'mail-boleto-renewed'
  | 'mail-boleto-registered'
  | 'mail-boleto-refused'
  | 'mail-order-unpaid'

/** Subject: the payment. */
export type PaymentEffect = 'mail-staff-payment'
/** Subject: the file; of the next the import. */
export type BankFileEffect = 'apply-bank-file'
/** Subject: the file. */
export type BankFileMail = 'mail-staff-refused-boletos'
export type CsvEffect = 'check-csv' | 'apply-csv'
/** Subjects: the stored webhook event; the boleto; '{user}/{minute}'. */
export type GatewayEffect = 'process-webhook-event' | 'cancel-boleto' | 'check-boletos'

/** Subject: the stored event that does not agree with our rows. */
export type GatewayMail = 'mail-staff-gateway-event'

/** Subjects: the boleto, twice; the end-to-end id; the asked refund; 'settings' (D137). */
export type PixEffect = 'issue-pix' | 'remove-pix' | 'read-pix' | 'refund-pix' | 'check-pix'

/** Subjects: the invoice; '{invoice}/{turn}'; '{invoice}/{authorised|cancelled}'; the invoice; the letter (D145). */
export type InvoiceEffect =
  | 'issue-invoice'
  | 'read-invoice'
  | 'keep-invoice-files'
  | 'cancel-invoice'
  | 'correct-invoice'

/** Subject: the invoice, once its files are there. */
export type InvoiceMail = 'mail-invoice'

/** Subject '{delivery}/{turn}'. */
export type WebhookEffect = 'deliver-webhook'

/** Subject: the price quote. */
export type PriceQuoteEffect = 'render-price-quote'

/** Carry the PDF of the boleto; they wait for it (D84). */
const mailsWithPdf: readonly Effect[] = ['mail-order-received', 'mail-boleto-ready', 'mail-boleto-renewed']

/** Run after a delay, unless released before; skipped if obsolete by then. */
export const delayedEffects: ReadonlySet<string> = new Set<Effect>([
  'mail-order-without-boleto',
  ...mailsWithPdf,
])

/** Each becomes one outbox row and so one job. */
export type Effect =
  | OrderEffect
  | AccountEffect
  | ContactEffect
  | FileEffect
  | ExpiryEffect
  | ShipmentEffect
  | DeliveryEffect
  | RenewalEffect
  | WithdrawalEffect
  | WithdrawalAnswerEffect
  | RefundEffect
  | PhotoEffect
  | RevisionEffect
  | MailEffect
  | BoletoEffect
  | PaymentEffect
  | BankFileEffect
  | BankFileMail
  | CsvEffect
  | GatewayEffect
  | GatewayMail
  | PixEffect
  | InvoiceEffect
  | InvoiceMail
  | WebhookEffect
  | PriceQuoteEffect

export type TaskEffect =
  | 'issue-boleto'
  | 'render-boleto'
  | 'notify-subscribers'
  | FileEffect
  | MailEffect
  | BankFileEffect
  | CsvEffect
  | GatewayEffect
  | PixEffect
  | InvoiceEffect
  | WebhookEffect
  | PriceQuoteEffect

/** Declared in app/mails. */
export type MailName = Exclude<Effect, TaskEffect>
