import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { requestPhotos } from '#app/models/orders/photo-request.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { loader } from '#app/routes/orders/orders.tsx'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { changeBoletoRow, giveBoleto } from '#tests/support/boletos.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

test('offers a visitor a login that returns to the page', async () => {
  expect((await new Visitor().get(loader, '/orders')).data).toBeNull()
  const page = await fetchPage(new Visitor(), '/orders')
  expect(page.status).toBe(200)
  expect(page.text).toContain('Você precisa estar logado')
  expect(page.html).toContain('href="/login?redirectTo=%2Forders"')
  const secondPage = await fetchPage(new Visitor(), '/orders?page=2')
  expect(secondPage.html.match(/redirectTo=%2Forders%3Fpage%3D2/g)?.length).toBeGreaterThan(1)
})

test('shows an order only to its owner', async () => {
  const [firstOrder, secondOrder] = [
    await makeOrder({ [await makeDownload()]: 1 }),
    await makeOrder({ [await makeDownload()]: 1 }),
  ]
  const loadOrders = async (userId: number) => (await (await loginAs({ userId })).get(loader, '/orders')).data
  expect((await loadOrders(firstOrder.userId))?.rows.map((row) => row.id)).toEqual([firstOrder.orderId])
  expect((await loadOrders(secondOrder.userId))?.rows.map((row) => row.id)).toEqual([secondOrder.orderId])
})

test('shows a message to a customer without orders', async () => {
  const visitor = await loginAs(await makeCustomer())
  expect((await visitor.get(loader, '/orders')).data).toMatchObject({ rows: [], count: 0, pages: 1 })
  const { text } = await fetchPage(visitor, '/orders')
  expect(text).toContain('Nenhum pedido encontrado')
  expect(text).not.toContain('Pagina')
})

test('an order shows its lines, freight, total and boleto link', async () => {
  const id = await makePublication({ name: 'Manual de Voo', price: 80_00 })
  const { orderId, userId } = await makeOrder({ [id]: 2 })
  await giveBoleto(orderId)
  const { text, html } = await fetchPage(await loginAs({ userId }), '/orders')
  for (const expectedText of [
    `nº ${orderId}`,
    '21/11/2026',
    '2 × Manual de Voo',
    'Pagamento pendente',
    'PAC : R$ 22,50',
  ])
    expect(text.replace(/ +/g, ' ').replace(' :', ' :').replace('PAC:', 'PAC :')).toContain(expectedText)
  expect(text).toContain('R$ 182,50')
  expect(html).toContain(`href="/payment/${orderId}"`)
})

test('the link of an unpaid order names the next step and the last day to pay', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  const visitor = await loginAs({ userId })
  const readPaymentLink = async () => {
    const { html } = await fetchPage(visitor, '/orders')
    const [, content = ''] = new RegExp(`href="/payment/${orderId}">(.*?)</a>`).exec(html) ?? []
    return content
      .replace(/<[^>]*>/g, ' ')
      .replace(/ +/g, ' ')
      .trim()
  }
  const linkEnd = `: pedido nº ${orderId}`
  expect(await readPaymentLink()).toBe(`Ver o pagamento ${linkEnd}`)
  await giveBoleto(orderId, { dueDate: '2099-12-30' })
  expect(await readPaymentLink()).toBe(`Pagar até 30/12 ${linkEnd}`)
  const overdueFields = { due_date: '2026-11-18', state: 'registered' as const }
  await changeBoletoRow(orderId, { ...overdueFields, payable_until: '2099-12-31' })
  expect(await readPaymentLink()).toBe(`Pagar até 31/12 ${linkEnd}`)
  await changeBoletoRow(orderId, { payable_until: '2026-11-19' })
  expect(await readPaymentLink()).toBe(`Gerar nova via ${linkEnd}`)
  await changeBoletoRow(orderId, { state: 'rejected' })
  expect(await readPaymentLink()).toBe(`Ver o pagamento ${linkEnd}`)
  await changeBoletoRow(orderId, { state: 'made', withdrawn_at: new Date(), withdrawal_reason: 'expired' })
  expect(await readPaymentLink()).toBe(`Gerar nova via ${linkEnd}`)
})

