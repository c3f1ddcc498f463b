import { userFilter, userSorts } from '#app/domain/accounts/user-filter.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { defineStaffListSource } from '#app/http/backoffice/load-list.server.ts'
import { parseStaffListQuery, parseStateParams } from '#app/http/backoffice/staff-list.ts'
import { listUsers } from '#app/models/accounts/user-list.server.ts'
import { isClientInStates, readClientStates } from '#app/models/backoffice/client-states.server.ts'

const statuses = Object.values(userFilter)

const noStates = { payments: [], goods: [] }

export const userList = defineStaffListSource({
  view: 'users',
  query: (request) => {
    const query = parseStaffListQuery(request, { sorts: userSorts, statuses })
    return {
      ...query,
      ...parseStateParams(request),
      status: statuses.find((status) => status === query.status),
    }
  },
  read: async ({ perPage, ...query }) => {
    const today = toCivilDate(new Date())
    const list = await listUsers({ ...query, condition: isClientInStates(query, today) }, perPage)
    const states = await readClientStates(
      list.rows.map(({ id }) => id),
      today,
    )
    return { ...list, rows: list.rows.map((row) => ({ ...row, ...(states.get(row.id) ?? noStates) })) }
  },
})
