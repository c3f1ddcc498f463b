import { type RawBuilder, sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { periodOf, sumsBetween } from '#app/domain/reports/sales-periods.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { fileReader } from '#app/models/reports/report-db.server.ts'
import { paidByClient, paidByProduct } from '#app/models/reports/sales-sums.server.ts'

const BATCH = 500
export const maxCorrectedAtOnce = 60

const kinds = {
  client: {
    table: 'sales_by_client',
    from: sql`sales_by_client`,
    subject: { profile_id: sql`profile_id` },
    sums: { orders: sql`orders`, order_lines: sql`order_lines`, value: sql`value` },
  },
  product: {
    table: 'sales_by_product',
    from: sql`sales_by_product`,
    subject: {
      publication_id: sql`publication_id`,
      version: sql`version`,
      is_signature: sql`is_signature`,
    },
    sums: { quantity: sql`quantity`, value: sql`value` },
  },
} as const
export type SumKind = keyof typeof kinds
export type SumPeriod = { kind: SumKind; period: number }

/** What has to be added to equal the orders. */
type Missing = Record<string, number | string | boolean>

/** Compares the sums of all periods with the orders and notes those that differ; corrects nothing (D107). */
export async function checkSales(now = new Date()): Promise<{ periods: number; differing: number }> {
  const periods = await listPeriods()
  let differing = 0
  for (const each of periods) {
    const { length } = await findMissing(each, fileReader())
    if (length > 0) differing++
    await noteDifference(each, length, now)
  }
  return { periods: periods.length, differing }
}

export function listDifferences() {
  return db
    .selectFrom('sales_differences')
    .select(['kind', 'period', 'differing', 'found_at as foundAt'])
    .orderBy('period')
    .orderBy('kind')
    .execute()
}

export async function countDifferences(): Promise<number> {
  const row = await db
    .selectFrom('sales_differences')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Noted periods, oldest first; returns how many. */
export async function correctSales(actorUserId: number | null, limit?: number): Promise<number> {
  const noted = await listDifferences()
  const chosen = noted.slice(0, limit)
  for (const each of chosen) {
    const missing = await findMissing(each, fileReader())
    await withTransaction((trx) => correct(trx, each, missing))
  }
  const entry = { entity: 'job', entityId: 0, action: 'sums-corrected', actorUserId } as const
  if (actorUserId !== null && chosen.length > 0)
    await withTransaction((trx) => recordHistory(trx, { ...entry, details: { count: chosen.length } }))
  return chosen.length
}

/** Who corrects the same period meanwhile waits for the note and then finds it gone. */
async function correct(trx: Trx, { kind, period }: SumPeriod, missing: readonly Missing[]): Promise<void> {
  const note = trx.selectFrom('sales_differences').where('kind', '=', kind).where('period', '=', period)
  const held = await note.select('differing').forUpdate().executeTakeFirst()
  if (!held) return
  const { from, subject, sums } = kinds[kind]
  const columns = { ...subject, ...sums }
  for (let start = 0; start < missing.length; start += BATCH) {
    const rows = missing
      .slice(start, start + BATCH)
      .map((row) => sql`(${sql.join([period, ...Object.keys(columns).map((name) => row[name])])})`)
    await sql`insert into ${from} (period, ${sql.join(Object.values(columns))})
      values ${sql.join(rows)}`.execute(trx)
  }
  await trx.deleteFrom('sales_differences').where('kind', '=', kind).where('period', '=', period).execute()
}

async function findMissing({ kind, period }: SumPeriod, reader: DbOrTrx): Promise<Missing[]> {
  const { from, subject, sums } = kinds[kind]
  const real = (kind === 'client' ? paidByClient : paidByProduct)(reader, periodOf(period))
  const by = sql.join(Object.values(subject))
  const summed = (sign: RawBuilder<unknown>) =>
    sql.join(Object.values(sums).map((name) => sql`cast(${sign} sum(${name}) as signed) as ${name}`))
  const { rows } = await sql<Missing>`select ${by}, ${summed(sql``)} from (
      ${real}
      union all
      select ${by}, ${summed(sql`-`)} from ${from} where period = ${period} group by ${by}
    ) as parts group by ${by} having ${isNotZero(sums)}`.execute(reader)
  return rows
}

async function noteDifference({ kind, period }: SumPeriod, differing: number, now: Date): Promise<void> {
  if (differing === 0) {
    await db.deleteFrom('sales_differences').where('kind', '=', kind).where('period', '=', period).execute()
    return
  }
  await db
    .insertInto('sales_differences')
    .values({ kind, period, differing, found_at: now })
    .onDuplicateKeyUpdate({ differing })
    .execute()
}

async function listPeriods(): Promise<SumPeriod[]> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`select
    (select min(date) from orders where status = ${orderStatus.confirmed}) as first,
    (select max(date) from orders where status = ${orderStatus.confirmed}) as last`.execute(db)
  const [first, last] = [rows[0]?.first, rows[0]?.last]
  const ofOrders = first && last ? sumsBetween(first, last) : []
  const kept = await Promise.all(
    (['client', 'product'] as const).map(async (kind) => {
      const rows = await db.selectFrom(kinds[kind].table).select('period').distinct().execute()
      return [...new Set([...ofOrders, ...rows.map(({ period }) => period)])].map((period) => ({
        kind,
        period,
      }))
    }),
  )
  return kept.flat()
}

/** Joins the rows of one period and client or product to one, at most `limit` at once; returns how many it joined. */
export async function foldSales(kind: SumKind, limit = BATCH): Promise<number> {
  const { from, subject, sums } = kinds[kind]
  const by = sql.join([sql`period`, ...Object.values(subject)])
  const names = Object.values(sums)
  const folded = sql.join(names.map((name) => sql`sum(${name})`))
  // MySQL cuts a long list off; what is left joins in the next turn.
  const { rows: groups } = await sql<{ ids: string }>`select group_concat(id) as ids from ${from}
    group by ${by} having count(*) > 1 limit ${limit}`.execute(db)
  for (const { ids } of groups) {
    const some = ids.split(',').map(Number).filter(Number.isSafeInteger).slice(0, BATCH)
    await withTransaction(async (trx) => {
      const held = sql`id in (${sql.join(some)})`
      await sql`select id from ${from} where ${held} for update`.execute(trx)
      await sql`insert into ${from} (${by}, ${sql.join(names)})
        select ${by}, ${folded} from ${from} where ${held} group by ${by} having ${isNotZero(sums)}`.execute(
        trx,
      )
      await sql`delete from ${from} where ${held}`.execute(trx)
    })
  }
  return groups.length
}

function isNotZero(sums: Readonly<Record<string, RawBuilder<unknown>>>) {
  return sql.join(
    Object.values(sums).map((name) => sql`sum(${name}) <> 0`),
    sql` or `,
  )
}
