import { expect, test } from 'vitest'
import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { applyBankFile } from '#app/jobs/payments/apply-bank-file.server.ts'
import { requestApplying } from '#app/models/payments/bank-file.server.ts'
import { iterateBankFileLines } from '#app/models/payments/bank-file-preview.server.ts'
import { resolvePayment } from '#app/models/payments/payment-resolution.server.ts'
import { rejectRemittance } from '#app/models/payments/remittance-refusal.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeOrderWithBoleto, storeReturnFile } from '#tests/factories/bank-files.ts'
import {
  bankFormats,
  getSettlementCode,
  makeReturnFile,
  type ReturnRecord,
} from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'

const makePaidRecord = (number: string, records: Partial<ReturnRecord> = {}): ReturnRecord => ({
  code: '06',
  number,
  paid: 80_00,
  ...records,
})
const foreignRecord = { document: 'NF7781-A', control: 'SISTEMA-ANTIGO-NF-7781', due: '2025-10-20' }

/** Applies a file and expects the outcomes of its preview. Returns these outcomes. */
async function listFileOutcomes(
  records: ReturnRecord[],
  options: { bank?: CnabBank; format?: CnabFormat; sequence?: number } = {},
) {
  const { id, createdBy } = await storeReturnFile(makeReturnFile(records, options))
  const previewedOutcomes = await listOutcomes(id, 'read')
  await requestApplying(id, createdBy)
  await applyBankFile.run(String(id), { id: 0 })
  expect(await listOutcomes(id, 'applied')).toEqual(previewedOutcomes)
  return previewedOutcomes
}

async function listOutcomes(id: number, state: 'read' | 'applied') {
  const outcomes: (string | null)[] = []
  for await (const { outcome } of iterateBankFileLines({ id, state })) outcomes.push(outcome)
  return outcomes
}

const loadOrderStatus = async (orderId: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status
const listPaymentsWithProblem = () =>
  db
    .selectFrom('payments')
    .select(['id', 'order_id', 'boleto_id', 'problem'])
    .where('problem', 'is not', null)
    .execute()
const unassignedPayment = { order_id: null, boleto_id: null, problem: 'boleto-differs' }

test('a foreign boleto with the number of an unsent one confirms no order', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto('001', { isSent: false })
  expect(await listFileOutcomes([makePaidRecord(boleto.our_number, foreignRecord)])).toEqual([
    'boleto-differs',
  ])
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.pendingPayment)
  expect(await listPaymentsWithProblem()).toMatchObject([unassignedPayment])
  expect(
    await db.selectFrom('outbox').select('id').where('job', '=', 'mail-staff-payment').execute(),
  ).toHaveLength(1)
})

// The CNAB 400 of Sicredi does not return the shop's reference.
const formatsWithControlNumber = bankFormats.filter(([bank, format]) => bank !== '748' || format !== 400)

test.each(formatsWithControlNumber)(
  'bank %s in %i: matches a payment only if its document, due date or control number is the boleto’s',
  async (bank, format) => {
    const options = { bank, format }
    const code = getSettlementCode(bank, format)
    const emptyFields = { document: '', due: '' } as const
    const { orderId, boleto } = await makeOrderWithBoleto(bank)
    const control = boleto.reference.replace('pedido-', '').toUpperCase()
    const number = boleto.our_number
    expect(
      await listFileOutcomes(
        [
          makePaidRecord(number, { code, ...emptyFields, on: '2026-11-11' }),
          makePaidRecord(number, { code, ...foreignRecord, on: '2026-11-12' }),
          makePaidRecord(number, { code, control: `${orderId}-0-000000`, on: '2026-11-13' }),
        ],
        { ...options, sequence: 1 },
      ),
    ).toEqual(['boleto-differs', 'boleto-differs', 'boleto-differs'])
    expect(await loadOrderStatus(orderId)).toBe(orderStatus.pendingPayment)
    expect(
      await listFileOutcomes(
        [
          makePaidRecord(number, {
            code,
            ...emptyFields,
            document: boleto.document_number,
            on: '2026-11-14',
          }),
          makePaidRecord(number, { code, ...emptyFields, due: '2026-11-20', on: '2026-11-15' }),
          makePaidRecord(number, { code, ...emptyFields, control, on: '2026-11-16' }),
        ],
        { ...options, sequence: 2 },
      ),
    ).toEqual(['confirmed', 'double', 'double'])
    expect(await loadOrderStatus(orderId)).toBe(orderStatus.confirmed)
  },
)

