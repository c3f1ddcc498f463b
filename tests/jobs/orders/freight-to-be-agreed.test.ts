import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { renderBoletoPdf } from '#app/jobs/charges/render-boleto.server.ts'
import { makeReceipt } from '#app/jobs/orders/make-receipt.server.ts'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { openPdf } from '#tests/documents/open-pdf.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { placeNewOrder } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { callAs } from '#tests/support/api-client.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { loginAs } from '#tests/support/request.ts'

beforeEach(openShop)
afterAll(closePdfBrowser)

/** Matches a text that shows freight as R$ 0,00. */
const freeFreight = /frete[^.\n]{0,60}(?:R\$\s*)?\b0[,.]00/i
const toPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
const freightToBeAgreed = { shippingService: shippingTypes.toBeAgreed }

test('the pattern matches only freight of R$ 0,00', () => {
  for (const text of ['Frete R$ 0,00', 'Frete (À Combinar, não incluído) R$ 0,00', 'frete: 0,00'])
    expect(text).toMatch(freeFreight)
  for (const text of ['Frete a combinar', 'Frete R$ 10,00', 'Sem frete. R$ 0,00'])
    expect(text).not.toMatch(freeFreight)
})

test('never shows freight to be agreed as R$ 0,00: page, mail, document, API, report', async () => {
  const order = await placeNewOrder({ [await makePublication()]: 1 }, freightToBeAgreed)
  const { orderId } = order
  /** The texts that show the order, by their place. */
  const texts = new Map<string, string>()
  await issueBoleto.run(String(orderId), { id: 1 })
  await renderBoletoPdf.run(String(orderId), { id: 1 })
  const boleto = await findCurrentBoleto(orderId)
  const boletoPath = join(process.env.DATA_DIR ?? '', boleto?.pdf_file ?? '')
  texts.set('boleto', (await openPdf(await readFile(boletoPath))).text)

  for (const [job, subject, id] of [
    ['mail-boleto-ready', boleto?.id, 91],
    ['ask-staff-for-freight', orderId, 92],
  ] as const) {
    await requireMailJob(job).run(String(subject), { id })
    texts.set(job, (await readMail(id)).body)
  }
  const buyer = await loginAs(order)
  texts.set('payment', (await fetchPage(buyer, `/payment/${orderId}`)).text)
  await confirmPayment(orderId, byStaff, '2026-11-23')
  await requireMailJob('mail-payment-confirmed').run(String(orderId), { id: 93 })
  texts.set('mail-payment-confirmed', (await readMail(93)).body)
  texts.set('receipt', (await openPdf(await makeOrderReceipt(orderId))).text)
  for (const path of ['/orders', `/orders/${orderId}`]) texts.set(path, (await fetchPage(buyer, path)).text)

  const staff = await loginAs({ userId: await makeStaff() })
  const query = 'start=2026-11-01&end=2026-11-30'
  for (const path of [
    `/admin/order/${orderId}`,
    '/admin/orders.csv',
    `/admin/expedition/new?order=${orderId}`,
    `/admin/report/invoice_items/?${query}`,
    `/admin/report/invoice_items/file/csv?${query}`,
    `/admin/report/paid_orders/?${query}&by=paid_on`,
    '/admin/report/day_closing/?day=2026-11-23',
  ])
    texts.set(path, (await fetchPage(staff, path)).text)

  for (const [name, text] of texts)
    expect([name, freeFreight.exec(toPlainSpaces(text))?.[0] ?? null]).toEqual([name, null])
  expect(toPlainSpaces(texts.get('receipt') ?? '')).toMatch(/Frete \(À Combinar, não incluído\)\s+–/)
  const { body } = await (await callAs(order)).get(`/order/${orderId}`)
  expect(body).toMatchObject({ shipping_type: 'À Combinar', shipping_value: 0.01, total: 80 })
})

async function makeOrderReceipt(orderId: number): Promise<Uint8Array> {
  const request = { id: 1, kind: 'receipt' as const, user_id: null, ready_at: null, name: '', type: '' }
  return makeReceipt({ ...request, facts: { orderId } }, async () => {})
}
