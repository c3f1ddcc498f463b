import { sql } from 'kysely'
import { foldText } from '#app/domain/platform/folded-text.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import type { Report } from '#app/models/reports/report.ts'
import { listReturnedLines, sumReturnedLines } from '#app/models/reports/returned-lines.server.ts'
import { selectSalesByProduct } from '#app/models/reports/sales.server.ts'

/** `name` matches a part of a publication's name without regard to accents and case. null matches all. */
export type ProductsFilter = Period & { name: string | null }

export type ProductRow = {
  publicationId: number
  /** name today */
  name: string
  /** revision at the time of sale */
  version: string
  isSignature: boolean
  quantity: number
  /** centavos */
  total: number
  /** number of copies returned by accepted withdrawals */
  returnedQuantity: number
  /** refunded part of `total` until now, in centavos */
  returned: number
}

export type ProductsTotals = { count: number; quantity: number; total: number; returned: number }

/** Lists each sold revision of each publication by name. The period limits the date of paid orders. */
export const products: Report<ProductsFilter, ProductRow, ProductsTotals> = {
  async totals(filter, reader = db) {
    const { count, quantity, total } = await reader
      .selectFrom(selectSoldKinds(reader, filter).as('sold'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select(sql<string | null>`sum(quantity)`.as('quantity'))
      .select(sql<string | null>`sum(total)`.as('total'))
      .executeTakeFirstOrThrow()
    const returned = await sumReturnedOfTitles(reader, filter)
    return { count, quantity: Number(quantity ?? 0), total: Number(total ?? 0), returned }
  },

  emptyTotals: { count: 0, quantity: 0, total: 0, returned: 0 },
  addRow: ({ count, quantity, total, returned }, row) => ({
    count: count + 1,
    quantity: quantity + row.quantity,
    total: total + row.total,
    returned: returned + row.returned,
  }),

  async rows(filter, place, reader = db) {
    const after = 'after' in place ? place.after : undefined
    const rows = await reader
      .selectFrom(selectSoldKinds(reader, filter).as('sold'))
      .innerJoin('publications', 'publications.id', 'sold.publication_id')
      .select(['publications.id as publicationId', 'publications.name', 'sold.version'])
      .select(['sold.is_signature as isSignature', 'quantity', 'sold.total'])
      .$if(after !== undefined, (query) => query.where(isAfterRow(after)))
      .orderBy('publications.name')
      .orderBy('publications.id')
      .orderBy('sold.version')
      .orderBy('sold.is_signature')
      .limit(place.limit)
      .$if('offset' in place, (query) => query.offset('offset' in place ? place.offset : 0))
      .execute()
    const returnsByKind = await sumReturnsByKind(reader, filter)
    return rows.map((row) => ({
      ...row,
      isSignature: Boolean(row.isSignature),
      total: Number(row.total),
      ...(returnsByKind.get(formatGroupKey(row)) ?? noReturns),
    }))
  },
}

type SoldKind = { publicationId: number; version: string; isSignature: boolean | number }

function formatGroupKey({ publicationId, version, isSignature }: SoldKind): string {
  // The database also groups without regard to accents and case.
  const foldedVersion = foldText(version.trimEnd())
  return JSON.stringify([publicationId, foldedVersion, Boolean(isSignature)])
}

type ReturnSums = { returnedQuantity: number; returned: number }

async function sumReturnsByKind(reader: DbOrTrx, period: Period): Promise<Map<string, ReturnSums>> {
  const sums = new Map<string, ReturnSums>()
  const lines = await listReturnedLines(reader, period)
  for (const line of lines) {
    const key = formatGroupKey(line)
    const { returnedQuantity, returned } = sums.get(key) ?? noReturns
    sums.set(key, {
      returnedQuantity: returnedQuantity + Number(line.isGivenBack),
      returned: returned + line.returned,
    })
  }
  return sums
}

const noReturns: ReturnSums = { returnedQuantity: 0, returned: 0 }

async function sumReturnedOfTitles(reader: DbOrTrx, { name, ...period }: ProductsFilter): Promise<number> {
  const lines = await listReturnedLines(reader, period)
  if (name === null || lines.length === 0) return sumReturnedLines(lines)
  const publicationIds = new Set(lines.map(({ publicationId }) => publicationId))
  const matchingPublications = await reader
    .selectFrom('publications')
    .where(matchesTitle(name, ['publications.name']))
    .where('id', 'in', [...publicationIds])
    .select('id')
    .execute()
  const matchingIds = new Set(matchingPublications.map(({ id }) => id))
  return sumReturnedLines(lines.filter(({ publicationId }) => matchingIds.has(publicationId)))
}

function isAfterRow(row: ProductRow | undefined) {
  return sql<boolean>`(publications.name, publications.id, sold.version, sold.is_signature)
    > (${row?.name}, ${row?.publicationId}, ${row?.version}, ${row?.isSignature})`
}

function selectSoldKinds(reader: DbOrTrx, { name, ...period }: ProductsFilter) {
  return reader
    .selectFrom(selectSalesByProduct(reader, period).as('sales'))
    .$if(name !== null, (sales) =>
      sales.where((eb) =>
        eb(
          'sales.publication_id',
          'in',
          eb
            .selectFrom('publications')
            .where(matchesTitle(name ?? '', ['publications.name']))
            .select('publications.id'),
        ),
      ),
    )
    .select(['sales.publication_id', 'sales.version', 'sales.is_signature', 'sales.quantity'])
    .select('sales.value as total')
}
