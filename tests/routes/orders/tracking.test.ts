import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const trackOrder = (order: string | number, email: string) =>
  fetchPage(new Visitor(), '/acompanhar', { order, email })

/** Creates a paid order in transit. Returns the order with its buyer's e-mail, name and phone. */
async function makeSentOrder() {
  const order = await makePaidOrder()
  const shipmentId = await makeShipment(order)
  await markSent(shipmentId, { date: '2026-11-23', trackCode }, byStaff)
  const buyer = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['email', 'name', 'phone'])
    .where('profiles.id', '=', order.profileId)
    .executeTakeFirstOrThrow()
  return { ...order, ...buyer }
}

test('shows state, days and tracking code for number and e-mail in any notation', async () => {
  const { orderId, email } = await makeSentOrder()
  for (const typedNumber of [String(orderId), `nº ${orderId}`, `#${orderId}`, ` ${orderId} `]) {
    const { status, text, headers } = await trackOrder(typedNumber, ` ${email.toUpperCase()} `)
    expect([status, headers.get('Cache-Control')], typedNumber).toEqual([200, 'private, no-cache'])
    for (const expectedText of [
      `Pedido nº ${orderId}`,
      'Pagamento confirmado',
      trackCode,
      '23/11/2026',
      'Enviado',
      'Recebido : feito',
      'Entrega : agora',
    ])
      expect.soft(text, expectedText).toContain(expectedText)
  }
})

test('the tracking page reveals no person, items, amount or address', async () => {
  const { orderId, email, name, phone } = await makeSentOrder()
  const lines = await db.selectFrom('order_lines').select('name').where('order_id', '=', orderId).execute()
  const addresses = await db.selectFrom('addresses').select(['street', 'city']).execute()
  const { html } = await trackOrder(orderId, email)
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  expect(main).toContain('Pagamento confirmado')
  const secrets = [name, phone, ...lines.map((line) => line.name), 'R$']
  const addressParts = addresses.flatMap(({ street, city }) => [street, city])
  for (const secret of [...secrets, ...addressParts]) expect.soft(main, String(secret)).not.toContain(secret)
})

test('returns the same response for an unknown number and a wrong e-mail', async () => {
  const { orderId, email } = await makeSentOrder()
  const answers = await Promise.all([
    trackOrder(4_000_000, email),
    trackOrder(orderId, 'outra@exemplo.test'),
    trackOrder(4_000_000, 'outra@exemplo.test'),
  ])
  const comparableAnswers = answers.map(({ status, html }) => {
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
    return [status, main.replace(/value="[^"]*"/g, '')]
  })
  expect(comparableAnswers[0]?.[0]).toBe(400)
  expect(comparableAnswers[0]?.[1]).toContain('Não encontramos um pedido')
  expect(comparableAnswers[1]).toEqual(comparableAnswers[0])
  expect(comparableAnswers[2]).toEqual(comparableAnswers[0])
})

test('after twenty wrong order numbers, rejects even a correct one', async () => {
  const { orderId, email } = await makeSentOrder()
  for (let index = 0; index < 20; index++)
    expect((await trackOrder(4_000_000 + index, email)).status).toBe(400)
  const blockedPage = await trackOrder(orderId, email)
  expect([blockedPage.status, blockedPage.headers.get('Retry-After') !== null]).toEqual([429, true])
  expect(blockedPage.text).toContain('Muitas consultas de pedidos')
  expect(blockedPage.text).not.toContain(trackCode)
})

test.each([
  ['', '', ['Campo obrigatório']],
  ['abc', 'ana@exemplo.test', ['Digite o número do pedido, como 1042']],
  ['1042', 'ana', []],
])('rejects an invalid number or e-mail at its field: %j, %j', async (order, email, expectedTexts) => {
  const { status, text, html } = await trackOrder(order, email)
  expect(status).toBe(400)
  for (const expectedText of expectedTexts) expect(text).toContain(expectedText)
  expect(html).toContain('aria-invalid="true"')
  if (order) expect(html).toContain(`value="${order}"`)
})
