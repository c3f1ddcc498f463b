import {
  degrees,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  PDFPageEmbedder,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'

export class StampRefused extends Error {
  override name = 'StampRefused'
}

const FONT_SIZE = 7
const LINE_HEIGHT = 9
const MARGIN = 8
const PAGES_PER_REPORT = 25
const ink = rgb(0.15, 0.15, 0.15)
const paper = rgb(1, 1, 1)

/** Stamps the foot of each page as it is displayed, with its rotation and crop box. Throws StampRefused. */
export async function stampPdf(
  pdf: Uint8Array,
  lines: readonly string[],
  onProgress: Progress = async () => undefined,
): Promise<Uint8Array> {
  const document = await stampPages(pdf, lines, onProgress)
  return runOrRefuse(() => document.save())
}

/** Throws StampRefused if the PDF cannot be stamped. Stamps a dot on each page and discards the result. */
export async function checkStampable(
  pdf: Uint8Array,
  onProgress: Progress = async () => undefined,
): Promise<void> {
  await stampPages(pdf, ['.'], onProgress)
}

type Progress = (done: number, total: number) => Promise<void>

async function stampPages(pdf: Uint8Array, lines: readonly string[], onProgress: Progress) {
  const document = await runOrRefuse(() => PDFDocument.load(pdf, loadOptions))
  const font = await runOrRefuse(() => document.embedFont(StandardFonts.Helvetica))
  const texts = lines.map(toPrintableText)
  const pages = await runOrRefuse(() => document.getPages())
  if (pages.length === 0) throw new StampRefused('a PDF without pages')
  // A second stamp on the same page would cover the first.
  if (new Set(pages.map(({ ref }) => ref)).size < pages.length) throw new StampRefused('a page named twice')
  for (const [index, page] of pages.entries()) {
    await runOrRefuse(() => isolatePageState(page))
    await runOrRefuse(() => stampPage(page, font, texts))
    if (index % PAGES_PER_REPORT === PAGES_PER_REPORT - 1) await onProgress(index + 1, pages.length)
  }
  await onProgress(pages.length, pages.length)
  return document
}

const loadOptions = { updateMetadata: false, throwOnInvalidObject: true }

/** Converts all errors of the library to StampRefused, because any step may find damage. */
async function runOrRefuse<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof StampRefused) throw cause
    throw new StampRefused('the PDF cannot be stamped', { cause })
  }
}

/** Isolates the page's drawing state, because a transformation, clip or text mode could hide the stamp. */
async function isolatePageState({ node, doc }: PDFPage) {
  const identity: [number, number, number, number, number, number] = [1, 0, 0, 1, 0, 0]
  const { Contents } = node.normalizedEntries()
  if (!Contents) return
  const form = await (await PDFPageEmbedder.for(node, undefined, identity)).embedIntoContext(doc.context)
  const name = node.newXObject('Page', form)
  const drawing = doc.context.stream(`q ${name.asString()} Do Q`)
  node.set(PDFName.of('Contents'), doc.context.obj([doc.context.register(drawing)]))
}

const MIN_PAGE_SIDE = 4 * MARGIN

function getVisibleBox(page: PDFPage) {
  const crop = getEdges(page.getCropBox())
  const media = getEdges(page.getMediaBox())
  const left = Math.max(crop.left, media.left)
  const bottom = Math.max(crop.bottom, media.bottom)
  const width = Math.min(crop.right, media.right) - left
  const height = Math.min(crop.top, media.top) - bottom
  if (width < MIN_PAGE_SIDE || height < MIN_PAGE_SIDE)
    throw new StampRefused('a page with no room for the stamp')
  return { x: left, y: bottom, width, height }
}

function getEdges({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return {
    left: Math.min(x, x + width),
    right: Math.max(x, x + width),
    bottom: Math.min(y, y + height),
    top: Math.max(y, y + height),
  }
}

/** Draws the lines on a light background at the foot of the displayed page. */
function stampPage(page: PDFPage, font: PDFFont, lines: readonly string[]) {
  const stampArea = findStampArea(page)
  const backgroundHeight = lines.length * LINE_HEIGHT + MARGIN
  page.drawRectangle({
    ...stampArea.toPagePoint(0, 0),
    width: stampArea.width,
    height: backgroundHeight,
    color: paper,
    opacity: 0.8,
  })
  for (const [index, line] of lines.entries()) {
    const lineWidth = font.widthOfTextAtSize(line, FONT_SIZE)
    const availableWidth = stampArea.width - 2 * MARGIN
    const size = Math.min(FONT_SIZE, (FONT_SIZE * availableWidth) / lineWidth)
    const across = (stampArea.width - font.widthOfTextAtSize(line, size)) / 2
    const up = MARGIN / 2 + (lines.length - 1 - index) * LINE_HEIGHT + 2
    page.drawText(line, { ...stampArea.toPagePoint(across, up), size, font, color: ink })
  }
}

/**
 * Returns the width of the displayed page, and a function from its points to the coordinates of the PDF page.
 */
function findStampArea(page: PDFPage) {
  const { x, y, width, height } = getVisibleBox(page)
  const rotation = ((page.getRotation().angle % 360) + 360) % 360
  const rotate = degrees(rotation)
  const toPagePoint = (across: number, up: number) => {
    if (rotation === 90) return { x: x + width - up, y: y + across, rotate }
    if (rotation === 180) return { x: x + width - across, y: y + height - up, rotate }
    if (rotation === 270) return { x: x + up, y: y + height - across, rotate }
    return { x: x + across, y: y + up, rotate }
  }
  return { width: rotation % 180 === 0 ? width : height, toPagePoint }
}

/** Removes emoji. Replaces letters that Helvetica lacks by letters without accents, or by '?'. */
function toPrintableText(line: string): string {
  const letters = line.normalize('NFC').replace(emojiPattern, '').replace(/ {2,}/g, ' ')
  return [...letters].map((letter) => (isWestern(letter) ? letter : stripAccent(letter))).join('')
}

/** Matches emoji with joiners, colours and variants, but not digits and ©, which also count as emoji. */
const emojiPattern =
  /(?![ -ÿ])(\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Emoji_Modifier}|[\u200d\ufe0e\ufe0f\u20e3])/gu

function isWestern(letter: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201d\u2022\u2026\u20ac]$/.test(letter)
}

function stripAccent(letter: string): string {
  const unaccented = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return isWestern(unaccented) ? unaccented : '?'
}
