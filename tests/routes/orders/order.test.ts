import { beforeEach, expect, test } from 'vitest'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { findCart } from '#app/models/checkout/cart.server.ts'
import { cancelOrder, confirmPayment, rejectOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markDelivered, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { action, loader } from '#app/routes/orders/order.tsx'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder, makeOrderUnderReview, placeNewOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { giveBoleto } from '#tests/support/boletos.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

async function makeOwnOrder() {
  const manual = await makePublication({ name: 'Manual da Hélice', version: 'Rev. 3', price: 80_10 })
  const bulletin = await makeDownload({ name: 'Boletim 7', price: 35_05 })
  const order = await makeOrder({ [manual]: 2, [bulletin]: 1 })
  return { ...order, manual, bulletin, owner: await loginAs({ userId: order.userId }) }
}

test('shows the owner lines, totals, addresses and events', async () => {
  const { orderId, owner } = await makeOwnOrder()
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const page = await fetchPage(owner, `/orders/${orderId}`)
  for (const expectedText of [
    `Pedido nº ${orderId}`,
    'Pagamento confirmado',
    'Estamos preparando o envio. Entrega até',
    'Recebido : feito',
    'Embalagem : agora',
    'Manual da Hélice',
    'R$ 195,25',
    'R$ 217,75',
    'Rua das Hélices, 100',
    'Pedido recebido',
    'Pagamento confirmado',
    'Pago em',
    '21/11/2026',
  ])
    expect.soft(page.text).toContain(expectedText)
})

test('an unpaid order links to its boleto, and a rejected order shows the reason instead', async () => {
  const { orderId, owner } = await makeOwnOrder()
  expect((await fetchPage(owner, `/orders/${orderId}`)).html).toContain(`href="/payment/${orderId}"`)
  await cancelOrder(orderId, byStaff)
  await db.updateTable('orders').set({ reason: 'A foto não mostra a plaqueta.' }).execute()
  const page = await fetchPage(owner, `/orders/${orderId}`)
  expect(page.text).toContain('A foto não mostra a plaqueta.')
  expect(page.html).not.toContain(`href="/payment/${orderId}"`)
})

test.each(['loader', 'action'] as const)(
  'returns 404 to a stranger and redirects a visitor to the login: %s',
  async (handler) => {
    const { orderId } = await makeOwnOrder()
    const loadOrder = (visitor: Visitor) =>
      handler === 'loader'
        ? visitor.get(loader, `/orders/${orderId}`, { id: String(orderId) })
        : visitor.post(action, `/orders/${orderId}`, {}, { id: String(orderId) })
    expect((await loadOrder(await loginAs(await makeCustomer()))).status).toBe(404)
    const loginAddress = `/login?redirectTo=%2Forders%2F${orderId}`
    expect((await loadOrder(new Visitor())).location).toBe(
      handler === 'loader' ? loginAddress : `${loginAddress}&lost=1`,
    )
  },
)

test.each(['0', 'abc', '4000000', '1e3'])('returns 404 for order %s', async (id) => {
  const { owner } = await makeOwnOrder()
  expect((await owner.get(loader, `/orders/${id}`, { id })).status).toBe(404)
})

test('buys all available items again with one click', async () => {
  const { orderId, owner, userId, manual, bulletin } = await makeOwnOrder()
  await db.updateTable('publications').set({ active: false }).where('id', '=', bulletin).execute()
  const answer = await owner.post(action, `/orders/${orderId}`, {}, { id: String(orderId) })
  expect(answer.location).toBe('/cart')
  expect((await findCart({ userId }))?.items).toMatchObject([{ publicationId: manual, quantity: 2 }])
  expect((await fetchPage(owner, '/cart')).text).toContain('o resto saiu do catálogo')
})

test('repeats a rejected order: fills the cart and requires new photos', async () => {
  const { orderId, userId, publicationId } = await makeOrderUnderReview()
  await rejectOrder(orderId, 'A foto não mostra a plaqueta.', byStaff)
  const owner = await loginAs({ userId })
  const page = await fetchPage(owner, `/orders/${orderId}`)
  for (const expectedText of ['Refazer pedido', 'A foto não mostra a plaqueta.', 'Pedido reprovado'])
    expect.soft(page.text).toContain(expectedText)
  expect(page.text).not.toContain('Comprar novamente')
  expect((await fetchPage(owner, `/orders/${orderId}`, {})).location).toBe('/cart')
  expect((await findCart({ userId }))?.items).toMatchObject([{ publicationId, quantity: 1 }])
  expect((await fetchPage(owner, '/cart')).text).toContain('As fotos precisam ser enviadas de novo.')
})

test('shows the shipments on the order, and a summary in the list', async () => {
  const order = await makePaidOrder()
  const owner = await loginAs(order)
  expect((await fetchPage(owner, `/orders/${order.orderId}`)).text).not.toContain('Expedições')
  const id = await makeShipment(order, { note: 'Só para nós' })
  expect((await fetchPage(owner, '/orders')).text).toContain('Expedição: Em Andamento, desde 04/11/2026')
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  const resultPage = await fetchPage(owner, `/orders/${order.orderId}`)
  for (const expectedText of [
    'Expedições',
    `nº ${id}`,
    '3 exemplares',
    'Enviado em 05/11/2026',
    `Rastrear ${trackCode}`,
    'A encomenda está a caminho.',
    'Expedição enviada',
  ])
    expect.soft(resultPage.text).toContain(expectedText)
  expect(resultPage.text).not.toContain('Só para nós')
  await markDelivered(id, '2026-11-12', byStaff)
  expect((await fetchPage(owner, '/orders')).text).toContain('Expedição: Entregue em 12/11/2026')
  expect((await fetchPage(owner, `/orders/${order.orderId}`)).text).toContain('Expedição entregue')
})

test('does not show freight to be agreed as free', async () => {
  const order = await placeNewOrder(
    { [await makePublication()]: 1 },
    { shippingService: shippingTypes.toBeAgreed },
  )
  const page = await fetchPage(await loginAs(order), `/orders/${order.orderId}`)
  expect(page.text).toMatch(/Frete\s+a combinar/)
  expect(page.text).not.toContain('R$ 0,00')
})

test('a line with an aircraft shows its fuel', async () => {
  const { orderId, owner } = await makeOwnOrder()
  await db.updateTable('order_lines').set({ airplane_registration: 'PT-ABC', fuel_type: 2 }).execute()
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).toContain('Etanol')
})

