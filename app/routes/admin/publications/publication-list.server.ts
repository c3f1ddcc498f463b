import { defineStaffListSource } from '#app/http/backoffice/load-list.server.ts'
import { parseStaffListQuery } from '#app/http/backoffice/staff-list.ts'
import {
  listPublicationsForStaff,
  publicationSorts,
  publicationStates,
} from '#app/models/catalogue/publication-list.server.ts'

export const publicationList = defineStaffListSource({
  view: 'publications',
  query: (request) =>
    parseStaffListQuery(request, { sorts: publicationSorts, statuses: Object.values(publicationStates) }),
  read: listPublicationsForStaff,
})
