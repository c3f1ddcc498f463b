import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { loader as cart, action as changeCart } from '#app/routes/checkout/cart.tsx'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const review = 'responder em até 24 horas'
const unpaid = 'O pagamento não pôde ser processado'
const notFoundMessage = 'Não encontramos este pedido'

test.each([
  ['/payment_return?return_data=200', 200, review],
  ['/payment_return/200', 200, review],
  ['/payment_return?return_data=201', 200, unpaid],
  ['/payment_return/201', 200, unpaid],
  ['/payment_return?return_data=404', 404, notFoundMessage],
  ['/payment_return/404', 404, notFoundMessage],
  ['/payment_return', 404, notFoundMessage],
  ['/payment_return/999', 404, notFoundMessage],
  ['/payment_return?return_data=<script>', 404, notFoundMessage],
])('%s returns %i with its message', async (address, status, expectedText) => {
  const page = await fetchPage(new Visitor(), address)
  expect(page.status).toBe(status)
  expect(page.text).toContain(expectedText)
})

async function makeOrderIn(status: number, reason: string | null = null) {
  const placed = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ status, reason }).where('id', '=', placed.orderId).execute()
  return { orderId: placed.orderId, visitor: await loginAs({ userId: placed.userId }) }
}

test.each([
  [4, 201, review],
  [1, 201, unpaid],
  [1, 200, 'O pedido espera o pagamento do boleto.'],
  [2, 200, 'Pagamento confirmado'],
  [3, 200, 'Cancelado'],
])(
  'shows the real state of an order in state %i, despite the code %i',
  async (status, code, expectedText) => {
    const { orderId, visitor } = await makeOrderIn(status)
    const page = await fetchPage(visitor, `/payment_return/${code}?order=${orderId}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(expectedText)
    expect(page.text).toContain(`pedido nº ${orderId}`)
    expect(page.html.includes(`href="/payment/${orderId}"`)).toBe(status === 1)
  },
)

test.each([200, 201, 404])('the return address with code %i does not empty the cart (D13)', async (code) => {
  const visitor = new Visitor()
  await visitor.post(changeCart, '/cart', { publication_id: await makeDownload(), add: '1' })
  await fetchPage(visitor, `/payment_return/${code}`)
  expect((await visitor.get(cart, '/cart')).data.items).toHaveLength(1)
})

test('returns 404 for another customer’s order', async () => {
  const { orderId } = await makeOrderIn(4)
  const stranger = await loginAs(await makeCustomer())
  const page = await fetchPage(stranger, `/payment_return/200?order=${orderId}`)
  expect([page.status, page.text.includes(notFoundMessage)]).toEqual([404, true])
})

test('redirects a visitor to the login and back to the order', async () => {
  const { orderId } = await makeOrderIn(4)
  const address = `/payment_return?return_data=200&order=${orderId}`
  const page = await fetchPage(new Visitor(), address)
  expect(page.location).toBe(`/login?redirectTo=${encodeURIComponent(address)}`)
})
