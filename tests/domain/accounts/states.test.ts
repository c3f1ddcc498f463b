import { expect, test } from 'vitest'
import { getRegion, isState, STATES } from '#app/domain/accounts/states.ts'

test('lists 27 states once, in order', () => {
  expect(new Set(STATES).size).toBe(27)
  expect([...STATES].sort()).toEqual([...STATES])
})

test.each([...STATES])('%s is a state', (state) => {
  expect(isState(state)).toBe(true)
})

test.each(['sp', 'XX', '', 'SP ', 'constructor', '__proto__', 'toString'])(
  'rejects %j as a state',
  (value) => {
    expect(isState(value)).toBe(false)
  },
)

test('groups 7, 9, 4, 4 and 3 states by region', () => {
  const countStates = (region: string) => STATES.filter((state) => getRegion(state) === region).length
  expect(['N', 'NE', 'CO', 'SE', 'S'].map(countStates)).toEqual([7, 9, 4, 4, 3])
})

test.each([
  ['SP', 'SE'],
  ['ES', 'SE'],
  ['SE', 'NE'],
  ['TO', 'N'],
  ['DF', 'CO'],
  ['RS', 'S'],
] as const)('%s lies in region %s', (state, region) => {
  expect(getRegion(state)).toBe(region)
})
