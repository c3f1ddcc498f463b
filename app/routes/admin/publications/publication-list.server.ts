import { staffList } from '#app/http/backoffice/load-list.server.ts'
import { staffListQuery } from '#app/http/backoffice/staff-list.ts'
import {
  listPublicationsForStaff,
  publicationSorts,
  publicationStates,
} from '#app/models/catalogue/publication-list.server.ts'

export const publicationList = staffList({
  view: 'publications',
  query: (request) =>
    staffListQuery(request, { sorts: publicationSorts, statuses: Object.values(publicationStates) }),
  read: listPublicationsForStaff,
})
