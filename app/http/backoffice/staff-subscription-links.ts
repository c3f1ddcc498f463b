import {
  type StaffListQuery,
  sortHiddenFields,
  sortLink,
  staffListHref,
} from '#app/http/backoffice/staff-list.ts'
import { paths, type TableFormat } from '#app/paths.ts'

export function staffSubscriptionLinks(base: string, query: StaffListQuery) {
  return {
    base,
    exportHref: (format: TableFormat) =>
      staffListHref(paths.admin.signaturesFile(format), query, { page: 1 }),
    hidden: sortHiddenFields(query),
    hrefFor: (page: number, change?: Partial<StaffListQuery>) =>
      staffListHref(base, query, { page, ...change }),
    sort: (column: string) => sortLink(base, query, column),
  }
}
