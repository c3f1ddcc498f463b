import { expect, test } from 'vitest'
import { listRepeatedAircraft, listUnitBlocks, makeBlockKey } from '#app/domain/platform/units.ts'

const makeItem = (
  publicationId: number,
  quantity: number,
  hasAirplaneInfo: boolean,
  hasPhotoUpload: boolean,
) => ({
  publicationId,
  quantity,
  hasAirplaneInfo,
  hasPhotoUpload,
})

test.each([
  ['no data', makeItem(7, 3, false, false), []],
  ['airplane data', makeItem(7, 3, true, false), ['7-1', '7-2', '7-3']],
  ['airplane data and photo', makeItem(7, 2, true, true), ['7-1', '7-2']],
  ['photo alone', makeItem(7, 3, false, true), ['7-0']],
])('an item with %s (%j) has the blocks of fields %j in the checkout', (_name, item, keys) => {
  const blocks = listUnitBlocks([item])
  expect(blocks.map(({ key }) => key)).toEqual(keys)
  expect(blocks.every((block) => block.needsPhoto === item.hasPhotoUpload)).toBe(true)
})

test('copies with airplane data have their own blocks of fields, and copies with a photo alone share one', () => {
  expect([1, 2].map((unit) => makeBlockKey(makeItem(7, 2, true, false), unit))).toEqual(['7-1', '7-2'])
  expect([1, 2].map((unit) => makeBlockKey(makeItem(7, 2, false, true), unit))).toEqual(['7-0', '7-0'])
})

test('reports a copy that repeats an aircraft of the publication, unless the repeat is confirmed', () => {
  const makeUnit = (
    key: string,
    publicationId: number,
    registration: string | null,
    isRepeatConfirmed = false,
  ) => ({
    key,
    publicationId,
    registration,
    isRepeatConfirmed,
  })
  expect(
    listRepeatedAircraft([
      makeUnit('7-1', 7, 'PT-ABC'),
      makeUnit('7-2', 7, 'PT-ABC'),
      makeUnit('7-3', 7, 'PT-XYZ'),
      makeUnit('7-4', 7, 'PT-ABC', true),
      makeUnit('8-1', 8, 'PT-ABC'),
      makeUnit('9-0', 9, null),
      makeUnit('9-1', 9, null),
    ]),
  ).toEqual(['7-2'])
})
