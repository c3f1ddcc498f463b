import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { getBoletoNumberRange } from '#app/domain/charges/boleto-number.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { settingIds } from '#app/domain/settings/setting.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { findCurrentBoleto, recordOwnBankBoleto } from '#app/models/charges/boleto.server.ts'
import {
  allocateBoletoNumber,
  findBoletoNumbers,
  NumberInUse,
  raiseBoletoNumbers,
  saveBankAgreement,
} from '#app/models/charges/boleto-number.server.ts'
import { findNextBoleto } from '#app/models/charges/boleto-reference.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { readSettingVersion, saveSetting } from '#app/models/settings/setting.server.ts'
import { agreements, storeReturnFile } from '#tests/factories/bank-files.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeReturnFile } from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { bankAgreement, openShop } from '#tests/factories/shop.ts'

const byCommand = { actorUserId: null, source: 'command-line' }

beforeEach(openShop)

async function makeOrderId() {
  return (await makeOrder({ [await makeDownload()]: 1 })).orderId
}

async function issueNewBoleto(orderId?: number) {
  const id = orderId ?? (await makeOrderId())
  await issueBoleto.run(String(id), { id: 1 })
  const boleto = await findCurrentBoleto(id)
  if (!boleto) throw new Error('no boleto')
  return boleto
}

/** Simulates the restore of an older dump: deletes the order and its rows, so the next order gets its id. */
async function loseOrderInRestore(orderId: number) {
  await db
    .deleteFrom('boleto_instructions')
    .where('boleto_id', 'in', (eb) => eb.selectFrom('boletos').select('id').where('order_id', '=', orderId))
    .execute()
  for (const table of ['boletos', 'order_lines'] as const)
    await db.deleteFrom(table).where('order_id', '=', orderId).execute()
  await db.deleteFrom('outbox').where('subject', '=', String(orderId)).execute()
  await db.deleteFrom('orders').where('id', '=', orderId).execute()
  await sql`alter table orders auto_increment = ${sql.lit(orderId)}`.execute(db)
}

