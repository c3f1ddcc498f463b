import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { renderBoleto } from '#app/documents/boleto.tsx'
import { formatBoletoLine } from '#app/domain/charges/boleto.ts'
import { closePdfBrowser, convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { openPdf, toImage } from './open-pdf.ts'
import { countOccurrences } from './page-texts.ts'
import { makeBankBoleto } from './sample-boleto.ts'

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer }, fireImmediately: true })
})

vi.setConfig({ testTimeout: 30_000 })

afterAll(closePdfBrowser)

const untilDueDate = 'Pagável em qualquer banco até o vencimento'
const formatUntil = (day: string) => `Pagável em qualquer banco até ${day}`
const discountAndLateTerms = [
  'Conceder desconto de R$ 61,72 até 30/11/2026.',
  'Após o vencimento cobrar multa de 2,00% e juros de R$ 0,41 por dia de atraso.',
]

/** Printed texts about the last payable day, for banks that store this day. */
const acceptanceTexts = {
  placeWithoutTerms: formatUntil('07/12/2026'),
  placeWithTerms: formatUntil('17/12/2026'),
  term: 'Não receber após 15 dias do vencimento.',
}
/** Printed texts about the last payable day, for banks that store only a protest. */
const protestTexts = {
  placeWithoutTerms: untilDueDate,
  placeWithTerms: formatUntil('22/12/2026'),
  term: 'Protestar após 20 dias corridos do vencimento.',
}

const bankLayouts = [
  { bank: '001', code: '001-9', name: 'Banco do Brasil', number: '11122450000000290', lastDay: protestTexts },
  { bank: '341', code: '341-7', name: 'Itaú', number: '109/00000290-0', lastDay: acceptanceTexts },
  { bank: '237', code: '237-2', name: 'Bradesco', number: '09/00000000290-1', lastDay: acceptanceTexts },
  { bank: '033', code: '033-7', name: 'Santander', number: '000000000290-9', lastDay: protestTexts },
  { bank: '104', code: '104-0', name: 'Caixa', number: '14000000000000290-4', lastDay: acceptanceTexts },
  { bank: '748', code: '748-X', name: 'Sicredi', number: '26/200290-6', lastDay: protestTexts },
] as const

describe('the layout of each bank’s boleto', () => {
  const cases = bankLayouts.flatMap(({ lastDay, ...layout }) => [
    { ...layout, hasTerms: false, place: lastDay.placeWithoutTerms, termLines: [] },
    {
      ...layout,
      hasTerms: true,
      place: lastDay.placeWithTerms,
      termLines: [...discountAndLateTerms, lastDay.term],
    },
  ])

  test.each(cases)(
    'prints the fields, terms and bar code of bank $bank (terms: $hasTerms)',
    async ({ bank, code, name, number, hasTerms, place, termLines }) => {
      const boleto = makeBankBoleto(bank, hasTerms)
      const { pages, text, raster } = await openPdf(await convertHtmlToPdf(renderBoleto(boleto)))
      const pageText = text.replace(/\s+/g, ' ')
      const countText = (part: string) => countOccurrences(pageText, part)
      expect(pages).toBe(1)
      // Both the receipt and the bank's part contain the heading and the number.
      expect(countText(`${name} ${code} ${formatBoletoLine(boleto.line)}`)).toBe(2)
      expect(countText(number)).toBe(2)
      expect(countText(`Local de pagamento ${place} Vencimento 02/12/2026`)).toBe(1)
      const [, instructions] = /do beneficiário\) (.*?) \(−\)/.exec(pageText) ?? []
      expect(instructions).toBe(
        [...termLines, 'Dúvidas: (14) 3333-0000', 'Pedido de compra PC-4500123'].join(' '),
      )
      const barcodes = await readBarcodes(toImage(raster), { formats: ['ITF'] })
      expect(barcodes.map((barcode) => barcode.text)).toEqual([boleto.barcode])
      expect(boleto.barcode.startsWith(bank)).toBe(true)
    },
  )
})
