import { expect, test } from 'vitest'
import { drawQrPath } from '#app/domain/platform/qr-path.ts'

const makePicture = (rows: string[]) => ({
  size: rows.length,
  data: Uint8Array.from(rows.join(''), (module) => (module === '#' ? 1 : 0)),
})

test('draws each row with its gaps, inside four light modules', () => {
  expect(drawQrPath(makePicture(['#.##', '....', '####', '...#']))).toEqual({
    side: 12,
    path: 'M4 4.5h1m1 0h2M4 6.5h4M7 7.5h1',
  })
})

test('draws nothing for a code without dark modules', () => {
  expect(drawQrPath(makePicture(['..', '..']))).toEqual({ side: 10, path: '' })
})
