import { type RawBuilder, sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type PaymentWay, paymentWays } from '#app/domain/payments/payment-way.ts'
import type { PaymentProblem, PaymentResolution } from '#app/domain/payments/received-payment.ts'
import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import type { Period } from '#app/domain/platform/period.ts'
import type { ClosingAccount, ClosingSums } from '#app/domain/reports/closing-account.ts'
import { wayOfPayment } from '#app/models/charges/counted-payment.server.ts'
import {
  isStandingReversal,
  isUnreversedRefund,
  reversals,
} from '#app/models/charges/returned-money.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import type { Report } from '#app/models/reports/report.ts'

export type DayClosingFilter = Period & { today: CivilDate }

export type ClosingRow = {
  /** sort key of the entry, which determines its account (see `entryParts`) */
  part: number
  id: number
  /** day of the entry; for expected money, the last day of the period */
  day: CivilDate
  account: ClosingAccount
  orderId: number | null
  paymentId: number | null
  profileId: number | null
  isCompany: boolean
  name: string | null
  companyName: string | null
  nfe: string | null
  /** 44 digits of the valid NF-e's key; null if staff entered only a number */
  nfeKey: string | null
  /** centavos; for credited or expected money, after fee and refunds */
  value: number
  fee: number | null
  creditedOn: CivilDate | null
  problem: PaymentProblem | null
  resolution: PaymentResolution | null
  document: string | null
}

export type ClosingTotals = { count: number; accounts: ClosingSums }
export type ClosingDay = { day: CivilDate; accounts: ClosingSums }

/**
 * Sort keys of the entries. An entry of a way of payment adds the way's index to `payment` or `order`.
 * `reversedRefund` is a refund that bank or gateway reported, `undoneRefund` a counter-entry that corrects a
 * refund.
 */
const entryParts = {
  sold: 100,
  payment: 200,
  order: 250,
  refund: 300,
  reversedRefund: 301,
  undoneRefund: 350,
  chargeback: 400,
  credited: 450,
  toCome: 500,
}
const ways = Object.keys(paymentWays).filter(isPaymentWay)

/** Ignores credit dates that are more than this number of days after the payment */
const MAX_CREDIT_DAYS = 90

/** A payment counts on its day. An order that staff marked as paid counts until a payment is reported. */
export const dayClosing: Report<DayClosingFilter, ClosingRow, ClosingTotals> = {
  async totals(period, reader = db) {
    const { rows } = await sql<SumRow>`
      select entries.part, ${sumColumns}
      from (${selectEntries(period)}) as entries
      left join orders on orders.id = entries.order_id
      group by entries.part order by entries.part`.execute(reader)
    return rows.reduce(addSum, dayClosing.emptyTotals)
  },

  emptyTotals: { count: 0, accounts: {} },
  addRow: (totals, { account, value, fee, nfe }) =>
    addToTotals(totals, account, { count: 1, value, fee: fee ?? 0, invoiced: nfe === null ? 0 : value }),

  async rows(period, place, reader = db) {
    const after = 'after' in place ? place.after : undefined
    const afterCondition = after
      ? sql`where (entries.part, entries.day, entries.id) > (${after.part}, ${after.day}, ${after.id})`
      : sql``
    const offset = 'offset' in place ? sql`offset ${place.offset}` : sql``
    const { rows } = await sql<Omit<ClosingRow, 'account' | 'isCompany'> & { isCompany: boolean | null }>`
      select entries.part, entries.id, entries.day, entries.order_id as orderId, entries.payment_id as paymentId, entries.value,
        entries.fee, entries.credited_on as creditedOn, entries.problem, entries.resolution, entries.document,
        orders.nfe, invoices.access_key as nfeKey, orders.profile_id as profileId, profiles.is_company as isCompany, profiles.name,
        profiles.company_name as companyName
      from (${selectEntries(period)}) as entries
      left join orders on orders.id = entries.order_id
      left join profiles on profiles.id = orders.profile_id
      left join invoices on invoices.order_id = orders.id and invoices.model = 'nfe' and invoices.is_live = 1
      ${afterCondition} order by entries.part, entries.day, entries.id limit ${place.limit} ${offset}`.execute(
      reader,
    )
    return rows.map(({ part, value, fee, isCompany, ...row }) => ({
      ...row,
      part,
      account: getClosingAccount(part),
      value: Number(value),
      // MySQL returns the fee as text, because the first branches of the union have none.
      fee: fee === null ? null : Number(fee),
      isCompany: Boolean(isCompany),
    }))
  },
}

