import { paths } from '#app/paths.ts'

type Section = {
  href: string
  label: string
  /** after '/admin/' */
  begins: readonly string[]
}

const sections: readonly Section[] = [
  { href: paths.admin.today(), label: 'Hoje', begins: ['today'] },
  { href: paths.admin.home(), label: 'Gerenciar andamento', begins: ['', 'signature', 'signatures'] },
  { href: paths.admin.orders(), label: 'Pedidos', begins: ['orders', 'order', 'create_order', 'review'] },
  { href: paths.admin.shipments(), label: 'Expedições', begins: ['expeditions', 'expedition'] },
  { href: paths.admin.publications(), label: 'Publicações', begins: ['publications', 'publication'] },
  { href: paths.admin.users(), label: 'Usuários', begins: ['users', 'user', 'client'] },
  {
    href: paths.admin.payments(),
    label: 'Recebimentos',
    begins: ['payments', 'boletos', 'remittances', 'bank_files'],
  },
  { href: paths.admin.reports(), label: 'Relatórios', begins: ['reports', 'report'] },
  { href: paths.admin.mails(), label: 'E-mails', begins: ['mails'] },
  { href: paths.admin.jobs(), label: 'Tarefas', begins: ['jobs'] },
  { href: paths.admin.history(), label: 'Histórico', begins: ['history'] },
  { href: paths.admin.settings(), label: 'Configurações', begins: ['settings'] },
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

export function staffSections(currentPath: string) {
  const parts = pathParts(currentPath)
  return sections.map((section) => ({ ...section, mark: markOf(section, parts) }))
}
