import { sql } from 'kysely'
import { orderStatus } from '#app/domain/order-status.ts'
import type { Period } from '#app/domain/period.ts'
import { db } from '#app/models/db.server.ts'
import { fitsTitle } from '#app/models/publication-search.server.ts'
import type { Report } from '#app/models/reports/report.ts'

/** `name`: a part of the publication's name, whatever accents and case; null for all (D44). */
export type ProductsFilter = Period & { name: string | null }

export type ProductRow = {
  publicationId: number
  /** as it is called today */
  name: string
  /** as it was sold */
  version: string
  isSignature: boolean
  quantity: number
  /** centavos */
  total: number
}

export type ProductsTotals = { count: number; quantity: number; total: number }

/** What was sold in a period, from paid orders by their day: each revision sold of each publication, by name (F114, D41). */
export const products: Report<ProductsFilter, ProductRow, ProductsTotals> = {
  async totals(filter) {
    const row = await sold(filter)
      .select((eb) => eb.fn.countAll<number>().as('quantity'))
      .select(
        sql<number>`count(distinct publications.id, order_lines.version, order_lines.is_signature)`.as(
          'count',
        ),
      )
      .select(sql<string | null>`sum(order_lines.value)`.as('total'))
      .executeTakeFirstOrThrow()
    return { ...row, total: Number(row.total ?? 0) }
  },

  none: { count: 0, quantity: 0, total: 0 },
  plus: ({ count, quantity, total }, row) => ({
    count: count + 1,
    quantity: quantity + row.quantity,
    total: total + row.total,
  }),

  async rows(filter, place) {
    const after = 'after' in place ? place.after : undefined
    const rows = await sold(filter)
      .select(['publications.id as publicationId', 'publications.name', 'order_lines.version'])
      .select(['order_lines.is_signature as isSignature'])
      .select((eb) => eb.fn.countAll<number>().as('quantity'))
      .select(sql<string>`sum(order_lines.value)`.as('total'))
      .$if(after !== undefined, (query) => query.where(isPast(after)))
      .groupBy(kinds)
      .orderBy('publications.name')
      .orderBy('publications.id')
      .orderBy('order_lines.version')
      .orderBy('order_lines.is_signature')
      .limit(place.limit)
      .$if('offset' in place, (query) => query.offset('offset' in place ? place.offset : 0))
      .execute()
    return rows.map((row) => ({ ...row, isSignature: Boolean(row.isSignature), total: Number(row.total) }))
  },
}

/** What makes a row of its own, in the order of the rows. */
const kinds = [
  'publications.name',
  'publications.id',
  'order_lines.version',
  'order_lines.is_signature',
] as const

function isPast(row: ProductRow | undefined) {
  return sql<boolean>`(publications.name, publications.id, order_lines.version, order_lines.is_signature)
    > (${row?.name}, ${row?.publicationId}, ${row?.version}, ${row?.isSignature})`
}

function sold({ start, end, name }: ProductsFilter) {
  return db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
    .where('orders.status', '=', orderStatus.confirmed)
    .where('orders.date', '>=', start)
    .where('orders.date', '<=', end)
    .$if(name !== null, (lines) => lines.where(fitsTitle(name ?? '', ['publications.name'])))
}
