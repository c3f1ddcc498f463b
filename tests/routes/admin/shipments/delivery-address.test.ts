import { beforeEach, expect, test } from 'vitest'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { changeAddresses } from '#app/models/accounts/account.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { correctOrderDelivery } from '#app/models/shipments/delivery-correction.server.ts'
import { findShipmentForStaff } from '#app/models/shipments/shipment-detail.server.ts'
import { requestShipmentLabels } from '#app/models/shipments/shipment-label.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { address } from '#tests/factories/people.ts'
import { makePaidOrder, makeShipment, makeStaff, type PaidOrder } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

const correctedAddress = { ...address, street: 'Rua do Endereço Certo', number: '999' }
let staffId: number
let staff: Visitor

beforeEach(async () => {
  await openShop()
  staffId = await makeStaff()
  staff = await loginAs({ userId: staffId })
})

/** Returns the value of a hidden or preset field of a form. */
function readFieldValue(html: string, name: string): string {
  return new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ''
}

const makeShipmentForm = (order: PaidOrder, fields: Fields): Fields => ({
  mode: 'orders',
  type: 'PAC',
  owner: staffId,
  value: '0,00',
  creation_date: '2026-11-21',
  order: [`${order.orderId}`],
  line: order.lineIds.map(String),
  ...fields,
})

async function loadRecordedStreet(location: string | null) {
  const shipment = await findShipmentForStaff(Number(/(\d+)$/.exec(location ?? '')?.[1]))
  return shipment?.address?.street
}

test('a new shipment shows and stores the order’s address, not the account’s new one', async () => {
  const order = await makePaidOrder()
  await changeAddresses(order, { billing: correctedAddress, shipping: null })
  const path = `/admin/expedition/0?client=${order.profileId}`
  const form = await fetchPage(staff, path)
  expect(form.text).toContain('Endereço de entrega: Rua das Hélices, 100')
  const destination = readFieldValue(form.html, 'destination')
  const resultPage = await fetchPage(staff, path, makeShipmentForm(order, { destination }))
  expect(await loadRecordedStreet(resultPage.location)).toBe('Rua das Hélices')
})

test('rejects a form whose address was corrected meanwhile, and shows the new address', async () => {
  const order = await makePaidOrder()
  const path = `/admin/expedition/0?client=${order.profileId}`
  const destination = readFieldValue((await fetchPage(staff, path)).html, 'destination')
  await correctOrderDelivery(order.orderId, { to: correctedAddress, reason: 'Ligou' }, byStaff, 0)
  const rejectedPage = await fetchPage(staff, path, makeShipmentForm(order, { destination }))
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('O endereço de entrega mudou desde que a página foi aberta')
  expect(rejectedPage.text).toContain('Endereço de entrega: Rua do Endereço Certo, 999')
  const secondPage = await fetchPage(
    staff,
    path,
    makeShipmentForm(order, { destination: readFieldValue(rejectedPage.html, 'destination') }),
  )
  expect(await loadRecordedStreet(secondPage.location)).toBe('Rua do Endereço Certo')
})

