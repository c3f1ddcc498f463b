import { parseColumnKeys } from '#app/domain/backoffice/list-view.ts'
import { type GoodsState, goodsStates } from '#app/domain/orders/goods-state.ts'
import { type PaymentState, paymentStates } from '#app/domain/orders/payment-state.ts'
import { parseListParams, parsePlaceParams } from '#app/http/list-params.ts'
import type { ListPlace } from '#app/models/platform/list-page.server.ts'
import type { TableFormat } from '#app/paths.ts'

export type Direction = 'ascending' | 'descending'

type ListPosition = Omit<ListPlace, 'page' | 'cursorValues'>

export type StaffListQuery<Sort extends string = string> = ListPosition & {
  page: number
  search: string
  /** undefined means all */
  status: number | undefined
  /** filter in lists of orders, units and clients; undefined means all */
  payment?: PaymentState | undefined
  goods?: GoodsState | undefined
  sort: Sort
  direction: Direction
  /** keys of the columns, if the address contains them */
  columns?: string[] | undefined
  perPage?: number | undefined
}

/** Parses the query of a list's address. Ignores unknown values. The first of `sorts` is the default. */
export function parseStaffListQuery<Sort extends string>(
  request: Request,
  { sorts, statuses = [] }: { sorts: readonly [Sort, ...Sort[]]; statuses?: readonly number[] },
): StaffListQuery<Sort> {
  const { searchParams } = new URL(request.url)
  const status = Number(searchParams.get('status') || Number.NaN)
  const sort = sorts.find((knownSort) => knownSort === searchParams.get('sort')) ?? sorts[0]
  const direction = searchParams.get('direction') === 'ascending' ? 'ascending' : 'descending'
  const columns = parseColumnKeys(searchParams.get('columns'))
  return {
    ...parseListParams(request),
    ...parsePlaceParams(request),
    status: statuses.includes(status) ? status : undefined,
    sort,
    direction,
    ...(columns ? { columns } : {}),
  }
}

export function parseStateParams(request: Request): Pick<StaffListQuery, 'payment' | 'goods'> {
  const { searchParams } = new URL(request.url)
  return {
    payment: paymentStates.find((state) => state === searchParams.get('payment')),
    goods: goodsStates.find((state) => state === searchParams.get('goods')),
  }
}

/** Returns the list's address with changes. The present page's `after` and `before` are not in it. */
export function makeStaffListHref(
  base: string,
  query: StaffListQuery,
  changes: Partial<StaffListQuery> = {},
): string {
  const {
    page,
    search,
    status,
    payment,
    goods,
    sort,
    direction,
    columns = [],
    counting,
  } = {
    ...query,
    ...changes,
  }
  const parameters = Object.entries({
    search,
    status: status === undefined ? '' : String(status),
    payment: payment ?? '',
    goods: goods ?? '',
    sort: sort === 'id' ? '' : sort,
    direction: direction === 'descending' ? '' : direction,
    columns: columns.join('.'),
    page: page > 1 ? String(page) : '',
    ...formatPlaceQuery({ ...changes, counting }),
  }).filter(([, value]) => value !== '')
  const queryText = new URLSearchParams(parameters).toString()
  return queryText ? `${base}?${queryText}` : base
}

export function formatPlaceQuery({
  after,
  before,
  counting,
}: ListPosition): Record<'after' | 'before' | 'count', string> {
  return {
    after: after === undefined ? '' : String(after),
    before: before === undefined ? '' : String(before),
    count: counting === 'exact' ? 'all' : '',
  }
}

/** Returns hidden fields that preserve sort and columns in a search; none for the defaults. */
export function listSortFields({
  sort,
  direction,
  columns,
}: Pick<StaffListQuery, 'sort' | 'direction' | 'columns'>): Record<string, string> {
  return {
    ...(sort === 'id' && direction === 'descending' ? {} : { sort, direction }),
    ...(columns ? { columns: columns.join('.') } : {}),
  }
}

export function makeStaffListLinks(
  base: string,
  formatFilePath: (format: TableFormat) => string,
  query: StaffListQuery,
) {
  return {
    base,
    search: query.search,
    page: query.page,
    hidden: listSortFields(query),
    exportHref: (format: TableFormat) => makeStaffListHref(formatFilePath(format), query, { page: 1 }),
    hrefFor: (page: number, change?: Partial<StaffListQuery>) =>
      makeStaffListHref(base, query, { page, ...change }),
    sort: (column: string) => makeSortLink(base, query, column),
  }
}

export function makeSortLink(base: string, query: StaffListQuery, column: string) {
  const isSorted = query.sort === column
  const direction: Direction = isSorted && query.direction === 'descending' ? 'ascending' : 'descending'
  const href = makeStaffListHref(base, query, { sort: column, direction, page: 1, counting: undefined })
  return isSorted ? { href, direction: query.direction } : { href }
}
