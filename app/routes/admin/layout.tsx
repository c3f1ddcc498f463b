import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { StaffMenu } from '#app/routes/admin/staff-menu.tsx'

export const handle: PageHandle = { title: 'Administração' }

/** Around every screen of the back-office; each of them guards itself as well. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return null
}

export default function Admin() {
  const { pathname, search } = useLocation()
  const isSearch = pathname === paths.admin.search()
  const searched = isSearch ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <>
      <StaffMenu links={links} currentPath={pathname} searchPath={paths.admin.search()} searched={searched} />
      <Outlet />
    </>
  )
}

const links = [
  { href: paths.admin.home(), label: 'Gerenciar andamento' },
  { href: paths.admin.orders(), label: 'Pedidos' },
  { href: paths.admin.shipments(), label: 'Expedições' },
  { href: paths.admin.publications(), label: 'Publicações' },
  { href: paths.admin.users(), label: 'Usuários' },
  { href: paths.admin.payments(), label: 'Recebimentos' },
  { href: paths.admin.reports(), label: 'Relatórios' },
  { href: paths.admin.mails(), label: 'E-mails' },
  { href: paths.admin.jobs(), label: 'Tarefas' },
  { href: paths.admin.history(), label: 'Histórico' },
  { href: paths.admin.settings(), label: 'Configurações' },
]
