import { type StaffListQuery, sortLink, staffListHref } from '#app/http/staff-list.ts'
import { paths } from '#app/paths.ts'

/** Where everything on the list of purchased units leads, for the list at `base`. */
export function staffSubscriptionLinks(base: string, query: StaffListQuery) {
  const { signature, user, order, publication } = paths.admin
  return {
    base,
    exportHref: staffListHref(paths.admin.signaturesFile(), query, { page: 1 }),
    hrefFor: (page: number) => staffListHref(base, query, { page }),
    sort: (column: string) => sortLink(base, query, column),
    signature,
    user,
    order,
    publication,
  }
}
