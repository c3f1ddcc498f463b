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

const SIZE = 7
const LEADING = 9
const MARGIN = 8
const PAGES_AT_ONCE = 25
const ink = rgb(0.15, 0.15, 0.15)
const paper = rgb(1, 1, 1)

/** Stamps the foot of each page as displayed (rotation, crop box). Throws StampRefused. */
export async function stampPdf(
  pdf: Uint8Array,
  lines: readonly string[],
  onProgress: Progress = async () => undefined,
): Promise<Uint8Array> {
  const document = await stampPages(pdf, lines, onProgress)
  return runOrRefuse(() => document.save())
}

export async function checkStampable(
  pdf: Uint8Array,
  onProgress: Progress = async () => undefined,
): Promise<void> {
  await stampPages(pdf, ['.'], onProgress)
}

type Progress = (done: number, total: number) => Promise<void>

async function stampPages(pdf: Uint8Array, lines: readonly string[], onProgress: Progress) {
  const document = await runOrRefuse(() => PDFDocument.load(pdf, loading))
  const font = await runOrRefuse(() => document.embedFont(StandardFonts.Helvetica))
  const texts = lines.map(keepPrintable)
  const pages = await runOrRefuse(() => document.getPages())
  if (pages.length === 0) throw new StampRefused('a PDF without pages')
  // A second stamp on the same page would cover the first.
  if (new Set(pages.map(({ ref }) => ref)).size < pages.length) throw new StampRefused('a page named twice')
  for (const [index, page] of pages.entries()) {
    await runOrRefuse(() => confine(page))
    await runOrRefuse(() => stampPage(page, font, texts))
    if (index % PAGES_AT_ONCE === PAGES_AT_ONCE - 1) await onProgress(index + 1, pages.length)
  }
  await onProgress(pages.length, pages.length)
  return document
}

const loading = { updateMetadata: false, throwOnInvalidObject: true }

/** Converts all errors of the library to StampRefused, since damage may appear at any step. */
async function runOrRefuse<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof StampRefused) throw cause
    throw new StampRefused('the PDF cannot be stamped', { cause })
  }
}

/** Restores the page's state, so that no transformation, clip or text mode hides the stamp. */
async function confine({ node, doc }: PDFPage) {
  const identity: [number, number, number, number, number, number] = [1, 0, 0, 1, 0, 0]
  const { Contents } = node.normalizedEntries()
  if (!Contents) return
  const form = await (await PDFPageEmbedder.for(node, undefined, identity)).embedIntoContext(doc.context)
  const name = node.newXObject('Page', form)
  const drawing = doc.context.stream(`q ${name.asString()} Do Q`)
  node.set(PDFName.of('Contents'), doc.context.obj([doc.context.register(drawing)]))
}

const SMALLEST = 4 * MARGIN

function getSeenBox(page: PDFPage) {
  const [crop, media] = [page.getCropBox(), page.getMediaBox()].map(getEdges)
  if (!crop || !media) throw new StampRefused('a page without a size')
  const [left, bottom] = [Math.max(crop.left, media.left), Math.max(crop.bottom, media.bottom)]
  const [width, height] = [Math.min(crop.right, media.right) - left, Math.min(crop.top, media.top) - bottom]
  if (width < SMALLEST || height < SMALLEST) throw new StampRefused('a page with no room for the stamp')
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

/** Draws in coordinates of the file, at position and rotation of the displayed page. */
function stampPage(page: PDFPage, font: PDFFont, lines: readonly string[]) {
  const place = findPlace(page)
  const ground = lines.length * LEADING + MARGIN
  page.drawRectangle({ ...place.at(0, 0), width: place.width, height: ground, color: paper, opacity: 0.8 })
  for (const [index, line] of lines.entries()) {
    const wantedWidth = font.widthOfTextAtSize(line, SIZE)
    const size = Math.min(SIZE, (SIZE * (place.width - 2 * MARGIN)) / wantedWidth)
    const across = (place.width - font.widthOfTextAtSize(line, size)) / 2
    const up = MARGIN / 2 + (lines.length - 1 - index) * LEADING + 2
    page.drawText(line, { ...place.at(across, up), size, font, color: ink })
  }
}

function findPlace(page: PDFPage) {
  const { x, y, width, height } = getSeenBox(page)
  const turn = ((page.getRotation().angle % 360) + 360) % 360
  const rotate = degrees(turn)
  const toPagePoint = (across: number, up: number) => {
    if (turn === 90) return { x: x + width - up, y: y + across, rotate }
    if (turn === 180) return { x: x + width - across, y: y + height - up, rotate }
    if (turn === 270) return { x: x + up, y: y + height - across, rotate }
    return { x: x + across, y: y + up, rotate }
  }
  return { width: turn % 180 === 0 ? width : height, at: toPagePoint }
}

/** Helvetica has only Western letters: others lose accents or become '?', and emoji are removed. */
function keepPrintable(line: string): string {
  const letters = line.normalize('NFC').replace(pictures, '').replace(/ {2,}/g, ' ')
  return [...letters].map((letter) => (isWestern(letter) ? letter : stripAccent(letter))).join('')
}

/** Matches emoji with joiners, colours and variants, but not digits and ©, which also count as emoji. */
const pictures =
  /(?![ -ÿ])(\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Emoji_Modifier}|[\u200d\ufe0e\ufe0f\u20e3])/gu

function isWestern(letter: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201d\u2022\u2026\u20ac]$/.test(letter)
}

function stripAccent(letter: string): string {
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return isWestern(plain) ? plain : '?'
}
