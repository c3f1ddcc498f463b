import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

// Payers can reclaim money for 91 days: a Pix can be contested for 80 days, and the banks have 11 more to answer and
// return it (MED, Regulamento do Pix, Resolução BCB 1/2020). The shop's own refunds end after 90 days.
export const moneyBackDays = 91

/** Payments are read daily for ten days, when most refunds happen, then weekly. */
const DAILY_DAYS = 10
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

export function getRecheckTerms(now: Date, today: CivilDate) {
  return {
    firstDay: addDays(today, -moneyBackDays),
    dailyFrom: addDays(today, -DAILY_DAYS),
    // An hour less than a day, so that an hourly run reads each payment once a day.
    dailyBefore: new Date(now.getTime() - DAY_MS + HOUR_MS),
    weeklyBefore: new Date(now.getTime() - WEEK_MS + HOUR_MS),
  }
}

export type Refund = {
  orderId: number | null
  paymentId: number | null
  value: Centavos
  refundedOn: CivilDate
  document: string // number of the transfer, or the Pix's end-to-end id
  note: string | null
  /** idempotency token of the form */
  token: string
  /** true if staff confirm that it is none of the reported ones */
  isOther?: boolean
}