test('requires a choice of the address for orders with different addresses', async () => {
  const [order, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  await db
    .updateTable('orders')
    .set({ profile_id: order.profileId })
    .where('id', '=', otherOrder.orderId)
    .execute()
  await correctOrderDelivery(otherOrder.orderId, { to: correctedAddress, reason: 'Ligou' }, byStaff, 0)
  const path = `/admin/expedition/0?client=${order.profileId}`
  const form = await fetchPage(staff, path)
  expect(form.text).toContain('Os pedidos têm endereços diferentes')
  const bothOrders = {
    order: [`${order.orderId}`, `${otherOrder.orderId}`],
    line: [...order.lineIds, ...otherOrder.lineIds].map(String),
  }
  const rejectedPage = await fetchPage(staff, path, makeShipmentForm(order, bothOrders))
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('escolha para qual deles vai o volume')
  const [, otherDestination = ''] = [...form.html.matchAll(/name="destination" value="(\d+)"/g)].map(
    ([, id]) => id,
  )
  const resultPage = await fetchPage(
    staff,
    path,
    makeShipmentForm(order, { ...bothOrders, destination: otherDestination }),
  )
  expect(await loadRecordedStreet(resultPage.location)).toBe('Rua do Endereço Certo')
})

const makeTypedFields = (fields: Fields = {}): Fields => ({
  use: 'typed',
  'shipping.zip_code': '18600-000',
  'shipping.street': 'Rua do Endereço Certo',
  'shipping.number': '999',
  'shipping.complement': '',
  'shipping.province': 'Centro',
  'shipping.city': 'Botucatu',
  'shipping.state': 'SP',
  reason: 'O cliente ligou',
  ...fields,
})

test('staff correct the address of an order, and the client receives a mail with both addresses', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  const path = `/admin/order/${order.orderId}/address`
  expect((await fetchPage(staff, `/admin/order/${order.orderId}`)).html).toContain(`href="${path}"`)
  const form = await fetchPage(staff, path)
  expect(form.text).toContain('Agora Rua das Hélices, 100')
  expect(form.text).toContain(`A expedição #${id}`)
  const lock_version = readFieldValue(form.html, 'lock_version')
  const rejectedPage = await fetchPage(
    staff,
    path,
    makeTypedFields({ lock_version, reason: '', 'shipping.zip_code': '1' }),
  )
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('CEP incorreto')
  expect(rejectedPage.html).toContain('value="Rua do Endereço Certo"')
  const resultPage = await fetchPage(staff, path, makeTypedFields({ lock_version }))
  expect([resultPage.status, resultPage.location]).toEqual([303, `/admin/order/${order.orderId}`])
  expect((await findShipmentForStaff(id))?.address?.street).toBe('Rua do Endereço Certo')
  const stalePage = await fetchPage(staff, path, makeTypedFields({ lock_version, 'shipping.number': '1' }))
  expect(stalePage.status).toBe(409)
  expect(stalePage.text).toContain('Rua do Endereço Certo, 999')
  const { subject } = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'mail-delivery-changed')
    .executeTakeFirstOrThrow()
  // Any id of an outbox row, which names the mail's file.
  await requireMailJob('mail-delivery-changed').run(subject, { id: 91 })
  const mail = await readMail(91)
  for (const expectedText of [
    `pedido nº ${order.orderId}`,
    'Rua das Hélices, 100',
    'Rua do Endereço Certo, 999',
  ])
    expect(mail.body).toContain(expectedText)
  expect(mail.body).not.toContain('O cliente ligou')
  const page = await fetchPage(staff, `/admin/order/${order.orderId}`)
  expect(page.text).toContain('Endereço de entrega corrigido')
})

test('staff use the account’s address for a returned shipment, and its old label is marked as invalid', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  const labelRequest = { style: 'simple', sheet: '6181', start: 1, fileName: 'etiqueta.pdf' } as const
  await requestShipmentLabels({ ...labelRequest, userId: staffId, shipmentIds: [id] })
  await db.updateTable('shipments').set({ status: shipmentStatus.returned }).where('id', '=', id).execute()
  await changeAddresses(order, { billing: correctedAddress, shipping: null })
  const path = `/admin/expedition/${id}/address`
  expect((await fetchPage(staff, `/admin/expedition/${id}`)).html).toContain(`href="${path}"`)
  const form = await fetchPage(staff, path)
  expect(form.text).toContain('Usar o endereço atual do cadastro Rua do Endereço Certo, 999')
  const fields = {
    use: 'account',
    account: readFieldValue(form.html, 'account'),
    lock_version: readFieldValue(form.html, 'lock_version'),
    with_orders: 'on',
    reason: 'Voltou',
  }
  const resultPage = await fetchPage(staff, path, fields)
  expect(resultPage.location).toBe(`/admin/expedition/${id}`)
  for (const page of [`/admin/expedition/${id}`, `/admin/expedition/${id}/dispatch`]) {
    const { text } = await fetchPage(staff, page)
    expect(text).toContain('A etiqueta impressa antes não vale mais')
    expect(text).toContain('Rua do Endereço Certo, 999')
  }
  await requestShipmentLabels({ ...labelRequest, userId: staffId, shipmentIds: [id] })
  expect((await fetchPage(staff, `/admin/expedition/${id}`)).text).not.toContain('não vale mais')
  await db.updateTable('shipments').set({ status: shipmentStatus.sent }).where('id', '=', id).execute()
  expect((await fetchPage(staff, path)).text).toContain('Situação: Enviado')
})
