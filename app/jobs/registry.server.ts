import type { TaskEffect } from '#app/domain/platform/effect.ts'
import { applyCsvJob, checkCsvJob } from '#app/jobs/backoffice/csv-import.server.ts'
import { notifySubscribers } from '#app/jobs/catalogue/notify-subscribers.server.ts'
import { cancelBoleto } from '#app/jobs/charges/cancel-boleto.server.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { issuePix } from '#app/jobs/charges/issue-pix.server.ts'
import { removePix } from '#app/jobs/charges/remove-pix.server.ts'
import { renderBoletoPdf } from '#app/jobs/charges/render-boleto.server.ts'
import { renderPriceQuotePdf } from '#app/jobs/checkout/render-price-quote.server.ts'
import { cancelIssued, correctIssued } from '#app/jobs/orders/invoices/change-invoice.server.ts'
import { issueInvoice, readInvoice } from '#app/jobs/orders/invoices/issue-invoice.server.ts'
import { keepInvoiceFiles } from '#app/jobs/orders/invoices/keep-invoice-files.server.ts'
import { applyBankFile } from '#app/jobs/payments/apply-bank-file.server.ts'
import { checkBoletos } from '#app/jobs/payments/check-boletos.server.ts'
import { checkPix } from '#app/jobs/payments/check-pix.server.ts'
import { processWebhookEvent } from '#app/jobs/payments/process-webhook-event.server.ts'
import { readPix } from '#app/jobs/payments/read-pix.server.ts'
import { refundPix } from '#app/jobs/payments/refund-pix.server.ts'
import { makeMailJob } from '#app/jobs/platform/deliver-mail.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { copyMail, resendMail, resendOrderMail } from '#app/jobs/platform/resend-mail.server.ts'
import { prepareFile, prepareReport } from '#app/jobs/prepare-file.server.ts'
import { prepareClosing } from '#app/jobs/reports/prepare-closing.server.ts'
import { deliverWebhook } from '#app/jobs/settings/deliver-webhook.server.ts'
import { mails, type UndeclaredMail } from '#app/mails/mails.server.ts'

/** The jobs of all effects that are no declared mail. The compiler reports a missing job. */
const tasks: Record<TaskEffect | UndeclaredMail, Job> = {
  'issue-boleto': issueBoleto,
  'render-boleto': renderBoletoPdf,
  'prepare-file': prepareFile,
  'prepare-report': prepareReport,
  'prepare-closing': prepareClosing,
  'notify-subscribers': notifySubscribers,
  'process-webhook-event': processWebhookEvent,
  'check-boletos': checkBoletos,
  'cancel-boleto': cancelBoleto,
  'issue-pix': issuePix,
  'remove-pix': removePix,
  'read-pix': readPix,
  'refund-pix': refundPix,
  'check-pix': checkPix,
  'issue-invoice': issueInvoice,
  'read-invoice': readInvoice,
  'keep-invoice-files': keepInvoiceFiles,
  'cancel-invoice': cancelIssued,
  'correct-invoice': correctIssued,
  'resend-mail': resendMail(findJob),
  'resend-order-mail': resendOrderMail,
  'copy-mail': copyMail(findJob),
  'apply-bank-file': applyBankFile,
  'check-csv': checkCsvJob,
  'apply-csv': applyCsvJob,
  'deliver-webhook': deliverWebhook,
  'render-price-quote': renderPriceQuotePdf,
}

const jobsByName = new Map<string, Job>([
  ...Object.entries(tasks),
  ...mails.map((mail): [string, Job] => [mail.name, makeMailJob(mail)]),
])

export const jobNames = [...jobsByName.keys()]

export function findJob(name: string): Job | undefined {
  return jobsByName.get(name)
}
