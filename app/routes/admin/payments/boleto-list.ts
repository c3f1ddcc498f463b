import { boletoFilter } from '#app/domain/charges/boleto-filter.ts'
import { issuerNames } from '#app/domain/settings/issuer.ts'
import { makeStaffListHref, parseStaffListQuery } from '#app/http/backoffice/staff-list.ts'

/** Parses the list's address: the issuer and the parameters of all lists. */
export function parseBoletoListQuery(request: Request) {
  const filterCodes = Object.values(boletoFilter)
  const query = parseStaffListQuery(request, { sorts: ['id'], statuses: filterCodes })
  const issuerParam = new URL(request.url).searchParams.get('issuer')
  const issuer = issuerNames.find((name) => name === issuerParam)
  return { ...query, issuer, status: filterCodes.find((code) => code === query.status) }
}

/** Returns the address of the list on another page, or of its file. */
export function makeBoletoListHref(
  base: string,
  { issuer, ...query }: ReturnType<typeof parseBoletoListQuery>,
  changes: Parameters<typeof makeStaffListHref>[2] = { page: 1 },
) {
  const href = makeStaffListHref(base, query, changes)
  const separator = href.includes('?') ? '&' : '?'
  return issuer ? `${href}${separator}issuer=${issuer}` : href
}