type SumRow = { part: number; count: number; value: string; fee: string; invoiced: string }

const sumColumns = sql`count(*) as count, sum(entries.value) as value, coalesce(sum(entries.fee), 0) as fee,
  sum(if(orders.nfe is null, 0, entries.value)) as invoiced`

/** Returns the accounts of each day, oldest first, without money expected at the period's end. */
export async function listClosingDays(period: Period, reader: DbOrTrx = db): Promise<ClosingDay[]> {
  const { rows } = await sql<SumRow & { day: CivilDate }>`
    select entries.day, entries.part, ${sumColumns}
    from (${selectEntries(period)}) as entries
    left join orders on orders.id = entries.order_id
    where entries.part < ${entryParts.toCome}
    group by entries.day, entries.part order by entries.day, entries.part`.execute(reader)
  const days = new Map<CivilDate, ClosingTotals>()
  for (const { day, ...row } of rows) {
    const dayTotals = days.get(day) ?? dayClosing.emptyTotals
    days.set(day, addSum(dayTotals, row))
  }
  return [...days].map(([day, { accounts }]) => ({ day, accounts }))
}

function addSum(totals: ClosingTotals, { part, count, value, fee, invoiced }: SumRow): ClosingTotals {
  return addToTotals(totals, getClosingAccount(part), {
    count: Number(count),
    value: Number(value),
    fee: Number(fee),
    invoiced: Number(invoiced),
  })
}

function addToTotals(
  totals: ClosingTotals,
  account: ClosingAccount,
  sum: NonNullable<ClosingSums[ClosingAccount]>,
): ClosingTotals {
  const previousSum = totals.accounts[account] ?? { count: 0, value: 0, fee: 0, invoiced: 0 }
  const newSum = {
    count: previousSum.count + sum.count,
    value: previousSum.value + sum.value,
    fee: previousSum.fee + sum.fee,
    invoiced: previousSum.invoiced + sum.invoiced,
  }
  return { count: totals.count + sum.count, accounts: { ...totals.accounts, [account]: newSum } }
}

function getClosingAccount(part: number): ClosingAccount {
  if (part === entryParts.sold) return 'sold'
  if (part === entryParts.toCome) return 'to-come'
  if (part === entryParts.credited) return 'credited'
  if (part === entryParts.chargeback) return 'chargeback'
  if (part === entryParts.undoneRefund) return 'refund-reversed'
  if (part === entryParts.refund || part === entryParts.reversedRefund) return 'refund'
  const firstWayPart = part >= entryParts.order ? entryParts.order : entryParts.payment
  const way = ways[part - firstWayPart]
  if (!way) throw new Error(`No closing account for part ${part}`)
  return way
}

function isPaymentWay(name: string): name is PaymentWay {
  return name in paymentWays
}

