import { listParams } from '#app/http/list-params.ts'

export type Direction = 'ascending' | 'descending'

/** What a list of the back-office shows, as its address says: page, search, status, sort column and direction. */
export type StaffListQuery<Sort extends string = string> = {
  page: number
  search: string
  /** a code the list knows, or undefined for all */
  status: number | undefined
  sort: Sort
  direction: Direction
}

/** Reads the address; what the list does not know counts as not said. The first sort is the usual one. */
export function staffListQuery<Sort extends string>(
  request: Request,
  { sorts, statuses = [] }: { sorts: readonly [Sort, ...Sort[]]; statuses?: readonly number[] },
): StaffListQuery<Sort> {
  const { searchParams } = new URL(request.url)
  const status = Number(searchParams.get('status') || Number.NaN)
  const sort = sorts.find((each) => each === searchParams.get('sort')) ?? sorts[0]
  const direction = searchParams.get('direction') === 'ascending' ? 'ascending' : 'descending'
  return { ...listParams(request), status: statuses.includes(status) ? status : undefined, sort, direction }
}

/** The same list at another page, sort or as a file: `base` is its path. */
export function staffListHref(
  base: string,
  query: StaffListQuery,
  changes: Partial<StaffListQuery> = {},
): string {
  const { page, search, status, sort, direction } = { ...query, ...changes }
  const pairs = Object.entries({
    search,
    status: status === undefined ? '' : String(status),
    sort: sort === 'id' ? '' : sort,
    direction: direction === 'descending' ? '' : direction,
    page: page > 1 ? String(page) : '',
  }).filter(([, value]) => value !== '')
  const text = new URLSearchParams(pairs).toString()
  return text ? `${base}?${text}` : base
}

/** The sort as hidden fields of the search, so that it stays when somebody searches; none for the usual one. */
export function sortHiddenFields({ sort, direction }: StaffListQuery): Record<string, string> {
  return sort === 'id' && direction === 'descending' ? {} : { sort, direction }
}

/** What the head of a column says and where it leads: the other way round when it is the sort already. */
export function sortLink(base: string, query: StaffListQuery, column: string) {
  const isSorted = query.sort === column
  const next: Direction = isSorted && query.direction === 'descending' ? 'ascending' : 'descending'
  const href = staffListHref(base, query, { sort: column, direction: next, page: 1 })
  return isSorted ? { href, direction: query.direction } : { href }
}
