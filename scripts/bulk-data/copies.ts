import { type Kysely, type RawBuilder, sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

const DAYS_APART = 180 // how much earlier the orders of each further copy are
const MAX_STATEMENT_MS = 600_000
const tables = [
  'orders',
  'order_lines',
  'subscriptions',
  'renewals',
  'shipments',
  'shipment_orders',
  'shipment_lines',
  'history',
] as const
type Table = (typeof tables)[number]
const references: Readonly<Record<string, Table>> = {
  order_id: 'orders',
  order_line_id: 'order_lines',
  subscription_id: 'subscriptions',
  renews_subscription_id: 'subscriptions',
  shipment_id: 'shipments',
  entity_id: 'orders',
}

/** Copies all orders with dependent rows within the database, a million within minutes. */
export async function copyOrders(copyCount: number): Promise<void> {
  const patientDb = connect(env.DATABASE_URL, { queryTimeoutMs: MAX_STATEMENT_MS })
  try {
    await patientDb.connection().execute((connection) => writeCopies(connection, copyCount))
  } finally {
    await patientDb.destroy()
  }
}

async function writeCopies(connection: Kysely<Database>, copyCount: number): Promise<void> {
  const columns = new Map(
    await Promise.all(tables.map(async (table) => [table, await listColumns(table)] as const)),
  )
  const idSpans = new Map(
    await Promise.all(tables.map(async (table) => [table, await findSpan(table)] as const)),
  )
  await sql`set foreign_key_checks = 0, unique_checks = 0`.execute(connection)
  for (let copy = 1; copy <= copyCount; copy++)
    for (const table of tables) {
      const shift = (referenceTable: Table) => copy * (idSpans.get(referenceTable) ?? 0)
      const names = columns.get(table) ?? []
      const values = names.map((name) => copyValue(table, name, { copy, shift }))
      const originalRows = isShifted(table)
        ? sql`id <= ${idSpans.get(table)}`
        : sql`shipment_id <= ${idSpans.get('shipments')}`
      const columnList = sql.join(names.map((name) => sql.ref(name)))
      await sql`insert into ${sql.table(table)} (${columnList}) select ${sql.join(values)} from ${sql.table(table)}
        where ${originalRows} ${table === 'history' ? sql`and entity = 'order'` : sql``}`.execute(connection)
    }
  await sql`set foreign_key_checks = 1, unique_checks = 1`.execute(connection)
}

type Copy = { copy: number; shift: (referenceTable: Table) => number }

/** Returns a copied row's value of a column as SQL: other ids and tokens, and earlier dates. */
function copyValue(table: Table, name: string, { copy, shift }: Copy): RawBuilder<unknown> {
  const column = sql.ref(name)
  const reference = references[name]
  if (name === 'id') return sql`id + ${shift(table)}`
  if (reference) return sql`${column} + ${shift(reference)}`
  if (name === 'checkout_token') return sql`left(sha2(concat(checkout_token, ${copy}), 256), 32)`
  if (table === 'orders' && (name === 'date' || name === 'paid_on'))
    return sql`date_sub(${column}, interval ${copy * DAYS_APART} day)`
  return column
}

/** Returns true for a table with ids, which are higher in each copy. */
function isShifted(table: Table): boolean {
  return table !== 'shipment_orders' && table !== 'shipment_lines'
}

async function findSpan(table: Table): Promise<number> {
  if (!isShifted(table)) return 0
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.id ?? 0)
}

/** Returns a table's columns, except computed ones and those with a unique key. */
async function listColumns(table: Table): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = database() and table_name = ${table} and extra not like '%GENERATED%'
      and column_name <> 'legacy_id' and column_name <> 'form_key' order by ordinal_position`.execute(db)
  return rows.map(({ name }) => name)
}
