import { PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { StampRefused, stampPdf } from '#app/gateways/stamp.server.ts'
import { openPdf } from '../documents/open-pdf.ts'
import { toPageTexts } from '../documents/page-texts.ts'
import { makePdf } from '../factories/files.ts'

/** The rows of pixels at the bottom of a page, at 72 dpi, that contain the stamp. */
const FOOT_ROWS = 26
/** A grey below this value counts as dark. */
const DARK_GREY = 160
const MIN_STAMP_PIXELS = 50
const stampLines = ['Licenciado para Ação & Vôo Ltda. · CNPJ 12.ABC.345/01DE-35', 'Pedido nº 7 · Cópia nº 2']

test('prints every line on every page', async () => {
  const texts = await toPageTexts(await stampPdf(await makePdf([{}, {}, {}]), stampLines))
  expect(texts).toHaveLength(3)
  for (const [index, text] of texts.entries()) {
    expect(text).toContain(`Conteudo da pagina ${index + 1}`)
    for (const line of stampLines) expect(text).toContain(line)
  }
})

test.each([0, 90, 180, 270])(
  'prints at the visible bottom of a page rotated by %i degrees',
  async (rotation) => {
    const { raster } = await openPdf(await stampPdf(await makePdf([{ rotation }]), stampLines), 72)
    const { width, height, data } = raster
    const countDarkPixels = (firstRow: number, endRow: number) => {
      let darkCount = 0
      for (let row = firstRow; row < endRow; row++)
        for (let column = 0; column < width; column++)
          if ((data[row * width + column] ?? 255) < DARK_GREY) darkCount += 1
      return darkCount
    }
    expect(width > height).toBe(rotation % 180 === 90)
    expect(countDarkPixels(height - FOOT_ROWS, height)).toBeGreaterThan(MIN_STAMP_PIXELS)
    expect(countDarkPixels(0, FOOT_ROWS)).toBe(0)
  },
)

test('prints inside the visible part of a cropped page', async () => {
  const stamped = await stampPdf(await makePdf([{ crop: [100, 200, 300, 400] }]), stampLines)
  const { raster } = await openPdf(stamped, 72)
  const foot = raster.data.slice(raster.width * (raster.height - FOOT_ROWS))
  expect(foot.filter((grey) => grey < DARK_GREY).length).toBeGreaterThan(MIN_STAMP_PIXELS)
})

/** Returns a PDF of one page whose drawing ends with the operators of `tail`, and whose crop box is `crop`. */
async function makeOddPdf({ tail = '', crop }: { tail?: string; crop?: [number, number, number, number] }) {
  const document = await PDFDocument.load(await makePdf([{}]))
  const page = document.getPage(0)
  if (crop) page.setCropBox(...crop)
  const contents = page.node.normalizedEntries().Contents
  contents?.push(document.context.register(document.context.stream(tail)))
  return document.save()
}

type OddPage = Parameters<typeof makeOddPdf>[0]

test.each<[string, OddPage]>([
  ['an unrestored shift', { tail: '1 0 0 1 0 2000 cm q' }],
  ['an unrestored clip', { tail: '0 400 100 100 re W n q' }],
  ['text switched to invisible', { tail: '3 Tr' }],
  ['a crop box larger than the sheet', { crop: [0, -200, 595, 1042] }],
])('prints complete lines with %s', async (_, oddPage) => {
  const stamped = await stampPdf(await makeOddPdf(oddPage), stampLines)
  const { raster, text } = await openPdf(stamped, 72)
  for (const line of stampLines) expect(text).toContain(line)
  const foot = raster.data.slice(raster.width * (raster.height - FOOT_ROWS))
  expect(foot.filter((grey) => grey < DARK_GREY).length).toBeGreaterThan(MIN_STAMP_PIXELS)
})

test('rejects a page without room for the lines', async () => {
  await expect(stampPdf(await makeOddPdf({ crop: [0, 900, 595, 842] }), stampLines)).rejects.toThrow(
    'no room',
  )
})

test('shrinks a line that is too long for a narrow page', async () => {
  const longLine = 'Licenciado para Companhia Inventada de Aviação Agrícola do Vale · '.repeat(3)
  const [text = ''] = await toPageTexts(
    await stampPdf(await makePdf([{ width: 200, height: 200 }]), [longLine]),
  )
  expect(text).toContain(longLine.trim())
})

test('replaces an unsupported letter by its base letter, or by a question mark', async () => {
  const [text = ''] = await toPageTexts(await stampPdf(await makePdf(), ['Łukasz Dvořák 日本 Nº 1']))
  expect(text).toContain('?ukasz Dvorák ?? Nº 1')
})

test('drops emoji with their modifiers from a stamp', async () => {
  const [text = ''] = await toPageTexts(
    await stampPdf(await makePdf(), ['Fazenda ✈️ Asa 👩🏽‍🌾 Branca© nº 1']),
  )
  expect(text).toContain('Fazenda Asa Branca© nº 1')
})

test('reports the progress after every 25 pages and at the end', async () => {
  const progress: [done: number, total: number][] = []
  await stampPdf(await makePdf(Array.from({ length: 60 }, () => ({}))), stampLines, async (done, total) => {
    progress.push([done, total])
  })
  expect(progress).toEqual([
    [25, 60],
    [50, 60],
    [60, 60],
  ])
})

test.each([
  ['no PDF at all', async () => new TextEncoder().encode('not a PDF')],
  ['a PDF cut in the middle', async () => (await makePdf([{}, {}])).slice(0, 300)],
  ['an empty file', async () => new Uint8Array()],
  ['a PDF that lists a page twice', () => makeRepeatedPage()],
  [
    'a protected PDF',
    async () => {
      const document = await PDFDocument.load(await makePdf())
      document.encrypt({ userPassword: 'segredo', ownerPassword: 'segredo' })
      return document.save()
    },
  ],
])('rejects %s instead of returning it unstamped', async (_, make) => {
  await expect(stampPdf(await make(), stampLines)).rejects.toThrow(StampRefused)
})

/** Returns a PDF whose page tree lists one page twice, so that the page would be stamped twice. */
async function makeRepeatedPage() {
  const document = await PDFDocument.load(await makePdf([{}]))
  const tree = document.catalog.Pages()
  const kids = tree.Kids()
  kids.push(kids.get(0))
  tree.set(PDFName.of('Count'), PDFNumber.of(2))
  return document.save()
}
