import { beforeEach, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { changeAddresses } from '#app/models/accounts/account.server.ts'
import { cancelOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findShipment, updateShipment } from '#app/models/shipments/shipment.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { action } from '#app/routes/admin/shipments/shipment.tsx'
import { byStaff } from '#tests/factories/actors.ts'
import { address } from '#tests/factories/people.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { fetchFollowing, fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

const today = toCivilDate(new Date())
let staffId: number
let staff: Visitor

beforeEach(async () => {
  staffId = await makeStaff()
  staff = await loginAs({ userId: staffId })
})

const makeForm = (fields: Fields = {}): Fields => ({
  mode: 'orders',
  type: 'PAC',
  owner: staffId,
  value: '0,00',
  creation_date: today,
  ...fields,
})

const typedAddress = {
  'shipping.zip_code': '18600-000',
  'shipping.street': 'Rua',
  'shipping.number': '1',
  'shipping.province': 'Centro',
  'shipping.city': 'Botucatu',
  'shipping.state': 'SP',
}

const findCreatedShipment = (location: string | null) =>
  findShipment(Number(/(\d+)$/.exec(location ?? '')?.[1]))

test('a new shipment starts at the client, lists the orders and uses their quoted freight', async () => {
  const order = await makePaidOrder()
  const search = await fetchPage(staff, `/admin/expedition/0?client_search=${order.orderId}`)
  expect(search.html).toContain(`/admin/expedition/0?client=${order.profileId}`)
  expect((await fetchPage(staff, '/admin/expedition/0?client_search=zzz')).text).toContain(
    'Nenhum cliente encontrado',
  )
  const path = `/admin/expedition/0?client=${order.profileId}`
  const form = await fetchPage(staff, path)
  expect(form.text).toContain('Nova Expedição')
  expect(form.html).toMatch(/<option value="PAC" selected="">/)
  expect(form.html).toMatch(new RegExp(`name="owner"[^>]*>.*<option value="${staffId}" selected="">`))
  expect(form.html).toMatch(/<select(?=[^>]*disabled="")[^>]*><option[^>]*>Em Andamento</)
  const [firstLine = 0] = order.lineIds
  const resultPage = await fetchPage(
    staff,
    path,
    makeForm({ order: [`${order.orderId}`], line: [`${firstLine}`] }),
  )
  expect(resultPage.status).toBe(303)
  expect(await findCreatedShipment(resultPage.location)).toMatchObject({
    value: 22_50,
    owner_user_id: staffId,
    status: shipmentStatus.underWay,
  })
  expect((await findCreatedShipment(resultPage.location))?.lines).toHaveLength(1)
  const page = await fetchFollowing(staff, resultPage.location ?? '')
  for (const expectedText of [
    'As informações foram salvas com sucesso',
    'Expedição #',
    'Manual da Hélice',
    'Rua das Hélices',
  ])
    expect(page.text).toContain(expectedText)
  expect(page.html).toMatch(/class="tag[^"]*">Em Andamento</)
  expect(page.html).not.toMatch(/<label[^>]*>Situação</)
})

test.each(['orders', 'direct'])(
  'a form of %s sent three times creates one shipment, and a changed form another',
  async (mode) => {
    const order = await makePaidOrder()
    const path = `/admin/expedition/0?client=${order.profileId}`
    const token = /name="token" value="([^"]+)"/.exec((await fetchPage(staff, path)).html)?.[1] ?? ''
    expect(token).not.toBe('')
    const contents = { order: [`${order.orderId}`], line: order.lineIds.map(String) }
    const form = makeForm({ mode, token, ...(mode === 'direct' ? typedAddress : contents) })
    const answers = await Promise.all([fetchPage(staff, path, form), fetchPage(staff, path, form)])
    const secondPage = await fetchPage(staff, path, form)
    expect([...answers, secondPage].map(({ status }) => status)).toEqual([303, 303, 303])
    expect(new Set([...answers, secondPage].map(({ location }) => location)).size).toBe(1)
    const otherPage = await fetchPage(staff, path, { ...form, note: 'outra' })
    expect(otherPage.location).not.toBe(secondPage.location)
  },
)

