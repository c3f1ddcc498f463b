import { sql } from 'kysely'
import type { Numbered } from '#app/models/backoffice/import/legacy-ids.server.ts'
import type { ImportKind } from '#app/models/backoffice/import/staging.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Of one kind and status: what the source has and what of it is here. Sums in centavos, null without amounts. */
export type Comparison = {
  kind: ImportKind
  status: number | null
  source: Total
  here: Total
}

type Total = { count: number; sum: number | null }
type Row = { status: number | null; count: number; sum: string | null }

/** Where records of a kind are, with what of them is compared. */
const tables: Readonly<Record<ImportKind, { table: Numbered; hasStatus: boolean; amount?: string }>> = {
  publications: { table: 'publications', hasStatus: false },
  profiles: { table: 'profiles', hasStatus: false },
  orders: { table: 'orders', hasStatus: true, amount: 'total' },
  signatures: { table: 'subscriptions', hasStatus: true },
  expeditions: { table: 'shipments', hasStatus: true },
}

/** Everything the source has, refused records too, beside the rows that came of it. */
export async function compareTotals(importId: number, kinds: readonly ImportKind[]): Promise<Comparison[]> {
  const compared: Comparison[] = []
  for (const kind of kinds) {
    const [source, here] = [await totalsOfSource(importId, kind), await totalsHere(importId, kind)]
    const statuses = [...new Set([...source.keys(), ...here.keys()])].sort((a, b) => (a ?? 0) - (b ?? 0))
    const nothing: Total = { count: 0, sum: null }
    for (const status of statuses)
      compared.push({
        kind,
        status,
        source: source.get(status) ?? nothing,
        here: here.get(status) ?? nothing,
      })
  }
  return compared
}

async function totalsOfSource(importId: number, kind: ImportKind) {
  const rows = await db
    .selectFrom('import_records')
    .select('status')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<string | null>('amount').as('sum')])
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .groupBy('status')
    .execute()
  return byStatus(rows)
}

async function totalsHere(importId: number, kind: ImportKind) {
  const { table, hasStatus, amount } = tables[kind]
  const status = hasStatus ? sql`here.status` : sql`null`
  const sum = amount ? sql`sum(${sql.ref(`here.${amount}`)})` : sql`null`
  const { rows } = await sql<Row>`
    select ${status} as status, count(*) as count, ${sum} as sum
    from import_records join ${sql.table(table)} as here on here.legacy_id = import_records.legacy_id
    where import_records.import_id = ${importId} and import_records.kind = ${kind}
    group by ${hasStatus ? status : sql`import_records.import_id`}`.execute(db)
  return byStatus(rows)
}

function byStatus(rows: readonly Row[]): Map<number | null, Total> {
  return new Map(
    rows.map(({ status, count, sum }) => [status, { count, sum: sum === null ? null : Number(sum) }]),
  )
}

export function isSame({ source, here }: Comparison): boolean {
  return source.count === here.count && (source.sum ?? 0) === (here.sum ?? 0)
}
