import { beforeEach, describe, expect, test } from 'vitest'
import { type BankAgreement, banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { applyBankFile } from '#app/jobs/payments/apply-bank-file.server.ts'
import { findCurrentBoleto, recordOwnBankBoleto } from '#app/models/charges/boleto.server.ts'
import { findNextBoleto } from '#app/models/charges/boleto-reference.server.ts'
import { findBankFile, parseDoubts, requestApplying } from '#app/models/payments/bank-file.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { createRemittance, findRemittance } from '#app/models/payments/remittance.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { dayClosing } from '#app/models/reports/day-closing.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { agreements, storeReturnFile } from '#tests/factories/bank-files.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShopWithoutRemittances } from '#tests/factories/remittances.ts'
import {
  bankFormats,
  getSettlementCode,
  makeReturnFile,
  type ReturnRecord,
} from '#tests/factories/return-files.ts'

const maxBoletoValue = 99_999_999_99
const now = new Date('2026-11-17T15:04:00Z')
let staff: Awaited<ReturnType<typeof openShopWithoutRemittances>>

beforeEach(async () => {
  staff = await openShopWithoutRemittances()
})

/** Fields of an agreement that a remittance requires in addition to those for a boleto. */
const remittanceFields: Partial<Record<CnabBank, Partial<BankAgreement>>> = {
  '001': { variation: '019' },
  '237': { companyCode: '4466911' },
  '033': { companyCode: '12340699258013002862' },
  '748': { accountDigit: '8' },
}

/** Returns one occurrence code of the bank for each meaning. */
function listCodes(bank: CnabBank, format: CnabFormat): string[] {
  const { other, ...meanings } = banks[bank].occurrences[format]
  return [...Object.values(meanings), other ?? ''].map((codes) => codes.slice(0, 2))
}

/** Returns all rows that a file may change. */
async function loadChangeableRows() {
  const tables = [
    ...(['orders', 'order_lines', 'boletos', 'boleto_instructions', 'payments', 'refunds'] as const),
    ...(['subscriptions', 'bank_files', 'bank_file_lines', 'boleto_numbers', 'history', 'outbox'] as const),
  ]
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]))
}

async function loadMoneyRows() {
  const { orders, boletos, payments, subscriptions } = await loadChangeableRows()
  return { orders, boletos, payments, subscriptions }
}

async function makeBoleto(bank: CnabBank, value = 80_00) {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await db
    .updateTable('orders')
    .set({ total_publications: value, shipping_value: 0, total: value })
    .where('id', '=', orderId)
    .execute()
  const agreement = { ...agreements[bank], ...remittanceFields[bank] } as BankAgreement
  await saveSetting('bankAgreement', agreement)
  const nextBoleto = await findNextBoleto(orderId)
  if (!nextBoleto) throw new Error(`No boleto can be issued for order ${orderId}`)
  const dates = { documentDate: '2026-11-17', dueDate: '2026-11-20' }
  await recordOwnBankBoleto(orderId, agreement, { ...nextBoleto, value, ...dates })
  const boleto = await findCurrentBoleto(orderId)
  if (!boleto) throw new Error(`Order ${orderId} has no boleto`)
  return { orderId, boleto }
}

async function uploadUnderAnotherName(content: Uint8Array) {
  const { outcome: secondOutcome, id } = await storeReturnFile(content, 'outro nome.ret')
  return { secondOutcome, id }
}

async function applyFile(id: number) {
  expect(await requestApplying(id, staff.actorUserId, { isVouchedFor: true })).toBe('asked')
  await applyBankFile.run(String(id), { id: 0 })
}

