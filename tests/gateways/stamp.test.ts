import { PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { StampRefused, stampPdf } from '#app/gateways/stamp.server.ts'
import { openPdf } from '../documents/open-pdf.ts'
import { toPageTexts } from '../documents/page-texts.ts'
import { makePdf } from '../factories/files.ts'

const lines = ['Licenciado para Ação & Vôo Ltda. · CNPJ 12.ABC.345/01DE-35', 'Pedido nº 7 · Cópia nº 2']

test('prints every line on every page', async () => {
  const texts = await toPageTexts(await stampPdf(await makePdf([{}, {}, {}]), lines))
  expect(texts).toHaveLength(3)
  for (const [index, text] of texts.entries()) {
    expect(text).toContain(`Conteudo da pagina ${index + 1}`)
    for (const line of lines) expect(text).toContain(line)
  }
})

test.each([0, 90, 180, 270])(
  'prints at the visible bottom of a page rotated by %i degrees',
  async (rotation) => {
    const { raster } = await openPdf(await stampPdf(await makePdf([{ rotation }]), lines), 72)
    const { width, height, data } = raster
    const countDark = (from: number, to: number) => {
      let dark = 0
      for (let row = from; row < to; row++)
        for (let column = 0; column < width; column++)
          if ((data[row * width + column] ?? 255) < 160) dark += 1
      return dark
    }
    expect([width > height, rotation % 180 === 90]).toEqual([rotation % 180 === 90, rotation % 180 === 90])
    expect(countDark(height - 26, height)).toBeGreaterThan(50)
    expect(countDark(0, 26)).toBe(0)
  },
)

test('prints inside the visible part of a cropped page', async () => {
  const stamped = await stampPdf(await makePdf([{ crop: [100, 200, 300, 400] }]), lines)
  const { raster } = await openPdf(stamped, 72)
  const foot = raster.data.slice(raster.width * (raster.height - 26))
  expect(foot.filter((grey) => grey < 160).length).toBeGreaterThan(50)
})

/** Returns a page whose drawing ends with these operators, or which has this crop box. */
async function makeOddPdf({ tail = '', crop }: { tail?: string; crop?: [number, number, number, number] }) {
  const document = await PDFDocument.load(await makePdf([{}]))
  const page = document.getPage(0)
  if (crop) page.setCropBox(...crop)
  const contents = page.node.normalizedEntries().Contents
  contents?.push(document.context.register(document.context.stream(tail)))
  return document.save()
}

type Odd = Parameters<typeof makeOddPdf>[0]

test.each<[string, Odd]>([
  ['an unrestored shift', { tail: '1 0 0 1 0 2000 cm q' }],
  ['an unrestored clip', { tail: '0 400 100 100 re W n q' }],
  ['text switched to invisible', { tail: '3 Tr' }],
  ['a crop box larger than the sheet', { crop: [0, -200, 595, 1042] }],
])('prints complete lines with %s', async (_, odd) => {
  const stamped = await stampPdf(await makeOddPdf(odd), lines)
  const { raster, text } = await openPdf(stamped, 72)
  for (const line of lines) expect(text).toContain(line)
  const foot = raster.data.slice(raster.width * (raster.height - 26))
  expect(foot.filter((grey) => grey < 160).length).toBeGreaterThan(50)
})

test('rejects a page without room for the lines', async () => {
  await expect(stampPdf(await makeOddPdf({ crop: [0, 900, 595, 842] }), lines)).rejects.toThrow('no room')
})

test('shrinks a line that is too long for a narrow page', async () => {
  const long = 'Licenciado para Companhia Inventada de Aviação Agrícola do Vale · '.repeat(3)
  const [text = ''] = await toPageTexts(await stampPdf(await makePdf([{ width: 200, height: 200 }]), [long]))
  expect(text).toContain(long.trim())
})

test('replaces unsupported letters by the nearest supported ones', async () => {
  const [text = ''] = await toPageTexts(await stampPdf(await makePdf(), ['Łukasz Dvořák 日本 Nº 1']))
  expect(text).toContain('?ukasz Dvorák ?? Nº 1')
})

test('drops emoji with their modifiers from a stamp', async () => {
  const [text = ''] = await toPageTexts(
    await stampPdf(await makePdf(), ['Fazenda ✈️ Asa 👩🏽‍🌾 Branca© nº 1']),
  )
  expect(text).toContain('Fazenda Asa Branca© nº 1')
})

test('reports the progress of stamping', async () => {
  const reported: number[] = []
  await stampPdf(await makePdf(Array.from({ length: 60 }, () => ({}))), lines, async (done, total) => {
    reported.push(done, total)
  })
  expect(reported).toEqual([25, 60, 50, 60, 60, 60])
})

test.each([
  ['no PDF at all', async () => new TextEncoder().encode('not a PDF')],
  ['a PDF cut in the middle', async () => (await makePdf([{}, {}])).slice(0, 300)],
  ['an empty file', async () => new Uint8Array()],
  ['a PDF whose page is named twice', () => makeRepeatedPage()],
  [
    'a protected PDF',
    async () => {
      const document = await PDFDocument.load(await makePdf())
      document.encrypt({ userPassword: 'segredo', ownerPassword: 'segredo' })
      return document.save()
    },
  ],
])('rejects %s instead of returning it unstamped', async (_, make) => {
  await expect(stampPdf(await make(), lines)).rejects.toThrow(StampRefused)
})

/** Returns a page tree that lists one page several times, which would stamp it repeatedly. */
async function makeRepeatedPage() {
  const document = await PDFDocument.load(await makePdf([{}]))
  const tree = document.catalog.Pages()
  const kids = tree.Kids()
  kids.push(kids.get(0))
  tree.set(PDFName.of('Count'), PDFNumber.of(2))
  return document.save()
}
