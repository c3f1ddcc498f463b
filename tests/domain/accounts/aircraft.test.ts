import { describe, expect, test } from 'vitest'
import {
  fuelTypes,
  isBrazilianRegistration,
  isFuelType,
  isShopFuel,
  normaliseForeignRegistration,
  normaliseRegistration,
  normaliseSerialNumber,
  parseRegistrationPrefix,
} from '#app/domain/accounts/aircraft.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

describe('a registration', () => {
  test.each([
    'PT-ABC',
    'pt-abc',
    'ptabc',
    'PTABC',
    'Pt abc',
    'PT - ABC',
    ' PT-ABC ',
    '\tptabc\n',
    '\u00a0PT-ABC',
    'PT–ABC',
    'PT‑ABC',
    'PT−ABC',
  ])('parses %j as PT-ABC', (typedText) => {
    expect(normaliseRegistration(typedText)).toBe('PT-ABC')
  })

  test.each([
    ['an empty text', ''],
    ['white space', '  '],
    ['a dash', '-'],
    ['two letters after the dash', 'PT-AB'],
    ['four letters after the dash', 'PT-ABCD'],
    ['one letter before the dash', 'P-TABC'],
    ['three letters before the dash', 'PTA-BC'],
    ['a digit', 'PT-AB1'],
    ['a zero for an O', 'PT-AB0'],
    ['two dashes', 'PT--ABC'],
    ['a dash at the end', 'PT-ABC-'],
    ['a dash in front', '-PTABC'],
    ['a dash too many', 'PT-A-BC'],
    ['two spaces', 'PT  ABC'],
    ['a line break inside', 'PT\nABC'],
    ['a tab inside', 'PT\tABC'],
    ['a second line', 'PT-ABC\nPT-DEF'],
    ['an underscore', 'PT_ABC'],
    ['a dot', 'PT.ABC'],
    ['an accent', 'PT-ÁBC'],
    ['a combining accent', 'PT-A\u0301BC'],
    ['a cedilla', 'PT-ABÇ'],
    ['Cyrillic look-alikes', 'РТ-АВС'],
    ['one Cyrillic look-alike', 'PT-АBC'],
    ['Greek look-alikes', 'ΡΤ-ΑΒΧ'],
    ['full-width letters', 'ＰＴ-ＡＢＣ'],
    ['a long s, which has the capital S', 'Pſ-ABC'],
    ['a Kelvin sign, which has the small letter k', 'PT-AB\u212a'],
    ['a sharp s, which has a capital of two letters', 'PT-Aß'],
    ['a zero-width space', 'PT-\u200bABC'],
    ['a NUL', 'PT-ABC\0'],
    ['markup', '<b>-ABC'],
  ])('rejects %s', (_name, typedText) => {
    expect(normaliseRegistration(typedText)).toBeNull()
  })

  test('returns a stored registration unchanged', () => {
    expect(normaliseRegistration(normaliseRegistration('ptabc') ?? '')).toBe('PT-ABC')
  })
})

describe('a Brazilian registration', () => {
  test('has one of five nationality marks', () => {
    const pairs = letters.flatMap((a) => letters.map((b) => a + b))
    expect(pairs.filter((nationality) => isBrazilianRegistration(`${nationality}-ABC`))).toEqual([
      'PP',
      'PR',
      'PS',
      'PT',
      'PU',
    ])
  })

  test('accepts any letters except a leading Q, a second W and reserved signals', () => {
    const triples = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
    const validRegistrations = new Set(
      triples.filter((registration) => isBrazilianRegistration(`PT-${registration}`)),
    )
    const reservedSignals = ['SOS', 'XXX', 'PAN', 'TTT', 'VFR', 'IFR', 'VMC', 'IMC']
    for (const registration of triples)
      expect(validRegistrations.has(registration), registration).toBe(
        registration[0] !== 'Q' && registration[1] !== 'W' && !reservedSignals.includes(registration),
      )
    expect(validRegistrations.size).toBe(25 * 25 * 26 - reservedSignals.length)
  })

  test.each(['pt-abc', 'PTABC', ' PT-ABC', 'PT-ABC\n', 'PT–ABC', 'PT-ABC PT-DEF', 'PT-AB1', ''])(
    'rejects %j in place of the stored form',
    (registration) => {
      expect(isBrazilianRegistration(registration)).toBe(false)
    },
  )
})

