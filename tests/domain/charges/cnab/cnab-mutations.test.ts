import { describe, expect, test } from 'vitest'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { compareBoleto, isBoletoPayment } from '#app/domain/payments/boleto-match.ts'
import { bankFormats, makeReturnFile, settlementCode } from '#tests/factories/return-files.ts'
import { type FileBoleto, findAmountOfBoleto } from '#tests/support/attacks/boleto-in-file.ts'
import { makeChance, scaleRounds } from '#tests/support/attacks/chance.ts'
import { damageFile } from '#tests/support/attacks/mutated-file.ts'

const filesOfEach = scaleRounds(1_700)
const numberLength = { '001': 10, '341': 8, '237': 11, '033': 7, '104': 15, '748': 8 } as const
const wallets = { '001': '17', '341': '109', '237': '09', '033': '101', '104': 'RG', '748': '1' } as const
const faults = new Set([
  'empty',
  'record-length',
  'not-a-return',
  'unknown-bank',
  'wrong-bank',
  'unknown-record',
  'sequence',
  'unpaired-segment',
  'unreadable-field',
  'trailer-missing',
  'record-missing',
  'count',
  'sum',
])

/** Returns boletos whose numbers and days differ by one digit, so that a changed digit may match another. */
function makeBoletos(bank: FileBoleto['bank']): FileBoleto[] {
  return [1, 2, 3, 11].map((order) => ({
    bank,
    number: String(order).padStart(numberLength[bank], '0'),
    document: String(1_000 + order),
    due: `2026-11-${20 + (order % 10)}`,
    value: 80_00,
  }))
}

describe.each(bankFormats)('return files of bank %s in %i', (bank, format) => {
  const boletos = makeBoletos(bank)
  const whole = makeReturnFile(
    boletos.map(({ number, document, due }, index) => ({
      code: index === 2 ? '02' : settlementCode(bank, format),
      number,
      document,
      due,
      paid: index === 2 ? 0 : 80_00,
    })),
    { bank, format },
  )
  const first = readBankReturn(whole)
  const range = first.valid ? (first.entries[0]?.range ?? null) : null
  const chance = makeChance(Number(bank) * format)

  test('are rejected with a line number, or return each payment as written, when altered', () => {
    const seen = { refused: 0, read: 0, paid: 0 }
    for (let count = 0; count < filesOfEach; count++) {
      const file = damageFile(whole, chance)
      const read = readBankReturn(file)
      if (!read.valid) {
        seen.refused += 1
        expect(read.faults.length).toBeGreaterThan(0)
        for (const { line, fault } of read.faults)
          expect([line >= 1, faults.has(fault)]).toEqual([true, true])
        continue
      }
      seen.read += 1
      for (const entry of read.entries) {
        if (entry.meaning !== 'settled') continue
        const boleto = boletos.find(({ number }) => number === entry.boletoNumber)
        if (!boleto || entry.range !== range) continue
        if (!doesMatchBoleto(boleto, entry)) continue
        seen.paid += 1
        const writtenAmount = findAmountOfBoleto(boleto, file, entry.line, format)
        expect(entry.receivedAmount).toBe(writtenAmount)
      }
    }
    expect(seen.read).toBeGreaterThan(filesOfEach / 34)
    expect(seen.paid).toBeGreaterThan(filesOfEach / 34)
    expect(seen.refused).toBeGreaterThan(filesOfEach / 4)
  }, 120_000)

  test('return each payment as written when intact', () => {
    const read = readBankReturn(whole)
    const entries = read.valid ? read.entries.filter(({ meaning }) => meaning === 'settled') : []
    expect(entries).toHaveLength(3)
    for (const entry of entries) {
      const boleto = boletos.find(({ number }) => number === entry.boletoNumber)
      expect(boleto && doesMatchBoleto(boleto, entry)).toBe(true)
      expect(boleto && findAmountOfBoleto(boleto, whole, entry.line, format)).toBe(80_00)
    }
  })

  function doesMatchBoleto(boleto: FileBoleto, entry: Parameters<typeof compareBoleto>[0]): boolean {
    const ours = {
      wallet: wallets[bank],
      documentNumber: boleto.document,
      reference: `pedido-${boleto.document}-0-3f9a01`,
      dueDate: boleto.due,
      isSent: true,
    }
    return isBoletoPayment(compareBoleto(entry, ours), 'registered')
  }
})