describe('a boleto number', () => {
  test('is not reused for an order with the id of one lost in a restore', async () => {
    const lostBoleto = await issueNewBoleto()
    await loseOrderInRestore(lostBoleto.order_id)
    const newBoleto = await issueNewBoleto()
    expect(newBoleto.order_id).toBe(lostBoleto.order_id)
    expect(newBoleto.our_number).not.toBe(lostBoleto.our_number)
    expect(newBoleto.line).not.toBe(lostBoleto.line)
  })

  test('is assigned without gap or duplicate by eight concurrent workers', async () => {
    const orderIds: number[] = []
    for (let count = 0; count < 8; count += 1) orderIds.push(await makeOrderId())
    const boletos = await Promise.all(orderIds.map(issueNewBoleto))
    const numbers = boletos.map(({ our_number }) => Number(our_number)).toSorted((a, b) => a - b)
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('is the same when the job of its boleto runs twice', async () => {
    const firstBoleto = await issueNewBoleto()
    expect(await issueNewBoleto(firstBoleto.order_id)).toEqual(firstBoleto)
    expect(await findBoletoNumbers(bankAgreement)).toMatchObject({ next: 2, lastUsedNumber: 1 })
  })

  test('is released when its transaction is rolled back', async () => {
    const rolledBack = withTransaction(async (trx) => {
      expect(await allocateBoletoNumber(trx, bankAgreement)).toBe(1)
      throw new Error('undone')
    })
    await expect(rolledBack).rejects.toThrow('undone')
    expect((await issueNewBoleto()).our_number).toBe('0000000001')
  })

  test('is not assigned to an order that is already paid', async () => {
    const orderId = await makeOrderId()
    await db.updateTable('orders').set({ status: orderStatus.confirmed }).where('id', '=', orderId).execute()
    const nextBoleto = await findNextBoleto(orderId)
    const amountAndDates = { value: 80_00, documentDate: '2026-11-21', dueDate: '2026-11-26' }
    expect(
      nextBoleto && (await recordOwnBankBoleto(orderId, bankAgreement, { ...nextBoleto, ...amountAndDates })),
    ).toBe(false)
    expect(await findBoletoNumbers(bankAgreement)).toMatchObject({ next: 1 })
  })

  test('is unique in its range, and a boleto of the shop’s bank needs a range', async () => {
    const [firstBoleto, secondBoleto] = [await issueNewBoleto(), await issueNewBoleto()]
    const duplicate = db
      .updateTable('boletos')
      .set({ our_number: firstBoleto.our_number })
      .where('id', '=', secondBoleto.id)
    await expect(duplicate.execute()).rejects.toThrow(/boletos_number_once/)
    const boletoWithoutRange = db
      .updateTable('boletos')
      .set({ number_range: null })
      .where('id', '=', firstBoleto.id)
    await expect(boletoWithoutRange.execute()).rejects.toThrow(/boletos_own_bank_range/)
  })

  test('skips used numbers when the counter was set back', async () => {
    await issueNewBoleto()
    const { our_number } = await issueNewBoleto()
    await db.updateTable('boleto_numbers').set({ given_through: 0, next_number: 1 }).execute()
    expect(Number((await issueNewBoleto()).our_number)).toBe(Number(our_number) + 1)
  })

  test('is counted separately for each agreement, but not for each wallet of an agreement', async () => {
    await issueNewBoleto()
    await saveSetting('bankAgreement', agreements['341'])
    expect(await issueNewBoleto()).toMatchObject({ our_number: '00000001', bank: '341' })
    await saveSetting('bankAgreement', { ...bankAgreement, agreement: '1234567' })
    expect((await issueNewBoleto()).our_number_printed).toBe('12345670000000001')
    await saveSetting('bankAgreement', { ...bankAgreement, wallet: '11' })
    expect((await issueNewBoleto()).our_number_printed).toBe('76543210000000002')
  })

  test('cannot be assigned after the last of its range, and the job throws an error that says so', async () => {
    const lastNumber = getBoletoNumberRange(bankAgreement, '2026-11-20').last
    expect(await raiseBoletoNumbers(lastNumber, byCommand)).toBe('raised')
    expect((await issueNewBoleto()).our_number).toBe('9999999999')
    const orderId = await makeOrderId()
    await expect(issueBoleto.run(String(orderId), { id: 1 })).rejects.toThrow(
      'the boleto numbers of the agreement are used up',
    )
    expect(await findBoletoNumbers(bankAgreement)).toMatchObject({ next: lastNumber + 1, last: lastNumber })
  })
})

describe('the next number of an agreement', () => {
  test('can be raised but not lowered, and numbers before it count as used', async () => {
    await issueNewBoleto()
    expect(await raiseBoletoNumbers(5_000, byCommand)).toBe('raised')
    expect(await raiseBoletoNumbers(5_000, byCommand)).toBe('already')
    expect(await findBoletoNumbers(bankAgreement)).toMatchObject({ lastUsedNumber: 4_999, highestBoleto: 1 })
    await expect(raiseBoletoNumbers(4_999, byCommand)).rejects.toThrow(NumberInUse)
    expect((await issueNewBoleto()).our_number).toBe('0000005000')
    const [entry] = await listHistoryForStaff('setting', settingIds.bankAgreement)
    expect(entry).toMatchObject({
      action: 'boleto-numbers-raised',
      changes: [{ field: 'nextNumber', from: '2', to: '5000' }],
    })
  })

  test('cannot be raised without an agreement', async () => {
    await db.deleteFrom('settings').where('name', '=', 'bankAgreement').execute()
    expect(await raiseBoletoNumbers(5_000, byCommand)).toBe('none')
  })

  test('is saved with the agreement and can be lowered until a boleto uses it', async () => {
    const actorUserId = await makeStaff()
    const saveNextNumber = async (nextNumber: number | undefined) => {
      const seenVersion = await readSettingVersion('bankAgreement')
      return saveBankAgreement(bankAgreement, nextNumber, { seenVersion, actorUserId })
    }
    await saveNextNumber(900_000)
    await saveNextNumber(9_000)
    await saveNextNumber(undefined)
    expect((await issueNewBoleto()).our_number).toBe('0000009000')
    const lock_version = await readSettingVersion('bankAgreement')
    const error = await saveNextNumber(9_000).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(NumberInUse)
    expect(error).toMatchObject({ lowest: 9_001 })
    expect(await readSettingVersion('bankAgreement')).toBe(lock_version)
  })
})

describe('a return file with numbers above the shop’s counter', () => {
  test('raises the shop’s counter above them and records the raise', async () => {
    await issueNewBoleto()
    const { id } = await storeReturnFile(makeReturnFile([{ code: '06', number: '0000007000', paid: 80_00 }]))
    expect(await findBoletoNumbers(bankAgreement)).toMatchObject({ next: 7_001, highestSeen: 7_000 })
    const file = await db.selectFrom('bank_files').select('numbers_through').where('id', '=', id).execute()
    expect(file).toEqual([{ numbers_through: 7_000 }])
    expect((await issueNewBoleto()).our_number).toBe('0000007001')
    expect((await listHistoryForStaff('setting', settingIds.bankAgreement))[0]?.action).toBe(
      'boleto-numbers-raised',
    )
  })

  test('leaves the counter unchanged for numbers below the next one or of another agreement', async () => {
    await raiseBoletoNumbers(5_000, byCommand)
    const records = [
      { code: '06', number: '0000000010', paid: 1 },
      { code: '06', number: '0000009000', agreement: '1111111', paid: 1 },
    ]
    const { id } = await storeReturnFile(makeReturnFile(records))
    expect(await findBoletoNumbers(bankAgreement)).toMatchObject({ next: 5_000 })
    const file = await db.selectFrom('bank_files').select('numbers_through').where('id', '=', id).execute()
    expect(file).toEqual([{ numbers_through: null }])
  })

  test('does not raise the counter for a number in the last tenth of the range', async () => {
    await issueNewBoleto()
    await storeReturnFile(makeReturnFile([{ code: '06', number: '9000000001', paid: 1 }]))
    expect(await findBoletoNumbers(bankAgreement)).toMatchObject({ next: 2 })
    await storeReturnFile(makeReturnFile([{ code: '06', number: '8999999999', paid: 1 }], { sequence: 2 }))
    expect(await findBoletoNumbers(bankAgreement)).toMatchObject({ next: 9_000_000_000 })
  })

  test('raises the counter even if the shop adopts the agreement of the file only later', async () => {
    const record = { code: '06', number: '00004000', paid: 1 }
    await storeReturnFile(makeReturnFile([record], { bank: '341' }))
    await saveSetting('bankAgreement', agreements['341'])
    expect((await issueNewBoleto()).our_number).toBe('00004001')
  })
})
