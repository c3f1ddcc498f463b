import { z } from 'zod'
import { makeFieldError } from '#app/api/problem.server.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { civilDate, id, idText } from '#app/api/wire/values.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { RecordFilter } from '#app/models/platform/record-list.server.ts'

export const defaultPageSize = 20
/** The largest page that a client may request (D45). */
export const maxPageSize = 1_000

/** A search text, truncated to 100 characters. */
export const searchText = z
  .string()
  .default('')
  .transform((text) => text.normalize('NFC').replaceAll('\0', '').trim().slice(0, 100))

/** The orderings with which a `cursor` can continue a list. */
export const recordOrderings = ['-id', 'id', '-updated_at', 'updated_at'] as const

/** The maximum of a datetime column: the end of the year 9999, in milliseconds since 1970. */
const maxDatetimeMs = 253_402_300_799_999

const moment = z.iso
  .datetime({ offset: true, error: 'Momento incorreto: use um como 2026-11-22T15:00:00Z' })
  .transform((text) => new Date(text))
  .refine(
    (instant) => instant.getTime() >= 0 && instant.getTime() <= maxDatetimeMs,
    'Momento fora do calendário',
  )

/** Returns the query that all lists of records accept (F118). The first of `orderings` is the default. */
export function makeListQuery<const Name extends string>(orderings: readonly [Name, ...Name[]]) {
  const [defaultOrdering] = orderings
  return z.strictObject({
    page: z.coerce.number().int().min(1).max(100_000).default(1).meta({ example: 1 }),
    limit: hiddenField(
      z.coerce
        .number()
        .int()
        .min(1)
        .max(maxPageSize, `Até ${maxPageSize} registros por página`)
        .default(defaultPageSize)
        .meta({ description: `Registros por página, até ${maxPageSize}`, example: defaultPageSize }),
    ),
    search: searchText,
    ordering: z
      .enum(orderings, { error: `Ordem desconhecida. Use uma destas: ${orderings.join(' ')}` })
      .default(defaultOrdering)
      .meta({ description: 'Sem ela, do número maior ao menor' }),
    cursor: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'O `next` da página anterior, com os outros parâmetros iguais e sem `page`' }),
    id__gt: z.coerce
      .number()
      .int()
      .min(0)
      .max(4_294_967_295)
      .optional()
      .meta({ description: 'Só números acima deste', example: 1050 }),
    legacy_id: idText.optional().meta({ description: 'O número no sistema anterior', example: '77' }),
    updated_at__gte: moment.optional().meta({
      description: 'Só o que mudou desde este momento, inclusive',
      example: '2026-11-22T15:00:00Z',
    }),
  })
}

const optionalDay = civilDate.optional()

/** Filters of a list by the date of its records, both ends inclusive. */
export function makeDateFilters(name: string) {
  const filter = optionalDay.meta({
    description: `\`${name}\`, com o próprio dia`,
    example: '2026-11-22',
    format: 'date',
  })
  return { date__gte: filter, date__lte: filter }
}

export const profileFilter = {
  profile__id: idText.optional().meta({ description: 'De um cliente', example: '12' }),
}

type RecordQuery = Omit<z.output<ReturnType<typeof makeListQuery<never>>>, 'ordering'> & {
  ordering: string
  date__gte?: CivilDate | undefined
  date__lte?: CivilDate | undefined
  profile__id?: number | undefined
}

export function toRecordFilter(query: RecordQuery): RecordFilter {
  return {
    idAbove: query.id__gt,
    legacyId: query.legacy_id,
    changedSince: query.updated_at__gte,
    profileId: query.profile__id,
    from: query.date__gte,
    until: query.date__lte,
    // Clients that follow changes read in this order and must not miss any.
    isSettled: query.ordering === 'updated_at',
  }
}

/**
 * A cursor: ordering, id and `updated_at` of the page's last row, and the count from when the first page was
 * read.
 */
const cursorParts = z.tuple([
  z.enum(recordOrderings),
  id,
  z.number().int().min(0).max(maxDatetimeMs),
  z.number().int().min(0),
])

type Cursor = { id: number; updatedAt: Date; count: number }

/** Parses the query's cursor. Throws ApiError 400 for an invalid cursor, another ordering, or a cursor with a page. */
export function parseCursor({ cursor, ordering, page }: RecordQuery): Cursor | undefined {
  if (cursor === undefined) return undefined
  const parsedCursor = cursorParts.safeParse(parseJson(cursor))
  if (!parsedCursor.success)
    throw makeFieldError('cursor', 'Cursor desconhecido: use o next de uma resposta', 'invalid')
  const [cursorOrdering, lastId, updatedAt, count] = parsedCursor.data
  if (cursorOrdering !== ordering)
    throw makeFieldError('cursor', `Este cursor vale com ordering=${cursorOrdering}`, 'invalid')
  if (page !== 1) throw makeFieldError('page', 'Use page ou cursor', 'invalid')
  return { id: lastId, updatedAt: new Date(updatedAt), count }
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** Returns the arguments of `readListPage` that select the page. */
export function toListPlace(query: RecordQuery) {
  const cursor = parseCursor(query)
  if (!cursor) return { page: query.page, counting: 'exact' as const }
  const isByChange = query.ordering.endsWith('updated_at')
  const cursorValues = isByChange ? [cursor.updatedAt] : []
  return { page: 1, after: cursor.id, cursorValues, isCursorOnly: true, counting: 'none' as const }
}

type ReadPage = { rows: readonly { id: number; updated_at: Date }[]; count: number; hasNext: boolean }

/** Returns counts and the next cursor, which is null on the last page and for orderings without a cursor. */
export function describePage(query: RecordQuery, { rows, hasNext, ...page }: ReadPage) {
  const count = parseCursor(query)?.count ?? page.count
  const lastRow = rows.at(-1)
  const ordering = recordOrderings.find((recordOrdering) => recordOrdering === query.ordering)
  const nextParts = ordering && lastRow && [ordering, lastRow.id, lastRow.updated_at.getTime(), count]
  const next = nextParts && hasNext ? Buffer.from(JSON.stringify(nextParts)).toString('base64url') : null
  return { count, pages: countPages(count, query.limit), next }
}

/** Converts an ordering to the models' names: '-updated_at' to 'updated_at', descending. */
export function parseOrdering<const Sort extends string>(
  ordering: string,
  sorts: readonly [Sort, ...Sort[]],
) {
  const isDescending = ordering.startsWith('-')
  const sortName = isDescending ? ordering.slice(1) : ordering
  return {
    sort: sorts.find((sort) => sort === sortName) ?? sorts[0],
    direction: isDescending ? ('descending' as const) : ('ascending' as const),
  }
}

/** Returns the response schema of a list. */
export function makeListSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    results: z.array(item),
    count: z.number().int().meta({ description: 'Quantos há ao todo' }),
    pages: z.number().int().meta({ description: 'Em quantas páginas' }),
  })
}

/** Returns the response schema of a list of records that clients can synchronise. */
export function makeRecordListSchema<Item extends z.ZodType>(item: Item) {
  return makeListSchema(item).extend({
    next: z
      .string()
      .nullable()
      .meta({ description: 'O `cursor` da página seguinte; nulo no fim e nas ordens sem cursor' }),
  })
}

/** Returns the number of pages with `limit` rows, at least 1. */
export function countPages(count: number, limit: number): number {
  return Math.max(1, Math.ceil(count / limit))
}
