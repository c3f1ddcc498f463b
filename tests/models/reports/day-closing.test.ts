import { beforeEach, describe, expect, test } from 'vitest'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { calculateAccessKeyDigit } from '#app/domain/orders/invoices/access-key.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import type { ClosingAccount } from '#app/domain/reports/closing-account.ts'
import { cancelInvoice, recordInvoice } from '#app/models/orders/invoices/invoice.server.ts'
import { cancelOrder, confirmPayment } from '#app/models/orders/order-status.server.ts'
import { receivePayment, recordReversal } from '#app/models/payments/payment.server.ts'
import { resolvePayment } from '#app/models/payments/payment-resolution.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { reverseRefund } from '#app/models/payments/refund-reversal.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { dayClosing, listClosingDays } from '#app/models/reports/day-closing.server.ts'
import { paidOrders } from '#app/models/reports/paid-orders.server.ts'
import { readPortions } from '#app/models/reports/report.ts'
import { dayClosingSheet } from '#app/reports/day-closing.server.ts'
import { toFileTable } from '#app/reports/sheet.server.ts'
import { type CellValue, formatCell } from '#app/text/reports/cells.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderWithBoleto } from '#tests/factories/boletos.ts'
import { makeOrder, placeNewOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'

const [previousDay, day, nextDay] = ['2026-11-22', '2026-11-23', '2026-11-24'] as const
const days = [addDays(previousDay, -1), previousDay, day, nextDay, addDays(nextDay, 1), addDays(nextDay, 2)]
const actor = { actorUserId: null, source: 'gateway' }

type Entry = { account: ClosingAccount; on: CivilDate; value: number; fee?: number; invoice?: string }
/** A payment that is not credited on some days: paid on `from`, credited on `to`. */
type UncreditedPayment = { from: CivilDate; to: CivilDate | null; value: number }

let book: Entry[]
let uncreditedPayments: UncreditedPayment[]
let credits: { on: CivilDate; value: number }[]
let refundCount: number

beforeEach(() => {
  book = []
  uncreditedPayments = []
  credits = []
  refundCount = 0
})

type ReportedPayment = {
  key: string
  boletoId: number | null
  value: number
  on: CivilDate
  credited?: CivilDate | null
  fee?: number
  way?: 'gateway-boleto' | 'gateway-pix' | 'by-hand'
  isFromBank?: boolean
  reportedOn?: CivilDate
}

/** Reports a payment and records it in the test's book. */
async function receiveReportedPayment({
  key,
  boletoId,
  value,
  on,
  credited = null,
  fee,
  way,
  isFromBank = false,
  reportedOn = on,
}: ReportedPayment) {
  const source = isFromBank ? ('bank-file' as const) : ('gateway' as const)
  const payment = { eventKey: key, source, boletoId, value, paidOn: on, creditedOn: credited }
  const feeAndWay = { ...(fee === undefined ? {} : { fee }), ...(way ? { way } : {}) }
  const outcome = await receivePayment({ ...payment, ...feeAndWay }, actor, reportedOn)
  const account = isFromBank ? 'bank-boleto' : (way ?? 'gateway-boleto')
  book.push({ account, on, value, ...(fee === undefined ? {} : { fee }) })
  if (credited !== null) credits.push({ on: credited, value: value - (fee ?? 0) })
  if (!isFromBank && way !== 'by-hand')
    uncreditedPayments.push({ from: on, to: credited, value: value - (fee ?? 0) })
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('event_key', '=', key)
    .executeTakeFirstOrThrow()
  return { outcome, id: row.id }
}

function addSold(day: CivilDate, value: number, invoice?: string) {
  book.push({ account: 'sold', on: day, value, ...(invoice ? { invoice } : {}) })
}

async function refundByStaff(
  refunded: { orderId: number | null; paymentId: number | null },
  value: number,
  day: CivilDate,
) {
  refundCount += 1
  const refund = {
    refundedOn: day,
    document: `E${refundCount}`,
    note: null,
    token: String(refundCount).padStart(32, '0'),
  }
  const result = await recordRefund(
    { ...refunded, value, ...refund },
    { ...byStaff, actorUserId: (await makeCustomer()).userId },
  )
  expect(result).toBe('recorded')
  book.push({ account: 'refund', on: day, value })
}

async function makeInvoicedOrder(price: number, invoice?: string) {
  const { orderId } = await makeOrder({ [await makeDownload({ price })]: 1 })
  if (invoice) await db.updateTable('orders').set({ nfe: invoice }).where('id', '=', orderId).execute()
  return orderId
}

/** Replaces the expectation that was added last, because a refund before the credit changes it. */
function replaceLast<Item>(items: Item[], item: Item) {
  items.splice(-1, 1, item)
}

/** The refund of the only payment that is never credited. */
const uncreditedRefund = { value: 5_00, on: addDays(nextDay, 1) }

/** Creates one payment of each kind, paid on the day or reported on it, with refunds and reversals. */
async function makePaymentsOfDay() {
  // Paid and credited at once by the bank, with a fee; an order with an invoice.
  const invoicedOrder = await makeOrderWithBoleto()
  await db.updateTable('orders').set({ nfe: '4711' }).where('id', '=', invoicedOrder.orderId).execute()
  const { value } = invoicedOrder.boleto
  await receiveReportedPayment({
    key: 'bank/1',
    boletoId: invoicedOrder.boleto.id,
    value,
    on: day,
    credited: day,
    fee: 2_10,
    isFromBank: true,
  })
  addSold(day, value, '4711')

  // A second payment of the same boleto: double. Half is refunded on the day, the rest on the next.
  const doublePayment = await receiveReportedPayment({
    key: 'bank/2',
    boletoId: invoicedOrder.boleto.id,
    value,
    on: day,
    credited: nextDay,
    isFromBank: true,
  })
  expect(doublePayment.outcome).toBe('double')
  uncreditedPayments.push({ from: day, to: nextDay, value })
  await refundByStaff({ orderId: invoicedOrder.orderId, paymentId: doublePayment.id }, 10_01, day)
  replaceLast(uncreditedPayments, { from: day, to: nextDay, value: value - 10_01 })
  replaceLast(credits, { on: nextDay, value: value - 10_01 })
  await refundByStaff({ orderId: invoicedOrder.orderId, paymentId: doublePayment.id }, value - 10_01, nextDay)

  // Paid by the gateway's Pix, credited on the next day.
  const pixOrder = await makeOrderWithBoleto()
  const pixPayment = { boletoId: pixOrder.boleto.id, value: pixOrder.boleto.value, on: day, fee: 1_99 }
  await receiveReportedPayment({ key: 'asaas/pix', ...pixPayment, credited: nextDay, way: 'gateway-pix' })
  addSold(day, pixOrder.boleto.value)

  // Paid by the gateway's boleto, not credited yet; partly refunded two days later.
  const uncreditedOrder = await makeOrderWithBoleto()
  const uncreditedPayment = await receiveReportedPayment({
    key: 'asaas/slow',
    boletoId: uncreditedOrder.boleto.id,
    value: uncreditedOrder.boleto.value,
    on: day,
  })
  addSold(day, uncreditedOrder.boleto.value)
  await refundByStaff(
    { orderId: uncreditedOrder.orderId, paymentId: uncreditedPayment.id },
    uncreditedRefund.value,
    uncreditedRefund.on,
  )

  // Paid on the previous day, reported on the day, for an order cancelled meanwhile: late.
  const lateOrder = await makeOrderWithBoleto()
  await cancelOrder(lateOrder.orderId, byStaff)
  const latePayment = {
    boletoId: lateOrder.boleto.id,
    value: lateOrder.boleto.value,
    on: previousDay,
    reportedOn: day,
    isFromBank: true,
  }
  expect((await receiveReportedPayment({ key: 'bank/3', ...latePayment, fee: 0 })).outcome).toBe('late')
  addSold(day, lateOrder.boleto.value)

  // A different amount, accepted by staff.
  const underpaidOrder = await makeOrderWithBoleto()
  const underpayment = {
    boletoId: underpaidOrder.boleto.id,
    value: underpaidOrder.boleto.value - 1,
    on: day,
    credited: day,
    isFromBank: true,
  }
  const wrongPayment = await receiveReportedPayment({ key: 'bank/4', ...underpayment })
  expect(wrongPayment.outcome).toBe('amount-differs')
  expect(await resolvePayment(wrongPayment.id, { resolution: 'accepted' }, byStaff, nextDay)).toBe('resolved')
  addSold(nextDay, underpaidOrder.boleto.value)

  // A charge without an order of the shop.
  await receiveReportedPayment({
    key: 'asaas/foreign',
    boletoId: null,
    value: 77_77,
    on: day,
    credited: day,
    fee: 1_99,
  })

  // Received in cash, as recorded at the gateway.
  const cashOrder = await makeOrderWithBoleto()
  await receiveReportedPayment({
    key: 'asaas/cash',
    boletoId: cashOrder.boleto.id,
    value: cashOrder.boleto.value,
    on: day,
    way: 'by-hand',
  })
  addSold(day, cashOrder.boleto.value)

  // Paid five days late, with the fine and interest of its boleto.
  const overdueOrder = await makeOrderWithBoleto(addDays(day, -5))
  const terms = { fine_percent: 200, interest_percent: 100, interest_per_day: 2 }
  await db.updateTable('boletos').set(terms).where('id', '=', overdueOrder.boleto.id).execute()
  const fine = 1_60
  const interest = 5 * terms.interest_per_day
  const owed = overdueOrder.boleto.value + fine + interest
  const overduePayment = {
    boletoId: overdueOrder.boleto.id,
    value: owed,
    on: day,
    credited: day,
    isFromBank: true,
  }
  expect((await receiveReportedPayment({ key: 'bank/fined', ...overduePayment })).outcome).toBe('confirmed')
  addSold(day, overdueOrder.boleto.value)

  // Received in cash and undone on the next day: the payment is reversed, and the boleto is payable.
  const undoneOrder = await makeOrderWithBoleto()
  const undonePayment = { boletoId: undoneOrder.boleto.id, value: undoneOrder.boleto.value }
  await receiveReportedPayment({ key: 'asaas/undone', ...undonePayment, on: day, way: 'by-hand' })
  addSold(day, undonePayment.value)
  const reversal = {
    eventKey: 'asaas/undone/reversed',
    source: 'gateway',
    ...undonePayment,
    paidOn: nextDay,
    creditedOn: null,
    way: 'by-hand',
    reversal: 'chargeback',
  } as const
  expect(await recordReversal(reversal, actor)).toBe(true)
  book.push({ account: 'chargeback', on: nextDay, value: undonePayment.value })

  // Charged back by its payer on the next day; a dismissed chargeback has no effect.
  for (const [key, isDismissed] of [
    ['asaas/back', false],
    ['asaas/kept', true],
  ] as const) {
    const chargedBackOrder = await makeOrderWithBoleto()
    const money = { boletoId: chargedBackOrder.boleto.id, value: chargedBackOrder.boleto.value }
    await receiveReportedPayment({ key, ...money, on: day, fee: 99, credited: day })
    addSold(day, chargedBackOrder.boleto.value)
    const reversal = {
      eventKey: `${key}/reversed`,
      source: 'gateway',
      ...money,
      paidOn: nextDay,
      creditedOn: null,
    } as const
    expect(await recordReversal({ ...reversal, reversal: 'chargeback' }, actor)).toBe(true)
    if (!isDismissed) book.push({ account: 'chargeback', on: nextDay, value: money.value })
    else
      await db
        .updateTable('payments')
        .set({ resolution: 'dismissed', resolved_at: new Date() })
        .where('event_key', '=', reversal.eventKey)
        .execute()
  }
  // Completely refunded by the gateway before it was credited.
  const refundedOrder = await makeOrderWithBoleto()
  const wholePayment = { boletoId: refundedOrder.boleto.id, value: refundedOrder.boleto.value }
  await receiveReportedPayment({ key: 'asaas/whole', ...wholePayment, on: day, fee: 1_99 })
  addSold(day, wholePayment.value)
  replaceLast(uncreditedPayments, { from: day, to: nextDay, value: wholePayment.value - 1_99 })
  const wholeRefund = {
    eventKey: 'asaas/whole/reversed',
    source: 'gateway',
    ...wholePayment,
    paidOn: nextDay,
  } as const
  await recordReversal({ ...wholeRefund, creditedOn: null, reversal: 'refund' }, actor)
  book.push({ account: 'refund', on: nextDay, value: wholePayment.value })
}

const cancelledAt = new Date('2026-11-23T18:00:00Z')

function makeAccessKey(number: number): string {
  const keyWithoutCheckDigit = `35261111222333000181550010${String(number).padStart(8, '0')}148291037`
  return `${keyWithoutCheckDigit}${calculateAccessKeyDigit(keyWithoutCheckDigit)}`
}

async function addInvoice(orderId: number, number: number): Promise<number> {
  const identity = { model: 'nfe', key: makeAccessKey(number), series: '1', number: String(number) } as const
  const emptyRecord = {
    orderId,
    invoiceId: null,
    seenVersion: 0,
    protocol: null,
    authorisedAt: cancelledAt,
    files: [],
  }
  const outcome = await recordInvoice({ ...identity, ...emptyRecord }, byStaff)
  if (typeof outcome !== 'number') throw new Error(String(outcome))
  return outcome
}

/** Creates orders that staff marked as paid or that were imported as paid, and orders that count as neither. */
async function makeOrdersByStaff() {
  // Two orders: one paid a second before midnight in São Paulo, one at midnight.
  const instants = ['2026-11-24T02:59:59Z', '2026-11-24T03:00:00Z'].map((text) => new Date(text))
  const amounts = [31_01, 32_02]
  for (const [index, paidAt] of instants.entries()) {
    const value = amounts[index] ?? 0
    const orderId = await makeInvoicedOrder(value, index === 0 ? '4712' : undefined)
    await confirmPayment(orderId, byStaff, toCivilDate(paidAt))
    const on = index === 0 ? day : nextDay
    book.push({ account: 'by-hand', on, value })
    addSold(on, value, index === 0 ? '4712' : undefined)
  }
  // The bank reported the payment of this order later, and it counts on its own day.
  const bankPaidOrder = await makeOrderWithBoleto()
  await confirmPayment(bankPaidOrder.orderId, byStaff, day)
  const money = {
    boletoId: bankPaidOrder.boleto.id,
    value: bankPaidOrder.boleto.value,
    on: previousDay,
    credited: day,
    isFromBank: true,
  }
  expect((await receiveReportedPayment({ key: 'bank/5', ...money })).outcome).toBe('noted')
  uncreditedPayments.push({ from: previousDay, to: day, value: bankPaidOrder.boleto.value })
  addSold(day, bankPaidOrder.boleto.value)
  // Two orders: one marked by mistake and cancelled, one refunded and cancelled.
  const mistakenOrderId = await makeInvoicedOrder(33_03)
  await confirmPayment(mistakenOrderId, byStaff, day)
  await cancelOrder(mistakenOrderId, byStaff)
  const refundedOrderId = await makeInvoicedOrder(34_04)
  await confirmPayment(refundedOrderId, byStaff, day)
  await refundByStaff({ orderId: refundedOrderId, paymentId: null }, 34_04, nextDay)
  await cancelOrder(refundedOrderId, byStaff)
  book.push({ account: 'by-hand', on: day, value: 34_04 })
  // Four orders: one free, one waiting, one imported as paid, one imported and paid here.
  await db
    .updateTable('orders')
    .set({ paid_on: day })
    .where('id', '=', await makeInvoicedOrder(0))
    .execute()
  addSold(day, 0)
  await makeInvoicedOrder(35_05)
  const importedPaidId = await makeInvoicedOrder(36_06)
  const importedState = { legacy_id: 9001, status: orderStatus.confirmed, paid_on: day } as const
  await db.updateTable('orders').set(importedState).where('id', '=', importedPaidId).execute()
  book.push({ account: 'moved-in', on: day, value: 36_06 })
  addSold(day, 36_06)
  const importedPaidHereId = await makeInvoicedOrder(37_07)
  await db.updateTable('orders').set({ legacy_id: 9002 }).where('id', '=', importedPaidHereId).execute()
  await confirmPayment(importedPaidHereId, byStaff, day)
  book.push({ account: 'by-hand', on: day, value: 37_07 })
  addSold(day, 37_07)
  // The freight of this order is still to be agreed, so its sale is the price of the publications.
  const { orderId: freightToAgreeId } = await placeNewOrder(
    { [await makePublication({ price: 38_08 })]: 1 },
    { shippingService: shippingTypes.toBeAgreed },
  )
  await confirmPayment(freightToAgreeId, byStaff, day)
  book.push({ account: 'by-hand', on: day, value: 38_08 })
  addSold(day, 38_08)
  // Two orders: one with a cancelled invoice, one with a valid invoice.
  const cancelledInvoiceOrderId = await makeInvoicedOrder(39_09)
  await confirmPayment(cancelledInvoiceOrderId, byStaff, day)
  await cancelInvoice(
    {
      orderId: cancelledInvoiceOrderId,
      invoiceId: await addInvoice(cancelledInvoiceOrderId, 4713),
      seenVersion: 0,
      cancelledAt,
      reason: 'Erro',
    },
    byStaff,
  )
  book.push({ account: 'by-hand', on: day, value: 39_09 })
  addSold(day, 39_09)
  const validInvoiceOrderId = await makeInvoicedOrder(40_10)
  await confirmPayment(validInvoiceOrderId, byStaff, day)
  await addInvoice(validInvoiceOrderId, 4714)
  book.push({ account: 'by-hand', on: day, value: 40_10 })
  addSold(day, 40_10, '4714')
}

/** Returns the sums of a day from the test's book. */
function sumExpectedByAccount(day: CivilDate) {
  const sums = new Map<string, { count: number; value: number; fee: number; invoiced: number }>()
  const addEntry = (account: string, value: number, fee = 0, invoiced = 0) => {
    const sum = sums.get(account) ?? { count: 0, value: 0, fee: 0, invoiced: 0 }
    sums.set(account, {
      count: sum.count + 1,
      value: sum.value + value,
      fee: sum.fee + fee,
      invoiced: sum.invoiced + invoiced,
    })
  }
  for (const { account, on, value, fee, invoice } of book)
    if (on === day) addEntry(account, value, fee, account === 'sold' && invoice ? value : 0)
  for (const credit of credits) if (credit.on === day) addEntry('credited', credit.value)
  for (const payment of uncreditedPayments) {
    const { from, to } = payment
    if (from <= day && (to === null || to > day)) addEntry('to-come', computeAmountToCome(payment, day))
  }
  return sums
}

/** Returns the amount that is still to be credited. Subtracts the refund of the payment that is never credited. */
function computeAmountToCome({ to, value }: UncreditedPayment, day: CivilDate): number {
  return to === null && day >= uncreditedRefund.on ? value - uncreditedRefund.value : value
}

function hasEntries(day: CivilDate): boolean {
  return [...sumExpectedByAccount(day).keys()].some((account) => account !== 'to-come')
}

async function listEntries(day: CivilDate, account: ClosingAccount) {
  const rows = await dayClosing.rows({ start: day, end: day, today: nextDay }, { limit: 1_000, offset: 0 })
  return rows.filter((row) => row.account === account)
}

async function loadClosing(day: CivilDate) {
  const { accounts } = await dayClosing.totals({ start: day, end: day, today: '2026-12-31' })
  return accounts
}

describe('the day closing with every edge case', () => {
  beforeEach(async () => {
    await makePaymentsOfDay()
    await makeOrdersByStaff()
  })

  test('each account of each day matches the book to the centavo', async () => {
    for (const day of days) {
      const accounts: Record<string, unknown> = {}
      for (const [account, { invoiced, ...sum }] of sumExpectedByAccount(day))
        accounts[account] = account === 'sold' ? { ...sum, invoiced } : expect.objectContaining(sum)
      expect([day, await loadClosing(day)]).toEqual([day, accounts])
    }
  })

  test('each account of a range sums its days, and the amount to come is the last day’s', async () => {
    for (const [start, end] of [
      [previousDay, day],
      [day, nextDay],
      [days[0], days.at(-1)],
    ] as [CivilDate, CivilDate][]) {
      const daysOfRange = days.filter((day) => day >= start && day <= end)
      const expectedValues = new Map<string, number>()
      for (const on of daysOfRange)
        for (const [account, sum] of sumExpectedByAccount(on))
          if (account !== 'to-come' || on === end)
            expectedValues.set(account, (expectedValues.get(account) ?? 0) + sum.value)
      const { accounts } = await dayClosing.totals({ start, end, today: '2026-12-31' })
      const valuesByAccount = Object.entries(accounts).map(([account, { value }]) => [account, value])
      expect([start, end, Object.fromEntries(valuesByAccount)]).toEqual([
        start,
        end,
        Object.fromEntries(expectedValues),
      ])
      const closingDays = await listClosingDays({ start, end })
      expect(closingDays.map(({ day }) => day)).toEqual(daysOfRange.filter((day) => hasEntries(day)))
      for (const closingDay of closingDays) {
        const { 'to-come': _, ...accountsOfDay } = await loadClosing(closingDay.day)
        expect([closingDay.day, closingDay.accounts]).toEqual([closingDay.day, accountsOfDay])
      }
    }
  })

  test('the amounts credited on a day were still to come on the previous day', async () => {
    const toComeAtEnd = await listEntries(day, 'to-come')
    const creditedNextDay = await listEntries(nextDay, 'credited')
    const dueNext = toComeAtEnd.filter(({ creditedOn }) => creditedOn === nextDay)
    expect(dueNext.length).toBeGreaterThan(1)
    const pickPayments = (rows: typeof toComeAtEnd) =>
      rows.map(({ paymentId, value }) => [paymentId, value]).toSorted()
    expect(pickPayments(creditedNextDay)).toEqual(pickPayments(dueNext))
  })

  test('the entries, days and totals in the file of a range agree, also with the report of paid orders', async () => {
    const { sheet } = await dayClosingSheet.open(
      new URLSearchParams({ start: previousDay, end: nextDay }),
      nextDay,
    )
    if (!sheet) throw new Error('no sheet')
    expect([sheet.heading, sheet.fileName]).toEqual([
      'Fechamento do período',
      `fechamento_${previousDay}_${nextDay}`,
    ])
    const summary = await sheet.summary()
    const allRows = sheet.readAll()
    const table = toFileTable(sheet, allRows, summary)
    const rows: (readonly CellValue[])[] = []
    for await (const row of table.rows) rows.push(row)
    const findColumn = (key: string) => sheet.heads.findIndex((head) => head.key === key)
    const soldRows = rows.filter((row) => row[findColumn('account')] === 'Vendido')
    const sumValues = (summedRows: typeof rows) =>
      summedRows.reduce((sum, row) => sum + Number(row[findColumn('value')]), 0)
    const findTotal = (label: string) => table.totals().find((total) => total.label === label)?.value
    expect(sumValues(soldRows)).toBe(findTotal('Vendido'))
    const listColumn = (key: string) => {
      const index = summary?.heads.findIndex((head) => head.key === key) ?? -1
      return [...(summary?.rows ?? []), summary?.sum].map((row) => Number(row?.cells[index]?.value))
    }
    for (const [key, label] of [
      ['sold', 'Vendido'],
      ['received', 'Recebido ao todo'],
      ['refund', 'Reembolsado'],
      ['fees', 'Tarifas'],
      ['credited', 'Creditado em conta, já sem tarifas'],
    ] as const) {
      const values = listColumn(key)
      const sumOfColumn = values.pop()
      expect([key, sumOfColumn]).toEqual([key, findTotal(label)])
      expect(values.reduce((sum, value) => sum + value, 0)).toBe(sumOfColumn)
    }
    const soldOnDay = rows.filter(
      (row) => row[findColumn('account')] === 'Vendido' && row[findColumn('day')] === day,
    )
    expect(sumValues(soldOnDay)).toBe(sumExpectedByAccount(day).get('sold')?.value)
    // One row for each day of the range.
    expect(table.summary?.rows).toHaveLength(3)
    const paid = await paidOrders.totals({ start: previousDay, end: nextDay, by: 'paid_on' })
    expect([paid.count, paid.total]).toEqual([soldRows.length, findTotal('Vendido')])
  })

  test('shows the key of an NF-e in force beside its number, but not of a cancelled one', async () => {
    const rows = await dayClosing.rows({ start: day, end: day, today: nextDay }, { limit: 1_000, offset: 0 })
    const keys = rows.filter(({ nfeKey }) => nfeKey !== null)
    expect(keys.map(({ account, nfe, nfeKey }) => [account, nfe, nfeKey])).toEqual([
      ['sold', '4714', makeAccessKey(4714)],
      ['by-hand', '4714', makeAccessKey(4714)],
    ])
    expect(rows.filter(({ nfe }) => nfe === '4713')).toEqual([])
    const openedSheet = await dayClosingSheet.open(new URLSearchParams({ day }), nextDay)
    const keyColumn = openedSheet.sheet?.heads.findIndex(({ key }) => key === 'nfe_key') ?? -1
    const keyCells = (await openedSheet.sheet?.page(1, 1_000))?.map((row) => row.cells[keyColumn]?.value)
    expect(keyCells?.filter(Boolean)).toEqual([makeAccessKey(4714), makeAccessKey(4714)])
    expect(formatCell('key', makeAccessKey(4714))).toMatch(
      /^(([0-9]{4}\u00a0){2}[0-9]{4} ){3}[0-9]{4}\u00a0[0-9]{4}$/,
    )
  })

  test('over all days, received minus refunded equals payments minus refunds', async () => {
    const reportedSums = { received: 0, returned: 0, fees: 0 }
    for (const day of days)
      for (const [account, { value, fee }] of Object.entries(await loadClosing(day))) {
        reportedSums.fees += fee
        if (account === 'refund' || account === 'chargeback') reportedSums.returned += value
        else if (!['sold', 'credited', 'to-come'].includes(account)) reportedSums.received += value
      }
    const payments = await db
      .selectFrom('payments')
      .select(['value', 'problem', 'resolution', 'fee'])
      .execute()
    const refunds = await db.selectFrom('refunds').select('value').execute()
    const orderEntries = book.filter(({ account }) => account === 'by-hand' || account === 'moved-in')
    // Cash recorded at the gateway is in these entries and again among the payments.
    const cashPayments = await sumCashPayments()
    const paidWithoutPayment = orderEntries.reduce((total, { value }) => total + value, 0) - cashPayments
    let expectedNet = paidWithoutPayment
    for (const { value, problem, resolution } of payments)
      if (problem !== 'reversed') expectedNet += value
      else if (resolution !== 'dismissed') expectedNet -= value
    for (const { value } of refunds) expectedNet -= value
    expect(reportedSums.received - reportedSums.returned).toBe(expectedNet)
    expect(reportedSums.fees).toBe(payments.reduce((total, { fee }) => total + (fee ?? 0), 0))
  })

  test('reading in portions of two neither skips nor repeats a row and adds up to the totals', async () => {
    for (const day of days) {
      const filter = { start: day, end: addDays(day, 1), today: nextDay }
      const keys: string[] = []
      let totals = dayClosing.emptyTotals
      for await (const rows of readPortions(dayClosing, filter, 2))
        for (const row of rows) {
          keys.push(`${row.part}-${row.id}`)
          totals = dayClosing.addRow(totals, row, undefined)
        }
      expect(new Set(keys).size).toBe(keys.length)
      expect(totals).toEqual(await dayClosing.totals(filter))
      const paged = await dayClosing.rows(filter, { limit: 3, offset: 2 })
      expect(paged.map(({ part, id }) => `${part}-${id}`)).toEqual(keys.slice(2, 5))
    }
  })

  test('the totals sum the accounts of the day', async () => {
    const { sheet } = await dayClosingSheet.open(new URLSearchParams({ day }), nextDay)
    const valuesByLabel = new Map((await sheet?.totals())?.lines.map(({ label, value }) => [label, value]))
    const getExpectedValue = (account: string) => sumExpectedByAccount(day).get(account)?.value ?? 0
    const received = ['bank-boleto', 'gateway-boleto', 'gateway-pix', 'by-hand', 'moved-in'].reduce(
      (sum, account) => sum + getExpectedValue(account),
      0,
    )
    expect(valuesByLabel.get('Recebido ao todo')).toBe(received)
    expect(valuesByLabel.get('Recebido menos reembolsado e estornado')).toBe(
      received - getExpectedValue('refund') - getExpectedValue('chargeback'),
    )
    expect(valuesByLabel.get('Vendido com nota fiscal')).toBe(sumExpectedByAccount(day).get('sold')?.invoiced)
    expect(valuesByLabel.get('Ainda a creditar no fim do período')).toBe(getExpectedValue('to-come'))
    expect(valuesByLabel.get('Recebido: Pix da Asaas')).toBe(getExpectedValue('gateway-pix'))
  })
})

/** Returns the sum of the payments in cash that the gateway reported. */
async function sumCashPayments(): Promise<number> {
  const rows = await db
    .selectFrom('payments')
    .select('value')
    .where('event_key', 'in', ['asaas/cash', 'asaas/undone'])
    .execute()
  return rows.reduce((sum, { value }) => sum + value, 0)
}

test.each([
  ['2018-12-10T01:59:59Z', '2018-12-09'],
  ['2018-12-10T02:00:00Z', '2018-12-10'],
  ['2018-06-10T02:59:59Z', '2018-06-09'],
  ['2018-06-10T03:00:00Z', '2018-06-10'],
])('a payment at %s, in the years of daylight saving time, counts on %s', async (instant, saleDay) => {
  const orderId = await makeInvoicedOrder(31_01)
  await confirmPayment(orderId, byStaff, toCivilDate(new Date(instant)))
  for (const otherDay of [addDays(saleDay, -1), saleDay, addDays(saleDay, 1)])
    expect(Object.keys(await loadClosing(otherDay))).toEqual(otherDay === saleDay ? ['sold', 'by-hand'] : [])
})

test('shows a message for a day without entries', async () => {
  const { sheet } = await dayClosingSheet.open(new URLSearchParams({ day: '2026-01-01' }), day)
  expect(await sheet?.totals()).toMatchObject({ count: 0 })
  expect(sheet?.empty).toBe('Nada foi vendido, recebido ou reembolsado em 01/01/2026.')
})

test.each([
  ['', day, 2],
  [previousDay, previousDay, 3],
  ['22/11/2026', previousDay, 3],
])('the query day %j selects %s and shows %i links to other days', async (query, selectedDay, stepCount) => {
  const { sheet, fields } = await dayClosingSheet.open(new URLSearchParams({ day: query }), day)
  expect(fields).toMatchObject([
    { name: 'start', value: selectedDay },
    { name: 'end', value: selectedDay },
  ])
  expect(sheet?.steps).toHaveLength(stepCount)
  expect(sheet?.steps[0]).toEqual({
    href: `/admin/report/day_closing/?day=${addDays(selectedDay, -1)}`,
    label: 'Dia anterior',
  })
})

test.each([
  ['2028-02', '2028-02-01', '2028-02-29', 'Fechamento do mês', 'fechamento_2028-02'],
  ['2027-02', '2027-02-01', '2027-02-28', 'Fechamento do mês', 'fechamento_2027-02'],
  ['2028-03', '2028-03-01', '2028-03-09', 'Fechamento do mês', 'fechamento_2028-03-01_2028-03-09'],
])('the month %s ranges from %s to %s', async (month, start, end, heading, fileName) => {
  const { sheet, fields } = await dayClosingSheet.open(new URLSearchParams({ month }), '2028-03-09')
  expect(fields).toMatchObject([{ value: start }, { value: end }])
  expect(sheet).toMatchObject({ heading, fileName })
})

test.each([
  [{ start: nextDay, end: previousDay }, 'A data final é anterior à inicial.'],
  [{ start: '2025-11-22', end: day }, 'Escolha no máximo um ano.'],
  [{ start: previousDay, end: nextDay }, 'Este dia ainda não chegou.'],
])('rejects the period %j', async (query, error) => {
  const { sheet, fields } = await dayClosingSheet.open(new URLSearchParams(query), day)
  expect(sheet).toBeUndefined()
  expect(fields[1]).toMatchObject({ errors: [error] })
})

test('counts payments before and at midnight in São Paulo in different months, even after a leap day', async () => {
  for (const instant of ['2028-03-01T02:59:59Z', '2028-03-01T03:00:00Z'])
    await confirmPayment(await makeInvoicedOrder(31_01), byStaff, toCivilDate(new Date(instant)))
  for (const [start, end] of [
    ['2028-02-01', '2028-02-29'],
    ['2028-03-01', '2028-03-31'],
  ] as const) {
    const { accounts } = await dayClosing.totals({ start, end, today: '2028-12-31' })
    expect(accounts.sold).toMatchObject({ count: 1, value: 31_01 })
  }
})

test.each([
  ['31/02/2026', 'Data inválida. Use dia/mês/ano.'],
  [nextDay, 'Este dia ainda não chegou.'],
])('rejects %s as a day to close', async (sent, error) => {
  const { sheet, fields } = await dayClosingSheet.open(new URLSearchParams({ day: sent }), day)
  expect(sheet).toBeUndefined()
  expect(fields[0]).toMatchObject({ errors: [error] })
})

const findTotal = async (day: CivilDate, account: ClosingAccount) =>
  (await dayClosing.totals({ start: day, end: day, today: addDays(nextDay, 2) })).accounts[account]?.value ??
  0

test('an order paid with another amount counts only that amount, until the payment is refunded', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const lowerAmount = boleto.value - 10_00
  const { id, outcome } = await receiveReportedPayment({
    key: 'bank/less',
    boletoId: boleto.id,
    value: lowerAmount,
    on: day,
    isFromBank: true,
  })
  expect(outcome).toBe('amount-differs')
  await confirmPayment(orderId, byStaff, day)
  expect(await findTotal(day, 'bank-boleto')).toBe(lowerAmount)
  expect(await findTotal(day, 'by-hand')).toBe(0)
  await refundByStaff({ orderId, paymentId: id }, lowerAmount, nextDay)
  expect(await findTotal(day, 'by-hand')).toBe(boleto.value)
})

