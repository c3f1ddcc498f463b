import { expect, test } from 'vitest'
import { blockKey, repeatedAircraft, unitBlocks } from '#app/domain/platform/units.ts'

const item = (
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
  ['no data', item(7, 3, false, false), []],
  ['airplane data', item(7, 3, true, false), ['7-1', '7-2', '7-3']],
  ['airplane data and photo', item(7, 2, true, true), ['7-1', '7-2']],
  ['photo alone', item(7, 3, false, true), ['7-0']],
])('a publication with %s requires its fields', (_name, each, keys) => {
  const blocks = unitBlocks([each])
  expect(blocks.map(({ key }) => key)).toEqual(keys)
  expect(blocks.every((block) => block.asksPhoto === each.hasPhotoUpload)).toBe(true)
})

test('every copy has a block', () => {
  expect([1, 2].map((unit) => blockKey(item(7, 2, true, false), unit))).toEqual(['7-1', '7-2'])
  expect([1, 2].map((unit) => blockKey(item(7, 2, false, true), unit))).toEqual(['7-0', '7-0'])
})

test('reports an aircraft twice for one publication, unless intended', () => {
  const unit = (key: string, publicationId: number, registration: string | null, isWanted = false) => ({
    key,
    publicationId,
    registration,
    isWanted,
  })
  expect(
    repeatedAircraft([
      unit('7-1', 7, 'PT-ABC'),
      unit('7-2', 7, 'PT-ABC'),
      unit('7-3', 7, 'PT-XYZ'),
      unit('7-4', 7, 'PT-ABC', true),
      unit('8-1', 8, 'PT-ABC'),
      unit('9-0', 9, null),
      unit('9-1', 9, null),
    ]),
  ).toEqual(['7-2'])
})
