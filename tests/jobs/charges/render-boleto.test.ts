import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildDynamicPix } from '#app/domain/charges/pix.ts'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { renderBoletoPdf } from '#app/jobs/charges/render-boleto.server.ts'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { openPdf } from '#tests/documents/open-pdf.ts'
import { readQrCodes } from '#tests/documents/read-qr.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { changeBoletoRow, giveBoleto } from '#tests/support/boletos.ts'

afterAll(closePdfBrowser)

const pixPayload = buildDynamicPix({
  url: 'pix.example.com/qr/v2/cobv/0a1b2c3d4e5f60718293a4b5c6d7e8f9aabbccdd',
  merchantName: 'Aeropub',
  merchantCity: 'Botucatu',
})

test('stores the boleto as a PDF with its file name; a second run changes nothing', async () => {
  await openShop()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await issueBoleto.run(String(orderId), { id: 1 })
  await renderBoletoPdf.run(String(orderId), { id: 2 })
  const file = (await findCurrentBoleto(orderId))?.pdf_file ?? ''
  const path = join(process.env.DATA_DIR ?? '', file)
  expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-')
  const { mtimeMs } = await stat(path)
  await renderBoletoPdf.run(String(orderId), { id: 2 })
  expect((await stat(path)).mtimeMs).toBe(mtimeMs)
})

test('prints a gateway’s boleto with its Pix code, and its replacement as another file', async () => {
  await openShop()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await giveBoleto(orderId, { issuer: 'asaas', bank: '461', agencyAndCode: '', wallet: '', pixPayload })
  await renderBoletoPdf.run(String(orderId), { id: 3 })
  const file = (await findCurrentBoleto(orderId))?.pdf_file ?? ''
  const { text, raster } = await openPdf(await readFile(join(process.env.DATA_DIR ?? '', file)))
  for (const expectedText of ['Asaas', '461-', 'Pague com Pix', pixPayload.slice(0, 60)])
    expect(text).toContain(expectedText)
  expect((await readQrCodes(raster)).map((code) => code.text)).toEqual([pixPayload])
  await changeBoletoRow(orderId, { withdrawn_at: new Date(), withdrawal_reason: 'expired' })
  await giveBoleto(orderId, { ordinal: 1, reference: `pedido-${orderId}-1`, ourNumber: `9${orderId}` })
  await renderBoletoPdf.run(String(orderId), { id: 4 })
  expect((await findCurrentBoleto(orderId))?.pdf_file).not.toBe(file)
})

test('prints the registered terms and omits free lines that promise money', async () => {
  await openShop()
  await saveSetting('charges', { finePercent: 200, interestPercent: 100, discountPercent: 500 })
  await saveSetting('shop', { boletoInstructions: ['Confira seus dados.', 'Cobrar multa de 10%.'] })
  const { orderId } = await makeOrder({ [await makeDownload({ price: 128_90 })]: 1 })
  await issueBoleto.run(String(orderId), { id: 1 })
  await renderBoletoPdf.run(String(orderId), { id: 2 })
  const boleto = await findCurrentBoleto(orderId)
  const { text } = await openPdf(await readFile(join(process.env.DATA_DIR ?? '', boleto?.pdf_file ?? '')))
  for (const expectedText of [
    `Conceder desconto de R$ 6,44 até ${formatDate(boleto?.due_date ?? '')}.`,
    'Após o vencimento cobrar multa de 2,00% e juros de R$ 0,04 por dia de atraso.',
    'Confira seus dados.',
    'Pagável em qualquer banco até',
  ])
    expect(text).toContain(expectedText)
  expect(text).not.toContain('10%')
})

test('rejects printing for a missing order', async () => {
  await expect(renderBoletoPdf.run('4000000', { id: 2 })).rejects.toThrow('no order or no boleto')
})
