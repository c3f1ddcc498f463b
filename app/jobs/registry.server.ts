import type { Effect } from '#app/domain/reports/effect.ts'
import { acknowledgeContactMessage } from '#app/jobs/accounts/acknowledge-contact-message.server.ts'
import { forwardContactMessage } from '#app/jobs/accounts/forward-contact-message.server.ts'
import { sendEmailLink } from '#app/jobs/accounts/send-email-link.server.ts'
import { sendPasswordLink } from '#app/jobs/accounts/send-password-link.server.ts'
import { tellDeletionRequested } from '#app/jobs/accounts/tell-deletion-requested.server.ts'
import { tellEmailChanged } from '#app/jobs/accounts/tell-email-changed.server.ts'
import { tellPasswordChanged } from '#app/jobs/accounts/tell-password-changed.server.ts'
import { notifySubscribers } from '#app/jobs/catalogue/notify-subscribers.server.ts'
import { tellOfRevision } from '#app/jobs/catalogue/tell-of-revision.server.ts'
import { cancelSlip } from '#app/jobs/charges/cancel-slip.server.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { renderSlipPdf } from '#app/jobs/charges/render-slip.server.ts'
import { acknowledgeWithdrawal } from '#app/jobs/orders/acknowledge-withdrawal.server.ts'
import { askStaffForFreight } from '#app/jobs/orders/ask-staff-for-freight.server.ts'
import { forwardWithdrawal } from '#app/jobs/orders/forward-withdrawal.server.ts'
import { tellBoletoReady } from '#app/jobs/orders/tell-boleto-ready.server.ts'
import { tellOrderReceived } from '#app/jobs/orders/tell-order-received.server.ts'
import { tellOrderUnderReview } from '#app/jobs/orders/tell-order-under-review.server.ts'
import { tellOrderUnpaid } from '#app/jobs/orders/tell-order-unpaid.server.ts'
import { tellOrderWithoutSlip } from '#app/jobs/orders/tell-order-without-slip.server.ts'
import { tellPhotoApproved } from '#app/jobs/orders/tell-photo-approved.server.ts'
import { tellPhotoRejected } from '#app/jobs/orders/tell-photo-rejected.server.ts'
import { tellPhotoWanted } from '#app/jobs/orders/tell-photo-wanted.server.ts'
import { tellSlipDue } from '#app/jobs/orders/tell-slip-due.server.ts'
import { tellSlipExpired } from '#app/jobs/orders/tell-slip-expired.server.ts'
import { tellSlipRegistered } from '#app/jobs/orders/tell-slip-registered.server.ts'
import { tellSlipRenewed } from '#app/jobs/orders/tell-slip-renewed.server.ts'
import { applyBankFile } from '#app/jobs/payments/apply-bank-file.server.ts'
import { checkSlips } from '#app/jobs/payments/check-slips.server.ts'
import { processNotice } from '#app/jobs/payments/process-notice.server.ts'
import { tellPaymentConfirmed } from '#app/jobs/payments/tell-payment-confirmed.server.ts'
import { tellStaffPayment } from '#app/jobs/payments/tell-staff-payment.server.ts'
import { tellStaffSuspendedRenewal } from '#app/jobs/payments/tell-staff-suspended-renewal.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { resendMail } from '#app/jobs/platform/resend-mail.server.ts'
import { prepareFile, prepareReport } from '#app/jobs/prepare-file.server.ts'
import { tellDispatched } from '#app/jobs/shipments/tell-dispatched.server.ts'
import { tellStaffUndispatched } from '#app/jobs/shipments/tell-staff-undispatched.server.ts'
import { tellOfExpiry } from '#app/jobs/subscriptions/tell-of-expiry.server.ts'

/** Every effect that a model may promise has its job here; a missing one fails the compiler. */
const jobs: Record<Effect, Job> = {
  'issue-boleto': issueBoleto,
  'render-slip': renderSlipPdf,
  'tell-order-received': tellOrderReceived,
  'tell-order-without-slip': tellOrderWithoutSlip,
  'tell-order-under-review': tellOrderUnderReview,
  'tell-payment-confirmed': tellPaymentConfirmed,
  'tell-photo-approved': tellPhotoApproved,
  'tell-photo-rejected': tellPhotoRejected,
  'tell-photo-wanted': tellPhotoWanted,
  'ask-staff-for-freight': askStaffForFreight,
  'send-password-link': sendPasswordLink,
  'send-email-link': sendEmailLink,
  'tell-password-changed': tellPasswordChanged,
  'tell-email-changed': tellEmailChanged,
  'tell-deletion-requested': tellDeletionRequested,
  'forward-contact-message': forwardContactMessage,
  'acknowledge-contact-message': acknowledgeContactMessage,
  'prepare-file': prepareFile,
  'prepare-report': prepareReport,
  'tell-of-expiry': tellOfExpiry,
  'tell-staff-undispatched': tellStaffUndispatched,
  'tell-staff-suspended-renewal': tellStaffSuspendedRenewal,
  'tell-dispatched': tellDispatched,
  'acknowledge-withdrawal': acknowledgeWithdrawal,
  'forward-withdrawal': forwardWithdrawal,
  'notify-subscribers': notifySubscribers,
  'tell-of-revision': tellOfRevision,
  'tell-order-unpaid': tellOrderUnpaid,
  'tell-boleto-ready': tellBoletoReady,
  'tell-slip-due': tellSlipDue,
  'tell-slip-expired': tellSlipExpired,
  'tell-slip-renewed': tellSlipRenewed,
  'tell-slip-registered': tellSlipRegistered,
  'tell-staff-payment': tellStaffPayment,
  'process-notice': processNotice,
  'check-slips': checkSlips,
  'cancel-slip': cancelSlip,
  'resend-mail': resendMail(jobNamed),
  'apply-bank-file': applyBankFile,
}

const byName = new Map<string, Job>(Object.entries(jobs))

/** The jobs this version knows. */
export const jobNames = [...byName.keys()]

/** The job of a name found in the outbox, or undefined when this version does not know it. */
export function jobNamed(name: string): Job | undefined {
  return byName.get(name)
}
