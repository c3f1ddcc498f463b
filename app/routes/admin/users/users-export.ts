import type { LoaderFunctionArgs } from '@remix-run/node'
import { userFilter, userSorts } from '#app/domain/accounts/user-filter.ts'
import { staffListQuery } from '#app/http/backoffice/staff-list.ts'
import { eachFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { allByKey, listFile } from '#app/http/table-file.server.ts'
import { listUsers } from '#app/models/accounts/user-list.server.ts'
import { userColumns } from '#app/routes/admin/users/user-columns.tsx'

const ROWS_AT_ONCE = 500
const statuses = Object.values(userFilter)

/** The list that is on the screen, whole, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const query = staffListQuery(args.request, { sorts: userSorts, statuses })
  const status = statuses.find((each) => each === query.status)
  const rows = allByKey((place) => listUsers({ ...query, status, ...place }, ROWS_AT_ONCE))
  return listFile(
    args,
    { name: 'usuarios', title: 'Usuários', columns: userColumns },
    eachFromReplica(args, rows),
  )
}
