import { describe, expect, test } from 'vitest'
import { loadDesk, loadQueryTime } from '#app/desk/desk.server.ts'
import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { applyBankFile } from '#app/jobs/payments/apply-bank-file.server.ts'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { cancelOrder, confirmPayment, rejectOrder } from '#app/models/orders/order-status.server.ts'
import {
  countWaitingBankFiles,
  findBankFile,
  listBankFiles,
  parseDoubts,
  requestApplying,
} from '#app/models/payments/bank-file.server.ts'
import {
  applyBankFileLine,
  findFileToApply,
  listOpenLines,
} from '#app/models/payments/bank-file-applying.server.ts'
import {
  countAppliedLines,
  iterateBankFileLines,
  previewBankFile,
} from '#app/models/payments/bank-file-preview.server.ts'
import { listBoletosOfOrder } from '#app/models/payments/boleto-registration.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { agreements, makeOrderWithBoleto, storeReturnFile } from '#tests/factories/bank-files.ts'
import {
  bankFormats,
  getSettlementCode,
  makeReturnFile,
  type ReturnRecord,
} from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'

const today = '2026-11-21'
const makePaidRecord = (
  boleto: { our_number: string },
  reported: Partial<ReturnRecord> = {},
): ReturnRecord => ({
  code: '06',
  number: boleto.our_number,
  paid: 80_00,
  ...reported,
})

async function listLineOutcomes(id: number) {
  const file = await findBankFile(id)
  if (!file) throw new Error('no file')
  const outcomes: (string | null)[] = []
  for await (const { outcome } of iterateBankFileLines(file)) outcomes.push(outcome)
  return outcomes
}

/** Applies a file as the worker does. */
async function applyFile(id: number, staffId?: number) {
  const actorUserId = staffId ?? (await makeStaff())
  await requestApplying(id, actorUserId)
  await applyBankFile.run(String(id), { id: 0 })
  return actorUserId
}

async function loadOrderStatus(orderId: number) {
  const row = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return row.status
}

async function loadBoletoState(boleto: { id: number }) {
  const row = await db
    .selectFrom('boletos')
    .select('state')
    .where('id', '=', boleto.id)
    .executeTakeFirstOrThrow()
  return row.state
}

const listPayments = () => db.selectFrom('payments').selectAll().orderBy('id').execute()