test('rejects a copy that is already in another shipment, at creation and at an edit', async () => {
  const order = await makePaidOrder()
  const [firstLine = 0, secondLine = 0, thirdLine = 0] = order.lineIds
  const path = `/admin/expedition/0?client=${order.profileId}`
  await makeShipment(order, { contents: { orderIds: [order.orderId], lineIds: [firstLine] } })
  const form = makeForm({ order: [`${order.orderId}`], line: [`${firstLine}`, `${secondLine}`] })
  const rejectedPage = await fetchPage(staff, path, form)
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('Um dos exemplares já está em outra expedição')
  const id = await makeShipment(order, { contents: { orderIds: [order.orderId], lineIds: [secondLine] } })
  const edit = { ...form, line: [`${firstLine}`, `${secondLine}`, `${thirdLine}`], lock_version: 0 }
  const secondPage = await fetchPage(staff, `/admin/expedition/${id}`, edit)
  expect(secondPage.text).toContain('Um dos exemplares já está em outra expedição')
  expect((await findShipment(id))?.lines.map((line) => line.id)).toEqual([secondLine])
  const validEdit = { ...edit, line: [`${secondLine}`, `${thirdLine}`] }
  expect((await fetchPage(staff, `/admin/expedition/${id}`, validEdit)).status).toBe(303)
  expect((await findShipment(id))?.lines.map((line) => line.id)).toEqual([secondLine, thirdLine])
})

test('form, packing list and dispatch show the current revision next to the sold one', async () => {
  const order = await makePaidOrder()
  await db.updateTable('publications').set({ version: 'Rev. 23' }).execute()
  const path = `/admin/expedition/0?client=${order.profileId}`
  const form = await fetchPage(staff, path)
  expect(form.text).toContain('Catálogo · Rev. 23 (vendida Rev. 1)')
  expect(form.text).toContain('Manual da Hélice · Rev. 1')
  expect(form.text.split('Enviar a revisão em vigor (Rev. 23)')).toHaveLength(3)
  const [firstLine = 0] = order.lineIds
  const contents = { order: [`${order.orderId}`], line: order.lineIds.map(String), newer: [`${firstLine}`] }
  const resultPage = await fetchPage(staff, path, makeForm(contents))
  const id = (await findCreatedShipment(resultPage.location))?.id ?? 0
  const page = await fetchPage(staff, `/admin/expedition/${id}`)
  expect(page.text.split('Rev. 23 (vendida Rev. 1)').length - 1).toBeGreaterThanOrEqual(3)
  expect(page.html).toMatch(new RegExp(`<input[^>]*name="newer"[^>]*checked=""[^>]*value="${firstLine}"`))
  expect(page.text).toContain('Na revisão em vigor')
  const packingListPage = await fetchPage(staff, `/admin/expeditions/made?e=${id}`)
  expect(packingListPage.text).toContain('Rev. 23 (vendida Rev. 1)')
  const dispatchText = (await fetchPage(staff, `/admin/expedition/${id}/dispatch`)).text
  expect(dispatchText).toContain('Saem 3 exemplares Manual da Hélice · Rev. 23 (vendida Rev. 1)')
  expect(dispatchText).not.toContain('Sai:')
  const formWithoutNewer = { ...makeForm({ ...contents, newer: [] }), lock_version: 0 }
  expect((await fetchPage(staff, `/admin/expedition/${id}`, formWithoutNewer)).status).toBe(303)
  expect((await findShipment(id))?.lines.map(({ revision }) => revision)).toEqual([
    'Rev. 1',
    'Rev. 1',
    'Rev. 23',
  ])
})

