import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { uncoveredLanes } from '#app/domain/platform/lane.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { undeliveredDays } from '#app/domain/reports/report-limits.ts'
import { findInvoicesWithoutOrder } from '#app/models/orders/invoices/needless-invoices.server.ts'
import { findTroubledInvoices } from '#app/models/orders/invoices/troubled-invoices.server.ts'
import { countForReview, countLateForReview } from '#app/models/orders/order-review.server.ts'
import { countWaitingEvents } from '#app/models/payments/gateway/waiting-event.server.ts'
import { listMoneyOwed } from '#app/models/payments/money-back.server.ts'
import { countOpenPayments } from '#app/models/payments/payment-list.server.ts'
import { findLastBackup } from '#app/models/platform/backup.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHeartbeats, reachingQueues } from '#app/models/platform/worker-heartbeat.server.ts'
import { countEndingByDay } from '#app/models/reports/ending-subscriptions.server.ts'
import { findPromisedWork } from '#app/models/reports/promised-work.server.ts'
import { listWaiting } from '#app/models/shipments/shipment-waiting.server.ts'

const DAY_MS = 86_400_000
/** A worker says every 15 s that it is there. */
const SILENT_MS = 60_000
const MAX_BACKUP_AGE_MS = 26 * 3_600_000

/** Today and the six days after it. */
export function weekFrom(today: CivilDate): Period {
  return { start: today, end: addDays(today, 6) }
}

/** The backup to be looked after: the newest when it is too old, 'none' when none was noted, null when all is well (D101). */
export async function findBackupTrouble(now: Date): Promise<Date | 'none' | null> {
  const last = await findLastBackup()
  if (!last) return 'none'
  return now.getTime() - last.getTime() > MAX_BACKUP_AGE_MS ? last : null
}

/** Counts of waiting work; mails of the last `undeliveredDays`. `today` in São Paulo. */
export async function findTodaysWork(now: Date, today: CivilDate) {
  const lastWeek = new Date(now.getTime() - undeliveredDays * DAY_MS)
  const [
    photos,
    latePhotos,
    withdrawals,
    owed,
    waiting,
    payments,
    events,
    unpayable,
    invoices,
    needlessInvoices,
    ending,
    mails,
    tasks,
    heartbeats,
    promised,
  ] = await Promise.all([
    countForReview(),
    countLateForReview(now),
    findOpenWithdrawals(),
    findMoneyOwed(),
    listWaiting(),
    countOpenPayments(),
    countWaitingEvents(),
    findUnpayable(),
    findTroubledInvoices(now),
    findInvoicesWithoutOrder(now),
    countEndingByDay(weekFrom(today)),
    countUndeliveredMails(lastWeek),
    countTasks(),
    listHeartbeats(new Date(now.getTime() - SILENT_MS)),
    findPromisedWork(),
  ])
  return {
    photos: { count: photos, late: latePhotos },
    withdrawals,
    owed,
    shipments: {
      count: waiting.shipments.length,
      copies: waiting.shipments.reduce((sum, { lines }) => sum + lines.length, 0),
      hasMore: waiting.hasMore,
    },
    payments,
    events,
    unpayable,
    invoices,
    needlessInvoices,
    ending: [...ending.values()].reduce((sum, count) => sum + Number(count), 0),
    mails,
    tasks: tasks.stuck,
    uncertain: tasks.uncertain,
    silentLanes: uncoveredLanes(reachingQueues(heartbeats)),
    promised,
    hasWorkers: heartbeats.length > 0,
  }
}

/** Orders whose buyers get money back, with the sum and the one that has waited longest (D152). */
async function findMoneyOwed() {
  const orders = await listMoneyOwed()
  const [oldest] = orders
  return {
    count: orders.length,
    value: orders.reduce((sum, { left }) => sum + left, 0),
    oldest: oldest ? { orderId: oldest.orderId, since: oldest.since } : null,
  }
}

/** With the order of the oldest, where it is answered. */
async function findOpenWithdrawals() {
  const open = db.selectFrom('withdrawal_requests').where('is_open', '=', 1)
  const [oldest, { count }] = await Promise.all([
    open.select(['id', 'order_id as orderId']).orderBy('id').limit(1).executeTakeFirst(),
    open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { count: Number(count), oldest: oldest ?? null }
}

/** Orders that wait for a boleto of which the bank says that nobody can pay it (D135), with the oldest. */
async function findUnpayable(): Promise<{ count: number; oldest: number | null }> {
  const { count, oldest } = await db
    .selectFrom('bank_file_lines as line')
    .innerJoin('boletos', 'boletos.id', 'line.boleto_id')
    .innerJoin('orders', 'orders.id', 'boletos.order_id')
    .where('line.outcome', '=', 'unpayable')
    .where('boletos.state', 'not in', ['paid', 'written-off'])
    .where('boletos.withdrawn_at', 'is', null)
    .where('orders.status', '=', orderStatus.pendingPayment)
    .select((eb) => [
      eb.fn.count<number>('orders.id').distinct().as('count'),
      eb.fn.min<number | null>('orders.id').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest }
}

async function countUndeliveredMails(since: Date): Promise<{ refused: number; returned: number }> {
  const counts = await db
    .selectFrom('mails')
    .where('state', 'in', ['refused', 'returned'])
    .where('created_at', '>=', since)
    .groupBy('state')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .execute()
  const of = (name: string) => Number(counts.find(({ state }) => state === name)?.count ?? 0)
  return { refused: of('refused'), returned: of('returned') }
}

/** `uncertain`: open in a restored backup and maybe done since (D112). */
async function countTasks(): Promise<{ stuck: number; uncertain: number }> {
  const counts = await db
    .selectFrom('outbox')
    .where('done_at', 'is', null)
    .where((eb) => eb.or([eb('last_error', 'is not', null), eb('uncertain_at', 'is not', null)]))
    .select((eb) => [
      eb.fn.count<number>('last_error').as('stuck'),
      eb.fn.count<number>('uncertain_at').as('uncertain'),
    ])
    .executeTakeFirstOrThrow()
  return { stuck: Number(counts.stuck), uncertain: Number(counts.uncertain) }
}
