import { expect, test } from 'vitest'
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

const always = { start: '2020-01-01', end: '2030-12-31', name: null }
const february = { start: '2026-02-01', end: '2026-02-28', name: null }

/** Returns the expected paid lines by publication and sold revision. */
function listExpected({ start, end }: ProductsFilter, isMeant = (_: string) => true) {
  const sold = new Map<
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
    if (order.status !== 2 || order.date < start || order.date > end) continue
    for (const { title, version, value } of order.lines) {
      if (!isMeant(title.name)) continue
      const kind = { publicationId: title.id, isSignature: title.isSignature }
      const key = `${title.name} ${version}`
      const { quantity, total } = sold.get(key) ?? { quantity: 0, total: 0 }
      sold.set(key, {
        ...kind,
        name: title.name,
        version,
        quantity: quantity + 1,
        total: total + value,
        returnedQuantity: 0,
        returned: 0,
      })
    }
  }
  const rows = [...sold.values()].sort(
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

const listAll = (filter: ProductsFilter) => products.rows(filter, { limit: 100, offset: 0 })

test.each([
  february,
  always,
  { ...february, start: '2026-01-31', end: '2026-01-31' },
  { ...february, start: '2026-02-28', end: '2026-03-01' },
  { ...february, start: '2024-02-20', end: '2025-02-27' },
  { ...february, start: '2019-01-01', end: '2019-12-31' },
])('from $start to $end counts each sold revision of each title', async (filter) => {
  const { rows, totals } = listExpected(filter)
  expect(await listAll(filter)).toEqual(rows)
  expect(await products.totals(filter)).toEqual(totals)
})

test('lists two revisions of a title as two rows, and counts a courtesy copy at zero', async () => {
  const rows = await listAll(always)
  const titleRows = rows.filter(({ publicationId }) => publicationId === reportData.titles.voo.id)
  expect(titleRows.map(({ version }) => version)).toEqual(['Rev. 1', 'Rev. 2'])
  const day = { start: '2026-02-14', end: '2026-02-14', name: null }
  expect(await listAll(day)).toMatchObject([{ name: 'Boletim de Serviço', quantity: 1, total: 0 }])
})

test.each([
  ['acao', ['Ação nº 5 – São João', 'Placa de identificação']],
  ['SERVICO', ['Boletim de Serviço']],
  ['são joão', ['Ação nº 5 – São João']],
  ['_', []],
])('a search for %s matches a part of the title', async (name, names) => {
  const { rows, totals } = listExpected(february, (title) => names.some((name) => name === title))
  expect(await listAll({ ...february, name })).toEqual(rows)
  expect(await products.totals({ ...february, name })).toEqual(totals)
})

test('portions of two skip or repeat no row', async () => {
  const found = []
  for await (const rows of readPortions(products, always, 2)) found.push(...rows)
  expect(found).toEqual(listExpected(always).rows)
})

test('lists a renamed title as one product under its current name', async () => {
  const { placa } = reportData.titles
  await db.updateTable('publications').set({ name: 'Plaqueta' }).where('id', '=', placa.id).execute()
  const rows = (await listAll(february)).filter(({ publicationId }) => publicationId === placa.id)
  expect(rows.map(({ name, quantity }) => [name, quantity])).toEqual([['Plaqueta', 1]])
})

test('lists a title sold as subscription and later one-off in a row each', async () => {
  const { placa } = reportData.titles
  const line = reportData.orders.find(({ nfe }) => nfe === '102')?.lines.at(-1)
  await db
    .updateTable('order_lines')
    .set({ is_signature: true })
    .where('id', '=', line?.id ?? 0)
    .execute()
  const rows = (await listAll(always)).filter(({ publicationId }) => publicationId === placa.id)
  expect(rows.map(({ isSignature, total }) => [isSignature, total])).toEqual([
    [false, 15_99],
    [true, 33_33],
  ])
  expect((await products.totals(always)).count).toBe((await listAll(always)).length)
})

test('counts an order at 23:30 on the last day of a month in that month', async () => {
  await openShop()
  const today = toCivilDate(new Date('2026-06-01T02:30:00Z'))
  const { orderId } = await makeOrder({ [reportData.titles.placa.id]: 2 }, { today })
  await confirmPayment(orderId, { actorUserId: null, source: 'test' }, '2026-06-02')
  expect(await listAll({ start: '2026-05-01', end: '2026-05-31', name: null })).toMatchObject([
    { quantity: 2 },
  ])
  expect(await listAll({ start: '2026-06-01', end: '2026-06-30', name: null })).toEqual([])
})
