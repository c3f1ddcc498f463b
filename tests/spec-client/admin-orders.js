import { listPhotos } from './account.js'
import { actButton, alertUnless, saved, showAdmin, showList } from './admin-page.js'
import { uploadField } from './admin-publications.js'
import { call } from './api.js'
import {
  button,
  clientName,
  day,
  element,
  field,
  form,
  link,
  makeLabel,
  money,
  openLink,
  table,
} from './page.js'

const statuses = [
  ['1', 'Pagamento pendente'],
  ['2', 'Pagamento confirmado'],
  ['3', 'Cancelado'],
  ['4', 'Em análise'],
]
const findCode = (text) => statuses.find(([, name]) => name.toLowerCase() === text.toLowerCase())?.[0] ?? text

export function orderList(context) {
  return showList(
    {
      title: 'Pedidos',
      path: '/order/',
      add: '/admin/create_order',
      statuses,
      columns: ['ID', 'Data', 'Cliente', 'NF', 'Situação', 'Total'],
      row: (order) => [
        link(`Pedido ${order.id}`, `/admin/order/${order.id}`),
        day(order.date),
        clientName(order.profile),
        order.nfe ?? '',
        `${order.status}${order.reason ? ' / Reprovado' : ''}`,
        money(order.total),
      ],
    },
    context,
  )
}

export async function orderDetail({ go, parameter: id }) {
  const { body: order } = await call('GET', `/order/${id}`)
  if (!order) return
  const { body: history } = await call('POST', '/api/logme/', { target: 'order', target_id: Number(id) })
  const again = async () => {
    await orderDetail({ go, parameter: id })
    saved()
  }
  const code = findCode(order.status)
  const rows = order.publications.map(({ publication, value, airplane_prefix: prefix }) => [
    publication.name,
    prefix ?? '',
    money(value),
  ])
  const lines = history.map(({ action, created, actor }) => [action, day(created), actor.name ?? ''])
  showAdmin(
    `Pedido ${id}`,
    element('p', { textContent: `${order.status}, ${clientName(order.profile)}, ${order.profile.email}` }),
    ...(code === '3' && order.reason
      ? [element('p', { textContent: `PEDIDO REPROVADO: ${order.reason}` })]
      : []),
    element('p', { textContent: addressText(order.shipping_address ?? order.billing_address) }),
    ...listPhotos(order),
    ...(order.transaction_link ? [openLink('Boleto do pedido', order.transaction_link)] : []),
    ...(order.file ? [openLink('Arquivo do pedido', order.file)] : []),
    table(['Publicação', 'Prefixo', 'Valor'], rows),
    ...(code === '4' ? reviewForms(id, again) : []),
    statusForm(order, code, again),
    factsForm(order, code, again),
    uploadField(id, 'order', again),
    table(['Ação', 'Data', 'Quem'], lines),
  )
}

function addressText({ street, number, city, state }) {
  return `${street}, ${number}, ${city}-${state}`
}

function reviewForms(id, again) {
  const change = async (path, body) => {
    const { status } = await call('POST', path, { order: Number(id), ...body })
    if (alertUnless(status, 200, 'atualizar o pedido!')) await again()
  }
  const rejecting = form([field('Motivo', 'reason')], 'Reprovar', ({ reason }) =>
    reason.trim() === ''
      ? alert('Um motivo precisa ser informado para o cliente')
      : change('/api/order_reject/', { reason }),
  )
  return [actButton('Aprovar', () => change('/api/order_update_status/', { status: 1 })), rejecting]
}

function statusForm({ id, publications }, code, again) {
  const hasPhoto = publications.some(({ publication }) => publication.has_photo_upload)
  const options = statuses.filter(([key]) => key !== '4' || hasPhoto)
  return form(
    [field('Situação', 'status', code, { options })],
    'Mudar situação',
    async ({ status: wanted }) => {
      const body = { order: id, status: Number(wanted) }
      const { status } = await call('POST', '/api/order_update_status/', body)
      if (alertUnless(status, 200, 'atualizar o pedido!')) await again()
    },
  )
}

