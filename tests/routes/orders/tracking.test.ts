import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { pageFor } from '#tests/support/app-client.ts'
import { Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const ask = (order: string | number, email: string) => pageFor(new Visitor(), '/acompanhar', { order, email })

/** Creates a paid order in transit. Returns its buyer's e-mail. */
async function makeSentOrder() {
  const order = await makePaidOrder()
  const shipment = await makeShipment(order)
  await markSent(shipment, { date: '2026-11-23', trackCode }, byStaff)
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
  for (const typed of [String(orderId), `nº ${orderId}`, `#${orderId}`, ` ${orderId} `]) {
    const { status, text, headers } = await ask(typed, ` ${email.toUpperCase()} `)
    expect([status, headers.get('Cache-Control')], typed).toEqual([200, 'private, no-cache'])
    for (const words of [
      `Pedido nº ${orderId}`,
      'Pagamento confirmado',
      trackCode,
      '23/11/2026',
      'Enviado',
      'Recebido : feito',
      'Entrega : agora',
    ])
      expect.soft(text, words).toContain(words)
  }
})

test('reveals no person, items, amount or address', async () => {
  const { orderId, email, name, phone } = await makeSentOrder()
  const lines = await db.selectFrom('order_lines').select('name').where('order_id', '=', orderId).execute()
  const addresses = await db.selectFrom('addresses').select(['street', 'city']).execute()
  const { html } = await ask(orderId, email)
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  expect(main).toContain('Pagamento confirmado')
  const secrets = [name, phone, ...lines.map((line) => line.name), 'R$']
  const places = addresses.flatMap(({ street, city }) => [street, city])
  for (const secret of [...secrets, ...places]) expect.soft(main, String(secret)).not.toContain(secret)
})

test('returns the same response for an unknown number and a wrong e-mail', async () => {
  const { orderId, email } = await makeSentOrder()
  const answers = await Promise.all([
    ask(4_000_000, email),
    ask(orderId, 'outra@exemplo.test'),
    ask(4_000_000, 'outra@exemplo.test'),
  ])
  const bare = answers.map(({ status, html }) => {
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
    return [status, main.replace(/value="[^"]*"/g, '')]
  })
  expect(bare[0]?.[0]).toBe(400)
  expect(bare[0]?.[1]).toContain('Não encontramos um pedido')
  expect(bare[1]).toEqual(bare[0])
  expect(bare[2]).toEqual(bare[0])
})

test('blocks guesses of order numbers, even a correct one', async () => {
  const { orderId, email } = await makeSentOrder()
  for (let turn = 0; turn < 20; turn++) expect((await ask(4_000_000 + turn, email)).status).toBe(400)
  const stopped = await ask(orderId, email)
  expect([stopped.status, stopped.headers.get('Retry-After') !== null]).toEqual([429, true])
  expect(stopped.text).toContain('Muitas consultas de pedidos')
  expect(stopped.text).not.toContain(trackCode)
})

test.each([
  ['', '', ['Campo obrigatório']],
  ['abc', 'ana@exemplo.test', ['Digite o número do pedido, como 1042']],
  ['1042', 'ana', []],
])('rejects an invalid number or e-mail at its field: %j, %j', async (order, email, words) => {
  const { status, text, html } = await ask(order, email)
  expect(status).toBe(400)
  for (const word of words) expect(text).toContain(word)
  expect(html).toContain('aria-invalid="true"')
  if (order) expect(html).toContain(`value="${order}"`)
})