describe('a return file', () => {
  test('is stored once, even when uploaded repeatedly and concurrently', async () => {
    const { boleto } = await makeOrderWithBoleto()
    const content = makeReturnFile([makePaidRecord(boleto)])
    const firstFile = await storeReturnFile(content)
    const secondUploads = await Promise.all([
      storeReturnFile(content),
      storeReturnFile(content, 'outro nome.ret'),
    ])
    expect(firstFile.outcome).toBe('new')
    expect(secondUploads.map(({ outcome, id }) => [outcome, id])).toEqual([
      ['known', firstFile.id],
      ['known', firstFile.id],
    ])
    expect((await listBankFiles(1)).rows).toMatchObject([
      {
        id: firstFile.id,
        name: 'retorno.ret',
        bank: '001',
        format: 400,
        line_count: 1,
        state: 'read',
        file_date: '2026-11-20',
      },
    ])
    expect(await countWaitingBankFiles()).toBe(1)
  })

  test('is rejected when another file of the bank has the same sequence number', async () => {
    const { boleto } = await makeOrderWithBoleto()
    const { id } = await storeReturnFile(makeReturnFile([makePaidRecord(boleto)]))
    expect(await storeReturnFile(makeReturnFile([makePaidRecord(boleto, { paid: 1 })]))).toMatchObject({
      outcome: 'other-content',
      id,
    })
    expect(await db.selectFrom('bank_file_lines').select('id').execute()).toHaveLength(1)
  })

  test('stores all records, even when one statement cannot insert them all', async () => {
    const moreThanOneInsert = 1_203
    const records = Array.from({ length: moreThanOneInsert }, (_, index) => ({
      code: '28',
      number: String(index).padStart(10, '0'),
    }))
    const { id } = await storeReturnFile(makeReturnFile(records))
    const file = await findBankFile(id)
    expect(file?.line_count).toBe(moreThanOneInsert)
    const { count, pages, rows } = await previewBankFile(
      { id, state: 'read' },
      { outcome: undefined, page: 13 },
    )
    expect([count, pages, rows.length]).toEqual([moreThanOneInsert, 13, 3])
    // A page has 100 lines, so page 13 has the last three. Line 1 is the header.
    expect(rows.map((row) => row.line)).toEqual([1_202, 1_203, 1_204])
  })

  test('changes nothing until staff request its application', async () => {
    const { orderId, boleto } = await makeOrderWithBoleto()
    const { id } = await storeReturnFile(makeReturnFile([makePaidRecord(boleto)]))
    expect(await listLineOutcomes(id)).toEqual(['confirmed'])
    await expect(applyBankFile.run(String(id), { id: 0 })).rejects.toThrow('no bank file to apply')
    expect([await loadOrderStatus(orderId), await listPayments()]).toEqual([orderStatus.pendingPayment, []])
  })

  test.each(bankFormats)(
    'bank %s in %i: confirms an order, with payment, actor and history',
    async (bank, format) => {
      const { orderId, boleto } = await makeOrderWithBoleto(bank)
      const paidRecord = makePaidRecord(boleto, { code: getSettlementCode(bank, format) })
      const { id } = await storeReturnFile(makeReturnFile([paidRecord], { bank, format }))
      const staff = await applyFile(id)
      expect([
        await loadOrderStatus(orderId),
        await loadBoletoState(boleto),
        await listLineOutcomes(id),
      ]).toEqual([orderStatus.confirmed, 'paid', ['confirmed']])
      expect(await listPayments()).toMatchObject([
        {
          boleto_id: boleto.id,
          order_id: orderId,
          value: 80_00,
          paid_on: '2026-11-19',
          credited_on: '2026-11-20',
          problem: null,
        },
      ])
      const paid = (await listHistory('order', orderId)).find(({ action }) => action === 'paid')
      expect(paid).toMatchObject({ actor_user_id: staff, details: expect.stringContaining('bank-file') })
      expect((await listHistory('bank-file', id)).map(({ action }) => action)).toEqual([
        'file-read',
        'apply-asked',
        'file-applied',
      ])
    },
  )
})

type ReturnFileCase = {
  name: string
  makeRecords: (boleto: { our_number: string }) => ReturnRecord[]
  prepareOrder?: (orderId: number, boleto: { id: number }) => Promise<unknown>
  outcomes: string[]
  status: number
  payments: (string | null)[]
}

