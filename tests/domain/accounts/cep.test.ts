import { describe, expect, test } from 'vitest'
import { findStateByCep, formatCep, normaliseCep } from '#app/domain/accounts/cep.ts'
import { STATES } from '#app/domain/accounts/states.ts'

describe('CEP', () => {
  test.each(['01310100', '01310-100', '01.310-100', ' 01310-100 ', '01310 100'])(
    'parses %j to its digits',
    (typedText) => {
      expect(normaliseCep(typedText)).toBe('01310100')
      expect(formatCep(typedText)).toBe('01310-100')
    },
  )

  test.each(['', '0131010', '013101000', '0131-0100', '01310_100', '0131010O', '０1310100'])(
    'rejects %j',
    (typedText) => {
      expect(normaliseCep(typedText)).toBeNull()
      expect(findStateByCep(typedText)).toBeNull()
      expect(() => formatCep(typedText)).toThrow(RangeError)
    },
  )

  test.each([
    ['01000000', 'SP'],
    ['19999999', 'SP'],
    ['20000-000', 'RJ'],
    ['28999999', 'RJ'],
    ['29000000', 'ES'],
    ['39999999', 'MG'],
    ['48999999', 'BA'],
    ['49000000', 'SE'],
    ['56999999', 'PE'],
    ['57000000', 'AL'],
    ['58000000', 'PB'],
    ['59999999', 'RN'],
    ['63999999', 'CE'],
    ['64000000', 'PI'],
    ['65000000', 'MA'],
    ['68899999', 'PA'],
    ['68900000', 'AP'],
    ['69299999', 'AM'],
    ['69300000', 'RR'],
    ['69399999', 'RR'],
    ['69400000', 'AM'],
    ['69899999', 'AM'],
    ['69900000', 'AC'],
    ['72799999', 'DF'],
    ['72800000', 'GO'],
    ['72999999', 'GO'],
    ['73000000', 'DF'],
    ['73699999', 'DF'],
    ['73700000', 'GO'],
    ['76799999', 'GO'],
    ['76800000', 'RO'],
    ['77000000', 'TO'],
    ['78899999', 'MT'],
    ['79000000', 'MS'],
    ['87999999', 'PR'],
    ['88000000', 'SC'],
    ['90000000', 'RS'],
    ['99999999', 'RS'],
    ['00999999', null],
    ['78900000', null],
  ])('%s lies in %s', (cep, state) => {
    expect(findStateByCep(cep)).toBe(state)
  })

  test('every state has a range', () => {
    const found = new Set(
      Array.from({ length: 1000 }, (_, index) => findStateByCep(`${String(index).padStart(3, '0')}00000`)),
    )
    expect(STATES.filter((state) => !found.has(state))).toEqual([])
  })
})