test('a payment matches no boleto whose remittance the bank rejected', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const { id } = await db.selectFrom('remittances').select('id').executeTakeFirstOrThrow()
  await rejectRemittance(id, { actorUserId: await makeStaff(), source: 'staff' })
  expect(await listFileOutcomes([makePaidRecord(boleto.our_number)])).toEqual(['boleto-differs'])
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.pendingPayment)
  // Without the rejection, a payment of the boleto matches.
  await db.updateTable('remittances').set({ refused_at: null }).where('id', '=', id).execute()
  expect(
    await listFileOutcomes([makePaidRecord(boleto.our_number, { on: '2026-11-20' })], { sequence: 2 }),
  ).toEqual(['confirmed'])
})

test('leaves a payment to staff when the bank rejected the shop’s boleto as a duplicate number', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const rejectionRecord = { code: '03', number: boleto.our_number, reasons: '63' }
  expect(await listFileOutcomes([rejectionRecord, makePaidRecord(boleto.our_number)])).toEqual([
    'rejected',
    'boleto-differs',
  ])
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.pendingPayment)
})

test('a record of a foreign boleto with the same number changes no boleto', async () => {
  const { boleto } = await makeOrderWithBoleto()
  // Registration, rejection and write-off.
  const records = ['02', '03', '09'].map((code) => ({ code, number: boleto.our_number, ...foreignRecord }))
  expect(await listFileOutcomes(records)).toEqual(['no-boleto', 'no-boleto', 'no-boleto'])
  const { state } = await db
    .selectFrom('boletos')
    .select('state')
    .where('id', '=', boleto.id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('sent')
})

test('assigns a reversal of a foreign boleto with the same number to no order', async () => {
  const { boleto } = await makeOrderWithBoleto()
  expect(
    await listFileOutcomes([makePaidRecord(boleto.our_number, { ...foreignRecord, code: '44' })]),
  ).toEqual(['reversed'])
  expect(await listPaymentsWithProblem()).toMatchObject([{ order_id: null, problem: 'reversed' }])
})

test('a waiting payment that staff assign to an order confirms the order', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await listFileOutcomes([makePaidRecord(boleto.our_number, { document: '', due: '' })])
  const [payment] = await listPaymentsWithProblem()
  const actor = { actorUserId: await makeStaff(), source: 'staff' }
  const decision = { resolution: 'assigned', orderId } as const
  expect(await resolvePayment(payment?.id ?? 0, decision, actor, '2026-11-21')).toBe('resolved')
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.confirmed)
})

test('adds the fee to the net amount in Itaú’s CNAB 400 and confirms the order', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto('341')
  expect(
    await listFileOutcomes([makePaidRecord(boleto.our_number, { paid: 77_90, fee: 2_10 })], { bank: '341' }),
  ).toEqual(['confirmed'])
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.confirmed)
  expect(await db.selectFrom('payments').select('value').execute()).toEqual([{ value: 80_00 }])
})

test.each([
  ['341', 240],
  ['237', 400],
  ['001', 400],
] satisfies [CnabBank, CnabFormat][])(
  'bank %s in %i: confirms by the amount paid and does not add the fee',
  async (bank, format) => {
    const { orderId, boleto } = await makeOrderWithBoleto(bank)
    expect(
      await listFileOutcomes([makePaidRecord(boleto.our_number, { fee: 2_10 })], { bank, format }),
    ).toEqual(['confirmed'])
    expect(await loadOrderStatus(orderId)).toBe(orderStatus.confirmed)
  },
)