test('requires a copy of each ticked order and ignores copies of other orders', async () => {
  const [order, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  await db
    .updateTable('orders')
    .set({ profile_id: order.profileId })
    .where('id', '=', otherOrder.orderId)
    .execute()
  const path = `/admin/expedition/0?client=${order.profileId}`
  const bothOrderIds = [`${order.orderId}`, `${otherOrder.orderId}`]
  const line = order.lineIds.map(String)
  const rejectedPage = await fetchPage(staff, path, makeForm({ order: bothOrderIds, line }))
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain(`Escolha ao menos um exemplar do pedido nº ${otherOrder.orderId}`)
  expect(rejectedPage.text).not.toContain(`Escolha ao menos um exemplar do pedido nº ${order.orderId}`)
  expect(rejectedPage.text).not.toContain('Não há mais nada a enviar')
  const formWithForeignLines = makeForm({
    order: bothOrderIds.slice(0, 1),
    line: [...line, ...otherOrder.lineIds.map(String)],
  })
  const resultPage = await fetchPage(staff, path, formWithForeignLines)
  expect((await findCreatedShipment(resultPage.location))?.lines.map(({ id }) => id)).toEqual(order.lineIds)
  const edit = { ...makeForm({ order: bothOrderIds.slice(0, 1) }), lock_version: 0 }
  const emptiedPage = await fetchPage(staff, resultPage.location ?? '', edit)
  expect(emptiedPage.text).toContain('Escolha ao menos um exemplar')
})

test('shows a message for a missing client, order or type, a future day, a wrong value and a wrong postal code', async () => {
  const order = await makePaidOrder()
  const path = `/admin/expedition/0?client=${order.profileId}`
  const rejectedPage = await fetchPage(
    staff,
    path,
    makeForm({ type: '', creation_date: '2999-01-01', value: '1.2', note: 'fica aqui' }),
  )
  expect(rejectedPage.status).toBe(400)
  for (const expectedText of [
    'Um erro foi encontrado. Verifique os campos do formulário',
    'Escolha ao menos um pedido',
    'Escolha o tipo de envio',
    'A data não pode estar no futuro',
    'Valor incorreto',
    'fica aqui',
  ])
    expect(rejectedPage.text).toContain(expectedText)
  const directPage = await fetchPage(staff, path, makeForm({ mode: 'direct', 'shipping.zip_code': '1' }))
  expect(directPage.text).toContain('CEP incorreto')
  expect((await fetchPage(staff, '/admin/expedition/0', makeForm())).text).toContain('Escolha um cliente')
})

test('rejects a shipment whose unit belongs to another client', async () => {
  const [order, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const unit = await db
    .selectFrom('subscriptions')
    .where('profile_id', '=', otherOrder.profileId)
    .select('id')
    .executeTakeFirstOrThrow()
  const path = `/admin/expedition/0?client=${order.profileId}&signature=${unit.id}`
  const contents = { order: [`${order.orderId}`], line: order.lineIds.map(String) }
  const rejectedPage = await fetchPage(staff, path, makeForm(contents))
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('A publicação comprada não é deste cliente')
})

test('a subscription preselects its order, a direct shipment has no freight, and unknown records return 404', async () => {
  const order = await makePaidOrder()
  const unit = await db
    .selectFrom('subscriptions')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const prefilledPage = await fetchPage(staff, `/admin/expedition/0/${unit.id}`)
  expect(prefilledPage.html).toContain(
    `action="/admin/expedition/0?client=${order.profileId}&amp;signature=${unit.id}"`,
  )
  expect(prefilledPage.html).toMatch(new RegExp(`name="order"[^>]*checked=""[^>]*value="${order.orderId}"`))
  const path = `/admin/expedition/0?client=${order.profileId}`
  const resultPage = await fetchPage(
    staff,
    path,
    makeForm({ mode: 'direct', type: 'SIMPLES', ...typedAddress }),
  )
  expect(await findCreatedShipment(resultPage.location)).toMatchObject({ direct_shipping: true, value: 0 })
  expect((await fetchPage(staff, '/admin/expedition/12x')).status).toBe(404)
  expect((await fetchPage(staff, '/admin/expedition/4000000')).status).toBe(404)
  expect((await fetchPage(staff, '/admin/expedition/0/4000000')).status).toBe(404)
})

test('reports that a shipment of an unknown client was not saved', async () => {
  const path = '/admin/expedition/0?client=4000000'
  const form = makeForm({ mode: 'direct', ...typedAddress })
  const rejectedAnswer = await staff.post(action, path, form, { id: '0' })
  expect(rejectedAnswer.status).toBe(400)
  expect(rejectedAnswer.data.result?.error?.['']).toEqual([
    'ATENÇÃO: Não foi possivel salvar a expedição!',
    'O cliente não existe mais',
  ])
})

test('a direct shipment from a subscription uses the address of its order', async () => {
  const order = await makePaidOrder()
  await changeAddresses(order, { billing: { ...address, street: 'Rua Nova da Conta' }, shipping: null })
  const unit = await db.selectFrom('subscriptions').select('id').orderBy('id').executeTakeFirstOrThrow()
  const prefilledPage = await fetchPage(staff, `/admin/expedition/0/${unit.id}`)
  expect(prefilledPage.html).toMatch(/<input[^>]*name="shipping.street"[^>]*value="Rua das Hélices"/)
  expect(prefilledPage.text).not.toContain('Rua Nova da Conta')
  const orderPage = await fetchPage(staff, `/admin/expedition/0?client=${order.profileId}`)
  expect(orderPage.html).toMatch(/<input[^>]*name="shipping.street"[^>]*value="Rua Nova da Conta"/)
})

test('a conflicting save of a shipment shows both versions and can be repeated', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await updateShipment(id, { note: 'De outra pessoa' }, { ...byStaff, actorUserId: staffId }, 0)
  const ownForm = {
    ...makeForm({ order: [`${order.orderId}`], line: order.lineIds.map(String), value: '22,50' }),
    note: 'Minha',
  }
  const conflictPage = await fetchPage(staff, `/admin/expedition/${id}`, { ...ownForm, lock_version: 0 })
  expect(conflictPage.status).toBe(409)
  expect(conflictPage.text).toContain('Um erro foi encontrado. Verifique os campos do formulário')
  expect(conflictPage.text).toContain('ATENÇÃO: Não foi possivel atualizar a publicação!')
  expect(conflictPage.text).toContain('Observação: gravado “De outra pessoa”, digitado “Minha”')
  expect(conflictPage.html).toContain('name="lock_version" value="1"')
  const secondPage = await fetchPage(staff, `/admin/expedition/${id}`, { ...ownForm, lock_version: 1 })
  expect(secondPage.status).toBe(303)
  expect(await findShipment(id)).toMatchObject({ note: 'Minha', value_is_touched: false })
})

test('a form with an invalid field preserves its outdated lock version', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await updateShipment(id, { note: 'De outra pessoa' }, { ...byStaff, actorUserId: staffId }, 0)
  const fields = makeForm({ order: [`${order.orderId}`], line: order.lineIds.map(String), value: 'x' })
  const rejectedPage = await fetchPage(staff, `/admin/expedition/${id}`, { ...fields, lock_version: 0 })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.html).toContain('name="lock_version" value="0"')
})

