import { type RawBuilder, sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { periodOf, sumsBetween } from '#app/domain/reports/sales-periods.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { paidByClient, paidByProduct } from '#app/models/reports/sales-sums.server.ts'

const BATCH = 500
/** Periods corrected by one form; the next form goes on. */
export const maxCorrectedAtOnce = 60

const kinds = {
  client: { table: 'sales_by_client', subject: ['profile_id'], sums: ['orders', 'order_lines', 'value'] },
  product: {
    table: 'sales_by_product',
    subject: ['publication_id', 'version', 'is_signature'],
    sums: ['quantity', 'value'],
  },
} as const
export type SumKind = keyof typeof kinds
export type SumPeriod = { kind: SumKind; period: number }

/** What has to be added to the kept sums to equal the orders; one statement, so that both are of one moment. */
type Missing = Record<string, number | string | boolean>

/** Compares the sums of all periods with the orders and notes those that differ; corrects nothing (D107). */
export async function checkSales(now = new Date()): Promise<{ periods: number; differing: number }> {
  const periods = await listPeriods()
  let differing = 0
  for (const each of periods) {
    const { length } = await findMissing(each)
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

/** Corrects the sums of noted periods, oldest first; `actorUserId` null for the command. Returns how many. */
export async function correctSales(actorUserId: number | null, limit?: number): Promise<number> {
  const noted = await listDifferences()
  const chosen = noted.slice(0, limit)
  for (const each of chosen) await withTransaction((trx) => correct(trx, each))
  const entry = { entity: 'job', entityId: 0, action: 'sums-corrected', actorUserId } as const
  if (chosen.length > 0)
    await withTransaction((trx) => recordHistory(trx, { ...entry, details: { count: chosen.length } }))
  return chosen.length
}

/** Who corrects the same period meanwhile waits for the note and then finds nothing missing. */
async function correct(trx: Trx, { kind, period }: SumPeriod): Promise<void> {
  const note = trx.selectFrom('sales_differences').where('kind', '=', kind).where('period', '=', period)
  const held = await note.select('differing').forUpdate().executeTakeFirst()
  if (!held) return
  const missing = await findMissing({ kind, period }, trx)
  const { table, subject, sums } = kinds[kind]
  const columns = ['period', ...subject, ...sums]
  for (let start = 0; start < missing.length; start += BATCH) {
    const rows = missing
      .slice(start, start + BATCH)
      .map((row) => sql`(${sql.join(columns.map((name) => (name === 'period' ? period : row[name])))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      values ${sql.join(rows)}`.execute(trx)
  }
  await trx.deleteFrom('sales_differences').where('kind', '=', kind).where('period', '=', period).execute()
}

async function findMissing({ kind, period }: SumPeriod, reader: Trx | typeof db = db): Promise<Missing[]> {
  const { table, subject, sums } = kinds[kind]
  const real = (kind === 'client' ? paidByClient : paidByProduct)(reader, periodOf(period))
  const by = sql.join(subject.map((name) => sql.ref(name)))
  const summed = (sign: RawBuilder<unknown>) =>
    sql.join(sums.map((name) => sql`cast(${sign} sum(${sql.ref(name)}) as signed) as ${sql.ref(name)}`))
  const differs = sql.join(
    sums.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
    sql` or `,
  )
  const { rows } = await sql<Missing>`select ${by}, ${summed(sql``)} from (
      ${real}
      union all
      select ${by}, ${summed(sql`-`)} from ${sql.table(table)} where period = ${period} group by ${by}
    ) as parts group by ${by} having ${differs}`.execute(reader)
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

/** Of paid orders, of kept sums, and noted before. */
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
  const { table, subject, sums } = kinds[kind]
  const by = sql.join(['period', ...subject].map((name) => sql.ref(name)))
  const folded = sql.join(sums.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))
  const isLeft = sql.join(
    sums.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
    sql` or `,
  )
  // MySQL cuts a long list off: what is left joins in the next turn, and any rows may be joined by their group.
  const { rows: groups } = await sql<{ ids: string }>`select group_concat(id) as ids from ${sql.table(table)}
    group by ${by} having count(*) > 1 limit ${limit}`.execute(db)
  for (const { ids } of groups) {
    const some = ids.split(',').map(Number).filter(Number.isSafeInteger).slice(0, BATCH)
    await withTransaction(async (trx) => {
      const held = sql`id in (${sql.join(some)})`
      const columns = sql.join(['period', ...subject, ...sums].map((name) => sql.ref(name)))
      await sql`select id from ${sql.table(table)} where ${held} for update`.execute(trx)
      await sql`insert into ${sql.table(table)} (${columns})
        select ${by}, ${folded} from ${sql.table(table)} where ${held} group by ${by} having ${isLeft}`.execute(
        trx,
      )
      await sql`delete from ${sql.table(table)} where ${held}`.execute(trx)
    })
  }
  return groups.length
}