test('a partial refund by the gateway lowers the amount to come', async () => {
  const { boleto } = await makeOrderWithBoleto()
  const { value } = boleto
  await receiveReportedPayment({ key: 'asaas/part', boletoId: boleto.id, value, on: day, fee: 1_00 })
  const partialRefund = {
    eventKey: 'asaas/part/back',
    source: 'gateway',
    boletoId: boleto.id,
    creditedOn: null,
  } as const
  await recordReversal({ ...partialRefund, value: 30_00, paidOn: nextDay, reversal: 'refund' }, actor)
  expect(await findTotal(day, 'to-come')).toBe(value - 1_00)
  expect(await findTotal(nextDay, 'to-come')).toBe(value - 1_00 - 30_00)
})

test('a reversed refund counts on its own day and leaves the closed day unchanged', async () => {
  const { orderId } = await makeOrderWithBoleto()
  await confirmPayment(orderId, byStaff, previousDay)
  const actor = { ...byStaff, actorUserId: 1 }
  const refund = { orderId, paymentId: null, value: 10_00, refundedOn: day, document: 'TED', note: null }
  await recordRefund({ ...refund, token: 'counter' }, actor)
  const loadSums = async (day: CivilDate) => {
    const { sheet } = await dayClosingSheet.open(new URLSearchParams({ day }), nextDay)
    return new Map((await sheet?.totals())?.lines.map(({ label, value }) => [label, value]))
  }
  const closedSums = await loadSums(day)
  expect(closedSums.get('Recebido menos reembolsado e estornado')).toBe(-10_00)
  const { id } = await db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await reverseRefund({ refundId: id, reason: 'Outro pedido.', reversedOn: nextDay }, actor)
  expect(await loadSums(day)).toEqual(closedSums)
  const sumsAfter = await loadSums(nextDay)
  expect(sumsAfter.get('Reembolso desfeito')).toBe(10_00)
  expect(sumsAfter.get('Recebido menos reembolsado e estornado')).toBe(10_00)
})
