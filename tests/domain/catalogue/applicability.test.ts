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

const [closedRange, openRange, openBelowRange] = [
  makeRange('EMB-201A', '200261', '200699'),
  makeRange('EMB-203', '20300001'),
  makeRange('EMB-200', null, '200073'),
]
const prefixedRange = makeRange('Tuiuiú T-12', 'T12-001', 'T12-184')
const openPrefixedRange = makeRange('Carcará C-3', 'C3-010')

describe('a range of serial numbers', () => {
  test.each<[string, SerialRange, string, Applicability]>([
    ['its first number', closedRange, '200261', 'fits'],
    ['its last number', closedRange, '200699', 'fits'],
    ['the number before its first', closedRange, '200260', 'does-not-fit'],
    ['the number after its last', closedRange, '200700', 'does-not-fit'],
    ['a number with separators', closedRange, ' 200.300 ', 'fits'],
    ['a number with leading zeros', closedRange, '0200300', 'fits'],
    ['letters', closedRange, 'ABC', 'does-not-fit'],
    ['a number with letters before it', closedRange, 'X200300', 'does-not-fit'],
    ['a number of an open range', openRange, '20300050', 'fits'],
    ['the first number of an open range', openRange, '20300001', 'fits'],
    ['the number before an open range', openRange, '20300000', 'does-not-fit'],
    ['a number with an extra digit for an open range', openRange, '203000500', 'unknown'],
    ['a number of a range open below', openBelowRange, '200001', 'fits'],
    ['the number after a range open below', openBelowRange, '200074', 'does-not-fit'],
    ['a number with its letters', prefixedRange, 'T12-050', 'fits'],
    ['a number joined to its letters', prefixedRange, 't12050', 'fits'],
    ['a number with other letters', prefixedRange, 'C2-0050', 'does-not-fit'],
    ['a number after its last with its letters', prefixedRange, 'T12-185', 'does-not-fit'],
    ['a number without its letters, which may be omitted', prefixedRange, '050', 'unknown'],
    ['a number without its letters outside the range', prefixedRange, '20300050', 'does-not-fit'],
    ['a counter longer by a digit', openPrefixedRange, 'C3-1000', 'fits'],
    ['a counter longer by two digits', openPrefixedRange, 'C3-100000', 'unknown'],
    ['a number with a missing digit below an open side', openBelowRange, '20007', 'unknown'],
    ['a short counter below an open side', makeRange('C', null, 'C-0412'), 'C-50', 'fits'],
    ['a number of another make below an open side', openBelowRange, '12', 'unknown'],
    [
      'letters of another series with similar shapes',
      makeRange('Curió C-2', 'C2-0001', 'C2-0412'),
      'C20-050',
      'unknown',
    ],
    ['a separator in another place', prefixedRange, 'T1-2050', 'unknown'],
    ['a number of a series of digits', makeRange('PA-25', '25-2345', '25-2345'), '25-2345', 'fits'],
    ['a number of another series of digits', makeRange('PA-25', '25-2345', '25-2345'), '500', 'does-not-fit'],
  ])('is compared with %s', (_, range, serial, answer) => {
    expect(evaluateApplicability([range], { serial })).toBe(answer)
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
  const wholeModels = [makeRange('EMB-202A'), makeRange('EMB-203')]
  test.each<[string, SerialRange[], { serial: string; model?: string }, string[], Applicability]>([
    ['without models has unknown aircraft', [], { serial: '1' }, [], 'unknown'],
    [
      'for two ranges fits a number of the second',
      [closedRange, openRange],
      { serial: '20300050' },
      [],
      'fits',
    ],
    [
      'for every number of a model fits the given model',
      wholeModels,
      { serial: '7', model: 'EMB 203' },
      [],
      'fits',
    ],
    [
      'for every number of a model fits a number of that model',
      wholeModels,
      { serial: '7' },
      ['EMB-203'],
      'fits',
    ],
    [
      'for every number of a model is not excluded by the number of another model',
      wholeModels,
      { serial: '7' },
      ['EMB-200'],
      'unknown',
    ],
    [
      'for other models does not fit the given model',
      wholeModels,
      { serial: '7', model: 'EMB-200' },
      [],
      'does-not-fit',
    ],
    ['fits a model without a number', [closedRange], { serial: '', model: 'EMB-201A' }, [], 'fits'],
    [
      'is compared by the range of the given model',
      [closedRange, makeRange('EMB-200')],
      { serial: '9', model: 'EMB-201A' },
      [],
      'does-not-fit',
    ],
    [
      'with one unknown and one excluded range is unknown',
      [closedRange, makeRange('EMB-200')],
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
  ])('a publication %s', (_, ranges, aircraft, modelsWithSerial, answer) => {
    expect(evaluateApplicability(ranges, aircraft, modelsWithSerial)).toBe(answer)
  })
})

test.each([
  ['20300050', ['EMB-203']],
  ['T12-100', ['Tuiuiú T-12']],
  ['200300', ['EMB-201A', 'EMB-201']],
  ['99', []],
  ['', []],
])('for the serial number %s finds the models %j', (serial, models) => {
  const ranges = [
    closedRange,
    openRange,
    prefixedRange,
    makeRange('EMB-201', '200074', '200300'),
    makeRange('EMB-202A'),
  ]
  expect(findModelsBySerial(serial, ranges)).toEqual(models)
})
