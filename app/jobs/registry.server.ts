import type { Effect } from '#app/domain/effect.ts'
import { acknowledgeContactMessage } from '#app/jobs/acknowledge-contact-message.server.ts'
import { acknowledgeWithdrawal } from '#app/jobs/acknowledge-withdrawal.server.ts'
import { applyBankFile } from '#app/jobs/apply-bank-file.server.ts'
import { askStaffForFreight } from '#app/jobs/ask-staff-for-freight.server.ts'
import { cancelSlip } from '#app/jobs/cancel-slip.server.ts'
import { checkSlips } from '#app/jobs/check-slips.server.ts'
import { forwardContactMessage } from '#app/jobs/forward-contact-message.server.ts'
import { forwardWithdrawal } from '#app/jobs/forward-withdrawal.server.ts'
import { issueBoleto } from '#app/jobs/issue-boleto.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { notifySubscribers } from '#app/jobs/notify-subscribers.server.ts'
import { prepareFile, prepareReport } from '#app/jobs/prepare-file.server.ts'
import { processNotice } from '#app/jobs/process-notice.server.ts'
import { renderSlipPdf } from '#app/jobs/render-slip.server.ts'
import { resendMail } from '#app/jobs/resend-mail.server.ts'
import { sendEmailLink } from '#app/jobs/send-email-link.server.ts'
import { sendPasswordLink } from '#app/jobs/send-password-link.server.ts'
import { tellBoletoReady } from '#app/jobs/tell-boleto-ready.server.ts'
import { tellDeletionRequested } from '#app/jobs/tell-deletion-requested.server.ts'
import { tellDispatched } from '#app/jobs/tell-dispatched.server.ts'
import { tellEmailChanged } from '#app/jobs/tell-email-changed.server.ts'
import { tellOfExpiry } from '#app/jobs/tell-of-expiry.server.ts'
import { tellOfRevision } from '#app/jobs/tell-of-revision.server.ts'
import { tellOrderReceived } from '#app/jobs/tell-order-received.server.ts'
import { tellOrderUnderReview } from '#app/jobs/tell-order-under-review.server.ts'
import { tellOrderUnpaid } from '#app/jobs/tell-order-unpaid.server.ts'
import { tellOrderWithoutSlip } from '#app/jobs/tell-order-without-slip.server.ts'
import { tellPasswordChanged } from '#app/jobs/tell-password-changed.server.ts'
import { tellPaymentConfirmed } from '#app/jobs/tell-payment-confirmed.server.ts'
import { tellPhotoApproved } from '#app/jobs/tell-photo-approved.server.ts'
import { tellPhotoRejected } from '#app/jobs/tell-photo-rejected.server.ts'
import { tellPhotoWanted } from '#app/jobs/tell-photo-wanted.server.ts'
import { tellSlipDue } from '#app/jobs/tell-slip-due.server.ts'
import { tellSlipExpired } from '#app/jobs/tell-slip-expired.server.ts'
import { tellSlipRegistered } from '#app/jobs/tell-slip-registered.server.ts'
import { tellSlipRenewed } from '#app/jobs/tell-slip-renewed.server.ts'
import { tellStaffPayment } from '#app/jobs/tell-staff-payment.server.ts'
import { tellStaffSuspendedRenewal } from '#app/jobs/tell-staff-suspended-renewal.server.ts'
import { tellStaffUndispatched } from '#app/jobs/tell-staff-undispatched.server.ts'

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
