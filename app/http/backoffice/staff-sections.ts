import { paths } from '#app/paths.ts'

type Counts = { today: number; orders: number; shipments: number; payments: number }

type Section = {
  href: string
  label: string
  /** after '/admin/' */
  begins: readonly string[]
  counts?: keyof Counts
}

const sections: readonly Section[] = [
  { href: paths.admin.today(), label: 'Hoje', begins: ['today'], counts: 'today' },
  { href: paths.admin.home(), label: 'Gerenciar andamento', begins: ['', 'signature', 'signatures'] },
  {
    href: paths.admin.orders(),
    label: 'Pedidos',
    begins: ['orders', 'order', 'create_order', 'review'],
    counts: 'orders',
  },
  {
    href: paths.admin.shipments(),
    label: 'Expedições',
    begins: ['expeditions', 'expedition'],
    counts: 'shipments',
  },
  {
    href: paths.admin.publications(),
    label: 'Publicações',
    begins: ['publications', 'publication', 'publication_taxes'],
  },
  { href: paths.admin.users(), label: 'Clientes', begins: ['users', 'user', 'client', 'messages'] },
  {
    href: paths.admin.payments(),
    label: 'Recebimentos',
    begins: ['payments', 'refunds', 'boletos', 'remittances', 'bank_files'],
    counts: 'payments',
  },
  { href: paths.admin.reports(), label: 'Relatórios', begins: ['reports', 'report'] },
  {
    href: paths.admin.settings(),
    label: 'Configurações',
    begins: ['settings', 'mails', 'jobs', 'history'],
  },
]

/** Splits a path as the router does, ignoring case and last slashes: '/Admin/orders/' → '', 'admin', 'orders'. */
export function pathParts(pathname: string): string[] {
  const parts = pathname.toLowerCase().split('/')
  while (parts.at(-1) === '') parts.pop()
  return parts
}

/** 'page' on the page a section opens with, 'true' on those below it. */
function markOf({ href, begins }: Section, parts: readonly string[]): 'page' | 'true' | undefined {
  if (parts.join('/') === href.replace(/\/$/, '')) return 'page'
  const [, , begin = ''] = parts
  return begins.includes(begin) ? 'true' : undefined
}

/** The menu; `counts` is null where nobody is logged in. */
export function staffSections(currentPath: string, counts: Counts | null) {
  const parts = pathParts(currentPath)
  return sections.map((section) => ({
    ...section,
    mark: markOf(section, parts),
    count: section.counts && counts ? counts[section.counts] : 0,
  }))
}
