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

/** 'page' on the page a section opens with, 'true' on those below it; the router minds neither case nor a last slash. */
function markOf({ href, begins }: Section, currentPath: string): 'page' | 'true' | undefined {
  const path = currentPath.toLowerCase().replace(/\/+$/, '')
  if (path === href.replace(/\/$/, '')) return 'page'
  const [, , begin = ''] = path.split('/')
  return begins.includes(begin) ? 'true' : undefined
}

export function staffSections(currentPath: string) {
  return sections.map((section) => ({ ...section, mark: markOf(section, currentPath) }))
}
