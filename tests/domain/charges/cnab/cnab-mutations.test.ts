import { describe, expect, test } from 'vitest'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { compareBoleto, isBoletoPayment } from '#app/domain/payments/boleto-match.ts'
import { bankFormats, returnFile, settlementCode } from '#tests/factories/return-files.ts'
import { findAmountOfBoleto, type Known } from '#tests/support/attacks/boleto-in-file.ts'
import { makeChance, rounds } from '#tests/support/attacks/chance.ts'
import { mutated } from '#tests/support/attacks/mutated-file.ts'

const filesOfEach = rounds(1_700)
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
function makeBoletos(bank: Known['bank']): Known[] {
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
  const whole = returnFile(
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
      const file = mutated(whole, chance)
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
        const named = boletos.find(({ number }) => number === entry.boletoNumber)
        if (!named || entry.range !== range) continue
        if (!isTakenFor(named, entry)) continue
        seen.paid += 1
        const said = findAmountOfBoleto(named, file, entry.line, format)
        expect(entry.receivedAmount).toBe(said)
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
      const named = boletos.find(({ number }) => number === entry.boletoNumber)
      expect(named && isTakenFor(named, entry)).toBe(true)
      expect(named && findAmountOfBoleto(named, whole, entry.line, format)).toBe(80_00)
    }
  })

  function isTakenFor(named: Known, entry: Parameters<typeof compareBoleto>[0]): boolean {
    const ours = {
      wallet: wallets[bank],
      documentNumber: named.document,
      reference: `pedido-${named.document}-0-3f9a01`,
      dueDate: named.due,
      isSent: true,
    }
    return isBoletoPayment(compareBoleto(entry, ours), 'registered')
  }
})
