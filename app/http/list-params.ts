const MAX_ID = 4_294_967_295 // the largest unsigned 32-bit number
const MAX_PAGE = 100_000

export function parseListParams(request: Request): { page: number; search: string } {
  const { searchParams } = new URL(request.url)
  const page = Number(searchParams.get('page') ?? 1)
  const search = (searchParams.get('search') ?? '').normalize('NFC').replaceAll('\0', '').trim().slice(0, 100)
  const isValidPage = Number.isInteger(page) && page >= 1 && page <= MAX_PAGE
  return { page: isValidPage ? page : 1, search }
}

/** Returns the id of the row after or before which the page lies, and whether to count all rows. */
export function parsePlaceParams(request: Request) {
  const { searchParams } = new URL(request.url)
  return {
    after: parseId(searchParams.get('after')),
    before: parseId(searchParams.get('before')),
    counting: searchParams.get('count') === 'all' ? ('exact' as const) : undefined,
  }
}

export function parseId(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^[1-9]\d{0,9}$/.test(text)) return undefined
  const id = Number(text)
  return id <= MAX_ID ? id : undefined
}

export function parseManageParams(request: Request) {
  const { searchParams } = new URL(request.url)
  const statusCode = searchParams.get('status') ?? ''
  const order = (['aircraft', 'newest'] as const).find((known) => known === searchParams.get('order'))
  return {
    ...parseListParams(request),
    status: /^[1-5]$/.test(statusCode) ? Number(statusCode) : undefined,
    order,
  }
}