function factsForm(order, code, again) {
  const nfe = code === '2' ? [field('NF-e', 'nfe', order.nfe)] : []
  return form([...nfe, field('Nota', 'note', order.note)], 'Salvar', async ({ note, nfe: number }) => {
    if (number !== undefined && number !== (order.nfe ?? ''))
      await call('POST', '/api/order_update_nfe/', { order: order.id, nfe: number })
    const { status } = await call('PUT', `/order/${order.id}/`, { ...order, nfe: number ?? order.nfe, note })
    if (alertUnless(status, 200, 'atualizar o pedido!')) await again()
  })
}

/** A searched choice; its select holds the first page. */
function picker({ label, name, path, text, empty }) {
  const select = element('select', { name })
  const message = element('em')
  const search = element('input', { ariaLabel: `Buscar ${label}` })
  const found = new Map()
  const look = async () => {
    const { body } = await call('GET', `${path}?page=1&search=${encodeURIComponent(search.value)}`)
    found.clear()
    for (const each of body.results) found.set(String(each.id), each)
    select.replaceChildren(...body.results.map((each) => new Option(text(each), each.id)))
    message.textContent = body.results.length === 0 ? empty : ''
  }
  const made = element('p', {}, search, button(`Procurar ${label}`, look))
  made.append(makeLabel(label, select), select, message)
  return { made, look, chosen: () => found.get(select.value) }
}

export async function createOrder({ go }) {
  const client = picker({
    ...{ label: 'cliente', name: 'profile', path: '/profile/', text: clientName },
    empty: 'Nenhum cliente encontrado',
  })
  const publication = picker({
    ...{ label: 'publicação', name: 'publication', path: '/publication/', text: ({ name }) => name },
    empty: 'Nenhuma publicação encontrada!',
  })
  const list = element('div')
  const prices = ({ price, price_signature: renewal }) => [
    [price, 'Normal'],
    ...(renewal === null ? [] : [[renewal, 'Assinatura']]),
    [0, 'Gratuito'],
  ]
  const addItem = (chosen, group, isFirst) => {
    const index = list.querySelectorAll('[data-publication]').length
    const at = (name) => `publications_${index}_${name}`
    const item = element(
      'fieldset',
      {},
      field('Preço', at('value'), chosen.price, { options: prices(chosen) }),
      field('Prefixo', at('airplane_prefix')),
      field('Nº de série', at('airplane_serial_number')),
    )
    item.dataset.publication = chosen.id
    if (!isFirst) item.append(button('Remover item', () => item.remove()))
    group.append(item)
  }
  const addGroup = () => {
    const chosen = publication.chosen()
    const group = element('section', {}, element('h2', { textContent: chosen.name }))
    group.append(button('Novo item', () => addItem(chosen, group, false)))
    list.append(group)
    addItem(chosen, group, true)
  }
  const children = [client.made, publication.made, button('Incluir publicação', addGroup), list]
  const ordering = form(children, 'Criar pedido', async () => {
    const lines = [...list.querySelectorAll('[data-publication]')].map((item) => {
      const [value, prefix, serial] = [...item.querySelectorAll('select, input')].map((input) => input.value)
      const aircraft = { airplane_prefix: prefix || null, airplane_serial_number: serial || null }
      return {
        publication: Number(item.dataset.publication),
        value: Number(value),
        ...aircraft,
        fuel_type: 0,
        file: null,
      }
    })
    const body = { profile: client.chosen().id, publications: lines }
    const marks = { shipping_type: 'Pedido Interno', shipping_value: 0.01 }
    const { status, body: order } = await call('POST', '/order/', { ...body, ...marks })
    if (alertUnless(status, 201, 'criar seu pedido')) await go(`/admin/order/${order.id}`)
  })
  showAdmin('Novo pedido', ordering)
  await Promise.all([client.look(), publication.look()])
}