/** Returns HTML and text of the card at the head of the page. */
async function readHeadCard(owner: Visitor, orderId: number) {
  const { html } = await fetchPage(owner, `/orders/${orderId}`)
  const headHtml = /<section class="order-head"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
  return {
    head: headHtml,
    text: headHtml
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

test('the head card shows state, next step, last day and one main button', async () => {
  const { orderId, owner } = await makeOwnOrder()
  // Banks are closed on the last weekday of a year and on New Year's Day, a Friday.
  await giveBoleto(orderId, { dueDate: '2099-12-31' })
  const unpaidHead = await readHeadCard(owner, orderId)
  expect(unpaidHead.text).toContain('Pagamento pendente')
  expect(unpaidHead.text).toContain('Pague o boleto até 04/01/2100 (segunda-feira).')
  expect(unpaidHead.head).toContain(`href="/payment/${orderId}"`)
  expect(unpaidHead.head.match(/button-main/g)).toHaveLength(1)
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const paidHead = await readHeadCard(owner, orderId)
  expect(paidHead.text).toContain('Os downloads já estão liberados. Estamos preparando o envio.')
  expect(paidHead.text).toContain('Baixar')
  expect(paidHead.head.match(/button-main/g)).toHaveLength(1)
})

test('groups equal lines in one row with their sum', async () => {
  const { orderId, owner } = await makeOwnOrder()
  const { text, html } = await fetchPage(owner, `/orders/${orderId}`)
  expect(text).toContain('2 × Manual da Hélice')
  expect(text).toContain('R$ 160,20')
  expect(text).toContain('R$ 80,10 cada')
  // Two titles and three totals: publications, freight and order.
  expect(html.match(/role="rowheader"[^>]*scope="row"|scope="row" role="rowheader"/g)?.length).toBe(5)
})

test('the timeline shows when the buyer received mails', async () => {
  const { orderId, owner, userId } = await makeOwnOrder()
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const mailFields = { job: 'mail-payment-confirmed', subject_ref: String(orderId), user_id: userId }
  await db
    .insertInto('mails')
    .values({
      ...mailFields,
      outbox_id: 1,
      to_address: 'ana@exemplo.test',
      subject: 'Pagamento confirmado',
      state: 'sent',
      error: null,
      sent_at: new Date('2026-11-22T15:00:00Z'),
    })
    .execute()
  const { text } = await fetchPage(owner, `/orders/${orderId}`)
  expect(text.replace(/\s+/g, ' ')).toContain('21/11/2026, avisado por e-mail em 22/11/2026')
})

test('a paid order shows when and where its invoice arrives, and has the receipt among its documents', async () => {
  const { orderId, owner } = await makeOwnOrder()
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).not.toContain('Nota fiscal')
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const { html, text } = await fetchPage(owner, `/orders/${orderId}`)
  expect(text).toContain('Nota fiscal: vamos emitir até o envio. Ela chega por e-mail e fica aqui.')
  const documentsSection = /<section aria-labelledby="documentos">[\s\S]*?<\/section>/.exec(html)?.[0]
  expect(documentsSection).toContain('Recibo em PDF')
})

test('shows the terms with version and time of acceptance', async () => {
  const { orderId, owner } = await makeOwnOrder()
  await db
    .updateTable('orders')
    .set({ terms_version: '2026-11-26', created_at: new Date('2026-11-27T01:10:00Z') })
    .where('id', '=', orderId)
    .execute()
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).toContain(
    'Termos de compra, versão de 26/11/2026, e aviso de privacidade de 26/11/2026, aceitos em 26/11/2026 às 22:10',
  )
})
