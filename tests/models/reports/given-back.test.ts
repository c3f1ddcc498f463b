import { expect, test } from 'vitest'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { reverseRefund } from '#app/models/payments/refund-reversal.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { clients } from '#app/models/reports/clients.server.ts'
import { invoiceItems } from '#app/models/reports/invoice-items.server.ts'
import { ordersByRegistration } from '#app/models/reports/orders-by-registration.server.ts'
import { paidOrders } from '#app/models/reports/paid-orders.server.ts'
import { products } from '#app/models/reports/products.server.ts'
import { soldLines } from '#app/models/reports/sold-lines.server.ts'
import { clientsSheet } from '#app/reports/clients.server.ts'
import { paidOrdersSheet } from '#app/reports/paid-orders.server.ts'
import { productsSheet } from '#app/reports/products.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder } from '#tests/factories/shipments.ts'
import { acceptWithdrawal } from '#tests/factories/withdrawals.ts'

const period = { start: '2026-11-01', end: '2026-11-30' }
const firstRows = { limit: 50, offset: 0 }
const actor = { ...byStaff, actorUserId: 1 }

test('every sales report marks returned copies without changing its totals', async () => {
  const order = await makePaidOrder()
  const [returnedLineId = 0] = order.lineIds
  await db.updateTable('order_lines').set({ airplane_registration: 'PT-ABC' }).execute()
  const soldFilter = { ...period, kind: 'purchase' } as const
  const totalsBefore = [
    await products.totals({ ...period, name: null }),
    await clients.totals({ ...period, name: null }),
    await soldLines.totals(soldFilter),
    await invoiceItems.totals({ ...period, by: 'date' }),
  ]
  const withdrawalId = await acceptWithdrawal({ ...order, lineIds: [returnedLineId] })
  const [productRows, clientRows, soldRows, itemRows, registrationRows] = [
    await products.rows({ ...period, name: null }, firstRows),
    await clients.rows({ ...period, name: null }, firstRows),
    await soldLines.rows(soldFilter, firstRows),
    await invoiceItems.rows({ ...period, by: 'date' }, firstRows),
    await ordersByRegistration.rows({ start: 'PT-ABC', isWhole: true }, firstRows),
  ]
  expect(productRows.filter(({ returnedQuantity }) => returnedQuantity > 0)).toMatchObject([
    { publicationId: order.manual, returnedQuantity: 1, quantity: 2 },
  ])
  const listMarkedRows = (rows: readonly { withdrawal: number | null }[]) =>
    rows.filter(({ withdrawal }) => withdrawal !== null)
  expect(listMarkedRows(clientRows)).toMatchObject([{ lineId: returnedLineId, withdrawal: withdrawalId }])
  expect(listMarkedRows(soldRows)).toMatchObject([{ id: returnedLineId, withdrawal: withdrawalId }])
  expect(listMarkedRows(itemRows)).toMatchObject([{ lineId: returnedLineId, withdrawal: withdrawalId }])
  expect(listMarkedRows(registrationRows)).toMatchObject([
    { lineId: returnedLineId, withdrawal: withdrawalId },
  ])
  expect([
    await products.totals({ ...period, name: null }),
    await clients.totals({ ...period, name: null }),
    await soldLines.totals(soldFilter),
    await invoiceItems.totals({ ...period, by: 'date' }),
  ]).toEqual(totalsBefore)
})

test('products and clients assign a refund to returned copies first and share the remainder among the others', async () => {
  const order = await makePaidOrder()
  const [returnedLineId = 0, ...otherLineIds] = order.lineIds
  const lines = db.selectFrom('order_lines').where('id', '=', returnedLineId).select('value')
  const { value: returnedValue } = await lines.executeTakeFirstOrThrow()
  const refundedValue = returnedValue + 10_00
  await acceptWithdrawal({ ...order, lineIds: [returnedLineId] })
  const refund = { paymentId: null, refundedOn: '2026-11-20', document: 'TED', note: null }
  await recordRefund({ ...refund, orderId: order.orderId, value: refundedValue, token: 'a' }, actor)

  const filter = { ...period, name: null }
  const clientRows = await clients.rows(filter, firstRows)
  expect(new Map(clientRows.map((row) => [row.lineId, row.returned]))).toEqual(
    new Map([[returnedLineId, returnedValue], ...otherLineIds.map((id): [number, number] => [id, 5_00])]),
  )
  const productRows = await products.rows(filter, firstRows)
  expect(productRows.reduce((sum, { returned }) => sum + returned, 0)).toBe(refundedValue)
  for (const [sheet, label] of [
    [productsSheet, 'Total vendido, sem frete'],
    [clientsSheet, 'Soma dos valores, sem frete'],
  ] as const) {
    const { sheet: openedSheet } = await sheet.open(new URLSearchParams(period), period.end)
    const lines = (await openedSheet?.totals())?.lines ?? []
    const soldTotal = Number(lines.find((total) => total.label === label)?.value)
    expect(lines.slice(-2)).toEqual([
      { label: 'Reembolsado', kind: 'money', value: refundedValue },
      { label: 'Total sem o reembolsado', kind: 'money', value: soldTotal - refundedValue },
    ])
  }
  const filterOfOtherName = { ...period, name: 'Ninguém' }
  expect((await clients.totals(filterOfOtherName)).returned).toBe(0)
  expect((await products.totals(filterOfOtherName)).returned).toBe(0)
})

