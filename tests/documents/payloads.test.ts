import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderBoleto } from '#app/documents/boleto.tsx'
import { renderCertificate } from '#app/documents/certificate.tsx'
import { renderLabels } from '#app/documents/labels.tsx'
import { renderPriceQuote } from '#app/documents/price-quote.tsx'
import { renderReceipt } from '#app/documents/receipt.tsx'
import { renderReport } from '#app/documents/report.tsx'
import { renderStatusList } from '#app/documents/status-list.tsx'
import { closePdfBrowser, convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { scaleRounds } from '#tests/support/attacks/chance.ts'
import { toPageTexts } from './page-texts.ts'
import { makeSampleBoleto } from './sample-boleto.ts'
import { seller } from './sample-seller.ts'

vi.setConfig({ testTimeout: 120_000 })

let requestedPaths: string[] = []
const server = createServer((request, response) => {
  requestedPaths.push(request.url ?? '')
  response.end('body { display: none }')
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  requestedPaths = []
})
afterAll(async () => {
  await closePdfBrowser()
  await new Promise((resolve) => server.close(resolve))
})

/** Each document with hostile text in all places that contain people's text. */
const documents: Readonly<Record<string, (texts: readonly string[]) => string>> = {
  // Each text has a separate label, up to the field lengths of an address.
  label: (texts) =>
    renderLabels({
      seller,
      sheet: '6181',
      style: 'complete',
      start: 1,
      recipients: texts.map((longText) => {
        const text = longText.slice(0, 150)
        const recipient = { name: text, contact: text, document: '12ABC34501DE35', phone: '14999990000' }
        return { ...recipient, address: { ...makeAddress(text), number: '1', complement: '', province: '' } }
      }),
    }),
  certificate: joinTexts((text) =>
    renderCertificate({
      seller,
      number: 'ABCD2345EFGH6789',
      checkUrl: 'https://loja.test/certificado/ABCD2345EFGH6789',
      holder: { name: text, document: '12ABC34501DE35' },
      issuedAt: new Date('2026-11-21T15:04:00Z'),
      items: [
        {
          name: text,
          version: text,
          versionDate: '2026-06-22',
          registration: text,
          serialNumber: text,
          due: '2027-11-21',
        },
      ],
    }),
  ),
  receipt: joinTexts((text) =>
    renderReceipt({
      seller,
      orderId: 41,
      purchaseOrder: text,
      orderedOn: '2026-11-18',
      paidOn: '2026-11-20',
      payer: { name: text, document: '52998224725', address: text },
      lines: [{ name: text, version: text, quantity: 2, value: 100 }],
      shipping: { name: text, value: 100 },
      total: 300,
      returns: [{ value: 100, on: '2026-11-24', kind: 'refund' }],
      nfe: text,
    }),
  ),
  boleto: joinTexts((text) => {
    const { payer, beneficiary, order, ...boleto } = makeSampleBoleto()
    return renderBoleto({
      ...boleto,
      instructions: [text],
      beneficiary,
      payer: { ...payer, name: text, addressLine1: text, addressLine2: text },
      ...(order && {
        order: {
          ...order,
          purchaseOrder: text,
          lines: [{ name: text, version: text, quantity: 1, totalCents: 1 }],
        },
      }),
    })
  }),
  quote: joinTexts((text) =>
    renderPriceQuote({
      seller,
      number: 7,
      date: '2026-11-21',
      validUntil: '2026-12-21',
      lines: [{ name: text, version: text, kind: text, quantity: 1, price: 100 }],
      freight: { text, value: 100 },
      total: 200,
      url: 'https://loja.test/orcamento/abc',
    }),
  ),
  report: joinTexts((text) =>
    renderReport(
      {
        seller,
        title: text,
        lead: text,
        notes: [text],
        asOf: text,
        heads: [{ key: 'client', label: text, align: 'text' }],
        totals: [{ label: text, value: text }],
        empty: text,
      },
      [{ key: '1', cells: [text], group: { key: '1', label: text } }],
    ),
  ),
  'status list': joinTexts((text) =>
    renderStatusList({
      seller,
      asOf: '2026-11-21',
      rows: [{ name: text, applicability: text, version: text, date: '2026-10-12' }],
    }),
  ),
}

/** Puts all texts into one place, as in a long note. */
function joinTexts(render: (text: string) => string) {
  return (texts: readonly string[]) => render(texts.join(' '))
}

const makeAddress = (text: string) => ({
  zip_code: '18600000',
  street: text,
  number: text,
  complement: text,
  province: text,
  city: text,
  state: 'SP',
})

const makePayloads = (targetUrl: string) => [
  `<script>fetch("${targetUrl}/script");document.body.innerHTML="GONE"</script>`,
  `<img src="${targetUrl}/img" onerror="location='${targetUrl}/error'">`,
  `"><iframe src="file:///etc/passwd"></iframe>`,
  `</style><style>@import url(${targetUrl}/import);*{background:url(${targetUrl}/url)}</style>`,
  `<link rel="stylesheet" href="${targetUrl}/link"><meta http-equiv="refresh" content="0;url=${targetUrl}/meta">`,
  `--></td></table><object data="${targetUrl}/object"></object><svg onload="fetch('${targetUrl}/svg')">`,
]

/** Right-to-left, zero-width and four-byte characters, half a character, and unprintable ones. */
const unusualTexts = [
  'مرحبا \u202eabc\u202c שלום \u2066x\u2069',
  'a\u200b\u200d\ufeff\u0301\u0301\u0301b',
  '🛩️ 𠜎𠜱 👩‍👩‍👧‍👦 \ud800',
  '\u0000\u0007\u001b[31m\u2028\u2029',
]

const removeBlanks = (text: string) => text.replace(/[\s\u00ad\u200b\u2010\ufffe-]+/g, '')

describe.each(Object.entries(documents))('a printed %s', (_, render) => {
  test('prints hostile text as text and requests nothing', async () => {
    const html = render(makePayloads(origin))
    const pages = await toPageTexts(await convertHtmlToPdf(html))
    const text = removeBlanks(pages.join(''))
    for (const payload of makePayloads(origin)) {
      expect(html).not.toContain(payload)
      expect(text).toContain(removeBlanks(payload).slice(0, 20))
    }
    // The text of /etc/passwd begins with root.
    expect(text).not.toContain('root:')
    expect(requestedPaths).toEqual([])
  })

  test('prints text of any script and any length on at most sixty pages, and requests nothing', {
    meta: { slow: 'prints texts of every length' },
  }, async () => {
    for (const texts of [
      unusualTexts,
      ['W'.repeat(scaleRounds(10_000))],
      ['palavra '.repeat(scaleRounds(1_250))],
    ]) {
      const pages = await toPageTexts(await convertHtmlToPdf(render(texts)))
      expect(pages.length).toBeLessThanOrEqual(60)
    }
    expect(requestedPaths).toEqual([])
  })
})

test('the test server, which watches for requests of a document, records a request', async () => {
  await fetch(`${origin}/heard`)
  expect(requestedPaths).toEqual(['/heard'])
})
