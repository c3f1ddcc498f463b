import { describe, expect, test } from 'vitest'
import {
  type Applicability,
  evaluateApplicability,
  findModelsBySerial,
  isSerialRange,
  type SerialRange,
} from '#app/domain/catalogue/applicability.ts'

const makeRange = (model: string, from: string | null = null, to: string | null = null): SerialRange => ({
  model,
  from,
  to,
})

const [closed, open, below] = [
  makeRange('EMB-201A', '200261', '200699'),
  makeRange('EMB-203', '20300001'),
  makeRange('EMB-200', null, '200073'),
]
const prefixed = makeRange('Tuiuiú T-12', 'T12-001', 'T12-184')
const growing = makeRange('Carcará C-3', 'C3-010')

describe('a range of serial numbers', () => {
  test.each<[string, SerialRange, string, Applicability]>([
    ['its first number', closed, '200261', 'fits'],
    ['its last number', closed, '200699', 'fits'],
    ['the number before its first', closed, '200260', 'does-not-fit'],
    ['the number after its last', closed, '200700', 'does-not-fit'],
    ['a number with separators', closed, ' 200.300 ', 'fits'],
    ['a number with leading zeros', closed, '0200300', 'fits'],
    ['letters', closed, 'ABC', 'does-not-fit'],
    ['a number with letters before it', closed, 'X200300', 'does-not-fit'],
    ['a number of an open range', open, '20300050', 'fits'],
    ['the first number of an open range', open, '20300001', 'fits'],
    ['the number before an open range', open, '20300000', 'does-not-fit'],
    ['a number with an extra digit for an open range', open, '203000500', 'unknown'],
    ['a number of a range open below', below, '200001', 'fits'],
    ['the number after a range open below', below, '200074', 'does-not-fit'],
    ['a number with its letters', prefixed, 'T12-050', 'fits'],
    ['a number joined to its letters', prefixed, 't12050', 'fits'],
    ['a number with other letters', prefixed, 'C2-0050', 'does-not-fit'],
    ['a number after its last with its letters', prefixed, 'T12-185', 'does-not-fit'],
    ['a number without its letters, which may be omitted', prefixed, '050', 'unknown'],
    ['a number without its letters outside the range', prefixed, '20300050', 'does-not-fit'],
    ['a counter longer by a digit', growing, 'C3-1000', 'fits'],
    ['a counter longer by two digits', growing, 'C3-100000', 'unknown'],
    ['a number with a missing digit below an open side', below, '20007', 'unknown'],
    ['a short counter below an open side', makeRange('C', null, 'C-0412'), 'C-50', 'fits'],
    ['a number of another make below an open side', below, '12', 'unknown'],
    [
      'letters of another series with similar shapes',
      makeRange('Curió C-2', 'C2-0001', 'C2-0412'),
      'C20-050',
      'unknown',
    ],
    ['a separator in another place', prefixed, 'T1-2050', 'unknown'],
    ['a number of a series of digits', makeRange('PA-25', '25-2345', '25-2345'), '25-2345', 'fits'],
    ['a number of another series of digits', makeRange('PA-25', '25-2345', '25-2345'), '500', 'does-not-fit'],
  ])('is compared with %s', (_, only, serial, answer) => {
    expect(evaluateApplicability([only], { serial })).toBe(answer)
  })

  test.each<[string | null, string | null, boolean]>([
    [null, null, true],
    ['1', null, true],
    [null, 'T12-184', true],
    ['200261', '200699', true],
    ['200261', '200261', true],
    ['200699', '200261', false],
    ['T12-001', 'C2-002', false],
    ['T12-001', '184', false],
    ['ABC', null, false],
    ['A1', 'B', false],
  ])('from %s to %s is a range: %s', (from, to, isRange) => {
    expect(isSerialRange(from, to)).toBe(isRange)
  })
})

describe('the fit of a publication to an aircraft', () => {
  const whole = [makeRange('EMB-202A'), makeRange('EMB-203')]
  test.each<[string, SerialRange[], { serial: string; model?: string }, string[], Applicability]>([
    ['without models has unknown aircraft', [], { serial: '1' }, [], 'unknown'],
    ['for two ranges fits a number of the second', [closed, open], { serial: '20300050' }, [], 'fits'],
    [
      'for every number of a model fits the given model',
      whole,
      { serial: '7', model: 'EMB 203' },
      [],
      'fits',
    ],
    ['for every number of a model fits a number of that model', whole, { serial: '7' }, ['EMB-203'], 'fits'],
    [
      'for every number of a model is not excluded by the number of another model',
      whole,
      { serial: '7' },
      ['EMB-200'],
      'unknown',
    ],
    [
      'for other models does not fit the given model',
      whole,
      { serial: '7', model: 'EMB-200' },
      [],
      'does-not-fit',
    ],
    ['fits a model without a number', [closed], { serial: '', model: 'EMB-201A' }, [], 'fits'],
    [
      'is compared by the range of the given model',
      [closed, makeRange('EMB-200')],
      { serial: '9', model: 'EMB-201A' },
      [],
      'does-not-fit',
    ],
    [
      'with one unknown and one excluded range is unknown',
      [closed, makeRange('EMB-200')],
      { serial: '9' },
      [],
      'unknown',
    ],
    [
      'for one of two models with equal numbers is unknown without a model',
      [makeRange('EMB-200A', '200001', '200073')],
      { serial: '200050' },
      ['EMB-200', 'EMB-200A'],
      'unknown',
    ],
    [
      'for both models with equal numbers fits',
      [makeRange('EMB-200A', '200001', '200073'), makeRange('EMB-200', '200001', '200073')],
      { serial: '200050' },
      ['EMB-200', 'EMB-200A'],
      'fits',
    ],
    [
      'for one of two models with equal numbers fits the given model',
      [makeRange('EMB-200A', '200001', '200073')],
      { serial: '200050', model: 'EMB-200A' },
      ['EMB-200', 'EMB-200A'],
      'fits',
    ],
  ])('a publication %s', (_, ranges, aircraft, holders, answer) => {
    expect(evaluateApplicability(ranges, aircraft, holders)).toBe(answer)
  })
})

test.each([
  ['20300050', ['EMB-203']],
  ['T12-100', ['Tuiuiú T-12']],
  ['200300', ['EMB-201A', 'EMB-201']],
  ['99', []],
  ['', []],
])('parses the models of %s as %j', (serial, models) => {
  const ranges = [closed, open, prefixed, makeRange('EMB-201', '200074', '200300'), makeRange('EMB-202A')]
  expect(findModelsBySerial(serial, ranges)).toEqual(models)
})
