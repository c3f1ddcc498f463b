import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportStaffList } from '#app/http/backoffice/load-list.server.ts'
import { userColumns } from '#app/routes/admin/users/user-columns.tsx'
import { userList } from '#app/routes/admin/users/user-list.server.ts'

export function loader(args: LoaderFunctionArgs) {
  return exportStaffList(args, userList, {
    name: 'usuarios',
    title: 'Usuários',
    columns: userColumns,
  })
}
