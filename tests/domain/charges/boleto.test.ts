import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils'
import { describe, expect, test } from 'vitest'
import {
  buildBarcode,
  calculateDueDateFactor,
  convertBarcodeToLine,
  convertLineToBarcode,
  formatBankCode,
  formatBoletoLine,
  listFailingChecks,
  mod10,
  mod11General,
  parseDueDateFactor,
  parseLine,
} from '#app/domain/charges/boleto.ts'
import { addDays } from '#app/domain/platform/calendar.ts'
import { makeSeededRandom } from '#tests/support/seeded.ts'

const line = '00190.00009 03615.574005 00000.024174 3 96700000991000'
const lineDigits = '00190000090361557400500000024174396700000991000'
const barcode = '00193967000009910000000003615574000000002417'

describe('check digits of a boleto', () => {
  test.each([
    ['001900000', '9'],
    ['0361557400', '5'],
    ['0000002417', '4'],
    ['0', '0'],
    ['5', '9'],
    ['9', '1'],
  ])('mod10 of %s is %s', (digits, expected) => {
    expect(mod10(digits)).toBe(expected)
  })

  test('the general digit is 1 instead of 10 or 11', () => {
    expect(mod11General('0'.repeat(43))).toBe('1') // The sum is 0, and 11 − 0 = 11.
    expect(mod11General('6')).toBe('1') // The sum is 12, and 11 − 1 = 10.
    expect(mod11General('5')).toBe('1') // The sum is 10, and 11 − 10 = 1.
    expect(mod11General('1')).toBe('9')
  })

  test.each(['', '12a', '1 2', '１２'])('rejects a text that is not only digits: %j', (digits) => {
    expect(() => mod10(digits)).toThrow(RangeError)
    expect(() => mod11General(digits)).toThrow(RangeError)
  })
})

describe('the due-date factor of a boleto', () => {
  test.each([
    ['2000-07-03', '1000'],
    ['2000-07-05', '1002'],
    ['2008-02-29', '3797'],
    ['2010-11-17', '4789'],
    ['2014-03-13', '6001'],
    ['2025-02-21', '9999'],
    ['2025-02-22', '1000'],
    ['2025-02-23', '1001'],
    ['2026-11-21', '1637'],
    ['2028-02-29', '2102'],
    ['2049-10-13', '9999'],
    ['2049-10-14', '1000'],
  ])('%s is the factor %s', (date, factor) => {
    expect(calculateDueDateFactor(date)).toBe(factor)
  })

  test('writes and reads 0000 for a boleto without a due date', () => {
    expect(calculateDueDateFactor(null)).toBe('0000')
    expect(parseDueDateFactor('0000', '2026-11-21')).toBeNull()
  })

  test.each(['2000-07-02', '1997-10-07', '2026-02-29', '21/11/2026', ''])('rejects the date %j', (date) => {
    expect(() => calculateDueDateFactor(date)).toThrow(RangeError)
  })

  test.each([
    ['1000', '2026-11-21', '2025-02-22'],
    ['9999', '2025-02-01', '2025-02-21'],
    ['9998', '2026-11-21', '2025-02-20'],
    ['6001', '2014-03-13', '2014-03-13'],
    ['8000', '2026-11-21', '2019-09-02'],
    ['2102', '2026-11-21', '2028-02-29'],
    ['1000', '2000-07-03', '2000-07-03'],
    ['1000', '2049-10-01', '2049-10-14'],
  ])('factor %s read on %s means %s', (factor, readingDate, date) => {
    expect(parseDueDateFactor(factor, readingDate)).toBe(date)
  })

  test.each([
    ['7250', '2026-11-21', 'no date is near enough'],
    ['9999', '2001-01-01', 'the first cycle is far off and none came before it'],
    ['0999', '2026-11-21', 'factors below 1000 are not in use'],
  ])('factor %s read on %s is rejected: %s', (factor, readingDate) => {
    expect(parseDueDateFactor(factor, readingDate)).toBeNull()
  })

  test.each(['', '163', '16370', '16a7'])('rejects the factor %j', (factor) => {
    expect(() => parseDueDateFactor(factor, '2026-11-21')).toThrow(RangeError)
  })

  test('reads back a due date from fourteen years before until seven years after that date', () => {
    const moreThanOneCycle = 9100
    for (let days = 0; days < moreThanOneCycle; days += 1) {
      const dueDate = addDays('2024-11-01', days)
      for (const daysLater of [-5400, 0, 400, 2900]) {
        expect(parseDueDateFactor(calculateDueDateFactor(dueDate), addDays(dueDate, daysLater))).toBe(dueDate)
      }
    }
  })
})

