import { paths } from '#app/paths.ts'

const sections = [
  { name: 'today', href: paths.admin.today(), label: 'Hoje' },
  { name: 'progress', href: paths.admin.home(), label: 'Gerenciar andamento' },
  { name: 'orders', href: paths.admin.orders(), label: 'Pedidos' },
  { name: 'shipments', href: paths.admin.shipments(), label: 'Expedições' },
  { name: 'publications', href: paths.admin.publications(), label: 'Publicações' },
  { name: 'clients', href: paths.admin.users(), label: 'Clientes' },
  { name: 'payments', href: paths.admin.payments(), label: 'Recebimentos' },
  { name: 'reports', href: paths.admin.reports(), label: 'Relatórios' },
  { name: 'settings', href: paths.admin.settings(), label: 'Configurações' },
] as const

export type StaffSection = (typeof sections)[number]['name']

type Counts = Partial<Record<StaffSection, number>>

/** Returns the menu. `mark` is 'page' on the first page of a section and 'true' on its other pages. */
export function listStaffSections(
  { pathname, section }: { pathname: string; section: StaffSection | undefined },
  counts: Counts | null,
) {
  const path = removeEndSlashes(pathname.toLowerCase())
  return sections.map(({ name, href, label }) => {
    const isFirstPage = path === href.replace(/\/$/, '')
    const sectionMark = name === section ? ('true' as const) : undefined
    const mark = isFirstPage ? ('page' as const) : sectionMark
    return { href, label, mark, count: counts?.[name] ?? 0 }
  })
}

function removeEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