/** Returns SQL for the entries of the period: a union with a query for each kind of entry. */
function selectEntries({ start, end }: Period): RawBuilder<unknown> {
  const creditedPaidFrom = addDays(start, -MAX_CREDIT_DAYS)
  const expectedPaidFrom = addDays(end, -MAX_CREDIT_DAYS)
  const lastDay = sql`cast(${end} as date)`
  const inPeriod = sql`between ${start} and ${end}`
  const fiveNulls = sql`null, null, null, null, null`
  return sql`
    select ${entryParts.sold} as part, orders.id as id, orders.paid_on as day, orders.id as order_id, null as payment_id,
      cast(orders.total as signed) as value, null as fee, null as credited_on, null as problem, null as resolution,
      null as document
    from orders where orders.status = ${orderStatus.confirmed} and orders.paid_on ${inPeriod}
    union all
    select ${selectWayPart(entryParts.payment)}, payments.id, payments.paid_on, payments.order_id, payments.id,
      payments.value, payments.fee, payments.credited_on, payments.problem, payments.resolution, null
    from payments where payments.paid_on ${inPeriod} and ${isReceipt}
    union all
    select if(orders.legacy_id is null or ${wasMarkedPaidHere}, ${getWayPart(entryParts.order, 'by-hand')},
        ${getWayPart(entryParts.order, 'moved-in')}), orders.id, orders.paid_on, orders.id, null, orders.total, ${fiveNulls}
    from orders where orders.status in (${sql.join(Object.values(orderStatus))}) and orders.paid_on ${inPeriod}
      and orders.total > 0 and ${isPaidWithoutPayment}
    union all
    select ${entryParts.refund}, refunds.id, refunds.refunded_on, refunds.order_id, refunds.payment_id, refunds.value, null,
      null, null, null, refunds.document
    from refunds where refunds.refunded_on ${inPeriod}
    union all
    select ${entryParts.undoneRefund}, refund_reversals.id, refund_reversals.reversed_on, refunds.order_id,
      refunds.payment_id, refunds.value, null, null, null, null, refunds.document
    from refund_reversals join refunds on refunds.id = refund_reversals.refund_id
    where refund_reversals.reversed_on ${inPeriod}
    union all
    select if(payments.reversal = 'refund', ${entryParts.reversedRefund}, ${entryParts.chargeback}), payments.id,
      payments.paid_on, payments.order_id, payments.id, payments.value, payments.fee, null, payments.problem,
      payments.resolution, null
    from payments where payments.paid_on ${inPeriod} and payments.problem = 'reversed' and ${isStandingReversal('payments')}
    union all
    select ${entryParts.credited}, payments.id, payments.credited_on, payments.order_id, payments.id,
      ${selectExpectedCredit(dayBeforeCredit)}, null, payments.credited_on, null, null, null
    from payments where payments.paid_on between ${creditedPaidFrom} and ${end} and payments.credited_on ${inPeriod}
      and ${isCreditExpected(dayBeforeCredit)}
    union all
    select ${entryParts.toCome}, payments.id, ${lastDay}, payments.order_id, payments.id,
      ${selectExpectedCredit(lastDay)}, null, payments.credited_on, null, null, null
    from payments where payments.paid_on between ${expectedPaidFrom} and ${end} and payments.credited_on > ${end}
      and ${isCreditExpected(lastDay)}
    union all
    select ${entryParts.toCome}, payments.id, ${lastDay}, payments.order_id, payments.id,
      ${selectExpectedCredit(lastDay)}, ${fiveNulls}
    from payments where payments.credited_on is null and payments.paid_on <= ${end}
      and ${wayOfPayment} in (${sql.join(ways.filter((way) => paymentWays[way].isCreditReported))})
      and ${isCreditExpected(lastDay)}`
}

/** A credit includes money that was refunded on the same day because the bank debits the refund afterwards. */
const dayBeforeCredit = sql`date_sub(payments.credited_on, interval 1 day)`

const isReceipt = sql`(payments.problem is null or payments.problem <> 'reversed')`

function selectWayPart(firstPart: number): RawBuilder<number> {
  const cases = ways.map((name, index) => sql`when ${name} then ${firstPart + index}`)
  return sql`case ${wayOfPayment} ${sql.join(cases, sql` `)} end`
}

function getWayPart(firstPart: number, name: PaymentWay): number {
  return firstPart + ways.indexOf(name)
}

/**
 * SQL condition for paid orders without a reported payment. A cancelled order counts only if it was refunded,
 * because an order without a refund was marked as paid by mistake. A payment of another amount replaces the order.
 */
const isPaidWithoutPayment = sql`(orders.status = ${orderStatus.confirmed} or exists (select 1 from refunds
    where refunds.order_id = orders.id and refunds.payment_id is null))
  and not exists (select 1 from payments where payments.order_id = orders.id
    and (payments.problem is null or payments.resolution in ('accepted', 'assigned')
      or (payments.problem not in ('reversed', 'double', 'rejected-order', 'account-removed')
        and payments.value > (select coalesce(sum(refunds.value), 0) from refunds
          where refunds.payment_id = payments.id and ${isUnreversedRefund}))))`

/** SQL condition that is false for an imported order if the former system marked it as paid. */
const wasMarkedPaidHere = sql`exists (select 1 from history where history.entity = 'order'
  and history.entity_id = orders.id and history.action = 'paid')`

/** Returns SQL over `payments`: the value minus the fee and minus the money that was returned until `day`. */
function selectExpectedCredit(day: RawBuilder<unknown>): RawBuilder<number> {
  return sql`cast(payments.value as signed) - cast(coalesce(payments.fee, 0) as signed)
    - (select cast(coalesce(sum(refunds.value), 0) as signed) from refunds
      where refunds.payment_id = payments.id and refunds.refunded_on <= ${day}
        and not exists (select 1 from refund_reversals
          where refund_reversals.refund_id = refunds.id and refund_reversals.reversed_on <= ${day}))
    - (select cast(coalesce(sum(reversal.value), 0) as signed) from ${reversals}
      where reversal.reverses_id = payments.id and reversal.paid_on <= ${day} and ${isStandingReversal('reversal')})`
}

function isCreditExpected(day: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${isReceipt} and ${selectExpectedCredit(day)} > 0`
}