test('sends, corrects and delivers a shipment, and resends a returned one', async () => {
  const [id, returnedId] = [
    await makeShipment(await makePaidOrder()),
    await makeShipment(await makePaidOrder()),
  ]
  const postAct = (shipmentId: number, name: string, fields: Fields) =>
    fetchPage(staff, `/admin/expedition/${shipmentId}/${name}`, fields)
  const rejectedDispatch = await postAct(id, 'dispatch', { date: '2026-11-03', track_code: 'AA123456789BR' })
  expect(rejectedDispatch.status).toBe(400)
  expect(rejectedDispatch.text).toContain('A data não pode ser anterior a 04/11/2026')
  expect(rejectedDispatch.text).toContain('o dígito verificador precisa conferir')
  expect((await postAct(id, 'dispatch', { date: today, track_code: '' })).text).toContain(
    'Informe o código de rastreamento',
  )
  // The second form repeats the same dispatch in another notation.
  for (const typedDate of ['2026-11-05', '05/11/2026'])
    expect((await postAct(id, 'dispatch', { date: typedDate, track_code: trackCode })).location).toBe(
      `/admin/expedition/${id}`,
    )
  expect(await findShipment(id)).toMatchObject({
    status: shipmentStatus.sent,
    times_sent: 1,
    send_date: '2026-11-05',
  })
  expect((await fetchFollowing(staff, `/admin/expedition/${id}`)).text).toContain(
    'conteúdo, tipo, responsável e valor ficam como estão',
  )
  await postAct(id, 'correction', { date: '2026-11-06', track_code: 'AA100000003BR' })
  expect((await postAct(id, 'delivery', { date: '2026-11-05' })).text).toContain('anterior a 06/11/2026')
  await postAct(id, 'delivery', { date: '2026-11-07' })
  expect(await findShipment(id)).toMatchObject({
    status: shipmentStatus.delivered,
    track_code: 'AA100000003BR',
  })
  expect((await fetchFollowing(staff, `/admin/expedition/${id}/return`)).text).toContain('Situação: Entregue')
  await markSent(returnedId, { date: '2026-11-05', trackCode }, byStaff)
  await postAct(returnedId, 'return', { date: '2026-11-10' })
  await postAct(returnedId, 'dispatch', { date: '2026-11-12', track_code: trackCode })
  expect(await findShipment(returnedId)).toMatchObject({ status: shipmentStatus.sent, times_sent: 2 })
})

