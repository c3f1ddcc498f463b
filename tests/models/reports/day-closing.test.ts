import { beforeEach, describe, expect, test } from 'vitest'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { calculateAccessKeyDigit } from '#app/domain/orders/invoices/access-key.ts'
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

const [before, day, next] = ['2026-11-22', '2026-11-23', '2026-11-24'] as const
const days = [addDays(before, -1), before, day, next, addDays(next, 1), addDays(next, 2)]
const actor = { actorUserId: null, source: 'gateway' }

type Entry = { account: ClosingAccount; on: CivilDate; value: number; fee?: number; invoice?: string }
/** A payment that is not credited on some days: paid on `from`, credited on `to`. */
type Coming = { from: CivilDate; to: CivilDate | null; value: number }

let book: Entry[]
let coming: Coming[]
let credits: { on: CivilDate; value: number }[]
let token: number

beforeEach(() => {
  book = []
  coming = []
  credits = []
  token = 0
})

type Reported = {
  key: string
  boletoId: number | null
  value: number
  on: CivilDate
  credited?: CivilDate | null
  fee?: number
  way?: 'gateway-boleto' | 'gateway-pix' | 'by-hand'
  bank?: boolean
  known?: CivilDate
}

/** Reports a payment and records it in the test's book. */
async function receiveReported({
  key,
  boletoId,
  value,
  on,
  credited = null,
  fee,
  way,
  bank = false,
  known = on,
}: Reported) {
  const source = bank ? ('bank-file' as const) : ('gateway' as const)
  const data = { eventKey: key, source, boletoId, value, paidOn: on, creditedOn: credited }
  const extra = { ...(fee === undefined ? {} : { fee }), ...(way ? { way } : {}) }
  const outcome = await receivePayment({ ...data, ...extra }, actor, known)
  const account = bank ? 'bank-boleto' : (way ?? 'gateway-boleto')
  book.push({ account, on, value, ...(fee === undefined ? {} : { fee }) })
  if (credited !== null) credits.push({ on: credited, value: value - (fee ?? 0) })
  if (!bank && way !== 'by-hand') coming.push({ from: on, to: credited, value: value - (fee ?? 0) })
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
  place: { orderId: number | null; paymentId: number | null },
  value: number,
  day: CivilDate,
) {
  token += 1
  const data = { refundedOn: day, document: `E${token}`, note: null, token: String(token).padStart(32, '0') }
  const result = await recordRefund(
    { ...place, value, ...data },
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

async function makeDay() {
  // Paid and credited at once by the bank, with a fee; an order with an invoice.
  const first = await makeOrderWithBoleto()
  await db.updateTable('orders').set({ nfe: '4711' }).where('id', '=', first.orderId).execute()
  const { value } = first.boleto
  await receiveReported({
    key: 'bank/1',
    boletoId: first.boleto.id,
    value,
    on: day,
    credited: day,
    fee: 2_10,
    bank: true,
  })
  addSold(day, value, '4711')

  // A second payment of the same boleto: double. Half is refunded on the day, the rest on the next.
  const double = await receiveReported({
    key: 'bank/2',
    boletoId: first.boleto.id,
    value,
    on: day,
    credited: next,
    bank: true,
  })
  expect(double.outcome).toBe('double')
  coming.push({ from: day, to: next, value })
  await refundByStaff({ orderId: first.orderId, paymentId: double.id }, 10_01, day)
  coming[coming.length - 1] = { from: day, to: next, value: value - 10_01 }
  credits[credits.length - 1] = { on: next, value: value - 10_01 }
  await refundByStaff({ orderId: first.orderId, paymentId: double.id }, value - 10_01, next)

  // Paid by the gateway's Pix, credited on the next day.
  const pix = await makeOrderWithBoleto()
  const paid = { boletoId: pix.boleto.id, value: pix.boleto.value, on: day, fee: 1_99 }
  await receiveReported({ key: 'asaas/pix', ...paid, credited: next, way: 'gateway-pix' })
  addSold(day, pix.boleto.value)

  // Paid by the gateway's boleto, not credited yet; partly refunded two days later.
  const slow = await makeOrderWithBoleto()
  const confirmed = await receiveReported({
    key: 'asaas/slow',
    boletoId: slow.boleto.id,
    value: slow.boleto.value,
    on: day,
  })
  addSold(day, slow.boleto.value)
  await refundByStaff({ orderId: slow.orderId, paymentId: confirmed.id }, 5_00, addDays(next, 1))

  // Paid on the previous day, reported on the day, for an order cancelled meanwhile: late.
  const lateOrder = await makeOrderWithBoleto()
  await cancelOrder(lateOrder.orderId, byStaff)
  const came = {
    boletoId: lateOrder.boleto.id,
    value: lateOrder.boleto.value,
    on: before,
    known: day,
    bank: true,
  }
  expect((await receiveReported({ key: 'bank/3', ...came, fee: 0 })).outcome).toBe('late')
  addSold(day, lateOrder.boleto.value)

  // A different amount, accepted by staff.
  const differs = await makeOrderWithBoleto()
  const less = {
    boletoId: differs.boleto.id,
    value: differs.boleto.value - 1,
    on: day,
    credited: day,
    bank: true,
  }
  const wrongPayment = await receiveReported({ key: 'bank/4', ...less })
  expect(wrongPayment.outcome).toBe('amount-differs')
  expect(await resolvePayment(wrongPayment.id, { resolution: 'accepted' }, byStaff, next)).toBe('resolved')
  addSold(next, differs.boleto.value)

  // A charge without an order of the shop.
  await receiveReported({
    key: 'asaas/foreign',
    boletoId: null,
    value: 77_77,
    on: day,
    credited: day,
    fee: 1_99,
  })

  // Received in cash, as recorded at the gateway.
  const cash = await makeOrderWithBoleto()
  await receiveReported({
    key: 'asaas/cash',
    boletoId: cash.boleto.id,
    value: cash.boleto.value,
    on: day,
    way: 'by-hand',
  })
  addSold(day, cash.boleto.value)

  // Paid five days late, with the fine and interest of its boleto.
  const fined = await makeOrderWithBoleto(addDays(day, -5))
  const terms = { fine_percent: 200, interest_percent: 100, interest_per_day: 2 }
  await db.updateTable('boletos').set(terms).where('id', '=', fined.boleto.id).execute()
  const owed = fined.boleto.value + 1_60 + 5 * 2
  const lateMoney = { boletoId: fined.boleto.id, value: owed, on: day, credited: day, bank: true }
  expect((await receiveReported({ key: 'bank/fined', ...lateMoney })).outcome).toBe('confirmed')
  addSold(day, fined.boleto.value)

  // Received in cash and undone on the next day: the payment is reversed, and the boleto is payable.
  const undone = await makeOrderWithBoleto()
  const cash2 = { boletoId: undone.boleto.id, value: undone.boleto.value }
  await receiveReported({ key: 'asaas/undone', ...cash2, on: day, way: 'by-hand' })
  addSold(day, cash2.value)
  const notReceived = {
    eventKey: 'asaas/undone/reversed',
    source: 'gateway',
    ...cash2,
    paidOn: next,
  } as const
  const back = { ...notReceived, creditedOn: null, way: 'by-hand', reversal: 'chargeback' } as const
  expect(await recordReversal(back, actor)).toBe(true)
  book.push({ account: 'chargeback', on: next, value: cash2.value })

  // Charged back by its payer on the next day; a dismissed chargeback has no effect.
  for (const [key, isDismissed] of [
    ['asaas/back', false],
    ['asaas/kept', true],
  ] as const) {
    const back = await makeOrderWithBoleto()
    const money = { boletoId: back.boleto.id, value: back.boleto.value }
    await receiveReported({ key, ...money, on: day, fee: 99, credited: day })
    addSold(day, back.boleto.value)
    const reversal = {
      eventKey: `${key}/reversed`,
      source: 'gateway',
      ...money,
      paidOn: next,
      creditedOn: null,
    } as const
    expect(await recordReversal({ ...reversal, reversal: 'chargeback' }, actor)).toBe(true)
    if (!isDismissed) book.push({ account: 'chargeback', on: next, value: money.value })
    else
      await db
        .updateTable('payments')
        .set({ resolution: 'dismissed', resolved_at: new Date() })
        .where('event_key', '=', reversal.eventKey)
        .execute()
  }
  // Completely refunded by the gateway before it was credited.
  const refunded = await makeOrderWithBoleto()
  const whole = { boletoId: refunded.boleto.id, value: refunded.boleto.value }
  await receiveReported({ key: 'asaas/whole', ...whole, on: day, fee: 1_99 })
  addSold(day, whole.value)
  coming[coming.length - 1] = { from: day, to: next, value: whole.value - 1_99 }
  const whole_back = { eventKey: 'asaas/whole/reversed', source: 'gateway', ...whole, paidOn: next } as const
  await recordReversal({ ...whole_back, creditedOn: null, reversal: 'refund' }, actor)
  book.push({ account: 'refund', on: next, value: whole.value })
}

const cancelledAt = new Date('2026-11-23T18:00:00Z')

function makeKey(number: number): string {
  const first = `35261111222333000181550010${String(number).padStart(8, '0')}148291037`
  return `${first}${calculateAccessKeyDigit(first)}`
}

async function addInvoice(orderId: number, number: number): Promise<number> {
  const data = { model: 'nfe', key: makeKey(number), series: '1', number: String(number) } as const
  const records = {
    orderId,
    invoiceId: null,
    seenVersion: 0,
    protocol: null,
    authorisedAt: cancelledAt,
    files: [],
  }
  const id = await recordInvoice({ ...data, ...records }, byStaff)
  if (typeof id !== 'number') throw new Error(String(id))
  return id
}

/**
 * Creates orders that staff marked as paid a second before and at midnight in São Paulo, with later changes.
 */
async function makeOrdersByStaff() {
  const instants = ['2026-11-24T02:59:59Z', '2026-11-24T03:00:00Z'].map((text) => new Date(text))
  const amounts = [31_01, 32_02]
  for (const [index, at] of instants.entries()) {
    const value = amounts[index] ?? 0
    const orderId = await makeInvoicedOrder(value, index === 0 ? '4712' : undefined)
    await confirmPayment(orderId, byStaff, toCivilDate(at))
    const on = index === 0 ? day : next
    book.push({ account: 'by-hand', on, value })
    addSold(on, value, index === 0 ? '4712' : undefined)
  }
  // The bank reported the payment later: it counts on its own day.
  const reported = await makeOrderWithBoleto()
  await confirmPayment(reported.orderId, byStaff, day)
  const money = {
    boletoId: reported.boleto.id,
    value: reported.boleto.value,
    on: before,
    credited: day,
    bank: true,
  }
  expect((await receiveReported({ key: 'bank/5', ...money })).outcome).toBe('noted')
  coming.push({ from: before, to: day, value: reported.boleto.value })
  addSold(day, reported.boleto.value)
  // Marked by mistake and cancelled; refunded and cancelled.
  const mistaken = await makeInvoicedOrder(33_03)
  await confirmPayment(mistaken, byStaff, day)
  await cancelOrder(mistaken, byStaff)
  const returned = await makeInvoicedOrder(34_04)
  await confirmPayment(returned, byStaff, day)
  await refundByStaff({ orderId: returned, paymentId: null }, 34_04, next)
  await cancelOrder(returned, byStaff)
  book.push({ account: 'by-hand', on: day, value: 34_04 })
  // Four orders: one free, one waiting, one imported as paid, one imported and paid here.
  await db
    .updateTable('orders')
    .set({ paid_on: day })
    .where('id', '=', await makeInvoicedOrder(0))
    .execute()
  addSold(day, 0)
  await makeInvoicedOrder(35_05)
  const moved = await makeInvoicedOrder(36_06)
  const data = { legacy_id: 9001, status: 2, paid_on: day } as const
  await db.updateTable('orders').set(data).where('id', '=', moved).execute()
  book.push({ account: 'moved-in', on: day, value: 36_06 })
  addSold(day, 36_06)
  // Its freight is still to be agreed, so its sale is the price of the publications.
  const { orderId: agreed } = await placeNewOrder(
    { [await makePublication({ price: 38_08 })]: 1 },
    { shippingService: shippingTypes.toBeAgreed },
  )
  await confirmPayment(agreed, byStaff, day)
  book.push({ account: 'by-hand', on: day, value: 38_08 })
  addSold(day, 38_08)
  // With a cancelled invoice, and with a valid one.
  const cancelled = await makeInvoicedOrder(39_09)
  await confirmPayment(cancelled, byStaff, day)
  await cancelInvoice(
    {
      orderId: cancelled,
      invoiceId: await addInvoice(cancelled, 4713),
      seenVersion: 0,
      cancelledAt,
      reason: 'Erro',
    },
    byStaff,
  )
  book.push({ account: 'by-hand', on: day, value: 39_09 })
  addSold(day, 39_09)
  const currentOrderId = await makeInvoicedOrder(40_10)
  await confirmPayment(currentOrderId, byStaff, day)
  await addInvoice(currentOrderId, 4714)
  book.push({ account: 'by-hand', on: day, value: 40_10 })
  addSold(day, 40_10, '4714')
  const orderIdHere = await makeInvoicedOrder(37_07)
  await db.updateTable('orders').set({ legacy_id: 9002 }).where('id', '=', orderIdHere).execute()
  await confirmPayment(orderIdHere, byStaff, day)
  book.push({ account: 'by-hand', on: day, value: 37_07 })
  addSold(day, 37_07)
}

/** Returns the sums of a day from the test's book. */
function sumExpected(day: CivilDate) {
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
  for (const { account, on: at, value, fee, invoice } of book)
    if (at === day) addEntry(account, value, fee, account === 'sold' && invoice ? value : 0)
  for (const credit of credits) if (credit.on === day) addEntry('credited', credit.value)
  for (const { from, to, value } of coming)
    if (from <= day && (to === null || to > day)) addEntry('to-come', computeLeft(value, from, day))
  return sums
}

/** Only the slow payment has a refund and is never credited. */
function computeLeft(value: number, from: CivilDate, day: CivilDate): number {
  const isSlow = coming.some((each) => each.from === from && each.to === null && each.value === value)
  return isSlow && day >= addDays(next, 1) ? value - 5_00 : value
}

function hasFlow(day: CivilDate): boolean {
  return [...sumExpected(day).keys()].some((account) => account !== 'to-come')
}

async function listEntries(day: CivilDate, account: ClosingAccount) {
  const rows = await dayClosing.rows({ start: day, end: day, today: next }, { limit: 1_000, offset: 0 })
  return rows.filter((row) => row.account === account)
}

async function loadClosing(day: CivilDate) {
  const { accounts } = await dayClosing.totals({ start: day, end: day, today: '2026-12-31' })
  return accounts
}

describe('the day closing with every edge case', () => {
  beforeEach(async () => {
    await makeDay()
    await makeOrdersByStaff()
  })

  test('each account of each day matches the book to the centavo', async () => {
    for (const day of days) {
      const accounts: Record<string, unknown> = {}
      for (const [account, { invoiced, ...sum }] of sumExpected(day))
        accounts[account] = account === 'sold' ? { ...sum, invoiced } : expect.objectContaining(sum)
      expect([day, await loadClosing(day)]).toEqual([day, accounts])
    }
  })

  test('each account of a range is the sum of its days, and the amount to come that of the last', async () => {
    for (const [start, end] of [
      [before, day],
      [day, next],
      [days[0], days.at(-1)],
    ] as [CivilDate, CivilDate][]) {
      const within = days.filter((day) => day >= start && day <= end)
      const sums = new Map<string, number>()
      for (const on of within)
        for (const [account, sum] of sumExpected(on))
          if (account !== 'to-come' || on === end) sums.set(account, (sums.get(account) ?? 0) + sum.value)
      const { accounts } = await dayClosing.totals({ start, end, today: '2026-12-31' })
      const read = Object.entries(accounts).map(([account, { value }]) => [account, value])
      expect([start, end, Object.fromEntries(read)]).toEqual([start, end, Object.fromEntries(sums)])
      const perDay = await listClosingDays({ start, end })
      expect(perDay.map((each) => each.day)).toEqual(within.filter((day) => hasFlow(day)))
      for (const each of perDay) {
        const { 'to-come': _, ...alone } = await loadClosing(each.day)
        expect([each.day, each.accounts]).toEqual([each.day, alone])
      }
    }
  })

  test('the amounts credited on a day were still to come on the previous day', async () => {
    const [evening, morning] = [await listEntries(day, 'to-come'), await listEntries(next, 'credited')]
    const dueNext = evening.filter(({ creditedOn }) => creditedOn === next)
    expect(dueNext.length).toBeGreaterThan(1)
    const pickPayments = (rows: typeof evening) =>
      rows.map(({ paymentId, value }) => [paymentId, value]).toSorted()
    expect(pickPayments(morning)).toEqual(pickPayments(dueNext))
  })

  test('the files of a range contain its entries, days and totals', async () => {
    const { sheet } = await dayClosingSheet.open(new URLSearchParams({ start: before, end: next }), next)
    if (!sheet) throw new Error('no sheet')
    expect([sheet.heading, sheet.fileName]).toEqual(['Fechamento do período', `fechamento_${before}_${next}`])
    const summary = await sheet.summary()
    const whole = sheet.readAll()
    const table = toFileTable(sheet, whole, summary)
    const rows: (readonly CellValue[])[] = []
    for await (const row of table.rows) rows.push(row)
    const findHead = (key: string) => sheet.heads.findIndex((head) => head.key === key)
    const sold = rows.filter((row) => row[findHead('account')] === 'Vendido')
    const sumValues = (summedRows: typeof rows) =>
      summedRows.reduce((sum, row) => sum + Number(row[findHead('value')]), 0)
    const findTotal = (label: string) => table.totals().find((each) => each.label === label)?.value
    expect(sumValues(sold)).toBe(findTotal('Vendido'))
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
      const last = values.pop()
      expect([key, last]).toEqual([key, findTotal(label)])
      expect(values.reduce((sum, value) => sum + value, 0)).toBe(last)
    }
    const soldOnDay = rows.filter(
      (row) => row[findHead('account')] === 'Vendido' && row[findHead('day')] === day,
    )
    expect(sumValues(soldOnDay)).toBe(sumExpected(day).get('sold')?.value)
    expect(table.summary?.rows).toHaveLength(3)
    const paid = await paidOrders.totals({ start: before, end: next, by: 'paid_on' })
    expect([paid.count, paid.total]).toEqual([sold.length, findTotal('Vendido')])
  })

  test('shows the key of an NF-e in force beside its number, but not of a cancelled one', async () => {
    const rows = await dayClosing.rows({ start: day, end: day, today: next }, { limit: 1_000, offset: 0 })
    const keys = rows.filter(({ nfeKey }) => nfeKey !== null)
    expect(keys.map(({ account, nfe, nfeKey }) => [account, nfe, nfeKey])).toEqual([
      ['sold', '4714', makeKey(4714)],
      ['by-hand', '4714', makeKey(4714)],
    ])
    expect(rows.filter(({ nfe }) => nfe === '4713')).toEqual([])
    const opened = await dayClosingSheet.open(new URLSearchParams({ day }), next)
    const column = opened.sheet?.heads.findIndex(({ key }) => key === 'nfe_key') ?? -1
    const cells = (await opened.sheet?.page(1, 1_000))?.map((row) => row.cells[column]?.value)
    expect(cells?.filter(Boolean)).toEqual([makeKey(4714), makeKey(4714)])
    expect(formatCell('key', makeKey(4714))).toMatch(
      /^(([0-9]{4}\u00a0){2}[0-9]{4} ){3}[0-9]{4}\u00a0[0-9]{4}$/,
    )
  })

  test('over all days, received minus refunded equals payments minus refunds', async () => {
    const sum = { received: 0, returned: 0, fees: 0 }
    for (const day of days)
      for (const [account, { value, fee }] of Object.entries(await loadClosing(day))) {
        sum.fees += fee
        if (account === 'refund' || account === 'chargeback') sum.returned += value
        else if (!['sold', 'credited', 'to-come'].includes(account)) sum.received += value
      }
    const payments = await db
      .selectFrom('payments')
      .select(['value', 'problem', 'resolution', 'fee'])
      .execute()
    const refunds = await db.selectFrom('refunds').select('value').execute()
    const orderEntries = book.filter(({ account }) => account === 'by-hand' || account === 'moved-in')
    const cash = await sumCash()
    const orders = orderEntries.reduce((total, { value }) => total + value, 0) - cash
    let came = orders
    for (const { value, problem, resolution } of payments)
      if (problem !== 'reversed') came += value
      else if (resolution !== 'dismissed') came -= value
    for (const { value } of refunds) came -= value
    expect(sum.received - sum.returned).toBe(came)
    expect(sum.fees).toBe(payments.reduce((total, { fee }) => total + (fee ?? 0), 0))
  })

  test('portions of two skip or repeat no row, and add up to the totals', async () => {
    for (const day of days) {
      const filter = { start: day, end: addDays(day, 1), today: next }
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

  test('the totals match the accounts', async () => {
    const { sheet } = await dayClosingSheet.open(new URLSearchParams({ day }), next)
    const lines = new Map((await sheet?.totals())?.lines.map(({ label, value }) => [label, value]))
    const getExpected = (account: string) => sumExpected(day).get(account)?.value ?? 0
    const received = ['bank-boleto', 'gateway-boleto', 'gateway-pix', 'by-hand', 'moved-in'].reduce(
      (sum, account) => sum + getExpected(account),
      0,
    )
    expect(lines.get('Recebido ao todo')).toBe(received)
    expect(lines.get('Recebido menos reembolsado e estornado')).toBe(
      received - getExpected('refund') - getExpected('chargeback'),
    )
    expect(lines.get('Vendido com nota fiscal')).toBe(sumExpected(day).get('sold')?.invoiced)
    expect(lines.get('Ainda a creditar no fim do período')).toBe(getExpected('to-come'))
    expect(lines.get('Recebido: Pix da Asaas')).toBe(getExpected('gateway-pix'))
  })
})

/** Returns the sum of the payments; the book also counts orders that staff marked as paid. */
async function sumCash(): Promise<number> {
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
])('%s, in the years of daylight saving time, belongs to %s', async (instant, on) => {
  const orderId = await makeInvoicedOrder(31_01)
  await confirmPayment(orderId, byStaff, toCivilDate(new Date(instant)))
  addSold(on, 31_01)
  book.push({ account: 'by-hand', on, value: 31_01 })
  for (const each of [addDays(on, -1), on, addDays(on, 1)])
    expect(Object.keys(await loadClosing(each))).toEqual(each === on ? ['sold', 'by-hand'] : [])
})

test('shows a message for a day without entries', async () => {
  const { sheet } = await dayClosingSheet.open(new URLSearchParams({ day: '2026-01-01' }), day)
  expect(await sheet?.totals()).toMatchObject({ count: 0 })
  expect(sheet?.empty).toBe('Nada foi vendido, recebido ou reembolsado em 01/01/2026.')
})

test.each([
  ['', day, 2],
  [before, before, 3],
  ['22/11/2026', before, 3],
])('the query %j selects %s', async (query, period, steps) => {
  const { sheet, fields } = await dayClosingSheet.open(new URLSearchParams({ day: query }), day)
  expect(fields).toMatchObject([
    { name: 'start', value: period },
    { name: 'end', value: period },
  ])
  expect(sheet?.steps).toHaveLength(steps)
  expect(sheet?.steps[0]).toEqual({
    href: `/admin/report/day_closing/?day=${addDays(period, -1)}`,
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
  [{ start: next, end: before }, 'A data final é anterior à inicial.'],
  [{ start: '2025-11-22', end: day }, 'Escolha no máximo um ano.'],
  [{ start: before, end: next }, 'Este dia ainda não chegou.'],
])('rejects the period %j', async (query, error) => {
  const { sheet, fields } = await dayClosingSheet.open(new URLSearchParams(query), day)
  expect(sheet).toBeUndefined()
  expect(fields[1]).toMatchObject({ errors: [error] })
})

test('counts a payment a second before midnight in the ending month, even on a leap day', async () => {
  for (const [instant, on] of [
    ['2028-03-01T02:59:59Z', '2028-02-29'],
    ['2028-03-01T03:00:00Z', '2028-03-01'],
  ] as const)
    await confirmPayment(await makeInvoicedOrder(31_01), byStaff, toCivilDate(new Date(instant))).then(() =>
      addSold(on, 31_01),
    )
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
  [next, 'Este dia ainda não chegou.'],
])('rejects %s as a day to close', async (sent, error) => {
  const { sheet, fields } = await dayClosingSheet.open(new URLSearchParams({ day: sent }), day)
  expect(sheet).toBeUndefined()
  expect(fields[0]).toMatchObject({ errors: [error] })
})

const findTotal = async (day: CivilDate, account: ClosingAccount) =>
  (await dayClosing.totals({ start: day, end: day, today: addDays(next, 2) })).accounts[account]?.value ?? 0

test('an order confirmed with another amount counts only that amount, until it is refunded', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const less = boleto.value - 10_00
  const { id, outcome } = await receiveReported({
    key: 'bank/less',
    boletoId: boleto.id,
    value: less,
    on: day,
    bank: true,
  })
  expect(outcome).toBe('amount-differs')
  await confirmPayment(orderId, byStaff, day)
  expect(await findTotal(day, 'bank-boleto')).toBe(less)
  expect(await findTotal(day, 'by-hand')).toBe(0)
  await refundByStaff({ orderId, paymentId: id }, less, next)
  expect(await findTotal(day, 'by-hand')).toBe(boleto.value)
})

test('a partial chargeback leaves the rest to be credited', async () => {
  const { boleto } = await makeOrderWithBoleto()
  const { value } = boleto
  await receiveReported({ key: 'asaas/part', boletoId: boleto.id, value, on: day, fee: 1_00 })
  const back = {
    eventKey: 'asaas/part/back',
    source: 'gateway',
    boletoId: boleto.id,
    creditedOn: null,
  } as const
  await recordReversal({ ...back, value: 30_00, paidOn: next, reversal: 'refund' }, actor)
  expect(await findTotal(day, 'to-come')).toBe(value - 1_00)
  expect(await findTotal(next, 'to-come')).toBe(value - 1_00 - 30_00)
})

test('a reversed refund counts on its own day and leaves the closed day unchanged', async () => {
  const { orderId } = await makeOrderWithBoleto()
  await confirmPayment(orderId, byStaff, before)
  const actor = { ...byStaff, actorUserId: 1 }
  const refund = { orderId, paymentId: null, value: 10_00, refundedOn: day, document: 'TED', note: null }
  await recordRefund({ ...refund, token: 'counter' }, actor)
  const loadSums = async (day: CivilDate) => {
    const { sheet } = await dayClosingSheet.open(new URLSearchParams({ day }), next)
    return new Map((await sheet?.totals())?.lines.map(({ label, value }) => [label, value]))
  }
  const closedSums = await loadSums(day)
  expect(closedSums.get('Recebido menos reembolsado e estornado')).toBe(-10_00)
  const { id } = await db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await reverseRefund({ refundId: id, reason: 'Outro pedido.', reversedOn: next }, actor)
  expect(await loadSums(day)).toEqual(closedSums)
  const sumsAfter = await loadSums(next)
  expect(sumsAfter.get('Reembolso desfeito')).toBe(10_00)
  expect(sumsAfter.get('Recebido menos reembolsado e estornado')).toBe(10_00)
})