describe('building a barcode', () => {
  test('builds a barcode from bank, due date, centavos and free field', () => {
    const freeField = '0000003615574000000002417'
    expect(buildBarcode({ bank: '001', dueDate: '2024-03-29', valueCents: 991000, freeField })).toBe(barcode)
  })

  test('allows an open value and due date', () => {
    const builtBarcode = buildBarcode({
      bank: '237',
      dueDate: null,
      valueCents: 0,
      freeField: '4150090019801673500021140',
    })
    expect(builtBarcode).toBe('23797000000000000004150090019801673500021140')
  })

  test('writes the largest value in ten digits', () => {
    const builtBarcode = buildBarcode({
      bank: '001',
      dueDate: null,
      valueCents: 9_999_999_999,
      freeField: '1'.repeat(25),
    })
    expect(builtBarcode.slice(5, 19)).toBe('00009999999999')
  })

  const validInput = { bank: '001', dueDate: '2026-11-21', valueCents: 100, freeField: '0'.repeat(25) }
  test.each([
    ['a value over R$ 99.999.999,99', { valueCents: 10_000_000_000 }],
    ['a fraction of a centavo', { valueCents: 12.5 }],
    ['a negative value', { valueCents: -1 }],
    ['no number', { valueCents: Number.NaN }],
    ['a short free field', { freeField: '0'.repeat(24) }],
    ['letters in the free field', { freeField: `${'0'.repeat(24)}P` }],
    ['a bank of two digits', { bank: '01' }],
    ['a date that does not exist', { dueDate: '2026-02-29' }],
  ])('rejects %s', (_name, invalidField) => {
    expect(() => buildBarcode({ ...validInput, ...invalidField })).toThrow(RangeError)
  })

  test('converts barcode and line to each other', () => {
    expect(convertBarcodeToLine(barcode)).toBe(lineDigits)
    expect(convertLineToBarcode(line)).toBe(barcode)
    expect(formatBoletoLine(lineDigits)).toBe(line)
    expect(formatBoletoLine(line)).toBe(line)
  })

  test('rejects a wrong number of digits', () => {
    expect(() => convertBarcodeToLine(barcode.slice(1))).toThrow(RangeError)
    expect(() => convertLineToBarcode(`${lineDigits}0`)).toThrow(RangeError)
    expect(() => formatBoletoLine('')).toThrow(RangeError)
  })
})

