import { userFilter, userSorts } from '#app/domain/accounts/user-filter.ts'
import { staffList } from '#app/http/backoffice/load-list.server.ts'
import { staffListQuery } from '#app/http/backoffice/staff-list.ts'
import { listUsers } from '#app/models/accounts/user-list.server.ts'

const statuses = Object.values(userFilter)

export const userList = staffList({
  view: 'users',
  query: (request) => {
    const query = staffListQuery(request, { sorts: userSorts, statuses })
    return { ...query, status: statuses.find((each) => each === query.status) }
  },
  read: ({ perPage, ...query }) => listUsers(query, perPage),
})
