import { boletoFilter } from '#app/domain/charges/boleto-filter.ts'
import { issuerNames } from '#app/domain/settings/issuer.ts'
import { staffListHref, staffListQuery } from '#app/http/backoffice/staff-list.ts'

/** Parses the list's address: the issuer and the parameters of all lists. */
export function boletoListQuery(request: Request) {
  const codes = Object.values(boletoFilter)
  const query = staffListQuery(request, { sorts: ['id'], statuses: codes })
  const askedIssuer = new URL(request.url).searchParams.get('issuer')
  const issuer = issuerNames.find((name) => name === askedIssuer)
  return { ...query, issuer, status: codes.find((code) => code === query.status) }
}

/** Returns the address of the list on another page, or of its file. */
export function boletoListHref(
  base: string,
  { issuer, ...query }: ReturnType<typeof boletoListQuery>,
  changes: Parameters<typeof staffListHref>[2] = { page: 1 },
) {
  const href = staffListHref(base, query, changes)
  return issuer ? `${href}${href.includes('?') ? '&' : '?'}issuer=${issuer}` : href
}
