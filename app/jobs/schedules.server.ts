import { careForSlips } from '#app/jobs/care-for-slips.server.ts'
import { collectBankFiles } from '#app/jobs/collect-bank-files.server.ts'
import { expireSubscriptions } from '#app/jobs/expire-subscriptions.server.ts'
import { reconcilePayments } from '#app/jobs/reconcile-payments.server.ts'
import { remindOfExpiry } from '#app/jobs/remind-of-expiry.server.ts'
import type { Schedule } from '#app/jobs/schedule.ts'
import { sweep } from '#app/jobs/sweep.server.ts'

/** Everything the worker does by the clock. */
export const schedules: readonly Schedule[] = [
  sweep,
  expireSubscriptions,
  remindOfExpiry,
  careForSlips,
  collectBankFiles,
  reconcilePayments,
]
