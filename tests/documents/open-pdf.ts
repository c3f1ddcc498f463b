import { PDFiumLibrary } from '@hyzyla/pdfium'

const MILLIMETRES_PER_INCH = 25.4
const POINTS_PER_INCH = 72
const POINTS_PER_MILLIMETRE = POINTS_PER_INCH / MILLIMETRES_PER_INCH

/** Grey values of a page, row by row; 0 is black, 255 is white. */
export type Raster = { width: number; height: number; data: Uint8Array; pixelsPerMillimetre: number }

export type OpenedPdf = { pages: number; widthMm: number; heightMm: number; text: string; raster: Raster }

/** Reads a PDF with PDFium: size of its first page, its text, and the page as pixels. */
export async function openPdf(pdf: Uint8Array, dotsPerInch = 200): Promise<OpenedPdf> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  try {
    const page = document.getPage(0)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const width = Math.round((originalWidth * dotsPerInch) / POINTS_PER_INCH)
    const height = Math.round((originalHeight * dotsPerInch) / POINTS_PER_INCH)
    // Text is extracted first because rendering closes the page.
    const text = page.getText()
    const { data } = await page.render({ width, height, scale: 1, colorSpace: 'Gray', render: 'bitmap' })
    return {
      pages: document.getPageCount(),
      widthMm: originalWidth / POINTS_PER_MILLIMETRE,
      heightMm: originalHeight / POINTS_PER_MILLIMETRE,
      text,
      raster: { width, height, data, pixelsPerMillimetre: dotsPerInch / MILLIMETRES_PER_INCH },
    }
  } finally {
    document.destroy()
    library.destroy()
  }
}

/** Returns the page in the format of the barcode reader. */
export function toImage({ width, height, data }: Raster) {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (const [index, value] of data.entries()) pixels.set([value, value, value, 255], index * 4)
  return { width, height, data: pixels, colorSpace: 'srgb' as const }
}
