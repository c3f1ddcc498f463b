import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/**
 * Days after a payment in which money may go back without the shop's doing: a payer contests a Pix for 80 days, and the
 * banks have 11 more to answer and return it (MED, Regulamento do Pix, Resolução BCB 1/2020). The shop's own returns of
 * a Pix end after 90 days.
 */
export const moneyBackDays = 91

/** Most of it goes back early: a payment is read daily at first, then weekly. */
const DAILY_DAYS = 10
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

/** Payments since `firstDay` are read again; those since `dailyFrom` if last read before `dailyBefore`, others weekly. */
export function recheckTerms(now: Date, today: CivilDate) {
  return {
    firstDay: addDays(today, -moneyBackDays),
    dailyFrom: addDays(today, -DAILY_DAYS),
    // An hour less than a day, so that an hourly run finds each once a day.
    dailyBefore: new Date(now.getTime() - DAY_MS + HOUR_MS),
    weeklyBefore: new Date(now.getTime() - WEEK_MS + HOUR_MS),
  }
}

export type Refund = {
  orderId: number | null
  paymentId: number | null
  value: Centavos
  refundedOn: CivilDate
  /** proof: the transfer's number or the Pix end-to-end id */
  document: string
  note: string | null
  /** idempotency token of the form */
  token: string
  /** staff say that it is none of those reported */
  isOther?: boolean
}
