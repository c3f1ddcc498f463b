import { describe, expect, test } from 'vitest'
import { readRemittanceReply } from '#app/domain/charges/cnab/cnab-reply.ts'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { listReplyFaults } from '#app/text/payments/bank-file-labels.ts'
import {
  encodeRecords,
  formatRecord,
  formatReturn240,
  formatReturn400,
  makeRemittanceReply,
  makeRemittanceReply400,
} from '#tests/support/cnab-files.ts'

describe('a bank’s reply to a remittance', () => {
  // The records of OpenCnabPHP's RETORNOCEF081116, without the company.
  const publishedRecords = [
    formatRecord(240, {
      1: '10400000',
      18: '211222333000181',
      53: '0080403638410000000',
      143: '50811201612205700000105000000REMESSA REJEITADA   RET PRE CRI-PRODUCAO',
    }),
    formatRecord(240, { 1: '10400001T0100030' }),
    formatRecord(240, { 1: '1040000300001W 02000001 18.088' }),
    formatRecord(240, { 1: '10400005', 18: '000003' }),
    formatRecord(240, { 1: '10499999', 18: '000001000005' }),
  ]

  test("reads Caixa's rejection with the bank's error text", () => {
    expect(readRemittanceReply(encodeRecords(publishedRecords))).toEqual({
      bank: '104',
      format: 240,
      agreement: '3638410',
      sequence: 1,
      sequences: 1_000_000,
      outcome: 'rejected',
      note: ['REMESSA REJEITADA', '02000001 18.088'],
      errors: [],
    })
    expect(readBankReturn(encodeRecords(publishedRecords))).toMatchObject({ valid: false })
  })

  test.each([
    ['3', 'accepted'],
    ['4', 'partly-accepted'],
    ['5', 'rejected'],
  ])('is %s with code %s', (code, outcome) => {
    expect(readRemittanceReply(makeRemittanceReply(code, 42))).toMatchObject({ sequence: 42, outcome })
  })

  test.each([
    ['CONFIRMACAO', 'accepted'],
    ['Confirmação', 'accepted'],
    ['REJ. PARCIAL', 'partly-accepted'],
    ['REMES REJEITADA', 'rejected'],
  ])('in CNAB 400 with %s is %s, and is valid with its header alone', (literal, outcome) => {
    expect(readRemittanceReply(makeRemittanceReply400(literal, 42))).toEqual({
      bank: '104',
      format: 400,
      agreement: '245274',
      sequence: 42,
      sequences: 100_000,
      outcome,
      note: ['REMESSA REJEITADA - 21/11/26 AS 08.15.00'],
      errors: [],
    })
  })

  test('in CNAB 400 lists line, number and codes of each faulty record', () => {
    const firstNumber = '14000000000000290'
    const reply = makeRemittanceReply400('REJ. PARCIAL', 42, [
      { line: 2, number: firstNumber, codes: ['27', '45'] },
      { line: 5, number: '14000000000000291', codes: ['99', '00'] },
    ])
    const parsedReply = readRemittanceReply(reply)
    expect(parsedReply?.errors).toEqual([
      { line: 2, ourNumber: firstNumber, codes: ['27', '45'] },
      { line: 5, ourNumber: '14000000000000291', codes: ['99'] },
    ])
    expect(parsedReply && listReplyFaults(parsedReply)).toEqual([
      'REMESSA REJEITADA - 21/11/26 AS 08.15.00',
      `Linha 2, nosso número ${firstNumber}: valor do título inválido (27), cidade do pagador não informada (45)`,
      'Linha 5, nosso número 14000000000000291: erro 99',
    ])
  })

  test.each([
    ['a return file', encodeRecords(formatReturn240('104', []))],
    ['a remittance', makeRemittanceReply('1', 42)],
    ['no number', encodeRecords([formatRecord(240, { 1: '10400000', 143: '5' })])],
    ['an unknown bank', encodeRecords([formatRecord(240, { 1: '99900000', 143: '5', 158: '000001' })])],
    ['another bank', encodeRecords([formatRecord(240, { 1: '00100000', 143: '5', 158: '000001' })])],
    ['a remittance of 400', makeRemittanceReply400('COBRANCA', 42)],
    ['a return of 400', encodeRecords(formatReturn400('104', []))],
    ['no content', new Uint8Array()],
  ])('is not read from another file: %s', (_name, content) => {
    expect(readRemittanceReply(content)).toBeUndefined()
  })
})
