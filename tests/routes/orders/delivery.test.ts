import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeColleague } from '#tests/factories/colleagues.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const addressWithEqualFreight = {
  'shipping.zip_code': '18602-000',
  'shipping.street': 'Rua Corrigida',
  'shipping.number': '9',
  'shipping.province': 'Centro',
  'shipping.city': 'Botucatu',
  'shipping.state': 'SP',
}
const addressWithOtherFreight = {
  ...addressWithEqualFreight,
  'shipping.zip_code': '69900-000',
  'shipping.city': 'Rio Branco',
  'shipping.state': 'AC',
}

const formatAddressPath = (orderId: number) => `/orders/${orderId}/address`

async function sendAddress(visitor: Visitor, orderId: number, fields: Record<string, string>) {
  const row = await db
    .selectFrom('orders')
    .select('lock_version')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return fetchPage(visitor, formatAddressPath(orderId), { lock_version: row.lock_version, ...fields })
}

const listMails = async (job: string) =>
  db.selectFrom('outbox').select('subject').where('job', '=', job).execute()

test('the buyer corrects the address at once when the freight is equal, and sees the author', async () => {
  const order = await makePaidOrder()
  const owner = await loginAs(order)
  const waitingShipmentId = await makeShipment(order)
  expect((await fetchPage(owner, `/orders/${order.orderId}`)).html).toContain(
    `href="${formatAddressPath(order.orderId)}"`,
  )
  expect((await fetchPage(owner, formatAddressPath(order.orderId))).html).toContain('value="Rua das Hélices"')
  expect((await sendAddress(owner, order.orderId, addressWithEqualFreight)).location).toBe(
    `/orders/${order.orderId}`,
  )
  const { text } = await fetchPage(owner, `/orders/${order.orderId}`)
  expect(text).toContain('Endereço de entrega corrigido. A confirmação vai por e-mail')
  expect(text).toContain('Rua Corrigida, 9')
  expect(text).toMatch(/Corrigido por você em \d\d\/\d\d\/\d{4} às \d\d:\d\d/)
  expect(await listMails('mail-delivery-changed')).toHaveLength(1)
  const shipment = await db
    .selectFrom('shipments')
    .innerJoin('addresses', 'addresses.id', 'address_id')
    .select('street')
    .where('shipments.id', '=', waitingShipmentId)
    .executeTakeFirst()
  expect(shipment).toEqual({ street: 'Rua Corrigida' })
})

test('the buyer corrects the address of an unpaid order, and sees a correction by staff as such', async () => {
  const order = await makePaidOrder()
  await db
    .updateTable('orders')
    .set({ status: orderStatus.pendingPayment })
    .where('id', '=', order.orderId)
    .execute()
  const owner = await loginAs(order)
  expect((await sendAddress(owner, order.orderId, addressWithEqualFreight)).location).toBe(
    `/orders/${order.orderId}`,
  )
  const historyEntry = { entity: 'order', entity_id: order.orderId, action: 'delivery-changed' } as const
  await db
    .insertInto('history')
    .values({ ...historyEntry, actor_user_id: null, details: JSON.stringify({ source: 'staff' }) })
    .execute()
  expect((await fetchPage(owner, `/orders/${order.orderId}`)).text).toContain(
    'Corrigido pela nossa equipe em',
  )
})

test('a different freight creates one request to staff with both addresses, despite repeats', async () => {
  const order = await makePaidOrder()
  const owner = await loginAs(order)
  for (const _ of [1, 2])
    expect((await sendAddress(owner, order.orderId, addressWithOtherFreight)).location).toBe(
      `/orders/${order.orderId}`,
    )
  const messages = await db.selectFrom('contact_messages').select(['text', 'handled_at']).execute()
  expect(messages).toHaveLength(1)
  for (const expectedText of [
    `pedido nº ${order.orderId}`,
    'De: Rua das Hélices, 100, Centro, Botucatu – SP',
    'Para: Rua Corrigida, 9, Centro, Rio Branco – AC, CEP 69900-000',
    'O frete para o novo endereço é outro',
  ])
    expect.soft(messages[0]?.text).toContain(expectedText)
  expect(await listMails('forward-contact-message')).toHaveLength(1)
  expect(await listMails('mail-delivery-changed')).toHaveLength(0)
  const { text } = await fetchPage(owner, `/orders/${order.orderId}`)
  expect(text).toContain('Rua das Hélices, 100')
  expect(text).toMatch(/Correção pedida em .*, para Rua Corrigida, 9, Centro, Rio Branco, AC, CEP 69900-000/)
})

