import { call, FieldErrors } from './api.js'
import { button, element, field, form, link, main, save, show, table } from './page.js'
import { pager } from './shop.js'

const sections = [
  ['Andamento', '/admin/signatures'],
  ['Usuários', '/admin/users'],
  ['Expedições', '/admin/expeditions'],
  ['Publicações', '/admin/publications'],
  ['Pedidos', '/admin/orders'],
  ['Por prefixo', '/admin/report/order_prefix/null'],
  ['Preços', '/admin/report/publication_price/'],
  ['Pedidos pagos', '/admin/report/paid_orders/'],
  ['Relatório de expedições', '/admin/report/expedition_list/'],
  ['Assinaturas vencidas', '/admin/report/expired_signatures/'],
  ['Assinaturas', '/admin/report/signatures/'],
  ['Produtos', '/admin/report/product/'],
  ['Clientes', '/admin/report/client/'],
]

export function showAdmin(title, ...children) {
  const menu = element(
    'nav',
    {},
    ...sections.map(([text, href]) => element('span', {}, link(text, href), ' ')),
  )
  show(menu, element('h1', { textContent: title }), ...children)
}

/** A list with search, status filter and pager. */
export async function showList({ title, path, columns, row, statuses = [], add, before = [] }, { go }) {
  const asked = new URLSearchParams(location.search)
  const [search, status, page] = [
    asked.get('search') ?? '',
    asked.get('status') ?? '',
    Number(asked.get('page') ?? 1),
  ]
  const query = (number) =>
    `page=${number}&search=${encodeURIComponent(search)}${statuses.length > 0 ? `&status=${status}` : ''}`
  const { body } = await call('GET', `${path}?ordering=-id&${query(page)}`)
  if (!body) return
  const options = [['', 'Todas'], ...statuses]
  const filter = statuses.length > 0 ? [field('Situação', 'status', status, { options })] : []
  const searching = form([field('Buscar', 'search', search), ...filter], 'Filtrar', (values) =>
    go(`${location.pathname}?${new URLSearchParams({ page: 1, ...values })}`),
  )
  showAdmin(
    title,
    ...before,
    searching,
    ...(add ? [link('Adicionar', add)] : []),
    table(columns, body.results.map(row)),
    pager(body, page, (number) => `${location.pathname}?${query(number)}`),
  )
}

export function saved() {
  main.append(element('p', { role: 'status', textContent: 'As informações foram salvas com sucesso' }))
}

/** Runs an act outside a form; alerts what the server says of any field. */
export function actButton(text, act) {
  return button(text, async () => {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error
      alert(Object.values(error.errors).join(' '))
    }
  })
}

/** Fetches a PDF; the answer to another call comes with the next click. */
export function pdfButton(text, { path, body, name }) {
  return actButton(text, async () => {
    const { status, body: file } = await call('POST', path, typeof body === 'function' ? body() : body)
    if (status === 200) save(file, name)
  })
}

export function alertUnless(status, expected, text) {
  if (status !== expected) alert(`ATENÇÃO: Não foi possivel ${text}`)
  return status === expected
}

export function slug(text) {
  return text
    .normalize('NFD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
}
