import { describe, expect, test } from 'vitest'
import { banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import { type BoletoTerms, noTerms } from '#app/domain/charges/boleto-terms.ts'
import type { RemittanceInstruction } from '#app/domain/charges/cnab/cnab-boleto.ts'
import { writeRemittance } from '#app/domain/charges/cnab/cnab-remittance.ts'
import { getRemittanceAgreement } from '#app/domain/payments/remittance-agreement.ts'
import { bankAgreements } from '#tests/factories/agreements.ts'

/**
 * Positions of the terms at each bank, compared with laravel-boleto 0081d09 (LB), brcobranca 325e0ea (BR)
 * and, for Itaú's 240 and Banco do Brasil's interest, ACBr (AC). Positions and codes agree, except for the
 * notes below. LB and BR charge fine and interest from the due date. FEBRABAN's C019 requires a later date,
 * so the shop sends the next day, and a payer on the due date never owes them.
 */
const lateTerms: BoletoTerms = {
  ...noTerms,
  finePercent: 200,
  interestPercent: 100,
  interestPerDay: 4,
  discountValue: 5_00,
  discountUntil: '2026-11-27',
}
const acceptanceTerms: BoletoTerms = { ...noTerms, acceptanceDays: 15 }
const protestTerms: BoletoTerms = { ...noTerms, protestDays: 8 }

function makeRecords(
  bank: CnabBank,
  format: 400 | 240,
  terms?: BoletoTerms,
  instruction: RemittanceInstruction = 'register',
) {
  const { agreement } = getRemittanceAgreement(bankAgreements[bank])
  if (!agreement) throw new Error('not ready')
  const makeBoleto = (number: number) => ({
    instruction,
    ourNumber: String(number).padStart(banks[bank].getNumberWidth(''), '0'),
    documentNumber: String(number),
    control: `${number}-0-3F9A01`,
    documentDate: '2026-11-20',
    dueDate: '2026-12-02',
    value: 12_890,
    payer: {
      document: '52998224725',
      name: 'Maria',
      address: 'Rua Um 1',
      district: 'Centro',
      city: 'Botucatu',
      state: 'SP',
      cep: '18603970',
    },
    ...(terms && { terms }),
  })
  return writeRemittance({
    format,
    agreement,
    company: { name: 'Editora', document: '11222333000181' },
    date: '2026-11-21',
    time: '08:15',
    sequence: 42,
    boletos: [makeBoleto(290), makeBoleto(291)],
  })
    .split('\r\n')
    .slice(0, -1)
}

const readAt = (record: string | undefined, from: number, to: number) => record?.slice(from - 1, to)
const makeBlank = (length: number) => ' '.repeat(length)
const makeZeros = (length: number) => '0'.repeat(length)

describe('instructions in records of 400', () => {
  test.each([
    // All three charge interest as an amount a day, and the discount as an amount until a date. There is no protest,
    // and banks that read days receive the days of grace.
    ['001', lateTerms, '0700'],
    ['341', lateTerms, '9210'],
    ['237', lateTerms, '1805'],
    // LB and BR: 06 with the days in 392–393. AC uses 03 to 05 for three to five days, which are not offered.
    ['001', protestTerms, '0600'],
    // LB and BR: 09; AC 81, a later synonym.
    ['341', protestTerms, '0900'],
    // LB and AC: 06 and the days; BR omits it.
    ['237', protestTerms, '0608'],
    // LB: 92 with the days in 392–393; Bradesco 18 and the days. Banco do Brasil has no such field.
    ['341', acceptanceTerms, '9210'],
    ['237', acceptanceTerms, '1815'],
    ['001', acceptanceTerms, '0700'],
  ] satisfies [CnabBank, BoletoTerms, string][])(
    'bank %s, %o: writes instructions %s',
    (bank, terms, instructions) => {
      const [, detail] = makeRecords(bank, 400, terms)
      expect(readAt(detail, 157, 160)).toBe(instructions)
      const hasLateTerms = terms === lateTerms
      expect(readAt(detail, 161, 173)).toBe(hasLateTerms ? '0000000000004' : makeZeros(13))
      expect(readAt(detail, 174, 179)).toBe(hasLateTerms ? '271126' : makeZeros(6))
      expect(readAt(detail, 180, 192)).toBe(hasLateTerms ? '0000000000500' : makeZeros(13))
      expect(readAt(detail, 193, 218)).toBe(makeZeros(26))
    },
  )

  test.each([
    ['001', protestTerms, '08'],
    ['341', protestTerms, '08'],
    ['341', acceptanceTerms, '15'],
    ['001', lateTerms, '00'],
    ['341', lateTerms, '05'],
  ] satisfies [CnabBank, BoletoTerms, string][])(
    'bank %s, %o: writes %s as the days at 392–393',
    (bank, terms, days) => {
      expect(readAt(makeRecords(bank, 400, terms)[1], 392, 393)).toBe(days)
    },
  )

  test('Banco do Brasil and Itaú: write a record for the fine after each boleto', () => {
    // LB, BR and AC: 5, service 99, code 2 (percentage), date, percentage.
    const brasilRecords = makeRecords('001', 400, lateTerms)
    expect(brasilRecords.map((record) => record[0])).toEqual(['0', '7', '5', '7', '5', '9'])
    expect(brasilRecords[2]).toBe(`5992031226000000000200${makeBlank(372)}000003`)
    // LB, BR and AC: 2, code 2, date with the century, percentage.
    const itauRecords = makeRecords('341', 400, lateTerms)
    expect(itauRecords.map((record) => record[0])).toEqual(['0', '1', '2', '1', '2', '9'])
    expect(itauRecords[2]).toBe(`22031220260000000000200${makeBlank(371)}000003`)
    for (const records of [brasilRecords, itauRecords])
      expect(records.map((record) => readAt(record, 395, 400))).toEqual(
        records.map((_, index) => String(index + 1).padStart(6, '0')),
      )
  })

  test('Bradesco: writes the fine in the detail record', () => {
    // LB, BR and AC: 2 and the percentage.
    const records = makeRecords('237', 400, lateTerms)
    expect(records.map((record) => record[0])).toEqual(['0', '1', '1', '9'])
    expect(readAt(records[1], 63, 70)).toBe('00020200')
  })
})

describe('instructions in records of 240', () => {
  test.each([
    // AC: code 1, an amount a day; LB and BR a monthly rate (2), which 400 does not support.
    ['001', lateTerms, '1', '1', '300000009'],
    ['237', lateTerms, '1', '1', '300100509'],
    // LB and AC: Itaú's codes are always 0.
    ['341', lateTerms, '0', '0', '300105000'],
    // Calendar days, code 1, as FEBRABAN C026 and AC; LB sends 2, banking days.
    ['001', protestTerms, '3', '0', '108000009'],
    ['237', protestTerms, '3', '0', '108200009'],
    ['341', protestTerms, '0', '0', '108000000'],
    // AC: Itaú's days of the write-off have two positions. C028 at Bradesco, which the bank does not read according
    // to LB.
    ['341', acceptanceTerms, '0', '0', '300115000'],
    ['237', acceptanceTerms, '3', '0', '300101509'],
    // LB and AC: Banco do Brasil does not read 224–227.
    ['001', acceptanceTerms, '3', '0', '300000009'],
  ] satisfies [CnabBank, BoletoTerms, string, string, string][])(
    'bank %s, %o: writes interest %s, discount %s and the codes %s for unpaid boletos in segment P',
    (bank, terms, interest, discount, unpaidCodes) => {
      const [, , segmentP] = makeRecords(bank, 240, terms)
      const hasLateTerms = terms === lateTerms
      expect(readAt(segmentP, 118, 141)).toBe(
        `${interest}${hasLateTerms ? '03122026000000000000004' : makeZeros(23)}`,
      )
      expect(readAt(segmentP, 142, 165)).toBe(
        `${discount}${hasLateTerms ? '27112026000000000000500' : makeZeros(23)}`,
      )
      expect(readAt(segmentP, 166, 195)).toBe(makeZeros(30))
      expect(readAt(segmentP, 221, 229)).toBe(unpaidCodes)
    },
  )

  test.each(['001', '341', '237'] as const)(
    'bank %s: writes and counts a segment R for each fine',
    (bank) => {
      const records = makeRecords(bank, 240, lateTerms)
      const details = records.slice(2, -2)
      expect(details.map((record) => readAt(record, 9, 14))).toEqual([
        '00001P',
        '00002Q',
        '00003R',
        '00004P',
        '00005Q',
        '00006R',
      ])
      const segmentR = details[2]
      expect(readAt(segmentR, 16, 65)).toBe(`01${makeZeros(48)}`)
      // LB, BR and AC: code 2 and the percentage.
      expect(readAt(segmentR, 66, 89)).toBe('203122026000000000000200')
      // LB: notice 2 at Bradesco, else 0; the adjacent blanks and zeros follow FEBRABAN.
      expect(readAt(segmentR, 90, 240)).toBe(
        `${makeBlank(110)}${makeZeros(16)} ${makeZeros(12)}  ${bank === '237' ? '2' : '0'}${makeBlank(9)}`,
      )
      expect(readAt(records.at(-2), 18, 23)).toBe('000008')
      expect(readAt(records.at(-1), 24, 29)).toBe('000010')
    },
  )
})

/**
 * The terms of the other three banks, compared with LB 0081d09, BR 325e0ea (without 400 of Caixa and Sicredi) and AC
 * (ACBrBancoSantander, ACBrBancoCaixa, ACBrBancoSicredi). docs/banks.md lists their differences.
 */
describe('terms of Santander', () => {
  test('CNAB 400: writes the terms at the positions that the three compared programs use', () => {
    const [, detail] = makeRecords('033', 400, lateTerms)
    // 4 and the percentage; its first day is the date of AC and BR, while LB uses that of interest.
    expect(readAt(detail, 77, 82)).toBe(' 40200')
    expect(readAt(detail, 102, 107)).toBe('031226')
    expect(readAt(detail, 157, 160)).toBe('0700')
    expect(readAt(detail, 161, 192)).toBe('0000000000004' + '271126' + '0000000000500')
    expect(readAt(detail, 392, 394)).toBe('00 ')
    const [, detailWithoutTerms] = makeRecords('033', 400)
    expect([readAt(detailWithoutTerms, 77, 82), readAt(detailWithoutTerms, 102, 107)]).toEqual([
      ' 00000',
      '000000',
    ])
    const [, detailWithProtest] = makeRecords('033', 400, protestTerms)
    expect([readAt(detailWithProtest, 157, 160), readAt(detailWithProtest, 392, 394)]).toEqual([
      '0600',
      '08 ',
    ])
  })

  test('CNAB 240: writes interest as a daily amount, and the days of protest as calendar days', () => {
    const [, , segmentP, , segmentR] = makeRecords('033', 240, lateTerms)
    expect(readAt(segmentP, 118, 141)).toBe('1' + '03122026' + '000000000000004')
    expect(readAt(segmentP, 142, 165)).toBe('1' + '27112026' + '000000000000500')
    expect(readAt(segmentP, 221, 229)).toBe('000300000')
    expect(readAt(makeRecords('033', 240, protestTerms)[2], 221, 229)).toBe('108300000')
    expect(readAt(makeRecords('033', 240, protestTerms)[2], 118, 141)).toBe(`3${makeZeros(23)}`)
    // LB and AC: segment R, 2 and the percentage, followed by blanks.
    expect(readAt(segmentR, 14, 14)).toBe('R')
    expect(readAt(segmentR, 18, 41)).toBe(makeZeros(24))
    expect(readAt(segmentR, 66, 89)).toBe('2' + '03122026' + '000000000000200')
    expect(readAt(segmentR, 90, 240)).toBe(makeBlank(151))
  })
})

describe('terms of Caixa', () => {
  test('CNAB 400: writes the terms like two compared programs, with the fine as an amount', () => {
    const [, detail] = makeRecords('104', 400, lateTerms)
    expect(readAt(detail, 157, 160)).toBe('0200')
    expect(readAt(detail, 161, 192)).toBe('0000000000004' + '271126' + '0000000000500')
    // 2 % of R$ 128,90, rounded down.
    expect(readAt(detail, 352, 367)).toBe('031226' + '0000000257')
    expect(readAt(detail, 390, 394)).toBe('00051')
    const [, detailWithProtest] = makeRecords('104', 400, protestTerms)
    expect([readAt(detailWithProtest, 157, 160), readAt(detailWithProtest, 392, 394)]).toEqual([
      '0100',
      '081',
    ])
    const [, detailWithAcceptance] = makeRecords('104', 400, acceptanceTerms)
    expect([readAt(detailWithAcceptance, 157, 160), readAt(detailWithAcceptance, 392, 394)]).toEqual([
      '0200',
      '151',
    ])
  })

  test('CNAB 240: writes interest as a daily amount, and the write-off code 1 with its days', () => {
    const [, , segmentP, , segmentR] = makeRecords('104', 240, lateTerms)
    expect(readAt(segmentP, 118, 141)).toBe('1' + '03122026' + '000000000000004')
    expect(readAt(segmentP, 142, 165)).toBe('1' + '27112026' + '000000000000500')
    // BR: returned after 120 days by default; here the days printed on the boleto.
    expect(readAt(segmentP, 221, 229)).toBe('300100509')
    expect(readAt(makeRecords('104', 240, protestTerms)[2], 221, 229)).toBe('108200009')
    expect(readAt(makeRecords('104', 240, acceptanceTerms)[2], 221, 229)).toBe('300101509')
    expect(readAt(segmentR, 66, 89)).toBe('2' + '03122026' + '000000000000200')
    // LB, BR and AC: blank, except for a mail address.
    expect(readAt(segmentR, 90, 240)).toBe(makeBlank(151))
  })
})

describe('terms of Sicredi', () => {
  test('CNAB 400: writes the terms like two compared programs, with the fine as a percentage', () => {
    const [, detail] = makeRecords('748', 400, lateTerms)
    expect(readAt(detail, 93, 96)).toBe('0200')
    expect(readAt(detail, 157, 160)).toBe('0000')
    expect(readAt(detail, 161, 192)).toBe('0000000000004' + '271126' + '0000000000500')
    expect(readAt(detail, 193, 218)).toBe(makeZeros(26))
    expect(readAt(makeRecords('748', 400, protestTerms)[1], 157, 160)).toBe('0608')
  })

  test('CNAB 240: writes 60 days until the write-off, which the bank may ignore', () => {
    const [, , segmentP, , segmentR] = makeRecords('748', 240, lateTerms)
    expect(readAt(segmentP, 118, 141)).toBe('1' + '03122026' + '000000000000004')
    expect(readAt(segmentP, 142, 165)).toBe('1' + '27112026' + '000000000000500')
    expect(readAt(segmentP, 221, 229)).toBe('300106009')
    expect(readAt(makeRecords('748', 240, protestTerms)[2], 221, 229)).toBe('108106009')
    expect(readAt(segmentR, 18, 65)).toBe(makeZeros(48))
    expect(readAt(segmentR, 66, 89)).toBe('2' + '03122026' + '000000000000200')
    // AC: no account to debit. LB names the agreement's own.
    expect(readAt(segmentR, 90, 215)).toBe(makeBlank(110) + makeZeros(16))
    expect(readAt(segmentR, 217, 240)).toBe(`${makeZeros(12)}  0${makeBlank(9)}`)
  })
})

describe.each(['001', '341', '237', '033', '104', '748'] as const)('bank %s', (bank) => {
  test.each([400, 240] as const)('a CNAB %d file with empty terms equals a file without terms', (format) => {
    expect(makeRecords(bank, format, noTerms)).toEqual(makeRecords(bank, format))
  })

  test.each([400, 240] as const)('a write-off in CNAB %d contains no terms', (format) => {
    expect(makeRecords(bank, format, lateTerms, 'write-off')).toEqual(
      makeRecords(bank, format, undefined, 'write-off'),
    )
  })
})
