import { beforeEach, expect, test } from 'vitest'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { callAs } from '#tests/support/api-client.ts'

beforeEach(openShop)

test('orders, subscriptions and shipments return serial number and whether the registration is foreign', async () => {
  const client = await callAs({ userId: await makeStaff() })
  const { profileId } = await makeCustomer()
  const line = {
    publication: await makePublication({ has_airplane_info: true }),
    value: 80,
    airplane_serial_number: '200512',
    fuel_type: 1,
  }
  const { body } = await client.post('/order/', {
    profile: profileId,
    shipping_type: 'Pedido Interno',
    shipping_value: 0.01,
    publications: [
      { ...line, airplane_prefix: 'LV-ABC', foreign: true },
      { ...line, airplane_prefix: 'PT-ABC' },
    ],
  })
  await confirmPayment(body.id, byStaff, '2026-11-22')
  const order = await client.get(`/order/${body.id}/`)
  const signatures = await client.get('/signature/?ordering=id')
  const [waitingOrder] = (await client.post('/api/get_orders/', { client_id: profileId })).body
  const shipment = await client.post('/expedition/', {
    client: profileId,
    order: [body.id],
    shipping_type: 'PAC',
  })
  const copyLists = {
    order: order.body.publications,
    signatures: signatures.body.results,
    waitingOrder: waitingOrder.publications,
    shipment: shipment.body.publications,
  }
  for (const [name, copies] of Object.entries(copyLists))
    expect.soft(copies, name).toMatchObject([
      { airplane_prefix: 'LV-ABC', airplane_serial_number: '200512', foreign: true },
      { airplane_prefix: 'PT-ABC', airplane_serial_number: '200512', foreign: false },
    ])
})
