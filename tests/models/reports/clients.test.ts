import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { type ClientsFilter, clients, maxLinesPerClient } from '#app/models/reports/clients.server.ts'
import { readPortions } from '#app/models/reports/report.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
})

const allYears = { start: '2020-01-01', end: '2030-12-31', name: null }
const february = { start: '2026-02-01', end: '2026-02-28', name: null }

/** Returns the expected lines from plain lists: clients by name, newest order first. */
function listExpected({ start, end }: ClientsFilter, matchesName = (_: string) => true) {
  const orders = reportData.orders
    .filter((order) => order.status === orderStatus.confirmed && order.date >= start && order.date <= end)
    .filter(({ client }) => matchesName(client.displayName))
    .sort(
      (a, b) =>
        a.client.displayName.localeCompare(b.client.displayName, 'pt-BR') ||
        b.date.localeCompare(a.date) ||
        b.id - a.id,
    )
  const lines = orders.flatMap((order) =>
    order.lines.map((line) => ({
      profileId: order.client.profileId,
      phone: order.client.phone,
      orderId: order.id,
      date: order.date,
      nfe: order.nfe,
      lineId: line.id,
      publicationId: line.title.id,
      publication: line.title.name,
      version: line.version,
      isSignature: line.title.isSignature,
      due: line.unit?.due ?? null,
      timesRenewed: line.unit?.timesRenewed ?? null,
      value: line.value,
      returned: 0,
    })),
  )
  const totals = {
    count: new Set(orders.map(({ client }) => client.profileId)).size,
    rows: lines.length,
    orders: orders.length,
    value: lines.reduce((sum, { value }) => sum + value, 0),
    returned: 0,
  }
  return { lines, totals }
}

async function listRows(filter: ClientsFilter) {
  return clients.rows(filter, { limit: 100, offset: 0 })
}

test.each([
  february,
  allYears,
  { ...february, start: '2026-01-31', end: '2026-01-31' },
  { ...february, start: '2026-02-28', end: '2026-03-01' },
  { ...february, start: '2025-02-18', end: '2025-02-27' },
  { ...february, start: '2019-01-01', end: '2019-12-31' },
])('from $start to $end lists every line of paid orders under its client', async (filter) => {
  const { lines, totals } = listExpected(filter)
  const rows = await listRows(filter)
  expect(rows.map(({ lineId }) => lineId)).toEqual(lines.map(({ lineId }) => lineId))
  expect(rows).toMatchObject(lines)
  expect(await clients.totals(filter)).toEqual(totals)
})

test('lists due date and renewal count for a renewal, and neither for a purchase', async () => {
  const rows = await listRows(february)
  const renewals = rows.filter(({ nfe }) => nfe === '105' || nfe === '107')
  expect(renewals.map(({ due, timesRenewed, value }) => [due, timesRenewed, value])).toEqual([
    ['2027-02-20', 2, 60_07],
    ['2027-02-15', 1, 60_07],
  ])
  const purchase = rows.find(({ publication }) => publication === 'Placa de identificação')
  expect(purchase).toMatchObject({ isSignature: false, due: null })
})

test.each([
  ['INVENTADA', ['Ana Inventada', 'Asa Inventada Aviação Agrícola Ltda.']],
  ['aviacao agricola', ['Asa Inventada Aviação Agrícola Ltda.']],
  ['beto', ['Asa Inventada Aviação Agrícola Ltda.']],
  ['caió', ['Caio Inventado']],
  ['%', []],
  ['nobody', []],
])('a search for %s matches names of persons and companies', async (name, matchingNames) => {
  const filter = { ...february, name }
  const { lines, totals } = listExpected(filter, (shown) => matchingNames.some((name) => name === shown))
  expect((await listRows(filter)).map(({ lineId }) => lineId)).toEqual(lines.map(({ lineId }) => lineId))
  expect(await clients.totals(filter)).toEqual(totals)
})

test('the report ignores the leftover company name of a person', async () => {
  const { profileId } = reportData.clients.ana
  await db.updateTable('profiles').set({ company_name: 'Sobra Ltda.' }).where('id', '=', profileId).execute()
  expect(await listRows({ ...february, name: 'sobra' })).toEqual([])
  expect((await clients.totals({ ...february, name: 'sobra' })).count).toBe(0)
})

test('portions by line neither skip nor repeat a line, and a page contains one client', async () => {
  const { lines } = listExpected(allYears)
  for (const size of [1, 2, 3, lines.length, 500]) {
    const portions: number[][] = []
    for await (const rows of readPortions(clients, allYears, size))
      portions.push(rows.map(({ lineId }) => lineId))
    expect(portions.flat()).toEqual(lines.map(({ lineId }) => lineId))
    expect(Math.max(...portions.map(({ length }) => length))).toBeLessThanOrEqual(size)
  }
  const secondPage = await clients.rows(allYears, { limit: 1, offset: 1 })
  expect(new Set(secondPage.map(({ profileId }) => profileId))).toEqual(
    new Set([reportData.clients.asa.profileId]),
  )
})

test('truncates a client with very many lines on a page, but not in portions', async () => {
  await addLines(maxLinesPerClient)
  const { rows: count } = await clients.totals(february)
  const clientId = reportData.clients.asa.profileId
  const shownRows = (await listRows(february)).filter(({ profileId }) => profileId === clientId)
  expect(shownRows).toHaveLength(maxLinesPerClient)
  // The client had five lines before.
  expect(new Set(shownRows.map(({ linesInAll }) => linesInAll))).toEqual(new Set([maxLinesPerClient + 5]))
  const ids: number[] = []
  for await (const rows of readPortions(clients, february, 50)) {
    expect(rows.length).toBeLessThanOrEqual(50)
    ids.push(...rows.map(({ lineId }) => lineId))
  }
  expect([ids.length, new Set(ids).size]).toEqual([count, count])
})

const findOrderId = () => reportData.orders.find(({ nfe }) => nfe === '102')?.id ?? 0

/** Adds lines to the order that has three. */
async function addLines(count: number) {
  const { placa } = reportData.titles
  const line = { order_id: findOrderId(), publication_id: placa.id, name: placa.name, version: 'Rev. 1' }
  const lineRow = { ...line, value: 1, is_signature: false, is_download: false }
  const lines = Array.from({ length: count }, () => lineRow)
  await db.insertInto('order_lines').values(lines).execute()
}

test('lists clients with the same name separately, even in portions of one line', async () => {
  await db.updateTable('profiles').set({ is_company: false, name: 'Ana Inventada' }).execute()
  const profileIds: number[] = []
  for await (const rows of readPortions(clients, allYears, 1))
    profileIds.push(...rows.map(({ profileId }) => profileId))
  const ids = Object.values(reportData.clients).map(({ profileId }) => profileId)
  expect([...new Set(profileIds)]).toEqual(ids.toSorted((a, b) => a - b))
})

test('counts an order at 23:30 on the last day of a month in that month', async () => {
  await openShop()
  // 23:30 on 31 May in São Paulo.
  const today = toCivilDate(new Date('2026-06-01T02:30:00Z'))
  const { orderId } = await makeOrder({ [reportData.titles.placa.id]: 1 }, { today })
  await confirmPayment(orderId, { actorUserId: null, source: 'test' }, '2026-06-02')
  const rowsOfMay = await listRows({ start: '2026-05-01', end: '2026-05-31', name: null })
  expect(rowsOfMay.map((row) => [row.orderId, row.date])).toEqual([[orderId, '2026-05-31']])
  expect((await clients.totals({ start: '2026-06-01', end: '2026-06-30', name: null })).count).toBe(0)
})
