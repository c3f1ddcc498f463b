import { afterAll, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { prepareFile } from '#app/jobs/prepare-file.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { placeRenewals } from '#app/models/orders/order-placement.server.ts'
import { confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { loader as content } from '#app/routes/files/content.ts'
import { action as receipt, loader as receiptPage } from '#app/routes/orders/receipt.ts'
import { action as statusList } from '#app/routes/shop/current-versions.tsx'
import { loader as statusFile } from '#app/routes/shop/current-versions-file.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { toPageTexts } from '#tests/documents/page-texts.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscription } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

afterAll(closePdfBrowser)

const today = toCivilDate(new Date())
const findFileId = (location: string | null) => /^\/files\/(\d+)$/.exec(location ?? '')?.[1] ?? ''
const fetchFile = (visitor: Visitor, id: string) => visitor.get(content, `/files/${id}/x`, { id, name: 'x' })
const readPdfText = async (answer: Awaited<ReturnType<typeof fetchFile>>) =>
  (await toPageTexts(new Uint8Array((await answer.response?.arrayBuffer()) ?? [])))
    .join('\n')
    .replace(/\s+/g, ' ')

test('offers the receipt to the owner while the order is paid', async () => {
  await openShop()
  const { orderId, userId } = await makeOrder({ [await makeDownload({ name: 'Boletim 7' })]: 1 })
  const owner = await loginAs({ userId })
  const params = { id: String(orderId) }
  const requestReceiptPage = (visitor: Visitor) =>
    visitor.post(receipt, `/orders/${orderId}/receipt`, {}, params)
  expect((await requestReceiptPage(owner)).status).toBe(404)
  await confirmPayment(orderId, byStaff, today)
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).toContain('Recibo em PDF')
  const id = findFileId((await requestReceiptPage(owner)).location)
  await prepareFile.run(id, { id: 1 })
  const text = await readPdfText(await fetchFile(owner, id))
  for (const expectedText of [`Recibo do pedido nº ${orderId}`, 'Boletim 7', 'R$ 80,00', 'oitenta reais'])
    expect(text).toContain(expectedText)
  expect((await requestReceiptPage(await loginAs(await makeCustomer()))).status).toBe(404)
  expect((await requestReceiptPage(new Visitor())).location).toMatch(/^\/login/)
  expect((await owner.get(receiptPage, `/orders/${orderId}/receipt`, params)).location).toBe(
    `/orders/${orderId}`,
  )
  await reopenOrder(orderId, byStaff)
  expect((await fetchFile(owner, id)).status).toBe(404)
})

test('a receipt shows the refunds, and a free order has no receipt', async () => {
  await openShop()
  const { orderId, userId } = await makeOrder({ [await makeDownload({ name: 'Boletim 7' })]: 1 })
  await confirmPayment(orderId, byStaff, today)
  const refund = { orderId, paymentId: null, refundedOn: today, document: 'TED', note: null }
  const actor = { ...byStaff, actorUserId: userId }
  const owner = await loginAs({ userId })
  const readReceipt = async () => {
    const params = { id: String(orderId) }
    const id = findFileId((await owner.post(receipt, `/orders/${orderId}/receipt`, {}, params)).location)
    await prepareFile.run(id, { id: 1 })
    return readPdfText(await fetchFile(owner, id))
  }
  expect(await readReceipt()).not.toContain('reembolsado')
  await recordRefund({ ...refund, value: 30_00, token: 'a' }, actor)
  expect(await readReceipt()).toContain(
    `recebeu de volta R$ 30,00 em ${formatDate(today)} (reembolsado). Restam pagos R$ 50,00.`,
  )
  await recordRefund({ ...refund, value: 50_00, token: 'b' }, actor)
  expect(await readReceipt()).toContain('Nada resta pago por este pedido.')
  const freeOrder = await makeOrder({ [await makeDownload({ price: 0 })]: 1 })
  const ownerOfFreeOrder = await loginAs({ userId: freeOrder.userId })
  expect((await fetchPage(ownerOfFreeOrder, `/orders/${freeOrder.orderId}`)).text).not.toContain(
    'Recibo em PDF',
  )
  const params = { id: String(freeOrder.orderId) }
  expect(
    (await ownerOfFreeOrder.post(receipt, `/orders/${freeOrder.orderId}/receipt`, {}, params)).status,
  ).toBe(404)
})

test('the receipt of a renewal names the renewal and omits freight without shipment', async () => {
  await openShop()
  const customer = await makeCustomer()
  const { id } = await makeSubscription(customer, { due: today, name: 'Boletins do ano' })
  const order = await placeRenewals({
    ...customer,
    subscriptionIds: [id],
    checkoutToken: makeCheckoutToken(),
    termsVersion: '2026-01-01',
    seenPrices: new Map([[id, 60_00]]),
    today,
  })
  await confirmPayment(order.orderId, byStaff, today)
  const owner = await loginAs(customer)
  const params = { id: String(order.orderId) }
  const fileId = findFileId(
    (await owner.post(receipt, `/orders/${order.orderId}/receipt`, {}, params)).location,
  )
  await prepareFile.run(fileId, { id: 1 })
  const text = await readPdfText(await fetchFile(owner, fileId))
  expect(text).toContain('Renovação: Boletins do ano')
  expect(text).not.toContain('Frete')
})

test('two visitors receive the same PDF of the status list, without publications off sale', async () => {
  await openShop()
  await makeDownload({
    name: 'Ação nº 5 – São João',
    applicability: 'EMB-202',
    version: 'Rev. 5',
    date: '2026-10-12',
  })
  await makeDownload({ name: 'Fora de venda', active: false })
  const id = findFileId((await new Visitor().post(statusList, '/status')).location)
  expect(findFileId((await new Visitor().post(statusList, '/status')).location)).toBe(id)
  await prepareFile.run(id, { id: 1 })
  const answer = await fetchFile(new Visitor(), id)
  expect(answer.headers.get('Content-Disposition')).toContain(`status-das-publicacoes-${today}.pdf`)
  const text = await readPdfText(answer)
  expect(text).toContain('Ação nº 5 – São João EMB-202 Rev. 5 12/10/2026')
  expect(text).not.toContain('Fora de venda')
})

test('home and status page show the current name of an uploaded status file', async () => {
  expect((await fetchPage(new Visitor(), '/')).html).toContain('href="/status"')
  const uploadStatusFile = async (name: string) => {
    await putFile(`status/${name}`, new TextEncoder().encode('%PDF-1.7 invented'))
    const fileFields = {
      file: `status/${name}`,
      type: 'application/pdf',
      bytes: 17,
      uploadedOn: '2026-11-20',
    }
    await saveSetting('statusFile', { name, ...fileFields })
  }
  const fetchStatusFile = (name: string) => new Visitor().get(statusFile, `/status/${name}`, { name })
  await uploadStatusFile('status novembro.pdf')
  expect((await fetchPage(new Visitor(), '/')).text).toContain('status novembro.pdf')
  expect((await fetchPage(new Visitor(), '/status')).text).toContain('status novembro.pdf de 20/11/2026')
  expect((await fetchStatusFile('status novembro.pdf')).headers.get('Content-Type')).toBe('application/pdf')
  await uploadStatusFile('status dezembro.pdf')
  expect((await fetchPage(new Visitor(), '/')).html).toContain('href="/status/status%20dezembro.pdf"')
  expect((await fetchStatusFile('status novembro.pdf')).status).toBe(404)
})
