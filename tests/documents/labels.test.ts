import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type Labels, renderLabels } from '#app/documents/labels.tsx'
import {
  countLabelsPerSheet,
  getLabelPlace,
  labelSheets,
  type SheetName,
} from '#app/domain/shipments/label.ts'
import { closePdfBrowser, convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { openPdf, type Raster } from './open-pdf.ts'
import { toPageTexts } from './page-texts.ts'
import { seller } from './sample-seller.ts'

vi.setConfig({ testTimeout: 60_000 })
afterAll(closePdfBrowser)

const address = {
  zip_code: '18600000',
  street: 'Rua das Hélices',
  number: '100',
  complement: 'Hangar 3',
  province: 'Centro',
  city: 'Botucatu',
  state: 'SP',
}

const labelFields = {
  name: 'Ação nº 5 – São João Ltda.',
  contact: 'Ana Inventada da Silva',
  document: '12ABC34501DE35',
  phone: '14999990000',
  address,
}

/** A recipient whose texts have the maximum length that the form accepts. */
const longest = {
  name: 'Cooperativa Agroindustrial dos Produtores Rurais e Operadores Aeroagrícolas do Vale do São Francisco e do Oeste Baiano, Filial de Luís Eduardo Magalhães'.slice(
    0,
    150,
  ),
  contact: 'Wolfgangmaximilianoaugustodealbuquerqueemelloesouzadasilvasaurodemontalvaoguimaraes '
    .repeat(2)
    .slice(0, 150),
  document: '12ABC34501DE35',
  phone: '14999990000',
  address: {
    ...address,
    street: 'Avenida Marechal Mascarenhas de Moraes, antiga Estrada Municipal do Aeródromo Velho, lado par, '
      .repeat(2)
      .slice(0, 150),
    number: 'km 12,5 sem número',
    complement: 'Hangar B, sala dos pilotos, aos cuidados da coordenação de manutenção e operação',
    province: 'Núcleo Rural e Industrial de Produtores Aeroagrícolas Reunidos do Grande Oeste',
    city: 'Vila Bela da Santíssima Trindade do Alto Guaporé e Região Metropolitana do Norte',
  },
}

/** Prints, and saves the document if PAPERS names a folder. */
async function printLabels(name: string, labels: Partial<Labels>) {
  const html = renderLabels({
    seller,
    sheet: '6181',
    style: 'simple',
    start: 1,
    recipients: [labelFields],
    ...labels,
  })
  const pdf = await convertHtmlToPdf(html)
  if (process.env.PAPERS) {
    mkdirSync(process.env.PAPERS, { recursive: true })
    writeFileSync(join(process.env.PAPERS, `${name}.pdf`), pdf)
  }
  return pdf
}

type Box = { left: number; top: number; right: number; bottom: number }

/** Returns the ink within a part of the page, in millimetres from its corner; undefined if blank. */
function findInk({ width, data, pixelsPerMillimetre: scale }: Raster, area: Box): Box | undefined {
  const ink = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let y = Math.ceil(area.top * scale); y < Math.floor(area.bottom * scale); y++)
    for (let x = Math.ceil(area.left * scale); x < Math.floor(area.right * scale); x++)
      if ((data[y * width + x] ?? 255) < 160) {
        ink.left = Math.min(ink.left, x / scale)
        ink.right = Math.max(ink.right, (x + 1) / scale)
        ink.top = Math.min(ink.top, y / scale)
        ink.bottom = Math.max(ink.bottom, (y + 1) / scale)
      }
  return ink.left === Infinity ? undefined : ink
}

function getCell(name: SheetName, index: number): Box {
  const sheet = labelSheets[name]
  const { x, y } = getLabelPlace(sheet, index)
  return { left: x, top: y, right: x + sheet.width, bottom: y + sheet.height }
}

test.each(['6181', '6183'] as const)(
  'prints sheet %s on one letter page with every label in place',
  async (sheet) => {
    const count = countLabelsPerSheet(labelSheets[sheet])
    const pdf = await printLabels(`labels-${sheet}`, {
      sheet,
      recipients: Array.from({ length: count }, () => labelFields),
    })
    const { pages, widthMm, heightMm, raster } = await openPdf(pdf)
    expect(pages).toBe(1)
    expect(widthMm).toBeCloseTo(215.9, 0)
    expect(heightMm).toBeCloseTo(279.4, 0)
    for (let index = 0; index < count; index++) {
      const cell = getCell(sheet, index)
      const ink = findInk(raster, cell)
      // The text starts four millimetres from the left edge and is centred vertically.
      expect(ink?.left).toBeGreaterThan(cell.left + 3.9)
      expect(ink?.left).toBeLessThan(cell.left + 4.9)
      const middle = ((ink?.top ?? 0) + (ink?.bottom ?? 0)) / 2
      expect(Math.abs(middle - (cell.top + cell.bottom) / 2)).toBeLessThan(1)
    }
  },
)