describe('a foreign registration', () => {
  test.each([
    ['lv-abc', 'LV-ABC'],
    ['ZP-BCD', 'ZP-BCD'],
    ['n123ab', 'N123AB'],
    [' D-EABC ', 'D-EABC'],
    ['CX–ABC', 'CX-ABC'],
    ['G1', 'G1'],
    ['RA-12345', 'RA-12345'],
    ['4X-A-B-C12', '4X-A-B-C12'],
  ])('parses %j as %s', (typedText, registration) => {
    expect(normaliseForeignRegistration(typedText)).toBe(registration)
  })

  test.each([
    '',
    'N',
    '--',
    '-N1',
    'N1-',
    'N--1',
    'LV ABC',
    'LV_ABC',
    'N1\nN2',
    'ABCDEFGHIJK',
    'LV-ÁBC',
    'ЛВ-АВС',
    'ＬＶ-ABC',
    'N\u0661',
    'N\u200b1',
    'Aß',
    '<N1>',
    'N1\0',
  ])('rejects %j', (typedText) => {
    expect(normaliseForeignRegistration(typedText)).toBeNull()
  })
})

describe('a serial number', () => {
  test.each([
    ['200-1234', '200-1234'],
    ['  20201234 ', '20201234'],
    ['\t7\n', '7'],
    ['AB/12 c', 'AB/12 c'],
    ['Nº 7', 'Nº 7'],
    ['Se\u0301rie 1', 'S\u00e9rie 1'],
    ['x'.repeat(30), 'x'.repeat(30)],
    ['e\u0301'.repeat(30), '\u00e9'.repeat(30)],
    ['𝟕'.repeat(30), '𝟕'.repeat(30)],
    // Text copied from a document contains invisible characters.
    ['12\u200b34', '1234'],
    ['12\u202e34', '1234'],
  ])('parses %j as %j', (typedText, serial) => {
    expect(normaliseSerialNumber(typedText)).toBe(serial)
  })

  test.each([
    ['an empty text', ''],
    ['white space', ' \t\n\u00a0'],
    ['31 characters', 'x'.repeat(31)],
    ['a line break', '12\n34'],
    ['a tab', '12\t34'],
    ['a NUL', '1234\0'],
    ['an escape', '\x1b[31m1234'],
    ['a C1 control', '12\u008534'],
    ['a line separator', '12\u202834'],
    ['half a character', '12\ud800'],
  ])('rejects %s', (_name, typedText) => {
    expect(normaliseSerialNumber(typedText)).toBeNull()
  })
})

describe('a fuel type', () => {
  test.each([
    [fuelTypes.notInformed, true, false],
    [fuelTypes.petrol, true, true],
    [fuelTypes.ethanol, true, true],
    [fuelTypes.convertedToEthanol, true, true],
    [4, false, false],
    [-1, false, false],
    [1.5, false, false],
    [Number.NaN, false, false],
    ['1', false, false],
    [null, false, false],
    [undefined, false, false],
    [true, false, false],
  ])('fuel type %j is valid: %s, and sold by the shop: %s', (value, isKnown, isForSale) => {
    expect([isFuelType(value), isShopFuel(value)]).toEqual([isKnown, isForSale])
  })
})

test.each([
  ['ptabc', 'PT-ABC', true],
  ['PT-ABC', 'PT-ABC', true],
  [' pt – abc ', 'PT-ABC', true],
  ['PT AB', 'PT-AB', false],
  ['pta', 'PT-A', false],
  ['pr', 'PR-', false],
  ['PR-', 'PR-', false],
  ['n123', 'N123', false],
  ['lv-x', 'LV-X', false],
  ['FG', 'FG', false],
  ['PT-ABCD', 'PT-ABCD', false],
])('parses %j as the prefix %j; it is a whole Brazilian registration: %s', (typedText, prefix, isWhole) => {
  expect(parseRegistrationPrefix(typedText)).toEqual({ start: prefix, isWhole })
})

test.each(['', 'p', '-', '%', 'PT_A', 'pt-%', "a'b", 'ABCDEFGHIJK', 'PT--AB'])(
  'rejects %j as a prefix',
  (typedText) => {
    expect(parseRegistrationPrefix(typedText)).toBeNull()
  },
)
