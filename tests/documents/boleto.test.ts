import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Boleto, renderBoleto } from '#app/documents/boleto.tsx'
import { buildDynamicPix } from '#app/domain/charges/pix.ts'
import { closePdfBrowser, convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { openPdf } from './open-pdf.ts'
import { countOccurrences } from './page-texts.ts'
import { readQrCodes } from './read-qr.ts'
import { makeCodes, makeSampleBoleto } from './sample-boleto.ts'

vi.setConfig({ testTimeout: 30_000 })

afterAll(closePdfBrowser)

/** A Pix code of the issuer with a fictitious address. */
const pixCode = buildDynamicPix({
  url: 'pix.example.com/qr/v2/cobv/0a1b2c3d4e5f60718293a4b5c6d7e8f9aabbccdd',
  merchantName: 'Aeropub Publicacoes Aeron',
  merchantCity: 'Botucatu',
})

const bankLabels = [
  'Local de pagamento',
  'Vencimento',
  'Beneficiário',
  'Agência/Código do beneficiário',
  'Data do documento',
  'Nº do documento',
  'Espécie doc.',
  'Aceite',
  'Data do processamento',
  'Nosso número',
  'Uso do banco',
  'Carteira',
  'Espécie (moeda)',
  'Quantidade',
  '(x) Valor',
  '(=) Valor do documento',
  'Instruções (texto de responsabilidade do beneficiário)',
  '(−) Desconto/Abatimento',
  '(−) Outras deduções',
  '(+) Mora/Multa/Juros',
  '(+) Outros acréscimos',
  '(=) Valor cobrado',
  'Pagador',
  'Sacador/Avalista',
]

describe('a boleto', () => {
  test('has the labels of the bank’s part in the order of the FEBRABAN model', () => {
    const bankPart = readFields(renderBoleto(makeSampleBoleto())).slice(-bankLabels.length)
    expect(bankPart.map(({ label }) => label)).toEqual(bankLabels)
  })

  test('prints the bank’s fields in its part', () => {
    const bankPart = readFields(renderBoleto(makeSampleBoleto())).slice(-bankLabels.length)
    const values = Object.fromEntries(bankPart.map(({ label, value }) => [label, value]))
    expect(values).toMatchObject({
      Vencimento: '26/11/2026',
      'Agência/Código do beneficiário': '1234-5 / 0012345-6',
      'Data do documento': '21/11/2026',
      'Nº do documento': '0001042',
      'Espécie doc.': 'DM',
      Aceite: 'N',
      'Data do processamento': '22/11/2026',
      'Nosso número': '31234560000001042',
      Carteira: '17',
      'Espécie (moeda)': 'R$',
      '(=) Valor do documento': 'R$ 1.234,56',
    })
  })

  test.each([
    'Uso do banco',
    'Quantidade',
    '(x) Valor',
    '(−) Desconto/Abatimento',
    '(−) Outras deduções',
    '(+) Mora/Multa/Juros',
    '(+) Outros acréscimos',
    '(=) Valor cobrado',
    'Sacador/Avalista',
  ])('leaves "%s" blank', (label) => {
    expect(readFields(renderBoleto(makeSampleBoleto())).find((field) => field.label === label)?.value).toBe(
      '',
    )
  })

  test('prints a receipt for the payer with beneficiary, account, numbers, due date and value', () => {
    const html = renderBoleto(makeSampleBoleto())
    const receipt = readFields(html).slice(0, -bankLabels.length)
    expect(html).toContain('Recibo do Pagador')
    expect(receipt.map(({ label }) => label)).toEqual([
      'Beneficiário',
      'Agência/Código do beneficiário',
      'Nosso número',
      'Nº do documento',
      'Vencimento',
      'Valor do documento',
      'Pagador',
    ])
    expect(receipt.every(({ value }) => value !== '')).toBe(true)
  })

  test('names beneficiary and payer with number and address on both parts (Lei 12.039)', () => {
    const fields = readFields(renderBoleto(makeSampleBoleto()))
    const listValues = (label: string) =>
      fields.filter((field) => field.label === label).map(({ value }) => value)
    const seller =
      'Aeropub Publicações Aeronáuticas Ltda CNPJ 12.345.678/0001-95 Rua das Hélices, 100, sala 2 Centro, Botucatu – SP, CEP 18600-000'
    const buyer =
      'João da Conceição Araújo CPF 529.982.247-25 Avenida São João, 1500 Centro, São Paulo – SP, CEP 01036-100'
    expect(listValues('Beneficiário')).toEqual([seller, seller])
    expect(listValues('Pagador')).toEqual([buyer, buyer])
  })

  test('labels an alphanumeric CNPJ and accepts a masked number', () => {
    const payer = { ...makeSampleBoleto().payer, document: '12ABC34501DE35' }
    const maskedPayer = { ...payer, document: '529.982.247-25' }
    expect(renderBoleto(makeSampleBoleto({ payer }))).toContain('CNPJ 12.ABC.345/01DE-35')
    expect(renderBoleto(makeSampleBoleto({ payer: maskedPayer }))).toContain('CPF 529.982.247-25')
  })

  test('contains no script or remote resource, only data: addresses', () => {
    const html = renderBoleto(makeSampleBoleto())
    expect(html).not.toMatch(/<script|<img|<iframe|<link|<object|\son\w+=/i)
    const addresses = [...html.matchAll(/(?:url\(|src=|href=)["']?([^"')]{0,10})/g)].map((match) => match[1])
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.every((address) => address?.startsWith('data:'))).toBe(true)
  })

  test('escapes text typed by people', () => {
    const hostileText = '</title></style><script>alert(1)</script><img src=x onerror="alert(2)">&amp;'
    const party = {
      name: hostileText,
      document: hostileText,
      addressLine1: hostileText,
      addressLine2: hostileText,
    }
    const html = renderBoleto(
      makeSampleBoleto({
        bank: { code: '001', codeWithDigit: hostileText, name: hostileText },
        beneficiary: party,
        payer: party,
        agencyAndCode: hostileText,
        ourNumber: hostileText,
        documentNumber: hostileText,
        wallet: hostileText,
        paymentPlace: hostileText,
        instructions: [hostileText],
        order: {
          number: hostileText,
          purchaseOrder: hostileText,
          lines: [{ name: hostileText, version: hostileText, quantity: 1, totalCents: 1 }],
          shippingCents: 0,
          shippingLabel: hostileText,
        },
      }),
    )
    expect(html).not.toMatch(/<script|<img/i)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('rejects a line or a barcode of the wrong length', () => {
    expect(() => renderBoleto(makeSampleBoleto({ line: '123' }))).toThrow(RangeError)
    expect(() => renderBoleto(makeSampleBoleto({ barcode: '123' }))).toThrow(RangeError)
  })
})

describe('a boleto with the issuer’s Pix code', () => {
  const html = renderBoleto(makeSampleBoleto({ pixPayload: pixCode }))

  test('prints the code as text with its instructions, after the usual receipt', () => {
    expect(readText(html)).toContain('Pague com Pix No aplicativo do seu banco')
    expect(html).toContain(`<p class="code">${pixCode}</p>`)
    const receipt = readFields(html).slice(0, -bankLabels.length)
    expect(receipt.map(({ label }) => label)).toEqual([
      'Beneficiário',
      'Agência/Código do beneficiário',
      'Nosso número',
      'Nº do documento',
      'Vencimento',
      'Valor do documento',
      'Pagador',
      'Pague com Pix',
    ])
  })

  test('prints a readable code of at least 25 mm on one page', async () => {
    const pdf = await openPdf(await convertHtmlToPdf(html), 200)
    expect(pdf.pages).toBe(1)
    const [code, ...otherCodes] = await readQrCodes(pdf.raster)
    expect([code?.text, otherCodes]).toEqual([pixCode, []])
    expect(code?.widthMm).toBeGreaterThanOrEqual(25)
  })

  test('omits the text of a code longer than two lines', () => {
    const longCode = `${pixCode}${'9'.repeat(100)}`
    const page = renderBoleto(makeSampleBoleto({ pixPayload: longCode }))
    expect(page).not.toContain(longCode)
    expect(page).toContain('aria-label="Código QR do Pix"')
  })

  test('prints no Pix part without a code', () => {
    const page = renderBoleto(makeSampleBoleto())
    expect(page.slice(page.indexOf('<body'))).not.toMatch(/pix/i)
  })
})

describe('the order on a boleto', () => {
  test('lists up to eight publications', () => {
    const html = renderBoleto(makeSampleBoleto({ order: makeOrder(8) }))
    expect(html).toContain('Manual 8')
    expect(html).not.toContain('e mais')
  })

  test('lists seven of nine and sums up the other two', () => {
    const rows = readRows(renderBoleto(makeSampleBoleto({ order: makeOrder(9) })))
    expect(rows).toHaveLength(8)
    expect(rows[6]).toEqual(['Manual 7', 'Rev. 1', '1', 'R$ 10,00'])
    expect(rows[7]).toEqual(['e mais 2 itens', '', '2', 'R$ 20,00'])
  })

  test('shows freight with its name and the total', () => {
    const html = readText(renderBoleto(makeSampleBoleto()))
    expect(html).toContain('Frete (SEDEX) R$ 34,56 Total R$ 1.234,56')
  })
})

describe('a printed boleto', () => {
  test('is one A4 page with the line on both parts and Portuguese text', async () => {
    const boleto = makeSampleBoleto()
    const pdf = await openPdf(await convertHtmlToPdf(renderBoleto(boleto)))
    expect(pdf.pages).toBe(1)
    expect(pdf.widthMm).toBeCloseTo(210, 0)
    expect(pdf.heightMm).toBeCloseTo(297, 0)
    expect(countOccurrences(pdf.text, '00190.00009 03123.456000 00001.042175 7 16420000123456')).toBe(2)
    expect(pdf.text).toContain('Ação nº 5 – São João')
    expect(pdf.text).toContain('Aeropub Publicações Aeronáuticas Ltda')
    expect(pdf.text).toContain('Autenticação mecânica – Ficha de Compensação')
  })

  test('prints four long titles completely, without moving the bank’s part', async () => {
    const name =
      'Manual de Manutenção e Catálogo Ilustrado de Peças do EMB-202 Ipanema, volume 2: motor e hélice'
    const lines = Array.from({ length: 4 }, () => ({
      name,
      version: 'Rev. 1',
      quantity: 1,
      totalCents: 10_00,
    }))
    const order = { ...makeSampleBoleto().order, lines }
    const [usualPdf, longTitlePdf] = await Promise.all(
      [makeSampleBoleto(), makeSampleBoleto({ order })].map(async (boleto) =>
        openPdf(await convertHtmlToPdf(renderBoleto(boleto))),
      ),
    )
    const longTitleText = longTitlePdf?.text.replace(/\s+/g, ' ') ?? ''
    expect(countOccurrences(longTitleText, 'volume 2: motor e hélice')).toBe(4)
    const cropBankPart = (pdf: typeof usualPdf) => pdf && cropRows(pdf, 116, 297)
    expect(cropBankPart(longTitlePdf)).toEqual(cropBankPart(usualPdf))
  })

  test('stays on one page with the longest texts, and the foot with the barcode stays in place', async () => {
    const [usualPdf, longestPdf] = await Promise.all(
      [makeSampleBoleto({ ...makeCodes(99_999_999_99, '2027-12-31') }), makeLongestBoleto()].map(
        async (boleto) => openPdf(await convertHtmlToPdf(renderBoleto(boleto))),
      ),
    )
    expect(longestPdf?.pages).toBe(1)
    expect(longestPdf?.text).toContain('e mais 113 itens')
    expect(longestPdf?.text).toContain('12.ABC.345/01DE-35')
    expect(longestPdf?.text).toContain('R$ 99.999.999,99')
    const cropFoot = (pdf: typeof usualPdf) => pdf && cropRows(pdf, 277, 297)
    expect(cropFoot(longestPdf)).toEqual(cropFoot(usualPdf))
  })
})

/** Returns a boleto with all texts at maximum length: 300 characters with accents, or without a space. */
function makeLongestBoleto(): Boleto {
  const longText = 'Condomínio Agropecuário Açaí Ñandú Conceição '.repeat(7).slice(0, 300)
  const unbroken = 'W'.repeat(300)
  const party = { name: longText, document: '12ABC34501DE35', addressLine1: unbroken, addressLine2: longText }
  return makeSampleBoleto({
    ...makeCodes(99_999_999_99, '2027-12-31'),
    bank: { code: '001', codeWithDigit: '001-9', name: longText },
    beneficiary: party,
    payer: party,
    agencyAndCode: unbroken,
    ourNumber: unbroken,
    documentNumber: unbroken,
    wallet: longText,
    paymentPlace: longText,
    instructions: Array.from({ length: 40 }, () => longText),
    order: {
      number: 1042,
      purchaseOrder: unbroken,
      lines: Array.from({ length: 120 }, () => ({
        name: longText,
        version: unbroken,
        quantity: 1000,
        totalCents: 99_999_999_99,
      })),
      shippingCents: 0,
      shippingLabel: longText,
    },
  })
}

function makeOrder(count: number): Boleto['order'] {
  const lines = Array.from({ length: count }, (_, index) => ({
    name: `Manual ${index + 1}`,
    version: 'Rev. 1',
    quantity: 1,
    totalCents: 10_00,
  }))
  return { number: 7, purchaseOrder: null, lines, shippingCents: 0, shippingLabel: 'Sem frete' }
}

/** Returns the rows of pixels between two heights of the page. */
function cropRows({ raster }: Awaited<ReturnType<typeof openPdf>>, fromMm: number, toMm: number) {
  const getRowOffset = (mm: number) => Math.round(mm * raster.pixelsPerMillimetre) * raster.width
  return Buffer.from(raster.data.subarray(getRowOffset(fromMm), getRowOffset(toMm))).toString('base64')
}

function readFields(html: string): { label: string; value: string }[] {
  const fieldMatches = html.matchAll(/<div class="field[^>]*><dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)
  return [...fieldMatches].map(([, label = '', value = '']) => ({
    label: readText(label),
    value: readText(value),
  }))
}

function readRows(html: string): string[][] {
  const body = /<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? ''
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((row) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
    )
}

function readText(html: string): string {
  return html
    .replace(/<\/(?:span|p|th|td|tr|thead|tbody|tfoot|dt|dd)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
