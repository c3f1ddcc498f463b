import { pdfButton, showAdmin, slug } from './admin-page.js'
import { monthDays } from './admin-subscriptions.js'
import { call } from './api.js'
import { button, clientName, day, element, field, form, money, table } from './page.js'

function lastDays(now = new Date()) {
  const text = (date) => date.toISOString().slice(0, 10)
  return { start: text(new Date(now.getTime() - 30 * 86_400_000)), end: text(now) }
}

const printButton = () => button('Imprimir', () => print())
const product = ({ publication }) => publication?.name ?? ''
const client = ({ profile }) => clientName(profile)

/** A report with a range of days: reads again when the range is sent. */
function rangeReport({ title, path, period, fields = () => [], columns, row, body = () => ({}), after }) {
  return async (context) => {
    const result = element('div')
    const load = async (values) => {
      const { body: rows } = await call('POST', `/api/reports/${path}`, {
        start: values.start,
        end: values.end,
        ...body(values, context),
      })
      result.replaceChildren(table(columns, rows.flatMap(row)), ...(after ? [after(rows)] : []))
    }
    const { start, end } = period()
    const range = [
      field('De', 'start', start, { type: 'date' }),
      field('Até', 'end', end, { type: 'date' }),
      ...(await fields(context)),
    ]
    const asking = form(range, 'Buscar', load)
    showAdmin(title, asking, printButton(), result)
    asking.requestSubmit()
  }
}

async function clientChoice() {
  const { body } = await call('GET', '/profile/?ordering=-id&page=1&search=')
  const options = [['', 'Todos'], ...body.results.map((each) => [each.id, clientName(each)])]
  return [field('Cliente', 'client', '', { options })]
}

const kinds = [
  ['1', 'Assinaturas'],
  ['2', 'Renovações'],
  ['3', 'Compras'],
]

/** One screen of three; the path says which kind it opens with (D40). */
function soldReport(kind) {
  return rangeReport({
    title: 'Assinaturas, renovações e compras',
    path: 'signatures_orders',
    period: monthDays,
    fields: () => [field('Tipo', 'status', kind, { options: kinds })],
    body: ({ status }) => ({ status: Number(status) }),
    columns: ['Data', 'Pedido', 'Cliente', 'Telefone', 'Publicação', 'Prefixo', 'Vencimento'],
    row: (unit) => [
      [
        ...[day(unit.date), `Pedido ${unit.order}`, client(unit), unit.profile.phone ?? '', product(unit)],
        unit.airplane_prefix ?? '',
        unit.due ? day(unit.due) : '-',
      ],
    ],
  })
}

async function prefixReport({ go, parameter: prefix }) {
  const asking = form([field('Prefixo', 'prefix', prefix === 'null' ? '' : prefix)], 'Buscar', (values) =>
    go(`/admin/report/order_prefix/${encodeURIComponent(values.prefix || 'null')}`),
  )
  if (prefix === 'null') return showAdmin('Pedidos por prefixo', 'Escolha um prefixo.', asking, printButton())
  const { body: rows } = await call('POST', '/api/reports/order_by_prefix', { prefix })
  const lines = rows.flatMap((order) =>
    order.publications.map(({ publication, airplane_prefix: plane, airplane_serial_number: serial }) => [
      ...[`Pedido ${order.id}`, order.status, day(order.date), client(order), publication.name],
      `${plane} / ${serial ?? ''}`,
      order.nfe ?? '',
    ]),
  )
  const columns = ['Pedido', 'Situação', 'Data', 'Cliente', 'Publicação', 'Prefixo / Nº de série', 'NF']
  const empty = `Nenhum pedido encontrado para o prefixo ${prefix}`
  return showAdmin('Pedidos por prefixo', asking, table(columns, lines, empty), printButton())
}

async function priceReport() {
  const { body: rows } = await call('GET', '/api/reports/publication_prices')
  const lines = rows.map(({ id, name, version, weight, date, price, price_signature: renewal }) => [
    ...[String(id), name, version, weight > 0 ? `${weight} Kg` : '', day(date), money(price)],
    renewal === null ? '-' : money(renewal),
  ])
  const sample = element('p', { textContent: `${money(80)} → ${money(80)}` })
  const percentage = field('Percentual', 'percentage', '100', { type: 'number' })
  percentage.addEventListener('input', ({ target }) => {
    sample.textContent = `${money(80)} → ${money(80 * (Number(target.value) / 100))}`
  })
  const changing = form([percentage, sample], 'Reajustar', async (values) => {
    if (!confirm('CUIDADO! Tem certeza que deseja reajustar todos os valores?')) return
    const { status } = await call('POST', '/api/price_refactor/', { percentage: Number(values.percentage) })
    if (status === 200) await priceReport()
  })
  const columns = ['ID', 'Nome', 'Revisão', 'Peso', 'Atualização', 'Compra', 'Renovação']
  showAdmin('Preços das publicações', changing, table(columns, lines), printButton())
}

