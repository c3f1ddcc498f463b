import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Raster } from './open-pdf.ts'

const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
let moduleLoad: Promise<unknown> | undefined

/** Returns the QR codes on a page: content and width, without the margin. */
export async function readQrCodes({ width, height, data, pixelsPerMillimetre }: Raster) {
  moduleLoad ??= prepareZXingModule({
    overrides: { wasmBinary: readFileSync(wasmFile).buffer },
    fireImmediately: true,
  })
  await moduleLoad
  const rgba = new Uint8ClampedArray(width * height * 4)
  data.forEach((grey, index) => {
    rgba.set([grey, grey, grey, 255], index * 4)
  })
  const codes = await readBarcodes({ width, height, data: rgba, colorSpace: 'srgb' }, { formats: ['QRCode'] })
  return codes.map(({ text, position }) => ({
    text,
    widthMm: (position.topRight.x - position.topLeft.x) / pixelsPerMillimetre,
  }))
}
