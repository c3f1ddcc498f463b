import { alertUnless, saved, showAdmin, showList } from './admin-page.js'
import { call, storage } from './api.js'
import { button, checkbox, clientName, day, element, field, form, link, makeLabel, money } from './page.js'

const statuses = [
  ['1', 'Em Andamento'],
  ['2', 'Enviado'],
  ['3', 'Entregue'],
  ['4', 'Devolvido'],
]
const types = ['SEDEX', 'PAC', 'ACOBRAR', 'REGISTRADA', 'SIMPLES'].map((type) => [type, type])

export function shipmentList(context) {
  return showList(
    {
      title: 'Expedições',
      path: '/expedition/',
      add: '/admin/expedition/0',
      statuses,
      columns: ['ID', 'Criação', 'Envio', 'Cliente', 'Pedidos', 'Tipo', 'Situação', 'Valor (R$)'],
      row: ({
        id,
        creation_date: made,
        send_date: sent,
        client,
        order,
        shipping_type: type,
        status,
        value,
      }) => [
        link(`Expedição ${id}`, `/admin/expedition/${id}`),
        day(made),
        day(sent),
        clientName(client),
        order.map((each) => each.id).join(', '),
        type,
        statuses[status - 1][1],
        money(value),
      ],
    },
    context,
  )
}

export function shipmentForm({ go, parameter: id, other: signature }) {
  return id === '0' ? newShipment(go, signature) : existingShipment(go, id)
}

async function ownerField(owner) {
  const { body: staff } = await call('GET', '/api/users_admins/')
  return field('Responsável', 'owner', owner, { options: staff.map(({ id, name }) => [id, name]) })
}

async function newShipment(go, signature) {
  const { body: unit } = signature ? await call('GET', `/signature/${signature}`) : {}
  const client = element('select', { name: 'client' })
  const orders = element('fieldset', {}, element('legend', { textContent: 'Pedidos' }))
  const search = element('input', { ariaLabel: 'Buscar cliente' })
  const value = field('Valor', 'value', '0,00')
  const choose = async () => {
    if (client.value === '') return
    const clientId = client.value
    const { body } = await call('POST', '/api/get_orders/', { client_id: Number(clientId) })
    if (client.value !== clientId) return
    orders.replaceChildren(...(body ?? []).map((order) => orderChoice(order, value)))
    const own = orders.querySelector(`[value="${unit?.order.id}"]`)
    if (own) own.click()
  }
  const look = async () => {
    const text = search.value
    const { body } = await call('GET', `/api/get_clients_expedition/?search=${encodeURIComponent(text)}`)
    if (search.value !== text) return
    client.replaceChildren(...body.map((each) => new Option(clientName(each), each.id)))
    if (body.length === 0) orders.textContent = 'Nenhum cliente encontrado'
    await choose()
  }
  client.addEventListener('change', choose)
  const direct = checkbox('Envio direto', 'direct_shipping', false)
  direct.addEventListener('change', ({ target }) => {
    orders.hidden = target.checked
  })
  const children = [
    search,
    button('Procurar cliente', look),
    element('p', {}, makeLabel('Cliente', client), client, element('em')),
    direct,
    orders,
    field('Tipo', 'shipping_type', 'SEDEX', { options: types }),
    await ownerField(storage.user.user.id),
    field('Situação', 'status', '1', { options: statuses, disabled: true }),
    value,
    field('Nota', 'note'),
  ]
  const creating = form(children, 'Salvar', async (values, made) => {
    const chosen = [...made.querySelectorAll('[name=order]:checked')].map((input) => Number(input.value))
    const { order: _, ...typed } = values
    const body = { ...typed, client: Number(values.client), owner: Number(values.owner), status: 1 }
    const { status, body: shipment } = await call('POST', '/expedition/', {
      ...body,
      order: values.direct_shipping ? [] : chosen,
      ...(signature ? { signature: Number(signature) } : {}),
    })
    if (!alertUnless(status, 201, 'salvar a expedição!')) return
    await go(`/admin/expedition/${shipment.id}`)
    saved()
  })
  showAdmin('Nova Expedição', creating)
  if (!unit) return look()
  client.replaceChildren(new Option(clientName(unit.profile), unit.profile.id))
  return choose()
}

/** While the value is 0,00, a chosen order adds what its freight was quoted at; 0.01 marks freight to be agreed (D39). */
function orderChoice({ id, nfe, publications, shipping_value: freight }, value) {
  const input = element('input', { type: 'checkbox', name: 'order', value: id })
  input.addEventListener('change', () => {
    const place = value.querySelector('input')
    if (input.checked && place.value === '0,00' && freight !== 0.01)
      place.value = freight.toFixed(2).replace('.', ',')
  })
  const text = ` Pedido ${id} ${nfe ?? ''} ${publications.map(({ name }) => name).join(', ')}`
  return element('label', {}, input, text)
}

async function existingShipment(go, id) {
  const { body: shipment } = await call('GET', `/expedition/${id}`)
  if (!shipment) return
  const fields = [
    field('Tipo', 'shipping_type', shipment.shipping_type, { options: types }),
    await ownerField(shipment.owner.id),
    field('Valor', 'value', shipment.value),
    field('Nota', 'note', shipment.note),
    field('Rastreamento', 'track_code', shipment.track_code),
    field('Data de envio', 'send_date', shipment.send_date, { type: 'date' }),
    field('Data de entrega', 'complete_date', shipment.complete_date, { type: 'date' }),
    field('Data de devolução', 'return_date', shipment.return_date, { type: 'date' }),
  ]
  const saving = form(fields, 'Salvar', async (values) => {
    const { client, order, publications: _, ...record } = shipment
    const { status } = await call('PUT', `/expedition/${id}/`, {
      ...record,
      ...values,
      client: client.id,
      order: order.map((each) => each.id),
      owner: Number(values.owner),
      send_date: values.send_date || null,
      complete_date: values.complete_date || null,
      return_date: values.return_date || null,
    })
    if (!alertUnless(status, 200, 'atualizar a publicação!')) return
    await existingShipment(go, id)
    saved()
  })
  const orders = shipment.order.map((each) => each.id).join(', ')
  const text = `${clientName(shipment.client)}, pedidos ${orders}, ${statuses[shipment.status - 1][1]}`
  showAdmin(`Expedição #${id}`, element('p', { textContent: text }), saving)
}
