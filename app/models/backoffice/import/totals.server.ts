import { type AliasedExpression, sql } from 'kysely'
import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Totals of one kind and status in the source and here, in the shop. Sums are in centavos or null. */
export type Comparison = {
  kind: ImportKind
  status: number | null
  source: Total
  here: Total
}

type Total = { count: number; sum: number | null }
type SumRow = { status: number | null; count: number; sum: string | null }

type ShopRow = { legacy_id: number | null; status: number | null; amount: number | null }

const noStatus = sql<null>`null`.as('status')
const noAmount = sql<null>`null`.as('amount')

const shopRows: Readonly<Record<ImportKind, () => AliasedExpression<ShopRow, 'here'>>> = {
  publications: () => db.selectFrom('publications').select(['legacy_id', noStatus, noAmount]).as('here'),
  profiles: () => db.selectFrom('profiles').select(['legacy_id', noStatus, noAmount]).as('here'),
  orders: () => db.selectFrom('orders').select(['legacy_id', 'status', 'total as amount']).as('here'),
  signatures: () => db.selectFrom('subscriptions').select(['legacy_id', 'status', noAmount]).as('here'),
  expeditions: () => db.selectFrom('shipments').select(['legacy_id', 'status', noAmount]).as('here'),
}

/** Compares all records of the source, including rejected records, with the rows created from the records. */
export async function compareTotals(importId: number, kinds: readonly ImportKind[]): Promise<Comparison[]> {
  const comparisons: Comparison[] = []
  const noRecords: Total = { count: 0, sum: null }
  for (const kind of kinds) {
    const sourceTotals = await sumSource(importId, kind)
    const shopTotals = await sumShopRows(importId, kind)
    const statuses = [...new Set([...sourceTotals.keys(), ...shopTotals.keys()])]
    statuses.sort((a, b) => (a ?? 0) - (b ?? 0))
    for (const status of statuses)
      comparisons.push({
        kind,
        status,
        source: sourceTotals.get(status) ?? noRecords,
        here: shopTotals.get(status) ?? noRecords,
      })
  }
  return comparisons
}

async function sumSource(importId: number, kind: ImportKind) {
  const rows = await db
    .selectFrom('import_records')
    .select('status')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<string | null>('amount').as('sum')])
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .groupBy('status')
    .execute()
  return groupByStatus(rows)
}

async function sumShopRows(importId: number, kind: ImportKind) {
  const rows = await db
    .selectFrom('import_records')
    .innerJoin(shopRows[kind](), 'here.legacy_id', 'import_records.legacy_id')
    .select('here.status')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<string | null>('here.amount').as('sum')])
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .groupBy('here.status')
    .execute()
  return groupByStatus(rows)
}

function groupByStatus(rows: readonly SumRow[]): Map<number | null, Total> {
  return new Map(
    rows.map(({ status, count, sum }) => [status, { count, sum: sum === null ? null : Number(sum) }]),
  )
}

export function hasSameTotals({ source, here }: Comparison): boolean {
  return source.count === here.count && (source.sum ?? 0) === (here.sum ?? 0)
}
