import { notifyOfWaitingWork } from '#app/jobs/backoffice/notify-of-waiting-work.server.ts'
import { sweep } from '#app/jobs/backoffice/sweep.server.ts'
import { expireBoletos } from '#app/jobs/charges/expire-boletos.server.ts'
import { collectBankFiles } from '#app/jobs/payments/collect-bank-files.server.ts'
import { reconcilePayments } from '#app/jobs/payments/reconcile-payments.server.ts'
import { reconcilePix } from '#app/jobs/payments/reconcile-pix.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { sendClosing } from '#app/jobs/reports/send-closing.server.ts'
import { expireSubscriptions } from '#app/jobs/subscriptions/expire-subscriptions.server.ts'
import { remindOfExpiry } from '#app/jobs/subscriptions/remind-of-expiry.server.ts'

export const schedules: readonly Schedule[] = [
  sweep,
  expireSubscriptions,
  remindOfExpiry,
  expireBoletos,
  collectBankFiles,
  reconcilePayments,
  reconcilePix,
  notifyOfWaitingWork,
  sendClosing,
]
