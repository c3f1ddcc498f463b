import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type Certificate, renderCertificate } from '#app/documents/certificate.tsx'
import { type Receipt, renderReceipt } from '#app/documents/receipt.tsx'
import { renderStatusList } from '#app/documents/status-list.tsx'
import { closePdfBrowser, convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { openPdf } from './open-pdf.ts'
import { toPageTexts } from './page-texts.ts'
import { readQrCodes } from './read-qr.ts'
import { seller } from './sample-seller.ts'

vi.setConfig({ testTimeout: 60_000 })

afterAll(closePdfBrowser)

const makeItem = (index: number) => ({
  name: `Ação nº ${index} – São João: programa de manutenção aprovado`,
  version: `Rev. ${index}`,
  versionDate: '2026-06-22',
  registration: index % 2 ? 'PT-ABC' : null,
  serialNumber: index % 2 ? '20200107' : null,
  due: '2027-11-21',
})

const certificate: Certificate = {
  seller,
  number: 'ABCD2345EFGH6789',
  checkUrl: 'https://loja.test/certificado/ABCD2345EFGH6789',
  holder: { name: 'Asa Inventada Aviação Agrícola Ltda.', document: '12ABC34501DE35' },
  issuedAt: new Date('2026-11-21T15:04:00Z'),
  items: [makeItem(5), makeItem(6), makeItem(7)],
}

/** Renders a PDF, and saves it for inspection if PAPERS names a folder. */
async function renderPdf(name: string, html: string) {
  const pdf = await convertHtmlToPdf(html)
  if (process.env.PAPERS) {
    mkdirSync(process.env.PAPERS, { recursive: true })
    writeFileSync(join(process.env.PAPERS, `${name}.pdf`), pdf)
  }
  return pdf
}

test('a certificate is one A4 landscape page with holder, titles, dates and number', async () => {
  const pdf = await renderPdf('certificate', renderCertificate(certificate))
  const { pages, widthMm, heightMm } = await openPdf(pdf, 20)
  expect([pages, Math.round(widthMm), Math.round(heightMm)]).toEqual([1, 297, 210])
  const [text = ''] = await toPageTexts(pdf)
  for (const expectedText of [
    'Asa Inventada Aviação Agrícola Ltda.',
    'CNPJ 12.ABC.345/01DE-35',
    'Ação nº 5 – São João',
    'Rev. 5',
    'PT-ABC',
    '20200107',
    '21/11/2027',
    'ABCD',
    '21/11/2026 às 12:04',
  ])
    expect(text.replace(/\s+/g, ' ')).toContain(expectedText)
})

test('the QR code of a certificate opens the page that verifies it', async () => {
  const { raster } = await openPdf(await convertHtmlToPdf(renderCertificate(certificate)), 150)
  const [code] = await readQrCodes(raster)
  expect(code?.text).toBe(certificate.checkUrl)
})

test('a certificate of fifteen items is one page', async () => {
  const items = Array.from({ length: 15 }, (_, index) => makeItem(index + 1))
  const texts = await toPageTexts(
    await renderPdf('certificate-15', renderCertificate({ ...certificate, items })),
  )
  expect(texts).toHaveLength(1)
})

test('a long certificate continues on further pages, each with table headings, and prints every row', async () => {
  const items = Array.from({ length: 60 }, (_, index) => makeItem(index + 1))
  const texts = await toPageTexts(
    await renderPdf('certificate-fleet', renderCertificate({ ...certificate, items })),
  )
  expect(texts.length).toBeGreaterThan(1)
  const fullText = texts.join('\n').replace(/\s+/g, ' ')
  for (const { version } of items) expect(fullText).toContain(`${version} 22/06/2026`)
  expect(texts.filter((text) => text.includes('Válida até')).length).toBe(texts.length)
})

const receipt: Receipt = {
  seller,
  orderId: 41,
  purchaseOrder: 'PC-4500123',
  orderedOn: '2026-11-18',
  paidOn: '2026-11-20',
  payer: {
    name: 'Ana Inventada da Silva',
    document: '52998224725',
    address: 'Rua das Hélices, 100, Botucatu – SP',
  },
  lines: [
    { name: 'Ação nº 5 – São João', version: 'Rev. 9', quantity: 2, value: 1_246_85 },
    { name: 'Manual de Voo do Curió C-2 (ultraleve)', version: '2.4', quantity: 1, value: 64_45 },
  ],
  shipping: { name: 'PAC', value: 22_50 },
  total: 2_580_65,
  returns: [],
  nfe: '1234',
}

test('a receipt prints payer, amount in figures and words, and purpose', async () => {
  const pdf = await renderPdf('receipt', renderReceipt(receipt))
  const [text = ''] = await toPageTexts(pdf)
  for (const expectedText of [
    'Recibo do pedido nº 41',
    'Pedido de compra PC-4500123',
    'Ana Inventada da Silva',
    'CPF 529.982.247-25',
    'R$ 2.580,65',
    'dois mil quinhentos e oitenta reais e sessenta e cinco centavos',
    'Ação nº 5 – São João',
    'R$ 2.493,70',
    'Frete (PAC)',
    '20/11/2026',
    'NF-e 1234',
  ])
    expect(text.replace(/\s+/g, ' ')).toContain(expectedText)
})

test('a status list prints every title across several pages', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => ({
    name: `Boletim ${index + 1}`,
    applicability: 'EMB-202, séries 200700 a 200999',
    version: `Rev. ${index + 1}`,
    date: '2026-10-12',
  }))
  const texts = await toPageTexts(
    await renderPdf('status', renderStatusList({ seller, asOf: '2026-11-21', rows })),
  )
  const fullText = texts.join('\n').replace(/\s+/g, ' ')
  for (const { name, version } of rows)
    expect(fullText).toContain(`${name} EMB-202, séries 200700 a 200999 ${version} 12/10/2026`)
  expect(texts.length).toBeGreaterThan(1)
  expect(texts[0]).toContain(`1 / ${texts.length}`)
})
