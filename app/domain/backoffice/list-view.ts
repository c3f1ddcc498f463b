export const viewedLists = [
  'orders',
  'expeditions',
  'publications',
  'signatures',
  'users',
  'boletos',
  'mails',
] as const
export type ViewedList = (typeof viewedLists)[number]

export const maxViews = 20 // views per person and list
export const maxViewName = 40
const MAX_QUERY_LENGTH = 500
const MAX_COLUMNS = 30

/** Parameters that a view does not store: paging, and the search, which may be a person's name. */
const omittedParameters = ['page', 'after', 'before', 'count', 'search']

/** Returns the query of a list's address that a view stores, sorted by name; '' if it is too long. */
export function getViewQuery(params: URLSearchParams): string {
  const storedPairs = [...params].filter(
    ([name, value]) =>
      !omittedParameters.includes(name) && /^[a-z_]{1,20}$/.test(name) && value.trim() !== '',
  )
  const sortedPairs = storedPairs.toSorted(([left], [right]) => left.localeCompare(right, 'en'))
  const query = new URLSearchParams(sortedPairs).toString()
  return query.length > MAX_QUERY_LENGTH ? '' : query
}

export function parseColumnKeys(text: string | null | undefined): string[] | undefined {
  if (!text || !/^[a-z0-9_-]{1,30}(\.[a-z0-9_-]{1,30})*$/i.test(text)) return undefined
  return [...new Set(text.split('.'))].slice(0, MAX_COLUMNS)
}

type ChoosableColumn = { key: string; rowHeader?: boolean | undefined; inFileOnly?: boolean | undefined }

/** Returns the row header and the chosen columns in the list's sequence; by default all columns but those for files. */
export function chooseColumns<Column extends ChoosableColumn>(
  columns: readonly Column[],
  chosenKeys: readonly string[] | null | undefined,
): Column[] {
  const knownKeys = chosenKeys?.filter((key) => columns.some((column) => column.key === key)) ?? []
  if (knownKeys.length === 0) return columns.filter(({ inFileOnly }) => !inFileOnly)
  return columns.filter(({ key, rowHeader }) => rowHeader || knownKeys.includes(key))
}