test('starts at the chosen label and continues on a new sheet', async () => {
  const pdf = await printLabels('labels-start', {
    start: 20,
    recipients: [labelFields, { ...labelFields, name: 'Segunda' }],
  })
  const { pages, raster } = await openPdf(pdf, 100)
  expect(pages).toBe(2)
  const blank = { left: 0, top: 0, right: 215, bottom: getCell('6181', 18).top }
  expect(findInk(raster, blank)).toBeUndefined()
  expect(findInk(raster, getCell('6181', 18))).toBeUndefined()
  expect(findInk(raster, getCell('6181', 19))).toBeDefined()
  const [first, second] = await toPageTexts(pdf)
  expect(first).toContain('São João')
  expect(second).toContain('Segunda')
})

test.each([
  ['6181', 1],
  ['6181', 7],
  ['6181', 20],
  ['6183', 1],
  ['6183', 4],
  ['6183', 10],
] as const)('aligns labels to 0.2 mm on sheet %s when printing starts at label %d', async (sheet, start) => {
  const perSheet = countLabelsPerSheet(labelSheets[sheet])
  const recipients = Array.from({ length: perSheet - start + 1 }, () => labelFields)
  const { pages, raster } = await openPdf(
    await printLabels(`labels-${sheet}-${start}`, { sheet, start, recipients }),
  )
  expect(pages).toBe(1)
  const places = Array.from({ length: perSheet }, (_, index) => findOffset(raster, getCell(sheet, index)))
  for (const place of places.slice(0, start - 1)) expect(place).toBeUndefined()
  // The text begins four millimetres from the edge, and its first letter has a small margin.
  const last = places.at(-1)
  expect(last?.left).toBeGreaterThan(4)
  expect(last?.left).toBeLessThan(4.8)
  for (const place of places.slice(start - 1)) {
    expect(Math.abs((place?.left ?? 0) - (last?.left ?? 0))).toBeLessThan(0.2)
    expect(Math.abs((place?.top ?? 0) - (last?.top ?? 0))).toBeLessThan(0.2)
  }
})

/** Returns the distance of the ink from the corner of its label; undefined for a blank label. */
function findOffset(raster: Raster, cell: Box) {
  const ink = findInk(raster, cell)
  return ink && { left: ink.left - cell.left, top: ink.top - cell.top }
}

test.each([
  ['6181', 'simple'],
  ['6181', 'complete'],
  ['6183', 'simple'],
  ['6183', 'complete'],
] as const)('fits the longest label of sheet %s (%s) without losing a word', async (sheet, style) => {
  const recipients = [labelFields, labelFields, longest, longest]
  const pdf = await printLabels(`labels-long-${sheet}-${style}`, { sheet, style, recipients })
  const { raster } = await openPdf(pdf, 300)
  for (let index = 0; index < 4; index++) {
    const cell = getCell(sheet, index)
    const ink = findInk(raster, cell)
    expect(ink?.top).toBeGreaterThan(cell.top + 1.8)
    expect(ink?.bottom).toBeLessThan(cell.bottom - 1.8)
    expect(ink?.right).toBeLessThan(cell.right - 3.5)
  }
  const text = (await toPageTexts(pdf)).join(' ').replace(/\s+/g, '')
  for (const expectedText of [
    longest.name,
    longest.address.street,
    longest.address.city,
    longest.address.complement,
  ])
    expect(text).toContain(expectedText.replace(/\s+/g, ''))
})

test('prints readable text; a complete label has contact, document, phone and sender', async () => {
  const [simple = ''] = await toPageTexts(await printLabels('labels-simple', {}))
  const [complete = ''] = await toPageTexts(await printLabels('labels-complete', { style: 'complete' }))
  for (const text of [simple, complete].map((each) => each.replace(/\s+/g, ' ')))
    for (const expectedText of [
      'Ação nº 5 – São João Ltda.',
      'Rua das Hélices, 100, Hangar 3',
      'Centro',
      'Botucatu-SP',
      'CEP 18600-000',
    ])
      expect(text).toContain(expectedText)
  for (const expectedText of [
    'A/C Ana Inventada',
    'CNPJ 12.ABC.345/01DE-35',
    '(14) 99999-0000',
    'Remetente',
    'Aeropub',
  ])
    expect(complete.replace(/\s+/g, ' ')).toContain(expectedText)
  expect(simple).not.toContain('Remetente')
})

test.each(['6181', '6183'] as const)(
  'prints the sender on sheet %s in a font of at least six points',
  (sheet) => {
    const html = renderLabels({ seller, sheet, style: 'complete', start: 1, recipients: [labelFields] })
    const millimetres = Number(/class="sender" style="font-size:([\d.]+)mm"/.exec(html)?.[1])
    expect((millimetres * 72) / 25.4).toBeGreaterThan(6)
    expect(html).toContain('(14)\u00a03221-0000')
  },
)

test('prints a thousand labels as one document', { meta: { slow: 'prints a thousand labels' } }, async () => {
  const pdf = await printLabels('labels-thousand', {
    style: 'complete',
    recipients: Array.from({ length: 1000 }, () => labelFields),
  })
  expect((await toPageTexts(pdf)).length).toBe(50)
})
