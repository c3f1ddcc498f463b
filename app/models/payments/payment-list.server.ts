import { type RawBuilder, sql } from 'kysely'
import { getOldestPayableDueDate } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import { termNames } from '#app/models/charges/boleto-terms.server.ts'
import {
  belongsToFoundOrder,
  findOrdersByNumber,
  type OrderMatch,
} from '#app/models/orders/order-search.server.ts'
import { findBoletoIdsByNumber } from '#app/models/payments/boleto-list.server.ts'
import { sumWaitingInstructions } from '#app/models/payments/pending-instructions.server.ts'
import { listRefunds } from '#app/models/payments/refund.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { countRows, type ListPlace, readListPage } from '#app/models/platform/list-page.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

const MAX_SHOWN = 100
/** A payment number such as '12', '#12' or 'nº 12' */
const paymentNumberPattern = /^(?:n[ºo°]\s*|#)?(\d{1,9})$/i
/** Jobs about money, which the payments page shows. All other jobs are on the page of jobs. */
const moneyJobs = [
  'issue-boleto',
  'render-boleto',
  'cancel-boleto',
  'check-boletos',
  'issue-pix',
  'remove-pix',
  'read-pix',
  'refund-pix',
  'process-webhook-event',
  'apply-bank-file',
  'mail-staff-gateway-event',
  'mail-staff-payment',
]

/** Counts the boletos of unpaid orders by state. `today` is the date in São Paulo. */
export async function countBoletos(today: CivilDate) {
  const selectCurrent = () =>
    db
      .selectFrom('boletos')
      .innerJoin('orders', 'orders.id', 'boletos.current_of')
      .where('status', '=', orderStatus.pendingPayment)
      .where('withdrawn_at', 'is', null)
  const count = async (query: ReturnType<typeof selectCurrent>) => {
    const row = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    return Number(row.count)
  }
  const selectOpen = () => selectCurrent().where('state', 'in', ['made', 'sent', 'registered'])
  const [openCount, atGateway, overdue, unregistered, rejected, waiting, withoutBoleto] = await Promise.all([
    count(selectOpen()),
    count(selectOpen().where('issuer', '=', gatewayName)),
    count(selectOpen().where('due_date', '<', getOldestPayableDueDate(today))),
    count(selectCurrent().where('state', 'in', ['made', 'sent'])),
    count(selectCurrent().where('state', '=', 'rejected')),
    sumWaitingInstructions(),
    db
      .selectFrom('orders')
      .leftJoin('boletos', 'boletos.current_of', 'orders.id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', orderStatus.pendingPayment)
      .where('boletos.id', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return {
    open: openCount,
    atGateway,
    overdue,
    unregistered,
    rejected,
    instructions: waiting.count,
    withoutBoleto: Number(withoutBoleto.count),
  }
}

/** Queues a check of boletos, at most once a minute per user. Returns false if a check is already queued. */
export async function requestBoletoCheck(userId: number, now = new Date()): Promise<boolean> {
  const minuteText = now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
  const subject = `${userId}/${minuteText}`
  const addedCount = await withTransaction((trx) => addToOutbox(trx, ['check-boletos'], subject))
  return addedCount > 0
}

/** SQL condition of two parts because each part can use its own index. */
const waitsForStaff = sql<boolean>`((payments.problem is not null and payments.resolved_at is null)
  or (payments.reported_value is not null and payments.value_decided_at is null))`

/** Returns unresolved payments and payments that were reported again with another value, oldest first. */
export function listOpenPayments() {
  return selectPayments().where(waitsForStaff).orderBy('payments.id').limit(MAX_SHOWN).execute()
}

export function selectOpenPayments() {
  return db.selectFrom('payments').where(waitsForStaff).select(['id', 'created_at as since'])
}

export async function countOpenPayments(): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .where(waitsForStaff)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The matches of a search by payment id, by "nosso número", or by a term that matches the order. */
type PaymentSearch = { ids: number[]; boletoIds: number[]; orders: OrderMatch }

async function findPayments(search: string): Promise<PaymentSearch | undefined> {
  if (search === '') return undefined
  const [orders, boletoIds] = await Promise.all([findOrdersByNumber(search), findBoletoIdsByNumber(search)])
  const number = paymentNumberPattern.exec(search)?.[1]
  return { ids: number ? [Number(number)] : [], boletoIds, orders }
}

function matchesSearch(match: PaymentSearch | undefined): RawBuilder<boolean> {
  if (!match) return sql`true`
  const { ids, boletoIds, orders } = match
  return sql`(payments.id in (${sql.join(nonEmptyIds(ids))}) or payments.boleto_id in (${sql.join(nonEmptyIds(boletoIds))})
    or ${belongsToFoundOrder(orders, 'payments.order_id')})`
}

export async function listPayments({ perPage, search, period, ...place }: ListPlace & PaymentListFilter) {
  const match = await findPayments(search)
  const isInPeriod = isPaidWithin(period)
  return readListPage(place, {
    perPage,
    direction: 'descending',
    id: sql`payments.id`,
    read: ({ cursor, direction, limit, offset }) =>
      selectPayments()
        .where(matchesSearch(match))
        .where(isInPeriod)
        .where(cursor)
        .orderBy('payments.id', direction)
        .limit(limit)
        .offset(offset)
        .execute(),
    count: (limit) =>
      countRows(db.selectFrom('payments').where(matchesSearch(match)).where(isInPeriod), limit),
  })
}

/** Parameters of the list. `period` filters by payment date. */
type PaymentListFilter = { perPage: number; search: string; period?: Period | undefined }

function isPaidWithin(period: Period | undefined): RawBuilder<boolean> {
  return period ? sql`payments.paid_on between ${period.start} and ${period.end}` : sql`true`
}

export async function findPayment(id: number) {
  const payment = await selectPayments()
    .leftJoin('profiles as resolver', 'resolver.user_id', 'resolved_by')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .where('payments.id', '=', id)
    .select(['resolver.name as resolvedBy', 'resolution_note as note', 'details', 'event_key as eventKey'])
    .select(['reversal', 'reverses_id as reversesId'])
    .select(['orders.status as orderStatus', 'orders.reason as orderReason', 'orders.total as orderTotal'])
    .executeTakeFirst()
  return payment && { ...payment, refunds: await listRefunds({ paymentId: id }) }
}

function selectPayments() {
  return db
    .selectFrom('payments')
    .leftJoin('boletos', 'boletos.id', 'boleto_id')
    .select(['payments.id', 'source', 'payments.order_id as orderId', 'payments.value', 'is_late as isLate'])
    .select(['payments.paid_on as paidOn', 'credited_on as creditedOn', 'problem', 'resolution'])
    .select(['fee', 'way', 'reported_value as reportedValue', 'value_decided_at as valueDecidedAt'])
    .select(['payments.created_at as createdAt', 'resolved_at as resolvedAt'])
    .select(['boletos.our_number_printed as ourNumber', 'boletos.value as boletoValue'])
    .select(['boletos.due_date as boletoDueDate', ...termNames])
}

export function listStuckMoneyJobs() {
  return db
    .selectFrom('outbox')
    .select(['id', 'job', 'subject', 'attempts', 'last_error', 'created_at', 'refused_at'])
    .where('job', 'in', moneyJobs)
    .where('done_at', 'is', null)
    .where('last_error', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
}

export function listPaymentsOfOrder(orderId: number) {
  return selectPayments()
    .where('payments.order_id', '=', orderId)
    .orderBy('payments.id')
    .limit(MAX_SHOWN)
    .execute()
}
