import { beforeEach, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { closeGatewayEvent, storeWebhookEvent } from '#app/models/payments/gateway-event.server.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { makeGatewayBoleto } from '#tests/factories/boletos.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { fillCart, fillPersonForm } from '#tests/support/checkout-form.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const today = toCivilDate(new Date())

beforeEach(openShop)

const openStaff = async () => loginAs({ userId: await makeStaff() })

async function makeOpenEvent(name: string, externalId: string | null) {
  const happenedAt = '2026-11-21 16:45:03'
  await storeWebhookEvent({ eventId: `evt ${name}`, name, externalId, reference: null, happenedAt })
  const { id } = await db
    .selectFrom('gateway_events')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  await closeGatewayEvent({ id, name }, 'open', { attention: 'flagged' })
  return id
}

test('lists an open event in “Hoje” and under payments until staff close the event with a reason', async () => {
  const { orderId, boleto } = await makeGatewayBoleto()
  const id = await makeOpenEvent('PAYMENT_RESTORED', boleto.external_id)
  const visitor = await openStaff()
  expect((await fetchPage(visitor, '/admin/today')).text).toContain('1 aviso da Asaas a conferir')
  const paymentsPage = await fetchPage(visitor, '/admin/payments')
  expect(paymentsPage.text).toContain('cobrança restaurada')
  expect(paymentsPage.html).toContain(`href="/admin/payments/events/${id}"`)
  const path = `/admin/payments/events/${id}`
  const eventPage = await fetchPage(visitor, path)
  expect(eventPage.text).toContain('ela pode ser paga de novo')
  expect(eventPage.text).toContain('21/11/2026 16:45')
  expect(eventPage.html).toContain(`href="/admin/order/${orderId}"`)
  const emptyPage = await fetchPage(visitor, path, { note: ' ' })
  expect(emptyPage.status).toBe(400)
  expect(emptyPage.text).toContain('Diga por que o aviso é encerrado')
  expect((await fetchPage(visitor, path, { note: 'Removida no painel' })).location).toBe('/admin/payments')
  expect((await fetchPage(visitor, path)).text).toContain('Removida no painel')
  expect((await fetchPage(visitor, '/admin/payments')).text).not.toContain('cobrança restaurada')
  expect((await fetchPage(visitor, '/admin/today')).text).not.toContain('aviso da Asaas')
  expect((await fetchPage(visitor, `/admin/order/${orderId}`)).text).toContain('Aviso da Asaas encerrado')
  expect((await fetchPage(visitor, '/admin/payments/events/999')).status).toBe(404)
})

test('shows the fee and the net value of a payment on its page, its order and the daily closing', async () => {
  const { orderId, boleto } = await makeGatewayBoleto()
  const paymentData = {
    eventKey: 'asaas/1',
    source: 'gateway',
    boletoId: boleto.id,
    value: boleto.value,
  } as const
  const paidFields = { paidOn: today, creditedOn: null, fee: 1_99, way: 'gateway-pix' } as const
  await receivePayment({ ...paymentData, ...paidFields }, { actorUserId: null, source: 'gateway' }, today)
  const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  const visitor = await openStaff()
  const fetchSpacedText = async (path: string) =>
    (await fetchPage(visitor, path)).text.replaceAll('\u00a0', ' ')
  for (const path of [`/admin/payments/${id}`, `/admin/order/${orderId}`])
    for (const expectedText of ['R$ 1,99', 'R$ 78,01'])
      expect.soft(await fetchSpacedText(path)).toContain(expectedText)
  expect(await fetchSpacedText(`/admin/payments/${id}`)).toContain('Pix da Asaas')
  const closingPage = await fetchPage(visitor, '/admin/report/day_closing/')
  const text = closingPage.text.replaceAll('\u00a0', ' ')
  for (const expectedText of [
    'Recebido: Pix da Asaas',
    'Ainda a creditar no fim do período',
    'R$ 78,01',
    'Dia anterior',
  ])
    expect.soft(text).toContain(expectedText)
  expect(closingPage.html).toContain(`day=${addDays(today, -1)}`)
  expect(text).not.toContain('Dia seguinte')
  const emptyPage = await fetchPage(visitor, '/admin/report/day_closing/?day=2020-01-01')
  expect(emptyPage.text).toContain('Nada foi vendido, recebido ou reembolsado em 01/01/2020.')
  const csv = await fetchPage(visitor, `/admin/report/day_closing/file/csv?day=${today}`)
  expect(csv.text).toContain('80,00;1,99;78,01')
})

test('cart and checkout mention the boleto minimum for a lower total, and the checkout rejects the order', async () => {
  await saveSetting('issuer', { issuer: 'asaas', agencyAndCode: '', wallet: '' })
  const visitor = await fillCart(new Visitor(), { [await makeDownload({ price: 4_99 })]: 1 })
  const expectedText = 'O boleto de um pedido é de R$ 5,00 ou mais'
  const fetchSpacedText = async (path: string) =>
    (await fetchPage(visitor, path)).text.replaceAll('\u00a0', ' ')
  expect(await fetchSpacedText('/cart')).toContain(expectedText)
  expect(await fetchSpacedText('/checkout')).toContain(expectedText)
  const rejectedPage = await fetchPage(visitor, '/checkout', await fillPersonForm(visitor))
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text.replaceAll('\u00a0', ' ')).toContain(expectedText)
  expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
})

test('a free order does not mention a boleto', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload({ price: 0 })]: 1 })
  const page = await fetchPage(visitor, '/checkout')
  expect(page.text).toContain('Nada a pagar: o pedido é confirmado na hora, sem boleto.')
  expect(page.text).not.toContain('gerar boleto')
  const confirmation = await fetchPage(visitor, '/checkout', await fillPersonForm(visitor))
  const paymentPage = await fetchPage(visitor, confirmation.location ?? '')
  expect(paymentPage.text).toContain('Este pedido não teve nada a pagar, e por isso não tem boleto.')
})