const cases: ReturnFileCase[] = [
  {
    name: 'the amount differs',
    makeRecords: (boleto) => [makePaidRecord(boleto, { paid: 2 })],
    outcomes: ['amount-differs'],
    status: orderStatus.pendingPayment,
    payments: ['amount-differs'],
  },
  {
    name: 'a boleto is paid twice',
    makeRecords: (boleto) => [makePaidRecord(boleto), makePaidRecord(boleto)],
    outcomes: ['confirmed', 'double'],
    status: orderStatus.confirmed,
    payments: [null, 'double'],
  },
  {
    name: 'no boleto of ours is paid',
    makeRecords: () => [{ code: '06', number: '9999999999', paid: 80_00 }],
    outcomes: ['unmatched'],
    status: orderStatus.pendingPayment,
    payments: ['unmatched'],
  },
  {
    name: 'the bank refuses to register a boleto',
    makeRecords: (boleto) => [{ code: '03', number: boleto.our_number, reasons: '66' }],
    outcomes: ['rejected'],
    status: orderStatus.pendingPayment,
    payments: [],
  },
  {
    name: 'a boleto is registered, and reported as registered again',
    makeRecords: (boleto) => [
      { code: '02', number: boleto.our_number },
      { code: '02', number: boleto.our_number, on: '2026-11-20' },
    ],
    outcomes: ['registered', 'unmoved'],
    status: orderStatus.pendingPayment,
    payments: [],
  },
  {
    name: 'a boleto is written off',
    makeRecords: (boleto) => [{ code: '09', number: boleto.our_number }],
    outcomes: ['written-off'],
    status: orderStatus.pendingPayment,
    payments: [],
  },
  {
    name: 'a code is unknown, with an amount',
    makeRecords: (boleto) => [makePaidRecord(boleto, { code: '77' })],
    outcomes: ['unknown'],
    status: orderStatus.pendingPayment,
    payments: [],
  },
  {
    name: 'a code is unknown, without an amount',
    makeRecords: (boleto) => [{ code: '77', number: boleto.our_number }],
    outcomes: ['nothing'],
    status: orderStatus.pendingPayment,
    payments: [],
  },
  {
    name: 'an amount comes without a settlement',
    makeRecords: (boleto) => [makePaidRecord(boleto, { code: '28' }), makePaidRecord(boleto, { code: '02' })],
    outcomes: ['nothing', 'registered'],
    status: orderStatus.pendingPayment,
    payments: [],
  },
  {
    name: 'a payment is reversed',
    makeRecords: (boleto) => [
      makePaidRecord(boleto),
      makePaidRecord(boleto, { code: '44', on: '2026-11-20' }),
    ],
    outcomes: ['confirmed', 'reversed'],
    status: orderStatus.confirmed,
    payments: [null, 'reversed'],
  },
  {
    name: 'the order had been cancelled',
    prepareOrder: (orderId) => cancelOrder(orderId, byStaff),
    makeRecords: (boleto) => [makePaidRecord(boleto)],
    outcomes: ['late'],
    status: orderStatus.confirmed,
    payments: [null],
  },
  {
    name: 'staff had marked the order paid',
    prepareOrder: (orderId) => confirmPayment(orderId, byStaff, today),
    makeRecords: (boleto) => [makePaidRecord(boleto)],
    outcomes: ['noted'],
    status: orderStatus.confirmed,
    payments: [null],
  },
]

describe('the preview of a bank file equals its result', () => {
  test.each(cases)(
    '$name',
    async ({ makeRecords, prepareOrder, outcomes, status, payments: expectedProblems }) => {
      const { orderId, boleto } = await makeOrderWithBoleto()
      await prepareOrder?.(orderId, boleto)
      const { id } = await storeReturnFile(makeReturnFile(makeRecords(boleto)))
      expect(await listLineOutcomes(id)).toEqual(outcomes)
      await applyFile(id)
      expect(await listLineOutcomes(id)).toEqual(outcomes)
      expect(await loadOrderStatus(orderId)).toBe(status)
      expect((await listPayments()).map(({ problem }) => problem)).toEqual(expectedProblems)
    },
  )

  test('for a settlement after the boleto was written off (17)', async () => {
    const { orderId, boleto } = await makeOrderWithBoleto()
    await db.updateTable('boletos').set({ state: 'registered' }).where('id', '=', boleto.id).execute()
    await cancelOrder(orderId, byStaff)
    await db.updateTable('boletos').set({ state: 'written-off' }).where('id', '=', boleto.id).execute()
    const { id } = await storeReturnFile(
      makeReturnFile([makePaidRecord(boleto, { code: '17' })], { format: 240 }),
    )
    expect(await listLineOutcomes(id)).toEqual(['late'])
    await applyFile(id)
    expect([
      await loadOrderStatus(orderId),
      await loadBoletoState(boleto),
      await listLineOutcomes(id),
    ]).toEqual([orderStatus.confirmed, 'paid', ['late']])
    expect(
      await db.selectFrom('outbox').select('subject').where('job', '=', 'mail-staff-payment').execute(),
    ).toHaveLength(1)
  })

  test('for a payment of a rejected order', async () => {
    const { orderId, boleto } = await makeOrderWithBoleto()
    await db
      .updateTable('orders')
      .set({ status: orderStatus.underReview })
      .where('id', '=', orderId)
      .execute()
    await rejectOrder(orderId, 'A foto não serve', byStaff)
    const { id } = await storeReturnFile(makeReturnFile([makePaidRecord(boleto)]))
    expect(await listLineOutcomes(id)).toEqual(['rejected-order'])
    await applyFile(id)
    expect([await loadOrderStatus(orderId), await listLineOutcomes(id)]).toEqual([
      orderStatus.cancelled,
      ['rejected-order'],
    ])
  })
})

