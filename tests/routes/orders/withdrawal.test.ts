import { beforeEach, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { answerWithdrawal } from '#app/models/orders/withdrawal-answer.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action, loader } from '#app/routes/orders/withdrawal.tsx'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { rejection } from '#tests/factories/withdrawals.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const today = toCivilDate(new Date())

async function makeOrderPaidDaysAgo(daysAgo = 0) {
  const { orderId, userId } = await makeOrder({
    [await makeDownload({ name: 'Boletim 7' })]: 1,
    [await makeDownload({ name: 'Boletim 8' })]: 1,
  })
  await confirmPayment(orderId, byStaff, addDays(today, -daysAgo))
  const lines = await db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return {
    orderId,
    owner: await loginAs({ userId }),
    path: `/orders/${orderId}/withdrawal`,
    lines: lines.map(({ id }) => String(id)),
  }
}

const listRequests = () => db.selectFrom('withdrawal_requests').selectAll().execute()

test('the order links to its withdrawal page, which shows deadline and consequences', async () => {
  const { orderId, owner, path } = await makeOrderPaidDaysAgo(7)
  expect((await fetchPage(owner, `/orders/${orderId}`)).html).toContain(`href="${path}"`)
  const page = await fetchPage(owner, path)
  for (const expectedText of ['é hoje', 'recibo com o protocolo', 'Boletim 7', 'Boletim 8'])
    expect.soft(page.text).toContain(expectedText)
  expect(page.html.match(/type="checkbox"[^>]*checked/g)).toHaveLength(2)
})

test('stores a partial withdrawal with account and reason and shows its protocol number, once despite repeats', async () => {
  const { orderId, owner, path, lines } = await makeOrderPaidDaysAgo()
  const fields = { lines: lines.slice(1), reason: ' Comprei\r\nduas vezes ', refund_to: 'chave-inventada' }
  const answer = await fetchPage(owner, path, fields)
  expect([answer.status, answer.location]).toEqual([303, `/orders/${orderId}`])
  const [request] = await listRequests()
  expect(request).toMatchObject({
    order_id: orderId,
    reason: 'Comprei\nduas vezes',
    refund_to: 'chave-inventada',
    handled_at: null,
  })
  const protocol = `D${String(request?.id).padStart(6, '0')}`
  const orderPage = await fetchPage(owner, `/orders/${orderId}`)
  expect(orderPage.text).toContain(`Recebemos sua desistência, protocolo ${protocol}`)
  expect(orderPage.text).toContain(`Pedido de desistência recebido, protocolo ${protocol}`)
  expect(orderPage.text).toContain(`em desistência, ${protocol}`)
  expect(orderPage.html).toContain(`href="${path}"`)
  const remainingPage = await fetchPage(owner, path)
  expect(remainingPage.html.match(/type="checkbox"/g)).toHaveLength(1)
  expect(remainingPage.text).not.toContain('Boletim 8')
  expect((await fetchPage(owner, path, fields)).location).toBe(`/orders/${orderId}`)
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).toContain(
    `Você já desistiu dessas publicações: o protocolo é ${protocol}`,
  )
  expect(await listRequests()).toHaveLength(1)
})

test('the order lists each request with its outcome, and a rejected withdrawal can be requested again', async () => {
  const { orderId, owner, path, lines } = await makeOrderPaidDaysAgo()
  for (const line of lines) await fetchPage(owner, path, { lines: [line] })
  const [acceptedRequest, rejectedRequest] = await listRequests()
  await answerWithdrawal(acceptedRequest?.id ?? 0, { outcome: 'accepted' }, byStaff)
  await answerWithdrawal(rejectedRequest?.id ?? 0, rejection, byStaff)
  const [acceptedNumber, rejectedNumber] = [acceptedRequest, rejectedRequest].map(
    (request) => `D${String(request?.id).padStart(6, '0')}`,
  )
  const { text, html } = await fetchPage(owner, `/orders/${orderId}`)
  expect(text).toContain(`Desistência aceita, protocolo ${acceptedNumber}`)
  expect(text).toContain(`Desistência não aceita, protocolo ${rejectedNumber}`)
  expect(text).toContain(`desistência aceita, ${acceptedNumber}`)
  expect(text).not.toContain(`desistência aceita, ${rejectedNumber}`)
  expect(text).toContain(`Motivo: ${rejection.reason}`)
  expect(text).toContain('A desistência também pode ser pedida outra vez')
  expect(html).toContain(`href="${path}"`)
  const secondPage = await fetchPage(owner, path)
  expect(secondPage.html.match(/type="checkbox"/g)).toHaveLength(1)
  expect(secondPage.text).toContain('Boletim 8')
  await fetchPage(owner, path, { lines: [lines[1] ?? ''] })
  expect(await listRequests()).toHaveLength(3)
  expect((await fetchPage(owner, path)).text).toContain(`Protocolo: ${acceptedNumber}, ${rejectedNumber}, D`)
})

test('shows the real state of an order that was paid and reopened', async () => {
  const { orderId, owner, path } = await makeOrderPaidDaysAgo()
  await reopenOrder(orderId, byStaff)
  const page = await fetchPage(owner, path)
  expect(page.text).not.toContain('ainda não foi pago')
  expect(page.text).toContain('aguarda pagamento outra vez')
  expect(page.html).toContain(`href="/orders/${orderId}/cancellation"`)
})

test('reports an empty selection at the boxes and returns the typed values', async () => {
  const { owner, path } = await makeOrderPaidDaysAgo()
  const page = await fetchPage(owner, path, { reason: 'Mudei de ideia.' })
  expect(page.status).toBe(400)
  expect(page.text).toContain('Publicações: Escolha ao menos uma publicação')
  expect(page.text).toContain('Mudei de ideia.')
  expect(page.html.match(/type="checkbox"[^>]*checked/g)).toBeNull()
  expect(await listRequests()).toEqual([])
})

test('after seven days the page links to the contact, and a late form changes nothing', async () => {
  const { orderId, owner, path, lines } = await makeOrderPaidDaysAgo(8)
  expect((await fetchPage(owner, `/orders/${orderId}`)).html).not.toContain(`href="${path}"`)
  const page = await fetchPage(owner, path)
  expect(page.text).toContain('O prazo de 7 dias para desistir terminou em')
  expect(page.html).toContain('href="/contact"')
  expect((await fetchPage(owner, path, { lines })).location).toBe(path)
  expect(await listRequests()).toEqual([])
})

test('an unpaid order offers the cancellation instead', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  const page = await fetchPage(await loginAs({ userId }), `/orders/${orderId}/withdrawal`)
  expect(page.html).toContain(`href="/orders/${orderId}/cancellation"`)
})

test.each(['loader', 'action'] as const)(
  'returns 404 to a stranger and redirects a visitor to the login: %s',
  async (handler) => {
    const { orderId, path, lines } = await makeOrderPaidDaysAgo()
    const params = { id: String(orderId) }
    const openWithdrawal = (visitor: Visitor) =>
      handler === 'loader' ? visitor.get(loader, path, params) : visitor.post(action, path, { lines }, params)
    expect((await openWithdrawal(await loginAs(await makeCustomer()))).status).toBe(404)
    expect((await openWithdrawal(new Visitor())).location).toMatch(/^\/login\?redirectTo=/)
    expect(await listRequests()).toEqual([])
  },
)
