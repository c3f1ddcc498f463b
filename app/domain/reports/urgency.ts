import type { Effect } from '#app/domain/reports/effect.ts'

/** 'now': somebody looks at a page or a mailbox for it. 'soon': of one person's matter. 'later': sent to many. */
export type Urgency = 'now' | 'soon' | 'later'

/**
 * Who waits for each effect (D117). What goes to many in one act is not 'now', or it would stand in the way of a link
 * for a password: a bank's file confirms thousands of payments.
 */
export const urgencies: Record<Effect, Urgency> = {
  'issue-boleto': 'now',
  'render-boleto': 'now',
  'issue-pix': 'now',
  'check-pix': 'now',
  'render-price-quote': 'now',
  'prepare-file': 'now',
  'send-password-link': 'now',
  'send-email-link': 'now',
  'send-invitation': 'now',
  'send-test-mail': 'now',
  'resend-mail': 'now',
  'copy-mail': 'now',
  'mail-order-received': 'now',
  'mail-order-without-boleto': 'now',
  'mail-order-under-review': 'now',
  'mail-boleto-ready': 'now',
  'mail-boleto-renewed': 'now',
  'mail-password-changed': 'now',
  'mail-email-changed': 'now',
  'mail-deletion-requested': 'now',
  'mail-second-factor': 'now',
  'mail-staff-security': 'now',
  'acknowledge-contact-message': 'now',
  'acknowledge-withdrawal': 'now',
  'apply-bank-file': 'soon',
  'check-csv': 'soon',
  'apply-csv': 'soon',
  'prepare-report': 'soon',
  'process-webhook-event': 'soon',
  'cancel-boleto': 'soon',
  'remove-pix': 'soon',
  'read-pix': 'soon',
  'refund-pix': 'soon',
  'check-boletos': 'soon',
  'issue-invoice': 'soon',
  'read-invoice': 'soon',
  'keep-invoice-files': 'soon',
  'cancel-invoice': 'soon',
  'correct-invoice': 'soon',
  'deliver-webhook': 'soon',
  'ask-staff-for-freight': 'soon',
  'forward-contact-message': 'soon',
  'forward-withdrawal': 'soon',
  'mail-boleto-registered': 'soon',
  'mail-colleague-joined': 'soon',
  'mail-boleto-refused': 'soon',
  'mail-staff-refused-boletos': 'soon',
  'mail-delivery-changed': 'soon',
  'mail-dispatched': 'soon',
  'mail-invoice': 'soon',
  'mail-order-cancelled': 'soon',
  'mail-order-unpaid': 'soon',
  'mail-payment-confirmed': 'soon',
  'mail-photo-approved': 'soon',
  'mail-photo-rejected': 'soon',
  'mail-photo-request': 'soon',
  'mail-refund': 'soon',
  'mail-refund-reversed': 'soon',
  'mail-staff-gateway-event': 'soon',
  'mail-staff-payment': 'soon',
  'mail-staff-suspended-renewal': 'soon',
  'mail-staff-undispatched': 'soon',
  'mail-withdrawal-answer': 'soon',
  'mail-boleto-due': 'later',
  'mail-boleto-expired': 'later',
  'mail-expiry': 'later',
  'mail-revision': 'later',
  'notify-subscribers': 'later',
  'send-moved-in-link': 'later',
}

/** How long an effect may be overtaken by more urgent ones, in minutes: longer than the mail server is ever away. */
const patienceMinutes: Record<Urgency, number> = { now: 0, soon: 12 * 60, later: 48 * 60 }

const byName = new Map<string, Urgency>(Object.entries(urgencies))

export function urgencyOf(job: string): Urgency {
  return byName.get(job) ?? 'soon'
}

/** Minutes after which what is enqueued now goes before all that is enqueued then. */
export function patienceOf(job: string): number {
  return patienceMinutes[urgencyOf(job)]
}

const STEP_MS = 5 * 60_000
const ORIGIN_MS = Date.UTC(2026, 0, 1)
/** Of BullMQ; 19 years of steps, after which the count begins again. */
const MAX_PRIORITY = 2 ** 21 - 1

/** The sooner something is due, the lower the number and the sooner its turn; within five minutes as enqueued. */
export function queuePriority(dueBy: Date): number {
  const steps = Math.max(0, Math.floor((dueBy.getTime() - ORIGIN_MS) / STEP_MS))
  return 1 + (steps % MAX_PRIORITY)
}