test('stores the bank’s rejection reasons with the boleto', async () => {
  const { boleto } = await makeOrderWithBoleto('237')
  const fileRecords = [{ code: '03', number: boleto.our_number, reasons: '1648' }]
  await applyFile((await storeReturnFile(makeReturnFile(fileRecords, { bank: '237' }))).id)
  const { state, rejection } = await db
    .selectFrom('boletos')
    .selectAll()
    .where('id', '=', boleto.id)
    .executeTakeFirstOrThrow()
  expect([state, rejection]).toEqual(['rejected', '16 48'])
})

describe('a rejected boleto that is issued again', () => {
  const makeRefusalRecord = (boleto: { our_number: string }, day: string): ReturnRecord => ({
    code: '03',
    number: boleto.our_number,
    reasons: '66',
    on: day,
  })

  async function makeBoletoSentAgain() {
    const { boleto } = await makeOrderWithBoleto()
    await applyFile((await storeReturnFile(makeReturnFile([makeRefusalRecord(boleto, '2026-11-19')]))).id)
    expect(await loadBoletoState(boleto)).toBe('rejected')
    await withTransaction((trx) => changeBoleto(trx, boleto.id, 'made-again', byStaff))
    await withTransaction((trx) => changeBoleto(trx, boleto.id, 'sent', byStaff))
    const sentAt = new Date('2026-11-19T18:00:00Z')
    await db.updateTable('boletos').set({ state_at: sentAt }).where('id', '=', boleto.id).execute()
    return boleto
  }

  test('can be rejected again, even on the same day', async () => {
    const boleto = await makeBoletoSentAgain()
    const { id } = await storeReturnFile(
      makeReturnFile([makeRefusalRecord(boleto, '2026-11-19')], { sequence: 2 }),
    )
    expect(await listLineOutcomes(id)).toEqual(['rejected'])
    await applyFile(id)
    expect([await listLineOutcomes(id), await loadBoletoState(boleto)]).toEqual([['rejected'], 'rejected'])
  })

  test('ignores a rejection dated before the boleto was sent again', async () => {
    const boleto = await makeBoletoSentAgain()
    const { id } = await storeReturnFile(
      makeReturnFile([makeRefusalRecord(boleto, '2026-11-18')], { sequence: 2 }),
    )
    expect(await listLineOutcomes(id)).toEqual(['unmoved'])
    await applyFile(id)
    expect([await listLineOutcomes(id), await loadBoletoState(boleto)]).toEqual([['unmoved'], 'sent'])
  })
})

test('two concurrently applied files that contain the same payment count it once', async () => {
  const { boleto } = await makeOrderWithBoleto()
  const firstFile = await storeReturnFile(makeReturnFile([makePaidRecord(boleto)]))
  const secondFile = await storeReturnFile(
    makeReturnFile([{ code: '02', number: boleto.our_number }, makePaidRecord(boleto)], { sequence: 2 }),
  )
  await Promise.all([
    requestApplying(firstFile.id, firstFile.createdBy),
    requestApplying(secondFile.id, secondFile.createdBy),
  ])
  await Promise.all([firstFile.id, secondFile.id].map((id) => applyBankFile.run(String(id), { id: 0 })))
  expect(await listPayments()).toHaveLength(1)
  const outcomes = [
    ...(await listLineOutcomes(firstFile.id)),
    ...(await listLineOutcomes(secondFile.id)).slice(1),
  ]
  expect(outcomes.toSorted()).toEqual(['already', 'confirmed'])
})

