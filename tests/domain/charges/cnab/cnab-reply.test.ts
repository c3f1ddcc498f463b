import { describe, expect, test } from 'vitest'
import { readRemittanceReply } from '#app/domain/charges/cnab/cnab-reply.ts'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { bytes, record, remittanceReply, return240 } from '#tests/support/cnab-files.ts'

describe('the bank’s answer to a remittance', () => {
  // The records of OpenCnabPHP's RETORNOCEF081116, without the company.
  const published = [
    record(240, {
      1: '10400000',
      18: '211222333000181',
      53: '0080403638410000000',
      143: '50811201612205700000105000000REMESSA REJEITADA   RET PRE CRI-PRODUCAO',
    }),
    record(240, { 1: '10400001T0100030' }),
    record(240, { 1: '1040000300001W 02000001 18.088' }),
    record(240, { 1: '10400005', 18: '000003' }),
    record(240, { 1: '10499999', 18: '000001000005' }),
  ]

  test("reads Caixa's refusal with the bank's error text", () => {
    expect(readRemittanceReply(bytes(published))).toEqual({
      bank: '104',
      agreement: '3638410',
      sequence: 1,
      outcome: 'rejected',
      words: ['REMESSA REJEITADA', '02000001 18.088'],
    })
    expect(readBankReturn(bytes(published))).toMatchObject({ valid: false })
  })

  test.each([
    ['3', 'accepted'],
    ['4', 'partly-accepted'],
    ['5', 'rejected'],
  ])('with code %s is %s', (code, outcome) => {
    expect(readRemittanceReply(remittanceReply(code, 42))).toMatchObject({ sequence: 42, outcome })
  })

  test.each([
    ['a return file', bytes(return240('104', []))],
    ['a remittance', remittanceReply('1', 42)],
    ['no number', bytes([record(240, { 1: '10400000', 143: '5' })])],
    ['another bank', bytes([record(240, { 1: '99900000', 143: '5', 158: '000001' })])],
    ['nothing', new Uint8Array()],
  ])('is not read in a file with %s', (_name, content) => {
    expect(readRemittanceReply(content)).toBeUndefined()
  })
})