/** Subscribers of a publication, all chosen; labels and list of those that stay so. */
async function subscribersReport({ parameter: id }) {
  if (!(Number(id) > 0)) return
  const { body: publication } = await call('GET', `/publication/${id}`)
  const query = `page=1&limit=1000&status__in=1,2,3,5&publication__id=${id}`
  const { body } = await call('GET', `/signature/?${query}&ordering=profile__name,profile__company_name`)
  if (!publication || !body) return
  const profiles = new Map(body.results.map(({ profile }) => [profile.id, profile]))
  const boxes = [...profiles.values()].map((profile) =>
    Object.assign(field(clientName(profile), `client_${profile.id}`, true, { type: 'checkbox' }), {
      value: profile.id,
    }),
  )
  const chosen = () => boxes.filter((box) => box.querySelector('input').checked).map(({ value }) => value)
  const all = field('Todos', 'all', true, { type: 'checkbox' })
  all.addEventListener('change', ({ target }) => {
    for (const box of boxes) box.querySelector('input').checked = target.checked
  })
  const labels = (type, text) =>
    pdfButton(text, {
      path: '/api/users_addresses_list/',
      body: () => ({ users: chosen().join(','), type }),
      name: `etiquetas-${slug(publication.name)}.pdf`,
    })
  showAdmin(
    `${publication.name}, ${day(publication.date)}`,
    all,
    ...boxes,
    labels('simple', 'Etiquetas simples'),
    labels('complete', 'Etiquetas completas'),
    pdfButton('Lista em PDF', {
      path: '/api/get_users_from_publication/',
      body: () => ({ users: chosen().join(','), publication: Number(id) }),
      name: `assinantes-${slug(publication.name)}.pdf`,
    }),
    printButton(),
  )
}

const clientReport = rangeReport({
  title: 'Clientes',
  path: 'clients',
  period: monthDays,
  fields: () => [field('Nome do cliente', 'clientName')],
  body: ({ clientName: name }) => ({ clientName: name || '*' }),
  columns: ['Cliente', 'Pedido', 'Data', 'NF', 'Publicação', 'Versão', 'Vencimento', 'Renovações', 'Valor'],
  row: (card) =>
    card.orders.map((order) => [
      `${clientName(card)} (${card.profile_id}, ${card.phone ?? ''})`,
      ...[`Pedido ${order.order_id}`, day(order.date), order.nfe ?? '', order.name, order.version],
      order.is_signature ? day(order.due) : 'Compra',
      order.is_signature ? String(order.times_renewed) : '-',
      money(order.value),
    ]),
})

export const reportScreens = {
  'admin/report/publication_clients': subscribersReport,
  'admin/report/order_prefix': prefixReport,
  'admin/report/publication_price': priceReport,
  'admin/report/paid_orders': rangeReport({
    title: 'Pedidos pagos',
    path: 'paid_orders',
    period: lastDays,
    columns: ['Data', 'Pedido', 'Cliente', 'Publicações', 'Valor', 'NF'],
    row: (order) => [
      [
        ...[day(order.date), `Pedido ${order.id}`, client(order)],
        order.publications.map(product).join(', '),
        ...[money(order.total), order.nfe ?? ''],
      ],
    ],
    after: (rows) => {
      const sum = rows.reduce((all, { total }) => all + Math.round(total * 100), 0)
      return element('p', { textContent: `Total acumulado ${money(sum / 100)}` })
    },
  }),
  'admin/report/expedition_list': rangeReport({
    title: 'Relatório de expedições',
    path: 'expedition_list',
    period: lastDays,
    fields: clientChoice,
    body: ({ client: id }) => ({ client: id === '' ? null : Number(id) }),
    columns: ['Data', 'Pedido', 'Cliente', 'Publicação', 'Prefixo', 'Expedição', 'Rastreamento'],
    row: (unit) => [
      [
        ...[day(unit.date), unit.order ? `Pedido ${unit.order}` : '', client(unit), product(unit)],
        ...[unit.airplane_prefix ?? '', day(unit.expedition_date), unit.track_code ?? ''],
      ],
    ],
  }),
  'admin/report/expired_signatures': rangeReport({
    title: 'Assinaturas vencidas',
    path: 'expired_signatures',
    period: lastDays,
    columns: ['Pedido', 'Telefone', 'Cliente', 'Publicação', 'Vencimento'],
    row: (unit) => [
      [`Pedido ${unit.order}`, unit.profile.phone ?? '', client(unit), product(unit), day(unit.due)],
    ],
  }),
  'admin/report/signatures': soldReport('1'),
  'admin/report/renews': soldReport('2'),
  'admin/report/orders': soldReport('3'),
  'admin/report/client': clientReport,
  'admin/report/product': rangeReport({
    title: 'Produtos',
    path: 'products',
    period: monthDays,
    columns: ['Produto', 'Versão', 'Assinatura', 'Quantidade', 'Total'],
    row: ({ name, version, is_signature: isSignature, vendas, total }) => [
      [name, version, isSignature ? 'Sim' : 'Não', String(vendas), money(total)],
    ],
  }),
}