test('ignores a boleto of another agreement with the same number', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await db.updateTable('boletos').set({ number_range: '001/1111111' }).where('id', '=', boleto.id).execute()
  const { id } = await storeReturnFile(makeReturnFile([makePaidRecord(boleto)]))
  await applyFile(id)
  expect([await listLineOutcomes(id), await loadOrderStatus(orderId)]).toEqual([
    ['unmatched'],
    orderStatus.pendingPayment,
  ])
})

test.each([
  ['341', 400, '112'],
  ['341', 240, '112'],
  ['237', 400, '002'],
  ['237', 240, '002'],
] satisfies [CnabBank, CnabFormat, string][])(
  'bank %s in %i: ignores a payment for the same number in wallet %s',
  async (bank, format, wallet) => {
    const { orderId, boleto } = await makeOrderWithBoleto(bank)
    const { id } = await storeReturnFile(
      makeReturnFile([makePaidRecord(boleto, { wallet })], { bank, format }),
    )
    expect(await listLineOutcomes(id)).toEqual(['unmatched'])
    await applyFile(id)
    expect([await listLineOutcomes(id), await loadOrderStatus(orderId)]).toEqual([
      ['unmatched'],
      orderStatus.pendingPayment,
    ])
  },
)

test("pays the boleto of the record's wallet when two boletos have the same number", async () => {
  const [paidOrder, orderInOtherWallet] = [await makeOrderWithBoleto('237'), await makeOrderWithBoleto('237')]
  await db
    .updateTable('boletos')
    .set({ wallet: '02', number_range: '237/1234/0056789/02', our_number: paidOrder.boleto.our_number })
    .where('id', '=', orderInOtherWallet.boleto.id)
    .execute()
  const { id } = await storeReturnFile(makeReturnFile([makePaidRecord(paidOrder.boleto)], { bank: '237' }))
  await applyFile(id)
  expect([
    await loadOrderStatus(paidOrder.orderId),
    await loadOrderStatus(orderInOtherWallet.orderId),
  ]).toEqual([orderStatus.confirmed, orderStatus.pendingPayment])
})

test('applies a file of another agreement only after staff confirm that the file is the shop’s', async () => {
  await saveSetting('bankAgreement', agreements['001'])
  const foreignFile = await storeReturnFile(makeReturnFile([]))
  expect(await requestApplying(foreignFile.id, foreignFile.createdBy)).toBe('other-agreement')
  expect(await requestApplying(foreignFile.id, foreignFile.createdBy, { isVouchedFor: true })).toBe('asked')
  expect(await requestApplying(foreignFile.id, foreignFile.createdBy)).toBe('already')
  const shopFile = await storeReturnFile(makeReturnFile([], { agreement: '7654321', sequence: 2 }))
  expect(await requestApplying(shopFile.id, shopFile.createdBy)).toBe('asked')
  await db.deleteFrom('settings').where('name', '=', 'bankAgreement').execute()
})

test('applying a file finds a boleto that was unknown when the file was read', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const { id } = await storeReturnFile(makeReturnFile([makePaidRecord(boleto)]))
  const boletoUnknownWhenRead = { boleto_id: null }
  await db.updateTable('bank_file_lines').set(boletoUnknownWhenRead).execute()
  await applyFile(id)
  expect([await listLineOutcomes(id), await loadOrderStatus(orderId)]).toEqual([
    ['confirmed'],
    orderStatus.confirmed,
  ])
})

