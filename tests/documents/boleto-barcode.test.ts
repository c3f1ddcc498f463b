import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { renderBoleto } from '#app/documents/boleto.tsx'
import { closePdfBrowser, convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { openPdf, type Raster, toImage } from './open-pdf.ts'
import { makeCodes, makeSampleBoleto } from './sample-boleto.ts'

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer }, fireImmediately: true })
})

vi.setConfig({ testTimeout: 30_000 })

afterAll(closePdfBrowser)

const boletos = [
  makeSampleBoleto(),
  makeSampleBoleto(makeCodes(1, '2026-12-31', '0000000000000000000000000', '237')),
  makeSampleBoleto(makeCodes(99_999_999_99, '2049-10-13', '9999999999999999999999999', '341')),
  makeSampleBoleto(makeCodes(128_90, '2027-02-28', '1234567890098765432112345', '104')),
]

describe('the bar code of a printed boleto', () => {
  test.each(boletos)('is read back as $barcode at 200 dpi', async (boleto) => {
    const html = renderBoleto(boleto)
    expect(html).toContain(`role="img" aria-label="Código de barras ${boleto.barcode}"`)
    const { raster } = await openPdf(await convertHtmlToPdf(html))
    const read = await readBarcodes(toImage(raster), { formats: ['ITF'] })
    expect(read.map(({ format, text }) => ({ format, text }))).toEqual([
      { format: 'ITF', text: boleto.barcode },
    ])
  })

  test.each(boletos)(
    'measures 103 × 13 mm, with its middle 12 mm above the foot ($barcode)',
    async (boleto) => {
      const { raster } = await openPdf(await convertHtmlToPdf(renderBoleto(boleto)))
      const { left, right, top, bottom } = listBarcodeEdges(raster)
      expect(Math.abs(right - left - 103)).toBeLessThan(1)
      expect(Math.abs(bottom - top - 13)).toBeLessThan(0.5)
      expect(Math.abs(297 - (top + bottom) / 2 - 12)).toBeLessThan(0.5)
    },
  )

  test('has 5 mm of white on either side, and almost only pure black and white inside', async () => {
    const { raster } = await openPdf(await convertHtmlToPdf(renderBoleto(makeSampleBoleto())), 600)
    const { left, right, top, bottom } = listBarcodeEdges(raster)
    const row = readRow(raster, (top + bottom) / 2)
    const toPixels = (mm: number) => Math.round(mm * raster.pixelsPerMillimetre)
    expect(left).toBeGreaterThanOrEqual(5)
    expect(row.slice(0, toPixels(left) - 1).every((value) => value === 255)).toBe(true)
    expect(row.slice(toPixels(right) + 1, toPixels(right + 5)).every((value) => value === 255)).toBe(true)
    const inside = row.slice(toPixels(left) + 1, toPixels(right) - 1)
    expect(inside.filter((value) => value < 16 || value > 239).length / inside.length).toBeGreaterThan(0.85)
  })

  test('has wide bars three times as wide as narrow ones', async () => {
    const { raster } = await openPdf(await convertHtmlToPdf(renderBoleto(makeSampleBoleto())), 1200)
    const { left, right, top, bottom } = listBarcodeEdges(raster)
    const row = readRow(raster, (top + bottom) / 2)
    // The code is 103 mm wide and has 405 modules, each as wide as a narrow bar.
    const widths = listRuns(
      [...row]
        .slice(
          Math.floor(left * raster.pixelsPerMillimetre),
          Math.ceil((right + 0.1) * raster.pixelsPerMillimetre),
        )
        .map((value) => value < 128),
    ).map((pixels) => pixels / raster.pixelsPerMillimetre / (103 / 405))
    for (const modules of widths) {
      const nearest = modules < 2 ? 1 : 3
      expect(Math.abs(modules - nearest)).toBeLessThan(0.2)
    }
    const [startRuns, runsPerDigit, endRuns] = [4, 5, 3]
    expect(widths).toHaveLength(startRuns + 44 * runsPerDigit + endRuns)
  })
})

/** Returns the lengths of dark and light runs, without the margins. */
function listRuns(dark: boolean[]): number[] {
  const inside = dark.slice(dark.indexOf(true), dark.lastIndexOf(true) + 1)
  const lengths: number[] = []
  let start = 0
  for (let index = 1; index <= inside.length; index += 1) {
    if (inside[index] === inside[start]) continue
    lengths.push(index - start)
    start = index
  }
  return lengths
}

/** Returns the edges of the bar code in millimetres. */
function listBarcodeEdges(raster: Raster) {
  const { width, height, data, pixelsPerMillimetre } = raster
  // The middle of the code is 12 mm above the foot of the page, which is 297 mm high.
  const middle = Math.round(285 * pixelsPerMillimetre)
  const isDark = (x: number, y: number) => (data[y * width + x] ?? 255) < 128
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) => isDark(x, middle))
  const first = columns[0] ?? 0
  const last = columns.at(-1) ?? 0
  // All bars have the same height, so it is measured at the left edge of the first bar.
  let top = middle
  let bottom = middle
  while (top > 0 && isDark(first, top - 1)) top -= 1
  while (bottom < height - 1 && isDark(first, bottom + 1)) bottom += 1
  const toMm = (pixels: number) => pixels / pixelsPerMillimetre
  return { left: toMm(first), right: toMm(last + 1), top: toMm(top), bottom: toMm(bottom + 1) }
}

function readRow({ width, data, pixelsPerMillimetre }: Raster, mm: number): Uint8Array {
  const y = Math.round(mm * pixelsPerMillimetre)
  return data.subarray(y * width, (y + 1) * width)
}
