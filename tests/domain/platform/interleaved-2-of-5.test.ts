import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { encodeInterleaved2of5 } from '#app/domain/platform/interleaved-2-of-5.ts'

const barcode = '00193967000009910000000003615574000000002417'

describe('Interleaved 2 of 5', () => {
  test('starts with four narrow elements and ends with a wide and two narrow ones', () => {
    const widths = encodeInterleaved2of5('01').map(({ wide }) => (wide ? 'W' : 'N'))
    expect(widths.join('')).toBe('NNNN' + 'NWNNWNWNNW' + 'WNN')
  })

  test('alternates bars and spaces', () => {
    const bars = encodeInterleaved2of5(barcode).map(({ bar }) => bar)
    expect(bars.every((bar, index) => bar === (index % 2 === 0))).toBe(true)
    expect(bars.at(-1)).toBe(true)
  })

  test('draws 44 digits at 3:1 in 405 modules', () => {
    const modules = encodeInterleaved2of5(barcode).reduce((sum, { wide }) => sum + (wide ? 3 : 1), 0)
    expect(modules).toBe(405)
  })

  test.each(['', '1', '123', '1a', '１２', ' 12'])('rejects %j', (digits) => {
    expect(() => encodeInterleaved2of5(digits)).toThrow(RangeError)
  })

  test('is readable by a reader', async () => {
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    await prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer }, fireImmediately: true })
    const [readBarcode] = await readBarcodes(drawSymbol(barcode), { formats: ['ITF'] })
    expect(readBarcode?.text).toBe(barcode)
  })
})

// Draws two pixels per module and a quiet zone of ten modules.
function drawSymbol(digits: string) {
  const quietZone = Array<number>(20).fill(255)
  const symbol = encodeInterleaved2of5(digits).flatMap(({ bar, wide }) =>
    Array<number>(wide ? 6 : 2).fill(bar ? 0 : 255),
  )
  const row = [...quietZone, ...symbol, ...quietZone].flatMap((grey) => [grey, grey, grey, 255])
  const height = 60
  const data = new Uint8ClampedArray(Array.from({ length: height }, () => row).flat())
  return { data, width: row.length / 4, height, colorSpace: 'srgb' as const }
}