test('two workers finish an interrupted application without duplicates, and a further run changes nothing', async () => {
  const boletos = [await makeOrderWithBoleto(), await makeOrderWithBoleto(), await makeOrderWithBoleto()]
  const { id, createdBy } = await storeReturnFile(
    makeReturnFile(boletos.map(({ boleto }) => makePaidRecord(boleto))),
  )
  await requestApplying(id, createdBy)
  const file = await findFileToApply(id)
  const [firstLineId = 0] = await listOpenLines(id)
  if (!file) throw new Error('no file')
  await applyBankFileLine(file, firstLineId, today)
  expect([await countAppliedLines(id), (await listPayments()).length]).toEqual([1, 1])
  expect(await applyBankFileLine(file, firstLineId, today)).toBe('confirmed')
  const workers = [1, 2]
  await Promise.all(workers.map(() => applyBankFile.run(String(id), { id: 0 })))
  await applyBankFile.run(String(id), { id: 0 })
  expect(await listLineOutcomes(id)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  expect((await listPayments()).map(({ problem }) => problem)).toEqual([null, null, null])
  expect(await db.selectFrom('subscriptions').select('id').execute()).toHaveLength(3)
  expect(await findBankFile(id)).toMatchObject({ state: 'applied', applied_at: expect.any(Date) })
  expect((await listHistory('bank-file', id)).filter(({ action }) => action === 'file-applied')).toHaveLength(
    1,
  )
})

test('queues the application of a file once, and none of an unknown file', async () => {
  const { id, createdBy } = await storeReturnFile(makeReturnFile([]))
  const outcomes = await Promise.all([
    requestApplying(id, createdBy),
    requestApplying(id, createdBy),
    requestApplying(id, createdBy),
  ])
  expect(outcomes.toSorted()).toEqual(['already', 'already', 'asked'])
  expect(await requestApplying(id + 1_000, createdBy)).toBe('unknown')
  expect(
    await db.selectFrom('outbox').select('subject').where('job', '=', 'apply-bank-file').execute(),
  ).toEqual([{ subject: String(id) }])
})

test('the preview sums and lists outcomes that need staff first, and filters by outcome', async () => {
  const [paidOrder, underpaidOrder] = [await makeOrderWithBoleto(), await makeOrderWithBoleto()]
  const records = [
    { code: '28', number: paidOrder.boleto.our_number },
    makePaidRecord(paidOrder.boleto),
    makePaidRecord(underpaidOrder.boleto, { paid: 1 }),
  ]
  const { id } = await storeReturnFile(makeReturnFile(records))
  const preview = await previewBankFile({ id, state: 'read' }, { outcome: undefined, page: 1 })
  expect(preview.sums).toEqual([
    { outcome: 'amount-differs', count: 1, paidAmount: 1 },
    { outcome: 'confirmed', count: 1, paidAmount: 80_00 },
    { outcome: 'nothing', count: 1, paidAmount: 0 },
  ])
  expect(preview.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
    [4, 'amount-differs'],
    [3, 'confirmed'],
    [2, 'nothing'],
  ])
  const confirmedPreview = await previewBankFile({ id, state: 'read' }, { outcome: 'confirmed', page: 1 })
  expect(confirmedPreview.rows).toMatchObject([
    { order_id: paidOrder.orderId, boleto_value: 80_00, paid: 80_00 },
  ])
})

test.each(bankFormats)(
  'bank %s in %i: counts a payment once when its file runs twice and a second file repeats it',
  async (bank, format) => {
    const { orderId, boleto } = await makeOrderWithBoleto(bank)
    const paidRecord = makePaidRecord(boleto, { code: getSettlementCode(bank, format) })
    const firstFile = await storeReturnFile(makeReturnFile([paidRecord], { bank, format, sequence: 1 }))
    await applyFile(firstFile.id)
    await applyBankFile.run(String(firstFile.id), { id: 0 })
    const secondFile = await storeReturnFile(makeReturnFile([paidRecord], { bank, format, sequence: 2 }))
    expect(secondFile.outcome).toBe('new')
    await applyFile(secondFile.id)
    expect([await listLineOutcomes(firstFile.id), await listLineOutcomes(secondFile.id)]).toEqual([
      ['confirmed'],
      ['already'],
    ])
    expect(await listPayments()).toHaveLength(1)
    expect(await loadOrderStatus(orderId)).toBe(orderStatus.confirmed)
  },
)

