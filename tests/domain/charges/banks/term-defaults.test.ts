import { describe, expect, test } from 'vitest'
import { bankCodes, banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import { getLastPaymentDay } from '#app/domain/charges/boleto-state.ts'
import { defaultChargeRules } from '#app/domain/charges/boleto-terms.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { writeRemittance } from '#app/domain/charges/cnab/cnab-remittance.ts'
import { buildOwnBankBoleto } from '#app/domain/charges/own-bank-boleto.ts'
import { getRemittanceAgreement } from '#app/domain/payments/remittance-agreement.ts'
import { addBusinessDays, addDays, countDaysBetween, isBusinessDay } from '#app/domain/platform/calendar.ts'
import type { ChargeRules } from '#app/domain/settings/charges.ts'
import { formatPaymentPlace } from '#app/text/charges/terms-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { bankAgreements } from '#tests/factories/agreements.ts'
import { fiveYears } from '#tests/support/attacks/chance.ts'

const formats = [400, 240] as const
const payer = {
  document: '52998224725',
  name: 'Maria',
  address: 'Rua Um 1',
  district: 'Centro',
  city: 'Botucatu',
  state: 'SP',
  cep: '18603970',
}

function makeBoletoDue(bank: CnabBank, dueDate: string, rules: ChargeRules, agreedDays = '') {
  const agreement = { ...bankAgreements[bank], ...(agreedDays && { agreedDays }) }
  // The numbers of Sicredi begin with the year.
  const number = bank === '748' ? 26_200_290 : 290
  const data = { reference: 'pedido-7-0-3f9a01', orderId: 7, ordinal: 0, value: 128_90 }
  return buildOwnBankBoleto(agreement, {
    ...data,
    number,
    documentDate: addDays(dueDate, -3),
    dueDate,
    rules,
  })
}

type IssuedBoleto = ReturnType<typeof makeBoletoDue>

function makeFile(bank: CnabBank, format: CnabFormat, boletos: IssuedBoleto[]): string[] {
  const { agreement } = getRemittanceAgreement(bankAgreements[bank])
  if (!agreement) throw new Error('not ready')
  const remittanceBoletos = boletos.map(({ ourNumber, documentDate, dueDate, value, terms }) => ({
    instruction: 'register' as const,
    ourNumber,
    documentDate,
    dueDate,
    value,
    terms,
    payer,
    documentNumber: '7',
    control: '7-0-3F9A01',
  }))
  const company = { name: 'Editora', document: '11222333000181' }
  const data = { format, agreement, company, date: '2026-11-21', time: '08:15', sequence: 42 }
  return writeRemittance({ ...data, boletos: remittanceBoletos })
    .split('\r\n')
    .slice(0, -1)
}

/** Returns the record that registers each boleto. */
function listRegistrations(bank: CnabBank, format: CnabFormat, boletos: IssuedBoleto[]): string[] {
  const records = makeFile(bank, format, boletos)
  return format === 400
    ? records.filter((record) => /^[17]/.test(record))
    : records.filter((record) => record[7] === '3' && record[13] === 'P')
}

/**
 * Characters that each bank's manual prescribes for a boleto without protest and for its write-off. 'd' stands for a
 * digit of the number of days.
 */
const manualValues: Record<CnabBank, Record<CnabFormat, { protest: string; 'write-off': string }>> = {
  '001': {
    400: { protest: '0700', 'write-off': 'no field' },
    240: { protest: '300', 'write-off': '0000' },
  },
  '033': { 400: { protest: '07', 'write-off': '00' }, 240: { protest: '000', 'write-off': '3000' } },
  '104': { 400: { protest: '0200', 'write-off': 'dd' }, 240: { protest: '300', 'write-off': '1ddd' } },
  '237': { 400: { protest: '18', 'write-off': 'dd' }, 240: { protest: '300', 'write-off': '1ddd' } },
  '341': { 400: { protest: '9210', 'write-off': 'dd' }, 240: { protest: '300', 'write-off': '1dd0' } },
  '748': {
    400: { protest: '0000', 'write-off': 'no field' },
    240: { protest: '300', 'write-off': '1060' },
  },
}

test.each(bankCodes)('bank %s declares the values of its manuals for protest and write-off', (bank) => {
  for (const format of formats)
    for (const term of ['protest', 'write-off'] as const) {
      const declaredDefault = banks[bank].termDefaults[format].find((row) => row.term === term)
      expect(declaredDefault?.sentValue, `CNAB ${format}, ${term}`).toBe(manualValues[bank][format][term])
    }
})

const readAt = (record: string, [from, to]: readonly [number, number]) => record.slice(from - 1, to)

/** Returns the types of records, in CNAB 240 with the segment. */
function listRecordTypes(format: CnabFormat, records: readonly string[]): string[] {
  if (format === 400) return records.map((record) => readAt(record, [1, 1]))
  return records.map(
    (record) => `${readAt(record, [8, 8])}${record[7] === '3' ? readAt(record, [14, 14]) : ''}`,
  )
}

const termDefaults = bankCodes.flatMap((bank) =>
  formats.flatMap((format) =>
    banks[bank].termDefaults[format].map((row) => [bank, format, row.term, row] as const),
  ),
)
const defaultsWithField = termDefaults.flatMap(([bank, format, term, { span, sentValue }]) =>
  span ? [[bank, format, term, span, sentValue] as const] : [],
)
const listWithoutField = (term: string) =>
  termDefaults.flatMap(([bank, format, rowTerm, { span }]) =>
    rowTerm === term && !span ? [[bank, format] as const] : [],
  )

// A due date on a Wednesday. Boletos stay payable for three banking days, here until Monday, five days later.
const wednesday = '2026-12-02'

type RecordTypes = { withoutFine: string[]; withFine: string[] }

/** Types of the records of a file with one boleto, for banks whose fine has a record of its own. */
const recordTypes400: Partial<Record<CnabBank, RecordTypes>> = {
  '001': { withoutFine: ['0', '7', '9'], withFine: ['0', '7', '5', '9'] },
  '341': { withoutFine: ['0', '1', '9'], withFine: ['0', '1', '2', '9'] },
}
const recordTypes240: RecordTypes = {
  withoutFine: ['0', '1', '3P', '3Q', '5', '9'],
  withFine: ['0', '1', '3P', '3Q', '3R', '5', '9'],
}

describe('terms that the shop does not use', () => {
  test('are listed for each bank and format', () => {
    const terms = ['discount', 'fine', 'interest', 'protest', 'write-off']
    for (const bank of bankCodes)
      for (const format of formats)
        expect([bank, format, banks[bank].termDefaults[format].map(({ term }) => term).sort()]).toEqual([
          bank,
          format,
          terms,
        ])
  })

  test.each(defaultsWithField)(
    'bank %s, CNAB %i: writes the manual’s value in the field of the %s',
    (bank, format, _term, span, sentValue) => {
      const records = listRegistrations(bank, format, [makeBoletoDue(bank, wednesday, defaultChargeRules)])
      expect(records).toHaveLength(1)
      expect(readAt(records[0] ?? '', span)).toBe(sentValue.replace('ddd', '005').replace('dd', '05'))
    },
  )

  test.each(listWithoutField('fine'))(
    'bank %s, CNAB %i: a boleto with a fine has one record more than a boleto without',
    (bank, format) => {
      const listTypes = (finePercent: number) =>
        listRecordTypes(
          format,
          makeFile(bank, format, [makeBoletoDue(bank, wednesday, { ...defaultChargeRules, finePercent })]),
        )
      const recordTypes = format === 400 ? recordTypes400[bank] : recordTypes240
      expect(listTypes(0)).toEqual(recordTypes?.withoutFine)
      expect(listTypes(200)).toEqual(recordTypes?.withFine)
    },
  )

  test.each(listWithoutField('write-off'))(
    'bank %s, CNAB %i: writes the days until the write-off in no field',
    (bank, format) => {
      const boleto = makeBoletoDue(bank, wednesday, defaultChargeRules)
      const boletoWithAcceptance = { ...boleto, terms: { ...boleto.terms, acceptanceDays: 20 } }
      const records = makeFile(bank, format, [boleto])
      expect(makeFile(bank, format, [boletoWithAcceptance])).toEqual(records)
      expect(records).toHaveLength(3)
      // Banco do Brasil: days until a protest. Sicredi: the end of a blank field.
      expect(readAt(records[1] ?? '', [392, 393])).toBe({ '001': '00', '748': '  ' }[bank as string])
    },
  )
})

const oneYear = Array.from({ length: 365 }, (_, index) => addDays('2026-07-01', index))

/** Positions of the days until the write-off, for banks that read these days from the file. */
const daysSpans: Partial<Record<CnabBank, Record<CnabFormat, readonly [number, number]>>> = {
  '341': { 400: [392, 393], 240: [225, 226] },
  '237': { 400: [159, 160], 240: [225, 227] },
  '104': { 400: [392, 393], 240: [225, 227] },
}
const banksReadingDays = bankCodes.filter((bank) => daysSpans[bank])
const banksIgnoringDays = bankCodes.filter((bank) => !daysSpans[bank])
const pairWithDays = (bankList: readonly CnabBank[], values: readonly (number | null)[]) =>
  bankList.flatMap((bank) => values.map((value) => [bank, value] as const))

describe('the last day to pay, over five years', { timeout: 60_000 }, () => {
  test('is sent to exactly the banks that read days of acceptance', () => {
    expect(banksReadingDays).toEqual(
      bankCodes.filter((bank) => banks[bank].supportedTerms?.includes('acceptance')),
    )
  })

  test.each(pairWithDays(banksReadingDays, [null, 5, 29]))(
    'bank %s, days of acceptance %s: the file registers the last day that the boleto shows',
    (bank, acceptanceDays) => {
      const dueDates = acceptanceDays === null ? fiveYears : oneYear
      const boletos = dueDates.map((day) =>
        makeBoletoDue(bank, day, { ...defaultChargeRules, acceptanceDays }),
      )
      for (const format of formats) {
        const records = listRegistrations(bank, format, boletos)
        const faultyBoletos = boletos.filter((boleto, index) => {
          const days = Number(readAt(records[index] ?? '', daysSpans[bank]?.[format] ?? [1, 0]))
          return !isPromised(boleto, addDays(boleto.dueDate, days))
        })
        expect(faultyBoletos.map(({ dueDate }) => dueDate)).toEqual([])
      }
    },
  )

  test.each(pairWithDays(banksIgnoringDays, [null, 5]))(
    'bank %s, agreed days until the write-off %s: the boleto shows the last banking day until then',
    (bank, agreedDays) => {
      const faultyDays = fiveYears.filter((day) => {
        const boleto = makeBoletoDue(
          bank,
          day,
          { ...defaultChargeRules, acceptanceDays: 20 },
          agreedDays ? String(agreedDays) : '',
        )
        const lastDay = getLastPaymentDay(boleto)
        const bankingDueDate = addBusinessDays(day, 0)
        const writeOffDay = addDays(day, agreedDays ?? 0)
        const isPayableUntilLastDay = lastDay === bankingDueDate || lastDay <= writeOffDay
        const isNextBankingDayTooLate = addBusinessDays(lastDay, 1) > writeOffDay
        return !isPayableUntilLastDay || !isNextBankingDayTooLate || !isPromised(boleto, lastDay)
      })
      expect(faultyDays).toEqual([])
    },
  )

  test.each(bankCodes)(
    'bank %s: the last day of a boleto with protest after 8 days is a banking day, 4 to 8 days late',
    (bank) => {
      const faultyDays = fiveYears.filter((day) => {
        const protestDays = 8
        const boleto = makeBoletoDue(bank, day, { ...defaultChargeRules, protestDays })
        const lastDay = getLastPaymentDay(boleto)
        const daysLate = countDaysBetween(day, lastDay)
        return !isPromised(boleto, lastDay) || daysLate > protestDays || daysLate < 4
      })
      expect(faultyDays).toEqual([])
    },
  )
})

/** Returns true if `lastDay` is a banking day not before the due date and the boleto shows it as the last day to pay. */
function isPromised(boleto: ReturnType<typeof makeBoletoDue>, lastDay: string): boolean {
  const { dueDate } = boleto
  const bankingDueDate = addBusinessDays(dueDate, 0)
  const dayText = lastDay === bankingDueDate ? 'o vencimento' : formatDate(lastDay)
  return (
    getLastPaymentDay(boleto) === lastDay &&
    isBusinessDay(lastDay) &&
    lastDay >= bankingDueDate &&
    formatPaymentPlace(boleto) === `Pagável em qualquer banco até ${dayText}`
  )
}
