import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'

/** The PDF cannot be stamped: it is protected, damaged or no PDF at all. */
export class StampRefused extends Error {
  override name = 'StampRefused'
}

const SIZE = 7
const LEADING = 9
const MARGIN = 8
const PAGES_AT_ONCE = 25
const ink = rgb(0.15, 0.15, 0.15)
const paper = rgb(1, 1, 1)

/**
 * The PDF with these lines at the foot of every page as it is seen, rotated and cropped pages too; what was on the
 * page stays. Throws StampRefused rather than give back a page without them.
 */
export async function stampPdf(
  pdf: Uint8Array,
  lines: readonly string[],
  onProgress: Progress = async () => undefined,
): Promise<Uint8Array> {
  const document = await stamped(pdf, lines, onProgress)
  return refusing(() => document.save())
}

/** Passes when every page of the PDF can carry a stamp; throws StampRefused otherwise. Nothing is written. */
export async function checkStampable(
  pdf: Uint8Array,
  onProgress: Progress = async () => undefined,
): Promise<void> {
  await stamped(pdf, ['.'], onProgress)
}

type Progress = (done: number, total: number) => Promise<void>

async function stamped(pdf: Uint8Array, lines: readonly string[], onProgress: Progress) {
  const document = await refusing(() => PDFDocument.load(pdf, loading))
  const font = await refusing(() => document.embedFont(StandardFonts.Helvetica))
  const texts = lines.map(printable)
  const pages = await refusing(() => document.getPages())
  if (pages.length === 0) throw new StampRefused('a PDF without pages')
  for (const [index, page] of pages.entries()) {
    await refusing(() => stampPage(page, font, texts))
    if (index % PAGES_AT_ONCE === PAGES_AT_ONCE - 1) await onProgress(index + 1, pages.length)
  }
  await onProgress(pages.length, pages.length)
  return document
}

const loading = { updateMetadata: false, throwOnInvalidObject: true }

/** A damaged file shows itself at any step; whatever the library says, there is no file then. */
async function refusing<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    throw new StampRefused('the PDF cannot be stamped', { cause })
  }
}

/** The page is drawn on as it lies in the file; position and turn follow how it is seen. */
function stampPage(page: PDFPage, font: PDFFont, lines: readonly string[]) {
  const { x, y, width, height } = page.getCropBox()
  const turn = ((page.getRotation().angle % 360) + 360) % 360
  const seen = turn % 180 === 0 ? { width, height } : { width: height, height: width }
  const place = (across: number, up: number) => {
    if (turn === 90) return { x: x + width - up, y: y + across }
    if (turn === 180) return { x: x + width - across, y: y + height - up }
    if (turn === 270) return { x: x + up, y: y + height - across }
    return { x: x + across, y: y + up }
  }
  const rotate = degrees(turn)
  const ground = lines.length * LEADING + MARGIN
  page.drawRectangle({
    ...place(0, 0),
    width: seen.width,
    height: ground,
    rotate,
    color: paper,
    opacity: 0.8,
  })
  for (const [index, line] of lines.entries()) {
    const wanted = font.widthOfTextAtSize(line, SIZE)
    const size = Math.min(SIZE, (SIZE * (seen.width - 2 * MARGIN)) / wanted)
    const across = (seen.width - font.widthOfTextAtSize(line, size)) / 2
    const up = MARGIN / 2 + (lines.length - 1 - index) * LEADING + 2
    page.drawText(line, { ...place(across, up), size, font, rotate, color: ink })
  }
}

/** The standard font knows Western letters; of others the bare letter, else a question mark. */
function printable(line: string): string {
  return [...line.normalize('NFC')].map((letter) => (isWestern(letter) ? letter : bare(letter))).join('')
}

function isWestern(letter: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201d\u2022\u2026\u20ac]$/.test(letter)
}

function bare(letter: string): string {
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return isWestern(plain) ? plain : '?'
}
