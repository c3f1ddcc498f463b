import { paths } from '#app/paths.ts'

/** `file` below the repository; `login` as in the demonstration, none for visitors. */
export type Picture = {
  file: string
  path: string
  login?: 'equipe' | 'admin' | 'cliente'
  size?: 'phone'
  /** a link whose target the picture shows: the records of a list have no numbers of their own here */
  follow?: string
}

const { admin } = paths

function help(topic: string, path: string, follow?: string): Picture {
  return { file: `public/help/${topic}.webp`, path, login: 'admin', ...(follow ? { follow } : {}) }
}

function forDocs(name: string, picture: Omit<Picture, 'file'>): Picture {
  return { file: `docs/pictures/${name}.webp`, ...picture }
}

export const pictures: readonly Picture[] = [
  help('hoje', admin.today()),
  help('andamento', admin.home()),
  help('pedidos', admin.orders()),
  help('pedido', admin.orders(), 'main tbody th a'),
  help('fotos', admin.review()),
  help('aguardando-envio', admin.waiting()),
  help('expedicoes', admin.shipments()),
  help('rastreamento', admin.trackingCodes()),
  help('publicacoes', admin.publications()),
  help('clientes', admin.users(), 'main tbody th a'),
  help('recebimentos', admin.payments()),
  help('boletos', admin.boletos()),
  help('remessas', admin.remittances()),
  help('relatorios', admin.reports()),
  help('precos', admin.priceChange()),
  help('banco-e-emissor', admin.setting('bank')),
  help('configuracoes', admin.settings()),
  forDocs('home', { path: paths.home() }),
  forDocs('publications-320', { path: paths.publications(), size: 'phone' }),
  forDocs('publication', { path: paths.publication(61) }),
  forDocs('units', { path: paths.manage(), login: 'cliente' }),
  forDocs('staff-today', { path: admin.today(), login: 'equipe' }),
  forDocs('staff-review', { path: admin.review(), login: 'equipe' }),
  forDocs('staff-order', { path: admin.orders(), follow: 'main tbody th a', login: 'equipe' }),
]