test('after an invoice or a returned shipment, a correction becomes a request to staff despite equal freight', async () => {
  const [invoicedOrder, returnedOrder] = [await makePaidOrder(), await makePaidOrder()]
  await db.updateTable('orders').set({ nfe: '1875' }).where('id', '=', invoicedOrder.orderId).execute()
  const id = await makeShipment(returnedOrder)
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(id, '2026-11-09', byStaff)
  for (const order of [invoicedOrder, returnedOrder]) {
    const owner = await loginAs(order)
    expect((await fetchPage(owner, formatAddressPath(order.orderId))).text).toContain(
      'a nossa equipe faz a correção',
    )
    await sendAddress(owner, order.orderId, addressWithEqualFreight)
  }
  expect(await db.selectFrom('contact_messages').select('id').execute()).toHaveLength(2)
  expect(await listMails('mail-delivery-changed')).toHaveLength(0)
})

test('rejects a correction after dispatch, of a download or by a stranger', async () => {
  const order = await makePaidOrder()
  const owner = await loginAs(order)
  const id = await makeShipment(order)
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  expect((await fetchPage(owner, `/orders/${order.orderId}`)).html).not.toContain(
    formatAddressPath(order.orderId),
  )
  expect((await fetchPage(owner, formatAddressPath(order.orderId))).text).toContain(
    'não pode mais ser corrigido por aqui',
  )
  await sendAddress(owner, order.orderId, addressWithEqualFreight)
  expect((await fetchPage(owner, `/orders/${order.orderId}`)).text).toContain('Rua das Hélices, 100')
  const download = await makeOrder({ [await makeDownload()]: 1 })
  const buyer = await loginAs(download)
  expect((await fetchPage(buyer, formatAddressPath(download.orderId))).text).toContain(
    'não pode mais ser corrigido',
  )
  const stranger = await loginAs(await makeCustomer())
  expect((await fetchPage(stranger, formatAddressPath(order.orderId))).status).toBe(404)
  expect((await sendAddress(stranger, order.orderId, addressWithEqualFreight)).status).toBe(404)
  expect(await listMails('mail-delivery-changed')).toHaveLength(0)
})

test('rejects an empty field, an unchanged address and an outdated form, and returns the typed values', async () => {
  const order = await makePaidOrder()
  const owner = await loginAs(order)
  const emptyStreetAnswer = await sendAddress(owner, order.orderId, {
    ...addressWithEqualFreight,
    'shipping.street': '',
  })
  expect([emptyStreetAnswer.status, emptyStreetAnswer.html.includes('value="9"')]).toEqual([400, true])
  const unchangedAnswer = await sendAddress(owner, order.orderId, {
    ...addressWithEqualFreight,
    'shipping.zip_code': '18600-000',
    'shipping.street': 'Rua das Hélices',
    'shipping.number': '100',
  })
  expect([
    unchangedAnswer.status,
    unchangedAnswer.text.includes('É o endereço que já está no pedido'),
  ]).toEqual([400, true])
  const otherVersion = '99'
  const outdatedAnswer = await sendAddress(owner, order.orderId, {
    ...addressWithEqualFreight,
    lock_version: otherVersion,
  })
  expect([outdatedAnswer.status, outdatedAnswer.text.includes('O pedido mudou enquanto isso')]).toEqual([
    409,
    true,
  ])
  expect(outdatedAnswer.html).toContain('value="Rua Corrigida"')
})

test('shows the owner which colleague corrected the address', async () => {
  const order = await makePaidOrder()
  const owner = await loginAs(order)
  const companyFields = { is_company: true, company_name: 'Hangar Inventado Ltda.', cnpj: '11222333000181' }
  await db.updateTable('profiles').set(companyFields).where('id', '=', order.profileId).execute()
  const { userId, name } = await makeColleague(order, 'buyer', 'Célia Compradora')
  const historyEntry = { entity: 'order', entity_id: order.orderId, action: 'delivery-changed' } as const
  await db
    .insertInto('history')
    .values({ ...historyEntry, actor_user_id: userId, details: JSON.stringify({ source: 'customer' }) })
    .execute()
  const { text } = await fetchPage(owner, `/orders/${order.orderId}`)
  expect(text).toContain(`Corrigido por ${name} em`)
})

test('rejects the sixth request to staff', async () => {
  const order = await makePaidOrder()
  const owner = await loginAs(order)
  const requestCorrection = (number: number) =>
    sendAddress(owner, order.orderId, { ...addressWithOtherFreight, 'shipping.number': String(number) })
  const answers = []
  for (let index = 1; index <= 6; index++) answers.push((await requestCorrection(index)).status)
  expect(answers).toEqual([303, 303, 303, 303, 303, 429])
})