test.each([
  { status: orderStatus.confirmed, reason: null, expectedText: 'Pagamento confirmado' },
  { status: orderStatus.cancelled, reason: null, expectedText: 'Cancelado' },
  {
    status: orderStatus.cancelled,
    reason: 'A foto não mostra a aeronave.',
    expectedText: 'Cancelado / Reprovado',
  },
  { status: orderStatus.underReview, reason: null, expectedText: 'Em análise' },
])(
  'an order in status $status with reason $reason shows «$expectedText» and no boleto to pay',
  async (state) => {
    const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
    await giveBoleto(orderId)
    await db
      .updateTable('orders')
      .set({ status: state.status, reason: state.reason })
      .where('id', '=', orderId)
      .execute()
    const { text, html } = await fetchPage(await loginAs({ userId }), '/orders')
    expect(text).toContain(state.expectedText)
    if (state.reason) expect(text).toContain(state.reason)
    expect(html).not.toContain(`href="/payment/${orderId}"`)
  },
)

test('a confirmed order links to its purchased units', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ status: orderStatus.confirmed }).where('id', '=', orderId).execute()
  expect((await fetchPage(await loginAs({ userId }), '/orders')).html).toContain(
    '<a href="/manage">Gerenciar</a>',
  )
})

test.each(['0', '-1', 'abc', '1e99', '99999999999'])('treats page %s as the first page', async (page) => {
  const { userId } = await makeOrder({ [await makeDownload()]: 1 })
  const answer = await (await loginAs({ userId })).get(loader, `/orders?page=${page}`)
  expect(answer.data).toMatchObject({ page: 1, rows: [{}] })
})

test('a page past the end redirects to the last', async () => {
  const { userId } = await makeOrder({ [await makeDownload()]: 1 })
  const answer = await (await loginAs({ userId })).get(loader, '/orders?page=100000')
  expect([answer.status, answer.location]).toEqual([302, '/orders?page=1'])
})

test('an expired session requires a new login', async () => {
  const { userId } = await makeOrder({ [await makeDownload()]: 1 })
  const visitor = await loginAs({ userId })
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  expect((await visitor.get(loader, '/orders')).data).toBeNull()
})

test('treats a deactivated user as a visitor', async () => {
  const { userId } = await makeOrder({ [await makeDownload()]: 1 })
  const visitor = await loginAs({ userId })
  await db.updateTable('users').set({ is_active: false }).execute()
  expect((await visitor.get(loader, '/orders')).data).toBeNull()
})

test('forbids caching a customer’s page', async () => {
  const page = await fetchPage(await loginAs(await makeCustomer()), '/orders')
  expect(page.headers.get('Cache-Control')).toBe('no-store')
})

test('a row lists the first two titles and counts the copies of the others', async () => {
  const quantities: Record<number, number> = {}
  for (const name of ['Manual A', 'Manual B', 'Manual C', 'Manual D'])
    quantities[await makePublication({ name })] = 2
  const { userId } = await makeOrder(quantities)
  const { text } = await fetchPage(await loginAs({ userId }), '/orders')
  expect(text).toContain('2 × Manual A')
  expect(text).toContain('2 × Manual B')
  expect(text).toContain('e mais 4')
  expect(text).not.toContain('Manual C')
})

test('a row with a requested photo links to the upload', async () => {
  const { orderId, userId } = await makeOrderUnderReview()
  const visitor = await loginAs({ userId })
  expect((await fetchPage(visitor, '/orders')).html).not.toContain(`/orders/${orderId}/photo`)
  const [line] = await db.selectFrom('order_lines').select('id').where('order_id', '=', orderId).execute()
  await requestPhotos(orderId, { lineIds: [line?.id ?? 0], reason: 'Está desfocada' }, byStaff)
  const { html, text } = await fetchPage(visitor, '/orders')
  expect(html).toContain(`href="/orders/${orderId}/photo"`)
  expect(text).toContain('Enviar foto')
})