describe('parsing a line', () => {
  test('returns every part of the line', () => {
    expect(parseLine(line, '2024-03-09')).toEqual({
      valid: true,
      bank: '001',
      digits: lineDigits,
      barcode,
      factor: '9670',
      dueDate: '2024-03-29',
      valueCents: 991000,
      freeField: '0000003615574000000002417',
      dacs: ['9', '5', '4', '3'],
    })
  })

  test('returns a later date in the next cycle', () => {
    const typedLine = '34191.57213 89766.660164 74514.590004 6 56550000268016'
    expect(parseLine(typedLine, '2013-03-12')).toMatchObject({ dueDate: '2013-04-01' })
    expect(parseLine(typedLine, '2037-10-22')).toMatchObject({ dueDate: '2037-11-21' })
  })

  test('returns no date for a line without a factor', () => {
    const typedLine = '23794.15009 90019.801670 35000.211405 7 00000000000000'
    expect(parseLine(typedLine, '2026-11-21')).toMatchObject({ factor: '0000', dueDate: null, valueCents: 0 })
  })

  test.each([
    lineDigits,
    '  00190.00009  03615.574005\t00000.024174 3 96700000991000\n',
    '00190.00009\u00a003615.574005\u00a000000.024174\u00a03\u00a096700000991000',
    '001900000-9 0361557400-5 0000002417-4 3 9670 0000991000',
    lineDigits.split('').join(' '),
  ])('ignores dots, hyphens and spaces: %j', (typedLine) => {
    expect(parseLine(typedLine, '2024-03-09')).toMatchObject({ valid: true, digits: lineDigits })
  })

  test.each([
    ['', 'nothing'],
    ['   ', 'spaces'],
    [lineDigits.slice(1), '46 digits'],
    [`${lineDigits}0`, '48 digits'],
    ['838600000050096000190009000801782309000343062712', 'a utility bill'],
    [barcode, 'a barcode'],
    [lineDigits.replace('3', 'O'), 'a letter'],
    [`${lineDigits.slice(1)}３`, 'a digit of another script'],
    [`${lineDigits} R$`, 'words after it'],
  ])('rejects the line %j: %s', (typedLine) => {
    expect(parseLine(typedLine, '2026-11-21')).toEqual({ valid: false, failedChecks: ['length'] })
  })

  test.each([
    ['00190.00008 03615.574005 00000.024174 3 96700000991000', ['dac1']],
    ['00190.00009 03615.574006 00000.024174 3 96700000991000', ['dac2']],
    ['00190.00009 03615.574005 00000.024175 3 96700000991000', ['dac3']],
    ['00190.00009 03615.574005 00000.024174 4 96700000991000', ['dac_geral']],
    ['00190.00009 03615.574005 00000.024174 0 96700000991000', ['dac_geral']],
    ['00190.00009 03615.574005 00000.024174 3 96710000991000', ['dac_geral']],
    ['00190.00008 03615.574006 00000.024175 4 96700000991000', ['dac1', 'dac2', 'dac3', 'dac_geral']],
    ['00191.00009 03615.574005 00000.024174 3 96700000991000', ['dac1', 'dac_geral']],
  ])('reports the wrong check digits of %s: %j', (typedLine, failedChecks) => {
    expect(parseLine(typedLine, '2026-11-21')).toEqual({ valid: false, failedChecks })
    expect(listFailingChecks(typedLine)).toEqual(failedChecks)
  })

  test('requires a valid date of reading', () => {
    expect(() => parseLine(line, '')).toThrow(RangeError)
  })

  test('detects a wrong digit of fields 1 to 3 and a wrong general digit by their own check', () => {
    const generalDigitIndex = 32
    for (let index = 0; index < 47; index += 1) {
      for (const digit of '0123456789') {
        if (digit === lineDigits[index]) continue
        const failing = listFailingChecks(lineDigits.slice(0, index) + digit + lineDigits.slice(index + 1))
        const laterCheck = index < 21 ? 'dac2' : 'dac3'
        if (index < generalDigitIndex) expect(failing).toContain(index < 10 ? 'dac1' : laterCheck)
        else expect(failing.every((check) => check === 'dac_geral')).toBe(true)
        if (index === generalDigitIndex) expect(failing).toEqual(['dac_geral'])
      }
    }
  })
})

describe('another implementation', () => {
  const random = makeSeededRandom(20261121)
  const boletos = Array.from({ length: 400 }, () => {
    const dueDate = random.below(10) === 0 ? null : addDays('2020-01-01', random.below(4500))
    const valueCents = random.below(2) === 0 ? random.below(10_000_000) : random.below(9_999_999_999)
    return { bank: random.text(3, '12345679'), dueDate, valueCents, freeField: random.text(25) }
  })

  test.each(boletos)(
    'reads the line that the shop builds: $bank $dueDate $valueCents $freeField',
    (boleto) => {
      const readingDate = boleto.dueDate ?? '2026-11-21'
      const digits = convertBarcodeToLine(buildBarcode(boleto))
      expect(isValidBoleto(digits)).toBe(true)
      const info = getBoletoInfo(digits, { referenceDate: getLocalMidnight(readingDate) })
      expect(info).toMatchObject({ amount: boleto.valueCents, bankCode: boleto.bank })
      expect(info?.expirationDate ?? null).toEqual(boleto.dueDate && getLocalMidnight(boleto.dueDate))
      expect(parseLine(digits, readingDate)).toMatchObject({
        valid: true,
        ...boleto,
        barcode: buildBarcode(boleto),
      })
    },
  )

  test('rejects exactly the altered lines that the shop rejects', () => {
    for (const boleto of boletos) {
      const digits = convertBarcodeToLine(buildBarcode(boleto))
      const index = random.below(47)
      const alteredLine = digits.slice(0, index) + random.text(1) + digits.slice(index + 1)
      // A first digit 8 marks a utility bill, which has other check digits.
      if (alteredLine.startsWith('8')) continue
      expect(listFailingChecks(alteredLine).length === 0).toBe(isValidBoleto(alteredLine))
    }
  })
})

describe('bank code', () => {
  test.each(['001-9', '033-7', '104-0', '237-2', '341-7', '756-0', '748-X', '077-9'])(
    '%s is printed with the check digit',
    (printedCode) => {
      expect(formatBankCode(printedCode.slice(0, 3))).toBe(printedCode)
    },
  )

  test('rejects a code of one digit', () => {
    expect(() => formatBankCode('1')).toThrow(RangeError)
  })
})

function getLocalMidnight(date: string): Date {
  return new Date(`${date}T00:00:00`)
}