test('cancels a packed shipment after a confirmation and shows the cancellation, but rejects a sent shipment', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  const path = `/admin/expedition/${id}/undoing`
  const questionPage = await fetchPage(staff, path)
  for (const expectedText of [`Desfazer a expedição #${id}?`, '3 exemplares', 'volta para Aguardando envio'])
    expect(questionPage.text).toContain(expectedText)
  const tooLongReason = 'x'.repeat(501)
  expect((await fetchPage(staff, path, { reason: tooLongReason })).status).toBe(400)
  const resultPage = await fetchPage(staff, path, { reason: 'Endereço errado' })
  expect(resultPage.location).toBe(`/admin/expedition/${id}`)
  const page = await fetchFollowing(staff, `/admin/expedition/${id}`)
  for (const expectedText of ['Desfeita em', 'Endereço errado', 'Manual da Hélice'])
    expect(page.text).toContain(expectedText)
  expect(page.html).not.toMatch(/<form[^>]*admin\/expedition/)
  expect(page.text).not.toContain('Marcar como enviado')
  expect((await fetchPage(staff, path)).text).toContain('Situação: Desfeita')
  const sentShipmentId = await makeShipment(order)
  await markSent(sentShipmentId, { date: '2026-11-05', trackCode }, byStaff)
  await fetchPage(staff, `/admin/expedition/${sentShipmentId}/undoing`, {})
  expect((await fetchFollowing(staff, `/admin/expedition/${sentShipmentId}`)).text).toContain(
    'A expedição já foi enviada',
  )
})

test('warns about a copy of a cancelled order and does not dispatch the shipment', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await cancelOrder(order.orderId, byStaff)
  const path = `/admin/expedition/${id}`
  for (const page of [path, `${path}/dispatch`, `/admin/expeditions/made?e=${id}`])
    expect((await fetchPage(staff, page)).text, page).toContain('Não envie este volume')
  expect((await fetchPage(staff, '/admin/expeditions')).text).toContain('Não enviar')
  const resultPage = await fetchPage(staff, `${path}/dispatch`, { date: today, track_code: trackCode })
  expect(resultPage.status).toBe(400)
  expect(resultPage.text).toContain('Um dos pedidos não está mais pago')
})

test('offers labels on the shipment pages, and rejects a start position beyond the sheet', async () => {
  const [order, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const ids = [await makeShipment(order), await makeShipment(otherOrder)]
  const [id = 0] = ids
  const query = ids.map((shipmentId) => `e=${shipmentId}`).join('&')
  for (const [page, labelQuery, isFolded] of [
    [`/admin/expeditions/made?${query}`, query, false],
    [`/admin/expedition/${id}`, `e=${id}`, true],
  ] as const) {
    const { text, html } = await fetchPage(staff, page)
    expect(text).toContain('Imprimir etiquetas')
    expect(/<details class="fold"><summary><span>Simples, Pimaco 6181/.test(html)).toBe(isFolded)
    expect(html).toContain(`action="/admin/expeditions/labels?${labelQuery.replace('&', '&amp;')}"`)
  }
  const path = `/admin/expeditions/labels?${query}`
  const wrongPage = await fetchPage(staff, path, { style: 'simple', sheet: '6183', start: 11 })
  expect(wrongPage.status).toBe(400)
  expect(wrongPage.text).toContain('A folha tem 10 etiquetas')
  const { status, location } = await fetchPage(staff, path, { style: 'complete', sheet: '6183', start: 2 })
  expect(status).toBe(303)
  expect(location).toMatch(/^\/files\/\d+/)
  expect((await fetchPage(staff, '/admin/expeditions/labels')).status).toBe(404)
})

test('list and file show the shipments that match search and status', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  const list = await fetchPage(staff, `/admin/expeditions?search=${order.orderId}&status=1`)
  expect(list.text).toContain(`#${id}`)
  expect(list.html).toContain(`/admin/expeditions.csv?search=${order.orderId}&amp;status=1`)
  const file = await fetchPage(staff, `/admin/expeditions.csv?search=${order.orderId}&status=1`)
  expect(file.html).toContain(
    `${id};04/11/2026;;Ana Inventada da Silva;nº ${order.orderId};PAC;Em Andamento;22,50;`,
  )
  expect((await fetchPage(staff, '/admin/expeditions?search=zzzz')).text).toContain(
    'Nenhum resultado pode ser encontrado',
  )
})