describe('a file whose totals do not match (D135)', () => {
  const makeFileWithWrongCount = (boleto: { our_number: string }) => {
    const content = makeReturnFile([makePaidRecord(boleto)], { bank: '237' })
    const text = new TextDecoder('latin1').decode(content)
    // The trailer states the number of records in its positions 87 to 91.
    const trailerStart = text.indexOf('\n9201237') + 1
    const countStart = trailerStart + 86
    const wrongCount = '00009'
    const countEnd = countStart + wrongCount.length
    return Uint8Array.from(`${text.slice(0, countStart)}${wrongCount}${text.slice(countEnd)}`, (char) =>
      char.charCodeAt(0),
    )
  }

  test('stores the mismatch, needs a reason to be applied and records the reason in its history', async () => {
    const { orderId, boleto } = await makeOrderWithBoleto('237')
    const { id, createdBy } = await storeReturnFile(makeFileWithWrongCount(boleto))
    const storedFile = await findBankFile(id)
    expect(storedFile && parseDoubts(storedFile)).toMatchObject([{ line: 3, fault: 'count' }])
    expect(await requestApplying(id, createdBy)).toBe('no-reason')
    expect(await loadOrderStatus(orderId)).toBe(orderStatus.pendingPayment)
    expect(await requestApplying(id, createdBy, { reason: 'Conferi com o extrato' })).toBe('asked')
    await applyBankFile.run(String(id), { id: 0 })
    expect(await loadOrderStatus(orderId)).toBe(orderStatus.confirmed)
    const historyEntry = (await listHistory('bank-file', id)).find(({ action }) => action === 'apply-asked')
    expect(JSON.stringify(historyEntry)).toContain('Conferi com o extrato')
  })

  test('needs no reason when the totals match', async () => {
    const { boleto } = await makeOrderWithBoleto('237')
    const { id, createdBy } = await storeReturnFile(makeReturnFile([makePaidRecord(boleto)], { bank: '237' }))
    expect(await requestApplying(id, createdBy)).toBe('asked')
  })
})

describe('a boleto that the bank reports as unpayable (D135)', () => {
  test.each([
    ['001', 240, '53'],
    ['237', 240, '25'],
    ['341', 400, '32'],
    ['033', 400, '37'],
    ['104', 240, '53'],
    ['748', 240, '25'],
  ] as const)(
    'bank %s in %d, code %s: is shown on the order and on the page Hoje until it is written off',
    async (bank, format, code) => {
      const { orderId, boleto } = await makeOrderWithBoleto(bank)
      const { id } = await storeReturnFile(
        makeReturnFile([makePaidRecord(boleto, { code, paid: 0 })], { bank, format }),
      )
      const previewedOutcomes = await listLineOutcomes(id)
      await applyFile(id)
      expect([previewedOutcomes, await listLineOutcomes(id)]).toEqual([['unpayable'], ['unpayable']])
      expect(await loadBoletoState(boleto)).toBe('sent')
      expect((await listBoletosOfOrder(orderId)).map(({ unpayable }) => unpayable)).toEqual([code])
      expect(await findUnpayableRow()).toMatchObject({ act: { href: `/admin/order/${orderId}` } })
      await writeOffBoleto(boleto.id)
      expect(await findUnpayableRow()).toBeUndefined()
      expect((await listBoletosOfOrder(orderId)).map(({ unpayable: reason }) => reason)).toEqual([null])
    },
  )

  async function findUnpayableRow() {
    const { rows } = await loadDesk(await loadQueryTime(new Date()), { isSuperuser: false })
    return rows.find(({ name }) => name === 'unpayable-boletos')
  }

  const writeOffBoleto = (boletoId: number) =>
    withTransaction((trx) => changeBoleto(trx, boletoId, 'written-off', byStaff))
})

test('applies the payment of an order of R$ 99.999.999,99 (D136)', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const highest = 99_999_999_99
  await db
    .updateTable('orders')
    .set({ total_publications: highest, shipping_value: 0, total: highest })
    .where('id', '=', orderId)
    .execute()
  await db.updateTable('boletos').set({ value: highest }).where('id', '=', boleto.id).execute()
  const { id } = await storeReturnFile(
    makeReturnFile([makePaidRecord(boleto, { value: highest, paid: highest })]),
  )
  await applyFile(id)
  expect(await listLineOutcomes(id)).toEqual(['confirmed'])
  expect(await listPayments()).toMatchObject([{ value: highest }])
})
