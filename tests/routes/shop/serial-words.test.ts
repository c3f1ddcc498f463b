import { expect, test } from 'vitest'
import { readSerial } from '#app/routes/shop/catalogue/catalogue-query.ts'

test.each([
  ['20300050', '20300050'],
  ['nº 20300050', '20300050'],
  ['Nº20300050', '20300050'],
  ['S/N 20300050', '20300050'],
  ['número de série: 20300050', '20300050'],
  ['série T12-050', 'T12-050'],
  ['N1234', 'N1234'],
  ['  C2-0007 ', 'C2-0007'],
  ['', ''],
])('extracts from «%s» the serial number «%s»', (search, serial) => {
  expect(readSerial(new Request(`http://shop/publications?serial=${encodeURIComponent(search)}`))).toBe(
    serial,
  )
})