test('creates the selected shipments, and a repeated form creates no duplicates', async () => {
  const order = await makePaidOrder()
  const page = await fetchPage(staff, '/admin/expeditions/waiting')
  const key = `${order.profileId}-${order.lineIds[0]}`
  expect(page.html).toContain(`value="${key}"`)
  for (const expectedText of ['A cobrar', 'Carta registrada', 'Carta simples'])
    expect(page.text).toContain(expectedText)
  expect(page.text).not.toContain('ACOBRAR')
  const form = { shipment: key, [`lines.${key}`]: order.lineIds.join('.'), [`type.${key}`]: 'PAC' }
  const createdPage = await fetchFollowing(
    staff,
    (await fetchPage(staff, '/admin/expeditions/waiting', form)).location ?? '',
  )
  expect(createdPage.text).toContain('Destinatários das etiquetas')
  expect(createdPage.text).toContain('Rua das Hélices')
  const repeatedPage = await fetchFollowing(
    staff,
    (await fetchPage(staff, '/admin/expeditions/waiting', form)).location ?? '',
  )
  expect(repeatedPage.text).toContain('Não foram criadas')
  expect(repeatedPage.text).toContain('já estão em outra expedição')
  expect((await fetchPage(staff, '/admin/expeditions/waiting', {})).location).toBe(
    '/admin/expeditions/waiting',
  )
})

test('the page of waiting orders selects no shipment by default, and all shipments by one link', async () => {
  await makePaidOrder()
  await makePaidOrder()
  const countTicked = async (path: string) =>
    ((await fetchPage(staff, path)).html.match(/<input[^>]*name="shipment"[^>]*checked/g) ?? []).length
  const page = await fetchPage(staff, '/admin/expeditions/waiting')
  expect(page.html).toContain('data-mark-all="shipment"')
  expect(page.html).toContain('href="/admin/expeditions/waiting?selected=all"')
  expect(await countTicked('/admin/expeditions/waiting')).toBe(0)
  expect(await countTicked('/admin/expeditions/waiting?selected=all')).toBe(2)
})

test('a unit without a copy to send selects no other order', async () => {
  const order = await makePaidOrder()
  await makeShipment(order)
  const unit = await db.selectFrom('subscriptions').select('id').orderBy('id').executeTakeFirstOrThrow()
  const otherOrder = await makePaidOrder()
  await db
    .updateTable('orders')
    .set({ profile_id: order.profileId })
    .where('id', '=', otherOrder.orderId)
    .execute()
  const page = await fetchPage(staff, `/admin/expedition/0/${unit.id}`)
  expect(page.text).toContain('Nada desta assinatura aguarda envio')
  const orderCheckbox = new RegExp(`<input[^>]*name="order"[^>]*value="${otherOrder.orderId}"[^>]*>`).exec(
    page.html,
  )?.[0]
  expect(orderCheckbox).toBeDefined()
  expect(orderCheckbox).not.toContain('checked')
})

test('sends only the reviewed lines of a pasted list, once, and leaves the other lines in the form', async () => {
  const [order, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const [id, otherId] = [await makeShipment(order), await makeShipment(otherOrder)]
  const codes = `${id};${trackCode}\npedido ${otherOrder.orderId} AA123456789BR`
  const form = { codes, of: 'shipment', date: today }
  const path = '/admin/expeditions/codes'
  const preview = await fetchPage(staff, path, { ...form, intent: 'preview' })
  for (const expectedText of [
    'Pronta para enviar',
    'dígito verificador não confere',
    'Marcar 1 expedição como enviada',
  ])
    expect(preview.text).toContain(expectedText)
  const checked = /name="checked" value="([^"]*)"/.exec(preview.html)?.[1]
  const uncheckedPage = await fetchPage(staff, path, {
    ...form,
    codes: `${otherId};${trackCode}`,
    checked,
    intent: 'confirm',
  })
  expect(uncheckedPage.text).toContain('Conferência')
  expect(await findShipment(otherId)).toMatchObject({ status: shipmentStatus.underWay })
  const resultPage = await fetchPage(staff, path, { ...form, checked, intent: 'confirm' })
  expect(resultPage.text).toContain('1 expedição enviada')
  expect(resultPage.html).toContain(`>pedido ${otherOrder.orderId} AA123456789BR</textarea>`)
  expect(await findShipment(id)).toMatchObject({
    status: shipmentStatus.sent,
    track_code: trackCode,
    times_sent: 1,
  })
  expect((await fetchPage(staff, path, { ...form, checked, intent: 'confirm' })).text).toContain(
    'Já enviada com este código',
  )
  expect((await findShipment(id))?.times_sent).toBe(1)
  expect((await fetchPage(staff, path, { ...form, codes: '' })).status).toBe(400)
})