describe.each(bankFormats)('bank %s, CNAB %i', (bank, format) => {
  test('remittance, return file, refund and day closing are exact for R$ 99.999.999,99 (D136)', async () => {
    const { orderId, boleto } = await makeBoleto(bank, maxBoletoValue)
    const amountInBarcode = boleto.barcode.slice(9, 19)
    expect(amountInBarcode).toBe('9999999999')
    const remittance = await createRemittance(format, staff, now)
    if (remittance.outcome !== 'made') throw new Error(JSON.stringify(remittance))
    const { content } = (await findRemittance(remittance.id)) ?? { content: '' }
    const amountDigits = String(maxBoletoValue).padStart(format === 400 ? 13 : 15, '0')
    expect(content).toContain(amountDigits)

    const code = getSettlementCode(bank, format)
    const paidRecord = { code, number: boleto.our_number, value: maxBoletoValue, paid: maxBoletoValue }
    const { id } = await storeReturnFile(makeReturnFile([paidRecord], { bank, format }))
    const storedFile = await findBankFile(id)
    expect(storedFile && parseDoubts(storedFile)).toEqual([])
    await applyFile(id)
    const payment = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
    expect(payment).toMatchObject({ order_id: orderId, value: maxBoletoValue, problem: null })
    const refundFields = { refundedOn: '2026-11-19', document: 'E1', note: null, token: '0'.repeat(32) }
    const refund = { orderId, paymentId: payment.id, value: maxBoletoValue, ...refundFields }
    expect(await recordRefund({ ...refund, value: maxBoletoValue + 1 }, staff)).toBe('too-much')
    expect(await recordRefund(refund, staff)).toBe('recorded')
    const { accounts } = await dayClosing.totals({
      start: '2026-11-19',
      end: '2026-11-19',
      today: '2026-11-21',
    })
    expect(accounts['bank-boleto']?.value).toBe(maxBoletoValue)
    expect(accounts.refund?.value).toBe(maxBoletoValue)
  })

  test('counts a return file once, even if it is applied twice or sent again under the next number', async () => {
    const records: ReturnRecord[] = []
    for (const code of listCodes(bank, format)) {
      const { our_number: number } = (await makeBoleto(bank)).boleto
      records.push({ code, number, paid: 80_00 })
    }
    expect(new Set(records.map(({ code }) => code)).size).toBeGreaterThanOrEqual(7)
    await createRemittance(format, staff, now)
    const [firstRecord] = records
    if (firstRecord)
      records.push(
        { ...firstRecord, on: '2026-11-20' },
        { ...firstRecord, number: '9'.repeat(firstRecord.number.length) },
      )
    const content = makeReturnFile(records, { bank, format })

    const { id } = await storeReturnFile(content)
    await applyFile(id)
    const recordsAfterFirst = await loadChangeableRows()
    expect(recordsAfterFirst.payments?.length).toBeGreaterThanOrEqual(3)
    expect(await uploadUnderAnotherName(content)).toEqual({ secondOutcome: 'known', id })
    expect(await requestApplying(id, staff.actorUserId, { isVouchedFor: true })).toBe('already')
    const workers = [1, 2]
    await Promise.all(workers.map(() => applyBankFile.run(String(id), { id: 0 })))
    expect(await loadChangeableRows()).toEqual(recordsAfterFirst)

    const moneyRowsBefore = await loadMoneyRows()
    const secondFile = await storeReturnFile(makeReturnFile(records, { bank, format, sequence: 2 }))
    expect(secondFile.outcome).toBe('new')
    await applyFile(secondFile.id)
    expect(await loadMoneyRows()).toEqual(moneyRowsBefore)
  })

  test('two concurrent requests create one remittance, whose downloads are equal', async () => {
    const { boleto } = await makeBoleto(bank)
    const remittances = await Promise.all([1, 2].map(() => createRemittance(format, staff, now)))
    expect(remittances.map(({ outcome }) => outcome).toSorted()).toEqual(['made', 'nothing'])
    const storedRemittances = await db.selectFrom('remittances').select('id').execute()
    expect(storedRemittances).toHaveLength(1)
    const files = await Promise.all([1, 2].map(() => findRemittance(storedRemittances[0]?.id ?? 0)))
    expect(files[0]?.content).toContain(boleto.our_number)
    expect(files[1]).toEqual(files[0])
    expect(await createRemittance(format, staff, now)).toEqual({ outcome: 'nothing' })
  })
})
