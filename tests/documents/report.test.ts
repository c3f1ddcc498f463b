import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import {
  calculateColumnWidths,
  type PrintedRow,
  renderPageNumbers,
  renderReport,
  renderReportPart,
} from '#app/documents/report.tsx'
import { closePdfBrowser, convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { createJoinedPdf } from '#app/gateways/pdf-parts.server.ts'
import { openPdf } from './open-pdf.ts'
import { countOccurrences, toPageTexts } from './page-texts.ts'

vi.setConfig({ testTimeout: 60_000 })
afterAll(closePdfBrowser)

const report = {
  seller: {
    name: 'Aeropub',
    legalName: 'Aeropub Publicações Inventadas Ltda.',
    cnpj: '12.ABC.345/01DE-35',
    address: 'Rua das Hélices, 100, Centro, Botucatu – SP, CEP 18600-000',
    phone: '(14) 3221-0000',
    email: 'contato@aeropub.test',
  },
  title: 'Pedidos pagos',
  lead: 'De 01/11/2026 a 30/11/2026, por data do pedido.',
  asOf: 'Lido em 21/11/2026 às 12:04, horário de Brasília.',
  heads: [
    { key: 'id', label: 'Pedido', align: 'code' as const },
    { key: 'client', label: 'Cliente', align: 'text' as const },
    { key: 'titles', label: 'Publicações', align: 'text' as const },
    { key: 'total', label: 'Valor', align: 'num' as const },
  ],
  notes: ['Excel e CSV têm também: Recebido e Tarifas.'],
  totals: [
    { label: 'Número de pedidos', value: '40' },
    { label: 'Total acumulado', value: 'R$ 1.234,56' },
  ],
  empty: 'Nenhum pedido encontrado',
}

function makeRows(firstId: number, count: number, getGroup: (id: number) => string | null = () => null) {
  return Array.from({ length: count }, (_, index): PrintedRow => {
    const id = firstId + index
    const group = getGroup(id)
    return {
      key: String(id),
      cells: [String(100_000 + id), `Asa Inventada ${id} Ltda.`, 'Ação nº 5 – São João', 'R$ 1.099,95'],
      group: group === null ? null : { key: group, label: group },
    }
  })
}

/** Saves the document if PAPERS names a folder. Returns its pages' texts with single spaces. */
async function readTexts(name: string, pdf: Uint8Array) {
  if (process.env.PAPERS) {
    mkdirSync(process.env.PAPERS, { recursive: true })
    writeFileSync(join(process.env.PAPERS, `${name}.pdf`), pdf)
  }
  return (await toPageTexts(pdf)).map((text) => text.replace(/\s+/g, ' '))
}

test('a report is landscape, with headings and page numbers on every page and totals at the end', async () => {
  const pdf = await convertHtmlToPdf(renderReport(report, makeRows(1, 40)))
  const { widthMm, heightMm } = await openPdf(pdf, 20)
  expect([Math.round(widthMm), Math.round(heightMm)]).toEqual([297, 210])
  const texts = await readTexts('report', pdf)
  expect(texts.length).toBeGreaterThan(1)
  expect(texts[0]).toContain('De 01/11/2026 a 30/11/2026, por data do pedido.')
  expect(texts[0]).toContain('100001 Asa Inventada 1 Ltda. Ação nº 5 – São João R$ 1.099,95')
  expect(texts[0]).toContain('Excel e CSV têm também: Recebido e Tarifas.')
  texts.forEach((text, index) => {
    expect(text).toContain('Pedido Cliente Publicações Valor')
    expect(text).toContain(`${index + 1} / ${texts.length}`)
  })
  expect(texts.at(-1)).toMatch(/Número de pedidos 40 Total acumulado R\$ 1\.234,56/)
  expect(texts.slice(0, -1).join()).not.toContain('Total acumulado')
})

test('a report without rows prints a message and its totals', async () => {
  const emptyReport = { ...report, totals: [{ label: 'Número de pedidos', value: '0' }] }
  const [text] = await readTexts('report-empty', await convertHtmlToPdf(renderReport(emptyReport, [])))
  expect(text).toContain('Nenhum pedido encontrado')
  expect(text).toContain('Número de pedidos 0')
})

test('prints the heading of a group once, above its rows', async () => {
  const rows = makeRows(1, 12, (id) => (id <= 5 ? 'Ana Inventada' : 'Beto Inventado'))
  const [text = ''] = await readTexts('report-groups', await convertHtmlToPdf(renderReport(report, rows)))
  expect(countOccurrences(text, 'Ana Inventada')).toBe(1)
  expect(text).toMatch(/Ana Inventada 100001 .* 100005 .* Beto Inventado 100006 /)
})

test('parts are joined into one document with running numbers, continued headings and totals at the end', async () => {
  const getGroup = (id: number) => (id <= 20 ? 'Ana Inventada' : 'Beto Inventado')
  const [firstRows, secondRows] = [makeRows(1, 30, getGroup), makeRows(31, 30, getGroup)]
  const widths = calculateColumnWidths(report.heads, firstRows)
  const joinedPdf = await createJoinedPdf({ title: report.title, language: 'pt-BR' })
  const parts = [
    { rows: firstRows, previousRow: undefined, isLast: false, widths },
    { rows: secondRows, previousRow: firstRows.at(-1), isLast: true, widths },
  ]
  for (const part of parts) await joinedPdf.add(await convertHtmlToPdf(renderReportPart(report, part)))
  const pdf = await joinedPdf.finish(await convertHtmlToPdf(renderPageNumbers(joinedPdf.pages())))
  const texts = await readTexts('report-parts', pdf)
  expect(texts.length).toBeGreaterThan(3)
  texts.forEach((text, index) => {
    expect(text).toContain('Pedido Cliente Publicações Valor')
    expect(text).toContain(`${index + 1} / ${texts.length}`)
  })
  const fullText = texts.join(' ')
  for (const { cells } of [...firstRows, ...secondRows])
    expect(countOccurrences(fullText, `${cells[0]} `)).toBe(1)
  expect(fullText).toContain('Ação nº 5 – São João')
  expect(countOccurrences(fullText, 'Beto Inventado')).toBe(2)
  expect(texts.find((text) => text.includes('100031 '))).toContain('Beto Inventado (continuação) 100031')
  expect(texts.find((text) => text.includes('100030 '))).toContain('Continua na próxima página.')
  expect(countOccurrences(fullText, 'Total acumulado')).toBe(1)
  expect(texts.at(-1)).toContain('Total acumulado R$ 1.234,56')
})

test('columns fill the page width, and number columns are only as wide as their content', () => {
  const [id = 0, client = 0, titles = 0, total = 0] = calculateColumnWidths(report.heads, makeRows(1, 3))
  expect(id + client + titles + total).toBeCloseTo(100, 0)
  expect(Math.max(id, total)).toBeLessThan(Math.min(client, titles))
})
