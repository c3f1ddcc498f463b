import { expect, test } from 'vitest'
import {
  countLabelsPerSheet,
  getLabelPlace,
  isSheetName,
  labelSheets,
  letterPaper,
  splitLabelBatches,
} from '#app/domain/shipments/label.ts'

test('labels, gaps and margins add up to the paper size', () => {
  for (const sheet of Object.values(labelSheets)) {
    const usedWidth = (sheet.columns - 1) * sheet.pitch + sheet.width
    expect(2 * sheet.left + usedWidth).toBeCloseTo(letterPaper.width, 6)
    expect(2 * sheet.top + sheet.rows * sheet.height).toBeCloseTo(letterPaper.height, 6)
  }
})

test('places labels row by row and continues on the next sheet', () => {
  const sheet = labelSheets['6181']
  expect(countLabelsPerSheet(sheet)).toBe(20)
  expect(getLabelPlace(sheet, 0)).toEqual({ page: 0, x: 3.97, y: 12.7 })
  expect(getLabelPlace(sheet, 3)).toEqual({ page: 0, x: 3.97 + 106.36, y: 12.7 + 25.4 })
  expect(getLabelPlace(sheet, 20)).toEqual({ page: 1, x: 3.97, y: 12.7 })
  expect(getLabelPlace(labelSheets['6183'], 9).y).toBeCloseTo(12.7 + 4 * 50.8, 6)
})

test('accepts only the names of the two sheet formats', () => {
  expect(['6181', '6183', '6180', 6181, undefined].filter(isSheetName)).toEqual(['6181', '6183'])
})

test.each([
  [1, 1, [1]],
  [1000, 1, [1000]],
  [996, 5, [996]],
  [997, 5, [996, 1]],
  [2251, 1, [1000, 1000, 251]],
  [2251, 20, [981, 1000, 270]],
])('splits %i labels, starting at place %i, into files of %j labels', (count, start, sizes) => {
  expect(splitLabelBatches(count, start)).toEqual(sizes)
  const [firstSize = 0, ...otherSizes] = sizes
  // A first file that is followed by others ends with a full sheet.
  if (otherSizes.length > 0)
    expect((start - 1 + firstSize) % countLabelsPerSheet(labelSheets['6181'])).toBe(0)
})
