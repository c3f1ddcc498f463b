import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { type ProductsFilter, products } from '#app/models/reports/products.server.ts'
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

/** Returns the expected paid lines by publication and sold revision. */
function listExpected({ start, end }: ProductsFilter, matchesTitle = (_: string) => true) {
  const soldByKey = new Map<
    string,
    {
      name: string
      version: string
      quantity: number
      total: number
      returnedQuantity: number
      returned: number
    }
  >()
  for (const order of reportData.orders) {
    if (order.status !== orderStatus.confirmed || order.date < start || order.date > end) continue
    for (const { title, version, value } of order.lines) {
      if (!matchesTitle(title.name)) continue
      const publicationFields = { publicationId: title.id, isSignature: title.isSignature }
      const key = `${title.name} ${version}`
      const { quantity, total } = soldByKey.get(key) ?? { quantity: 0, total: 0 }
      soldByKey.set(key, {
        ...publicationFields,
        name: title.name,
        version,
        quantity: quantity + 1,
        total: total + value,
        returnedQuantity: 0,
        returned: 0,
      })
    }
  }
  const rows = [...soldByKey.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'pt-BR') || a.version.localeCompare(b.version),
  )
  const totals = {
    count: rows.length,
    quantity: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    total: rows.reduce((sum, { total }) => sum + total, 0),
    returned: 0,
  }
  return { rows, totals }
}

const listRows = (filter: ProductsFilter) => products.rows(filter, { limit: 100, offset: 0 })

test.each([
  february,
  allYears,
  { ...february, start: '2026-01-31', end: '2026-01-31' },
  { ...february, start: '2026-02-28', end: '2026-03-01' },
  { ...february, start: '2024-02-20', end: '2025-02-27' },
  { ...february, start: '2019-01-01', end: '2019-12-31' },
])('from $start to $end counts each sold revision of each title', async (filter) => {
  const { rows, totals } = listExpected(filter)
  expect(await listRows(filter)).toEqual(rows)
  expect(await products.totals(filter)).toEqual(totals)
})

test('lists two revisions of a title as two rows, and counts a courtesy copy at zero', async () => {
  const rows = await listRows(allYears)
  const titleRows = rows.filter(({ publicationId }) => publicationId === reportData.titles.voo.id)
  expect(titleRows.map(({ version }) => version)).toEqual(['Rev. 1', 'Rev. 2'])
  const dayOfCourtesyCopy = { start: '2026-02-14', end: '2026-02-14', name: null }
  expect(await listRows(dayOfCourtesyCopy)).toMatchObject([
    { name: 'Boletim de Serviço', quantity: 1, total: 0 },
  ])
})

test.each([
  ['acao', ['Ação nº 5 – São João', 'Placa de identificação']],
  ['SERVICO', ['Boletim de Serviço']],
  ['são joão', ['Ação nº 5 – São João']],
  ['_', []],
])('a search for %s matches a part of the title', async (name, matchingTitles) => {
  const { rows, totals } = listExpected(february, (title) => matchingTitles.some((name) => name === title))
  expect(await listRows({ ...february, name })).toEqual(rows)
  expect(await products.totals({ ...february, name })).toEqual(totals)
})

test('reading in portions of two rows neither skips nor repeats a row', async () => {
  const portionRows = []
  for await (const rows of readPortions(products, allYears, 2)) portionRows.push(...rows)
  expect(portionRows).toEqual(listExpected(allYears).rows)
})

test('lists a renamed title as one product under its current name', async () => {
  const { placa } = reportData.titles
  await db.updateTable('publications').set({ name: 'Plaqueta' }).where('id', '=', placa.id).execute()
  const rows = (await listRows(february)).filter(({ publicationId }) => publicationId === placa.id)
  expect(rows.map(({ name, quantity }) => [name, quantity])).toEqual([['Plaqueta', 1]])
})

test('lists a title that was sold both as a subscription and one-off in two rows', async () => {
  const { placa } = reportData.titles
  const line = reportData.orders.find(({ nfe }) => nfe === '102')?.lines.at(-1)
  await db
    .updateTable('order_lines')
    .set({ is_signature: true })
    .where('id', '=', line?.id ?? 0)
    .execute()
  const rows = (await listRows(allYears)).filter(({ publicationId }) => publicationId === placa.id)
  expect(rows.map(({ isSignature, total }) => [isSignature, total])).toEqual([
    [false, 15_99],
    [true, 33_33],
  ])
  expect((await products.totals(allYears)).count).toBe((await listRows(allYears)).length)
})

test('counts an order at 23:30 on the last day of a month in that month', async () => {
  await openShop()
  // 23:30 on 31 May in São Paulo.
  const today = toCivilDate(new Date('2026-06-01T02:30:00Z'))
  const { orderId } = await makeOrder({ [reportData.titles.placa.id]: 2 }, { today })
  await confirmPayment(orderId, { actorUserId: null, source: 'test' }, '2026-06-02')
  expect(await listRows({ start: '2026-05-01', end: '2026-05-31', name: null })).toMatchObject([
    { quantity: 2 },
  ])
  expect(await listRows({ start: '2026-06-01', end: '2026-06-30', name: null })).toEqual([])
})
