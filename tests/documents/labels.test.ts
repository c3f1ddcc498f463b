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

const recipient = {
  name: 'Ação nº 5 – São João Ltda.',
  contact: 'Ana Inventada da Silva',
  document: '12ABC34501DE35',
  phone: '14999990000',
  address,
}

/** A recipient whose texts have the maximum length that the form accepts. */
const longestRecipient = {
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
    recipients: [recipient],
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
function findInk({ width, data, pixelsPerMillimetre: pixelsPerMm }: Raster, area: Box): Box | undefined {
  const inkBox = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let y = Math.ceil(area.top * pixelsPerMm); y < Math.floor(area.bottom * pixelsPerMm); y++)
    for (let x = Math.ceil(area.left * pixelsPerMm); x < Math.floor(area.right * pixelsPerMm); x++)
      if ((data[y * width + x] ?? 255) < 160) {
        inkBox.left = Math.min(inkBox.left, x / pixelsPerMm)
        inkBox.right = Math.max(inkBox.right, (x + 1) / pixelsPerMm)
        inkBox.top = Math.min(inkBox.top, y / pixelsPerMm)
        inkBox.bottom = Math.max(inkBox.bottom, (y + 1) / pixelsPerMm)
      }
  return inkBox.left === Infinity ? undefined : inkBox
}

function getLabelBox(name: SheetName, index: number): Box {
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
      recipients: Array.from({ length: count }, () => recipient),
    })
    const { pages, widthMm, heightMm, raster } = await openPdf(pdf)
    expect(pages).toBe(1)
    expect(widthMm).toBeCloseTo(215.9, 0)
    expect(heightMm).toBeCloseTo(279.4, 0)
    for (let index = 0; index < count; index++) {
      const labelBox = getLabelBox(sheet, index)
      const inkBox = findInk(raster, labelBox)
      // The text starts four millimetres from the left edge and is centred vertically.
      expect(inkBox?.left).toBeGreaterThan(labelBox.left + 3.9)
      expect(inkBox?.left).toBeLessThan(labelBox.left + 4.9)
      const middle = ((inkBox?.top ?? 0) + (inkBox?.bottom ?? 0)) / 2
      expect(Math.abs(middle - (labelBox.top + labelBox.bottom) / 2)).toBeLessThan(1)
    }
  },
)

test('starts at the chosen label and continues on a new sheet', async () => {
  const pdf = await printLabels('labels-start', {
    // A sheet has twenty labels, so only one is left.
    start: 20,
    recipients: [recipient, { ...recipient, name: 'Segunda' }],
  })
  const { pages, raster } = await openPdf(pdf, 100)
  expect(pages).toBe(2)
  const skippedArea = { left: 0, top: 0, right: 215, bottom: getLabelBox('6181', 18).top }
  expect(findInk(raster, skippedArea)).toBeUndefined()
  expect(findInk(raster, getLabelBox('6181', 18))).toBeUndefined()
  expect(findInk(raster, getLabelBox('6181', 19))).toBeDefined()
  const [firstPage, secondPage] = await toPageTexts(pdf)
  expect(firstPage).toContain('São João')
  expect(secondPage).toContain('Segunda')
})

test.each([
  ['6181', 1],
  ['6181', 7],
  ['6181', 20],
  ['6183', 1],
  ['6183', 4],
  ['6183', 10],
] as const)('aligns labels to 0.2 mm on sheet %s when printing starts at label %d', async (sheet, start) => {
  const labelsPerSheet = countLabelsPerSheet(labelSheets[sheet])
  const recipients = Array.from({ length: labelsPerSheet - start + 1 }, () => recipient)
  const { pages, raster } = await openPdf(
    await printLabels(`labels-${sheet}-${start}`, { sheet, start, recipients }),
  )
  expect(pages).toBe(1)
  const offsets = Array.from({ length: labelsPerSheet }, (_, index) =>
    findOffset(raster, getLabelBox(sheet, index)),
  )
  for (const offset of offsets.slice(0, start - 1)) expect(offset).toBeUndefined()
  // The text begins four millimetres from the edge, and its first letter has a small margin.
  const lastOffset = offsets.at(-1)
  expect(lastOffset?.left).toBeGreaterThan(4)
  expect(lastOffset?.left).toBeLessThan(4.8)
  for (const offset of offsets.slice(start - 1)) {
    expect(Math.abs((offset?.left ?? 0) - (lastOffset?.left ?? 0))).toBeLessThan(0.2)
    expect(Math.abs((offset?.top ?? 0) - (lastOffset?.top ?? 0))).toBeLessThan(0.2)
  }
})

/** Returns the distance of the ink from the corner of its label; undefined for a blank label. */
function findOffset(raster: Raster, labelBox: Box) {
  const inkBox = findInk(raster, labelBox)
  return inkBox && { left: inkBox.left - labelBox.left, top: inkBox.top - labelBox.top }
}

test.each([
  ['6181', 'simple'],
  ['6181', 'complete'],
  ['6183', 'simple'],
  ['6183', 'complete'],
] as const)('fits the longest label of sheet %s (%s) without losing a word', async (sheet, style) => {
  const recipients = [recipient, recipient, longestRecipient, longestRecipient]
  const pdf = await printLabels(`labels-long-${sheet}-${style}`, { sheet, style, recipients })
  const { raster } = await openPdf(pdf, 300)
  for (let index = 0; index < 4; index++) {
    const labelBox = getLabelBox(sheet, index)
    const inkBox = findInk(raster, labelBox)
    expect(inkBox?.top).toBeGreaterThan(labelBox.top + 1.8)
    expect(inkBox?.bottom).toBeLessThan(labelBox.bottom - 1.8)
    expect(inkBox?.right).toBeLessThan(labelBox.right - 3.5)
  }
  const text = (await toPageTexts(pdf)).join(' ').replace(/\s+/g, '')
  for (const expectedText of [
    longestRecipient.name,
    longestRecipient.address.street,
    longestRecipient.address.city,
    longestRecipient.address.complement,
  ])
    expect(text).toContain(expectedText.replace(/\s+/g, ''))
})

test('prints readable text, and on a complete label contact, document, phone and sender', async () => {
  const [simple = ''] = await toPageTexts(await printLabels('labels-simple', {}))
  const [complete = ''] = await toPageTexts(await printLabels('labels-complete', { style: 'complete' }))
  for (const text of [simple, complete].map((pageText) => pageText.replace(/\s+/g, ' ')))
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
  'prints the sender on sheet %s in a font of more than six points',
  (sheet) => {
    const html = renderLabels({ seller, sheet, style: 'complete', start: 1, recipients: [recipient] })
    const millimetres = Number(/class="sender" style="font-size:([\d.]+)mm"/.exec(html)?.[1])
    expect((millimetres * 72) / 25.4).toBeGreaterThan(6)
    expect(html).toContain('(14)\u00a03221-0000')
  },
)

test('prints a thousand labels as one document', { meta: { slow: 'prints a thousand labels' } }, async () => {
  const pdf = await printLabels('labels-thousand', {
    style: 'complete',
    recipients: Array.from({ length: 1000 }, () => recipient),
  })
  // Each sheet has twenty labels.
  expect((await toPageTexts(pdf)).length).toBe(50)
})
