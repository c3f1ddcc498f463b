import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { BankAgreement, CnabBank } from '#app/domain/charges/banks/banks.ts'
import { getNumberRange } from '#app/domain/charges/boleto-number.ts'
import { noTerms } from '#app/domain/charges/boleto-terms.ts'
import type { RemittanceBoleto } from '#app/domain/charges/cnab/cnab-boleto.ts'
import { getOccurrenceMeaning } from '#app/domain/charges/cnab/cnab-meaning.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { writeRemittance } from '#app/domain/charges/cnab/cnab-remittance.ts'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { buildOwnBankBoleto } from '#app/domain/charges/own-bank-boleto.ts'
import { getRemittanceAgreement } from '#app/domain/payments/remittance-agreement.ts'
import { getRejectionReason } from '#app/text/payments/bank-return-labels.ts'
import { bankAgreements } from '#tests/factories/agreements.ts'
import { makeReturnFile } from '#tests/factories/return-files.ts'

/**
 * Compares the files to and from every bank with stored ones. A file may change only if a bank's manual
 * requires this. Review the difference before you store it.
 */
const readStored = (name: string) => readFileSync(new URL(name, import.meta.url), 'latin1')
const banks: CnabBank[] = ['001', '341', '237', '033', '104', '748']
const cases = banks.flatMap((bank) => ([400, 240] as const).map((format) => [bank, format] as const))
const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'))

const personPayer = {
  document: '52998224725',
  name: 'José Antônio da Conceição Gonçalves & Filhos do Norte',
  address: 'Av. Brigadeiro Faria Lima, 2170 – casa nº 3',
  district: 'Jardim Paulistano',
  city: 'São José dos Campos',
  state: 'SP',
  cep: '12227-901',
}
const clubPayer = {
  ...personPayer,
  document: '12ABC34501DE35',
  name: 'Aeroclube',
  district: '',
  cep: '69900000',
}

function makeBoletos(agreement: BankAgreement): RemittanceBoleto[] {
  const boletos = [
    { instruction: 'register' as const, number: 290, value: 12_890, payer: personPayer },
    { instruction: 'write-off' as const, number: 10_000_001, value: 1, payer: clubPayer },
    { instruction: 'change-due-date' as const, number: 20, value: 9_999_999_999, payer: personPayer },
  ]
  return boletos.map(({ number, ...boleto }) => ({
    ...boleto,
    ourNumber: makeBoleto(agreement, toBankNumber(agreement, number)).ourNumber,
    documentNumber: String(number),
    control: `${number}-0-3F9A01`,
    documentDate: '2026-11-20',
    dueDate: '2026-12-02',
  }))
}

function makeBoleto(agreement: BankAgreement, number: number) {
  return buildOwnBankBoleto(agreement, {
    number,
    orderId: 7,
    ordinal: 0,
    reference: 'pedido-7-0-3f9a01',
    value: 173_30,
    documentDate: '2026-11-21',
    dueDate: '2026-11-26',
  })
}

/** Returns a valid number: Santander's have seven digits, Sicredi's begin with the year. */
function toBankNumber({ bank }: BankAgreement, number: number): number {
  if (bank === '748') return 26_200_000 + (number % 100_000)
  return bank === '033' ? number % 10_000_000 : number
}

function makeRemittanceFile(bank: CnabBank, format: CnabFormat): string {
  const { agreement } = getRemittanceAgreement(bankAgreements[bank])
  if (!agreement) throw new Error('not ready')
  return writeRemittance({
    format,
    agreement,
    company: { name: 'Editora Aeronáutica São José Ltda', document: '11222333000181' },
    date: '2026-11-21',
    time: '08:15',
    sequence: 42,
    boletos: makeBoletos(bankAgreements[bank]),
  })
}

/** Returns the codes of each meaning. */
function groupMeanings(bank: CnabBank, format: CnabFormat) {
  const meanings = new Set(codes.map((code) => getOccurrenceMeaning(format, bank, code)))
  const listCodes = (meaning: string) =>
    codes.filter((code) => getOccurrenceMeaning(format, bank, code) === meaning)
  return Object.fromEntries([...meanings].map((meaning) => [meaning, listCodes(meaning).join(' ')]))
}

function listReasons(bank: CnabBank, format: CnabFormat) {
  const codesWithReasons = codes.map((code) => [code, getRejectionReason(format, bank, code)] as const)
  return Object.fromEntries(codesWithReasons.filter(([, reason]) => !reason.startsWith('motivo')))
}

function readReturn(bank: CnabBank, format: CnabFormat) {
  const { ourNumber } = makeBoleto(bankAgreements[bank], toBankNumber(bankAgreements[bank], 290))
  const numberedRecords = ['02', '03', '06', '09', '17', '99'].map((code) => ({
    code,
    number: ourNumber,
    agreement: '1112245',
    paid: 80_00,
    fee: 2_50,
    reasons: '4608',
    control: '290-0-3F9A01',
  }))
  const unnumberedRecord = { code: '06', number: '', agreement: '', wallet: '', paid: 1, document: '290' }
  return readBankReturn(
    makeReturnFile([...numberedRecords, unnumberedRecord], { bank, format, sequence: 17 }),
  )
}

test.each(cases)('writes the stored remittance of bank %s in records of %d byte for byte', (bank, format) => {
  expect(makeRemittanceFile(bank, format)).toBe(readStored(`${bank}-${format}.rem`))
})

describe('numbers and codes of each bank', () => {
  const storedBanks = JSON.parse(Buffer.from(readStored('banks.json'), 'latin1').toString())

  test.each(banks)('builds the stored boleto and range of bank %s', (bank) => {
    const {
      terms,
      payableUntil: _,
      ...boleto
    } = makeBoleto(bankAgreements[bank], toBankNumber(bankAgreements[bank], 290))
    expect(terms).toEqual(noTerms)
    expect({ range: getNumberRange(bankAgreements[bank]), boleto }).toEqual(storedBanks[bank].issued)
  })

  test.each(cases)('maps the codes of bank %s in records of %d to their stored meanings', (bank, format) => {
    expect(groupMeanings(bank, format)).toEqual(storedBanks[bank][format].meanings)
    expect(listReasons(bank, format)).toEqual(storedBanks[bank][format].reasons)
  })

  test.each(cases)('parses the stored return file of bank %s in records of %d', (bank, format) => {
    expect(readReturn(bank, format)).toEqual(storedBanks[bank][format].returned)
  })
})
