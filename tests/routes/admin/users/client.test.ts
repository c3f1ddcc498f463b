import { beforeEach, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { maxRecordsPerKind } from '#app/models/backoffice/client-page.server.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeBankBoleto } from '#tests/factories/boletos.ts'
import { getProfileId } from '#tests/factories/orders.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor

beforeEach(async () => {
  await openShop()
  staff = await loginAs({ userId: await makeStaff() })
})

const fetchClientPage = (profileId: number) => fetchPage(staff, `/admin/client/${profileId}`)

test('shows personal data and prefilled links for a client without orders', async () => {
  const { profileId, email } = await makeCustomer({ identity: company })
  const { html, text } = await fetchClientPage(profileId)
  expect(text).toContain(company.companyName)
  expect(text).toContain('12.ABC.345/01DE-35')
  expect(html).toContain(`href="mailto:${email}"`)
  expect(html).toMatch(/href="tel:\+55\d{10,11}"/)
  expect(html).toContain(`href="/admin/create_order?client=${profileId}"`)
  expect(html).toContain(`href="/admin/expedition/0?client=${profileId}"`)
  expect(html).toContain(`action="/admin/user/${profileId}"`)
  for (const expectedText of [
    'Nenhum pedido encontrado',
    'Nada foi enviado ainda',
    'Em aberto nada',
    'Pago nada',
  ])
    expect.soft(text).toContain(expectedText)
  expect(text).not.toContain('Reembolsado')
  expect(html).not.toContain('<table')
})

test('the form is collapsed on the client page, and open on the user page and after a rejection', async () => {
  const { profileId } = await makeCustomer()
  const foldStart = '<details id="cadastro"'
  expect((await fetchClientPage(profileId)).html).toContain(`${foldStart}>`)
  const userPage = await fetchPage(staff, `/admin/user/${profileId}`)
  expect(userPage.html).toContain(`${foldStart} open="">`)
  expect(userPage.text).toContain('Assinaturas e compras')
  const rejectedPage = await fetchPage(staff, `/admin/client/${profileId}`, { name: '' })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.html).toContain(`${foldStart} open="">`)
})

test('shows orders, units, shipments with codes, payments, mails and totals on one page', async () => {
  const order = await makePaidOrder()
  const shipmentId = await makeShipment(order, { note: 'Frágil' })
  await db.updateTable('shipments').set({ track_code: trackCode }).where('id', '=', shipmentId).execute()
  await db
    .updateTable('orders')
    .set({ nfe: '500123', note: 'Ligar antes' })
    .where('id', '=', order.orderId)
    .execute()
  const overdueBoleto = await makeBankBoleto({ dueDate: '2026-01-05' })
  await db
    .updateTable('orders')
    .set({ profile_id: order.profileId })
    .where('id', '=', overdueBoleto.orderId)
    .execute()
  const paidOn = toCivilDate(new Date())
  const payment = { source: 'bank-file', paidOn, creditedOn: null } as const
  const actor = { actorUserId: null, source: 'bank-file' }
  await receivePayment(
    { ...payment, eventKey: 'bank/1', boletoId: overdueBoleto.boletoId, value: 100 },
    actor,
    paidOn,
  )
  await db
    .insertInto('mails')
    .values({
      job: 'mail-order-received',
      subject_ref: '1',
      state: 'sent',
      user_id: order.userId,
      to_address: 'antes@exemplo.test',
      subject: 'Pedido recebido',
      outbox_id: 1,
    })
    .execute()
  const otherOrder = await makePaidOrder()
  const { html, text } = await fetchClientPage(order.profileId)
  for (const expectedText of [
    '500123',
    trackCode,
    'Frágil',
    'Ligar antes',
    'antes@exemplo.test',
    'Pedido recebido',
  ])
    expect.soft(text).toContain(expectedText)
  expect(html).toContain(`href="/admin/order/${order.orderId}"`)
  expect(html).toContain(`href="/admin/expedition/${shipmentId}"`)
  expect(html).not.toContain(`href="/admin/order/${otherOrder.orderId}"`)
  expect(text).toContain('Em aberto R$ 80,00 em 1 pedido')
  expect(text).toContain('Desse, com boleto vencido R$ 80,00 em 1 pedido')
  expect(text).toContain('Recebimentos a conferir 1')
  expect(text).toContain('Valor diferente do boleto')
  expect(text).toMatch(/Pago R\$ [\d.,]+ em 1 pedido/)
})

test('links to the complete list when a client has more orders than the page shows', async () => {
  const { profileId, email } = await makeCustomer()
  for (let index = 0; index <= maxRecordsPerKind; index++) await makePaidOrder()
  await db.updateTable('orders').set({ profile_id: profileId }).execute()
  const { html } = await fetchClientPage(profileId)
  const listLink = `href="/admin/orders?search=${encodeURIComponent(email)}"`
  expect(html).toMatch(
    new RegExp(`${listLink.replaceAll('?', '\\?')}>Ver todos \\(${maxRecordsPerKind + 1}\\)`),
  )
})

test('ten staff lists and reports link to the client page', async () => {
  const order = await makePaidOrder()
  await makeShipment(order)
  await makeBankBoleto().then(async ({ userId, orderId }) => {
    const { html } = await fetchPage(staff, `/admin/boletos?search=${orderId}`)
    expect.soft(html).toContain(`href="/admin/client/${await getProfileId(userId)}"`)
  })
  const period = 'start=2026-01-01&end=2030-01-01'
  const lists = ['orders', 'users', 'expeditions', 'signatures', `report/paid_orders/?${period}`]
  const reports = [
    `report/expedition_list/?${period}`,
    `report/orders/?${period}`,
    `report/client/?${period}`,
  ]
  for (const list of [...lists, ...reports])
    expect
      .soft((await fetchPage(staff, `/admin/${list}`)).html, list)
      .toContain(`href="/admin/client/${order.profileId}"`)
  const waitingOrder = await makePaidOrder()
  expect((await fetchPage(staff, '/admin/expeditions/waiting')).html).toContain(
    `href="/admin/client/${waitingOrder.profileId}"`,
  )
})

test('returns 404 for an unknown client', async () => {
  expect((await fetchClientPage(999_999)).status).toBe(404)
  expect((await fetchPage(staff, '/admin/client/x')).status).toBe(404)
})