test('paid orders and accounting items show a refund until it is reversed', async () => {
  const { orderId } = await makePaidOrder()
  const refund = {
    orderId,
    paymentId: null,
    value: 12_34,
    refundedOn: '2026-11-20',
    document: 'TED',
    note: null,
  }
  await recordRefund({ ...refund, token: 'a' }, actor)
  const listReturnedValues = async () => [
    (await paidOrders.rows({ ...period, by: 'paid_on' }, firstRows)).map((row) => row.returned),
    [
      ...new Set(
        (await invoiceItems.rows({ ...period, by: 'paid_on' }, firstRows)).map((row) => row.returned),
      ),
    ],
  ]
  const totals = await paidOrders.totals({ ...period, by: 'paid_on' })
  expect(totals.returned).toBe(12_34)
  const searchParams = new URLSearchParams({ ...period, by: 'paid_on' })
  const { sheet } = await paidOrdersSheet.open(searchParams, period.end)
  expect((await sheet?.totals())?.lines.slice(1)).toEqual([
    { label: 'Total acumulado', kind: 'money', value: totals.total },
    { label: 'Reembolsado', kind: 'money', value: 12_34 },
    { label: 'Total sem o reembolsado', kind: 'money', value: totals.total - 12_34 },
  ])
  expect(await listReturnedValues()).toEqual([[12_34], [12_34]])
  const { id } = await db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await reverseRefund({ refundId: id, reason: 'Engano.', reversedOn: '2026-11-21' }, actor)
  expect(await listReturnedValues()).toEqual([[0], [0]])
  expect(await paidOrders.totals({ ...period, by: 'paid_on' })).toEqual({ ...totals, returned: 0 })
})

test('the refund of an overpayment is assigned to no copy', async () => {
  const order = await makePaidOrder()
  const { total } = await db.selectFrom('orders').select('total').executeTakeFirstOrThrow()
  const acceptedPayment = {
    event_key: 'a',
    source: 'bank-file',
    problem: 'amount-differs',
    resolution: 'accepted',
  } as const
  await db
    .insertInto('payments')
    .values({ ...acceptedPayment, order_id: order.orderId, value: total + 50_00, paid_on: '2026-11-05' })
    .execute()
  const refund = { paymentId: null, refundedOn: '2026-11-20', document: 'TED', note: null }
  await recordRefund({ ...refund, orderId: order.orderId, value: 50_00, token: 'a' }, actor)
  const rows = await products.rows({ ...period, name: null }, firstRows)
  expect(rows.map(({ returned }) => returned)).toEqual(rows.map(() => 0))
})

test('late charges in the payment do not reduce the refund assigned to a returned copy', async () => {
  const order = await makePaidOrder()
  const [returnedLineId = 0] = order.lineIds
  const { total } = await db.selectFrom('orders').select('total').executeTakeFirstOrThrow()
  const { value } = await db
    .selectFrom('order_lines')
    .select('value')
    .where('id', '=', returnedLineId)
    .executeTakeFirstOrThrow()
  const paymentWithCharges = { event_key: 'a', source: 'bank-file', problem: null, resolution: null } as const
  await db
    .insertInto('payments')
    .values({ ...paymentWithCharges, order_id: order.orderId, value: total + 2_33, paid_on: '2026-11-05' })
    .execute()
  await acceptWithdrawal({ ...order, lineIds: [returnedLineId] })
  const refund = { paymentId: null, refundedOn: '2026-11-20', document: 'TED', note: null }
  await recordRefund({ ...refund, orderId: order.orderId, value, token: 'a' }, actor)
  const rows = await products.rows({ ...period, name: null }, firstRows)
  expect(rows.reduce((sum, { returned }) => sum + returned, 0)).toBe(value)
})

test('counts the returned copies of a revision in one row, even if its spelling differs between them', async () => {
  const order = await makePaidOrder()
  const { publication_id } = await db
    .selectFrom('order_lines')
    .select('publication_id')
    .where('id', '=', order.lineIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  const copies = await db
    .selectFrom('order_lines')
    .select('id')
    .where('publication_id', '=', publication_id)
    .execute()
  const lineIds = copies.map(({ id }) => id)
  expect(lineIds.length).toBeGreaterThan(1)
  await db
    .updateTable('order_lines')
    .set({ version: 'REV. 1' })
    .where('id', '=', lineIds[0] ?? 0)
    .execute()
  await acceptWithdrawal({ ...order, lineIds })
  const rows = await products.rows({ ...period, name: null }, firstRows)
  expect(rows.map(({ returnedQuantity }) => returnedQuantity).toSorted()).toContain(lineIds.length)
})
