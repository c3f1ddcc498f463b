import { describe, expect, test } from 'vitest'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { compareBoleto, isBoletoPayment } from '#app/domain/payments/boleto-match.ts'
import { bankFormats, getSettlementCode, makeReturnFile } from '#tests/factories/return-files.ts'
import { type FileBoleto, findAmountOfBoleto } from '#tests/support/attacks/boleto-in-file.ts'
import { makeChance, scaleRounds } from '#tests/support/attacks/chance.ts'
import { damageFile } from '#tests/support/attacks/mutated-file.ts'

const FILES_PER_BANK = scaleRounds(1_700)
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
  return [1, 2, 3, 11].map((orderNumber) => ({
    bank,
    number: String(orderNumber).padStart(numberLength[bank], '0'),
    document: String(1_000 + orderNumber),
    due: `2026-11-${20 + (orderNumber % 10)}`,
    value: 80_00,
  }))
}

describe.each(bankFormats)('return files of bank %s in %i', (bank, format) => {
  const boletos = makeBoletos(bank)
  const intactFile = makeReturnFile(
    boletos.map(({ number, document, due }, index) => {
      const isRegistration = index === 2
      const code = isRegistration ? '02' : getSettlementCode(bank, format)
      return { code, number, document, due, paid: isRegistration ? 0 : 80_00 }
    }),
    { bank, format },
  )
  const intactReturn = readBankReturn(intactFile)
  const numberRange = intactReturn.valid ? (intactReturn.entries[0]?.range ?? null) : null
  const chance = makeChance(Number(bank) * format)

  test('are rejected with a line number, or return each payment as written, when altered', () => {
    const counts = { refused: 0, read: 0, paid: 0 }
    for (let count = 0; count < FILES_PER_BANK; count++) {
      const file = damageFile(intactFile, chance)
      const bankReturn = readBankReturn(file)
      if (!bankReturn.valid) {
        counts.refused += 1
        expect(bankReturn.faults.length).toBeGreaterThan(0)
        for (const { line, fault } of bankReturn.faults)
          expect([line >= 1, faults.has(fault)]).toEqual([true, true])
        continue
      }
      counts.read += 1
      for (const entry of bankReturn.entries) {
        if (entry.meaning !== 'settled') continue
        const boleto = boletos.find(({ number }) => number === entry.boletoNumber)
        if (!boleto || entry.range !== numberRange) continue
        if (!isSamePayment(boleto, entry)) continue
        counts.paid += 1
        const writtenAmount = findAmountOfBoleto(boleto, file, entry.line, format)
        expect(entry.receivedAmount).toBe(writtenAmount)
      }
    }
    // At least fifty of 1,700 files.
    const representativeCount = FILES_PER_BANK / 34
    expect(counts.read).toBeGreaterThan(representativeCount)
    expect(counts.paid).toBeGreaterThan(representativeCount)
    expect(counts.refused).toBeGreaterThan(FILES_PER_BANK / 4)
  }, 120_000)

  test('return each payment as written when intact', () => {
    const bankReturn = readBankReturn(intactFile)
    const entries = bankReturn.valid ? bankReturn.entries.filter(({ meaning }) => meaning === 'settled') : []
    expect(entries).toHaveLength(3)
    for (const entry of entries) {
      const boleto = boletos.find(({ number }) => number === entry.boletoNumber)
      expect(boleto && isSamePayment(boleto, entry)).toBe(true)
      expect(boleto && findAmountOfBoleto(boleto, intactFile, entry.line, format)).toBe(80_00)
    }
  })

  function isSamePayment(boleto: FileBoleto, entry: Parameters<typeof compareBoleto>[0]): boolean {
    const shopBoleto = {
      wallet: wallets[bank],
      documentNumber: boleto.document,
      reference: `pedido-${boleto.document}-0-3f9a01`,
      dueDate: boleto.due,
      isSent: true,
    }
    return isBoletoPayment(compareBoleto(entry, shopBoleto), 'registered')
  }
})
