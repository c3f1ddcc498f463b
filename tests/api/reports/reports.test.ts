import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#app/api/registry.server.ts'
import {
  clientReportWire,
  endingReportWire,
  orderReportWire,
  priceReportWire,
  productReportWire,
  shipmentReportWire,
  soldReportWire,
} from '#app/api/wire/report-rows.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { db } from '#app/models/platform/db.server.ts'
import { countMonth } from '#app/models/reports/dashboard.server.ts'
import { loader } from '#app/routes/admin/reports/report.tsx'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { withdrawalColumn } from '#app/text/orders/withdrawal-labels.ts'
import { formatDate, formatReais, formatWeight } from '#app/text/platform/format.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeReportShipments } from '#tests/factories/report-shipments.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { type ApiClient, callAs } from '#tests/support/api-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let staff: ApiClient
let staffVisitor: Visitor
let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
  await makeReportShipments(reportData)
  const userId = await makeStaff()
  staff = await callAs({ userId })
  staffVisitor = await loginAs({ userId })
})

type Profile = { name: string; company_name: string | null; person_or_company: boolean; phone: string | null }

const formatDay = (date: string | null) => (date === null ? '-' : formatDate(date))
const formatMoney = (reais: number | null) => (reais === null ? '-' : formatReais(Math.round(reais * 100)))
const formatProfileName = ({ name, company_name, person_or_company }: Profile) =>
  person_or_company && company_name ? company_name : name
const formatText = (value: unknown) => (value === null || value === '' ? '-' : String(value))

const february = { start: '2026-02-01', end: '2026-02-28' }
const allYears = { start: '2019-01-01', end: '2030-12-31' }

/** Returns a function that parses the rows of a response and converts each to lines of the screen. */
function readCells<Wire extends z.ZodType>(wire: Wire, toCells: (row: z.output<Wire>) => string[][]) {
  return (body: unknown) => z.array(wire).parse(body).flatMap(toCells)
}

/** The calls of each report, the slug of its screen, and the conversion of its rows to the screen's cells. */
const tables: ReportTable[] = [
  {
    title: 'POST /api/reports/expired_signatures: start, end; report rows',
    path: '/api/reports/expired_signatures',
    bodies: [february, { start: '2026-02-28', end: '2027-03-01' }, allYears],
    slug: 'expired_signatures',
    toCells: readCells(endingReportWire, ({ order, profile, publication, due, overdue }) => [
      [
        ...[
          formatText(order),
          formatPhoneText(profile.phone),
          formatProfileName(profile),
          publication.name,
          formatDay(due),
        ],
        overdue ? 'Vencida' : 'A vencer',
      ],
    ]),
  },
  {
    title: 'POST /api/reports/order_by_prefix: prefix',
    path: '/api/reports/order_by_prefix',
    bodies: [{ prefix: 'ptaaa' }, { prefix: 'PT-AB' }, { prefix: 'n123' }],
    slug: 'order_prefix',
    toCells: readCells(orderReportWire, ({ id, status, date, profile, publications, nfe }) =>
      publications
        .map(({ publication, airplane_prefix, airplane_serial_number }) => [
          ...[formatText(id), status, formatDay(date), formatProfileName(profile), publication.name],
          ...[[airplane_prefix, airplane_serial_number].filter(Boolean).join(' / '), formatText(nfe)],
        ])
        .toReversed(),
    ),
  },
  {
    title: 'POST /api/reports/paid_orders: start, end; orders with total',
    path: '/api/reports/paid_orders',
    bodies: [february, { ...february, by: 'paid_on' }, allYears],
    slug: 'paid_orders',
    toCells: readCells(orderReportWire, ({ id, date, profile, publications, total, nfe }) => [
      [
        ...[
          formatDay(date),
          formatText(id),
          formatProfileName(profile),
          formatTitles(publications),
          formatMoney(total),
          formatText(nfe),
        ],
      ],
    ]),
  },
  {
    title: 'POST /api/reports/expedition_list: start, end, client',
    path: '/api/reports/expedition_list',
    bodies: [february, { ...february, client: null }, allYears],
    slug: 'expedition_list',
    toCells: readCells(
      shipmentReportWire,
      ({ date, order, profile, publication, airplane_prefix, expedition_date, track_code }) => [
        [
          ...[
            formatDay(date),
            formatText(order),
            formatProfileName(profile),
            formatText(publication?.name ?? null),
          ],
          ...[formatText(airplane_prefix), formatDay(expedition_date), formatText(track_code)],
        ],
      ],
    ),
  },
  ...(['signatures', 'renews', 'orders'] as const).map((slug, index) => ({
    title: `POST /api/reports/signatures_orders: start, end, status ${index + 1}`,
    path: '/api/reports/signatures_orders',
    bodies: [
      { ...february, status: index + 1 },
      { ...allYears, status: index + 1 },
    ],
    slug,
    toCells: readCells(soldReportWire, ({ date, order, profile, publication, airplane_prefix, due }) => [
      [
        ...[
          formatDay(date),
          formatText(order),
          formatProfileName(profile),
          formatPhoneText(profile.phone),
          publication.name,
        ],
        ...[formatText(airplane_prefix), formatDay(due)],
      ],
    ]),
  })),
  {
    title: 'POST /api/reports/clients: start, end, clientName',
    path: '/api/reports/clients',
    bodies: [{ ...february, clientName: '*' }, { ...february, clientName: 'AVIACAO' }, allYears],
    slug: 'client',
    toCells: readCells(clientReportWire, ({ orders }) =>
      orders.map((order) => [
        ...[
          formatText(order.order_id),
          formatDay(order.date),
          formatText(order.nfe),
          formatText(order.publication_id),
          order.name,
        ],
        ...[
          order.version,
          order.is_signature ? formatDay(order.due) : 'Compra',
          formatText(order.times_renewed),
        ],
        formatMoney(order.value),
      ]),
    ),
  },
  {
    title: 'POST /api/reports/products: start, end, nameProduct',
    path: '/api/reports/products',
    bodies: [february, { ...allYears, nameProduct: 'placa' }, { ...allYears, nameProduct: null }],
    slug: 'product',
    toCells: readCells(productReportWire, ({ name, version, is_signature, vendas, total }) => [
      [...[name, version, is_signature ? 'sim' : 'não', formatText(vendas), formatMoney(total)]],
    ]),
  },
]

type ReportBody = Readonly<Record<string, string | number | null>>

type ReportTable = {
  title: string
  path: string
  bodies: ReportBody[]
  slug: string
  toCells: (body: unknown) => string[][]
}

function formatTitles(lines: { publication: { name: string } }[]): string {
  return [...new Set(lines.map(({ publication }) => publication.name))]
    .sort((a, b) => a.localeCompare(b))
    .join('; ')
}

const screenResult = z.object({
  result: z.object({
    heads: z.array(z.object({ label: z.string() })),
    rows: z.array(z.object({ cells: z.array(z.object({ text: z.string() })) })),
    totals: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
})

/** Columns of withdrawals and refunds, which are missing in rows of the API. */
const columnsOfScreenOnly = new Set([withdrawalColumn, 'Reembolsado', 'Sem o reembolsado'])

async function readScreen(path: string, params: Readonly<Record<string, string>> = {}) {
  const { data } = await staffVisitor.get<unknown>(loader, path, params)
  const { heads, rows, totals } = screenResult.parse(data).result
  const isSpecified = (_: unknown, column: number) => !columnsOfScreenOnly.has(heads[column]?.label ?? '')
  return { cells: rows.map(({ cells }) => cells.filter(isSpecified).map(({ text }) => text)), totals }
}

async function readScreenCells(slug: string, parameters: ReportBody) {
  const { prefix, status: _, ...queryFields } = parameters
  const query = new URLSearchParams(
    Object.entries(queryFields).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  )
  const path = `/admin/report/${slug}${prefix ? `/${prefix}` : ''}?${query}`
  const { cells } = await readScreen(path, prefix ? { prefix: String(prefix) } : {})
  return cells
}

describe.each(tables)('report $title', ({ path, bodies, slug, toCells }) => {
  test.each(bodies)('returns the rows of the screen for %o', async (body) => {
    const answer = await staff.post(path, body)
    expect(answer.status).toBe(200)
    const expected = await readScreenCells(slug, body)
    expect(expected.length).toBeGreaterThan(0)
    expect(hideRejections(toCells(answer.body))).toEqual(hideRejections(expected))
  })
})

/** Staff screens distinguish rejected from cancelled orders; reports show the status only. */
function hideRejections(rows: string[][]): string[][] {
  return rows.map((row) => row.map((cell) => cell.replace(/^Pedido Cancelado.*/, 'Cancelado')))
}

test('GET /api/reports/publication_prices returns publications with price fields, as on the screen', async () => {
  for (const status of ['', '1', '2']) {
    const { body } = await staff.get(`/api/reports/publication_prices/?status=${status}`)
    const toCells = readCells(priceReportWire, ({ id, name, version, weight, date, ...prices }) => [
      [
        ...[formatText(id), name, version, weight > 0 ? formatWeight(weight * 1000) : '-', formatDay(date)],
        ...[formatMoney(prices.price), formatMoney(prices.price_signature)],
      ],
    ])
    const expected = await readScreen(`/admin/report/publication_price/?status=${status}`)
    expect(toCells(body)).toEqual(expected.cells)
  }
  expect((await staff.get('/api/reports/publication_prices')).body).toHaveLength(3)
})

test('POST /api/reports/month_count returns the dashboard’s number, by default of the current month', async () => {
  const counts = await countMonth(february, reportData.today)
  const numbers = []
  for (const status of [1, 2, 3])
    numbers.push((await staff.post('/api/reports/month_count', { ...february, status })).body)
  expect(numbers).toEqual([counts.subscriptions, counts.renewals, counts.purchases])
  expect(numbers).not.toContain(0)
  const expiringAnswer = await staff.post('/api/reports/expired_signatures', february)
  expect(expiringAnswer.body).toHaveLength(counts.expiring)
  const currentCounts = await countMonth(getMonthPeriod(toCivilDate(new Date())), toCivilDate(new Date()))
  expect((await staff.post('/api/reports/month_count', { status: 1 })).body).toBe(currentCounts.subscriptions)
})

test('the schema of month_count accepts the kind as text for older clients', () => {
  const { body } = operations.find(({ path }) => path === '/api/reports/month_count/') ?? {}
  expect(body?.safeParse({ ...february, status: '3' }).success).toBe(true)
})

test('returns an order with a short profile, a company as true, and one line per unit', async () => {
  const { body } = await staff.post('/api/reports/paid_orders', february)
  const orders = z.array(orderReportWire).parse(body)
  const order = reportData.orders.find(({ nfe }) => nfe === '102')
  const { asa } = reportData.clients
  expect(orders.find(({ nfe }) => nfe === '102')).toEqual({
    id: order?.id,
    status: 'Pagamento confirmado',
    status_code: 2,
    date: '2026-02-01',
    nfe: '102',
    total: (order?.total ?? 0) / 100,
    profile: {
      id: asa.profileId,
      name: asa.name,
      person_or_company: true,
      company_name: asa.companyName,
      phone: asa.phone,
    },
    publications: order?.lines.map(({ title, version, registration, serial }) => ({
      publication: { id: title.id, name: title.name, version },
      airplane_prefix: registration,
      airplane_serial_number: serial,
    })),
  })
})

test('returns exact centavos: the totals equal those of the screen', async () => {
  const { body } = await staff.post('/api/reports/paid_orders', allYears)
  const orders = z.array(orderReportWire).parse(body)
  const totalCents = orders.reduce((total, order) => total + Math.round(order.total * 100), 0)
  const { totals } = await readScreen(`/admin/report/paid_orders/?${new URLSearchParams(allYears)}`)
  expect(totals).toContainEqual({ label: 'Total acumulado', value: formatReais(totalCents) })
})

test('filters the shipment report by client', async () => {
  const { caio } = reportData.clients
  const { body } = await staff.post('/api/reports/expedition_list', { ...allYears, client: caio.profileId })
  expect(body.length).toBeGreaterThan(0)
  expect(
    new Set(
      z
        .array(shipmentReportWire)
        .parse(body)
        .map(({ profile }) => profile.id),
    ),
  ).toEqual(new Set([caio.profileId]))
})

describe('errors of report parameters name their field', () => {
  const wrongOrder = { end: ['A data final é anterior à inicial.'] }
  test.each([
    ['paid_orders', { start: '2026-02-28', end: '2026-02-01' }, wrongOrder],
    ['clients', { start: '2026-02-28', end: '2026-02-01' }, wrongOrder],
    ['expired_signatures', { start: '28/02/2026' }, { start: ['Data incorreta'] }],
    ['products', { end: '2026-02-30' }, { end: ['Data incorreta'] }],
    ['order_by_prefix', {}, { prefix: ['Campo obrigatório'] }],
    ['order_by_prefix', { prefix: 'null' }, { prefix: ['Campo obrigatório'] }],
    ['order_by_prefix', { prefix: '?' }, { prefix: [expect.stringContaining('Prefixo incorreto')] }],
    ['expedition_list', { client: 4_000_000_000 }, { client: ['Nenhum cliente encontrado'] }],
    ['month_count', { status: 4 }, { status: [expect.stringContaining('Use 1')] }],
    ['signatures_orders', {}, { status: [expect.any(String)] }],
  ])('%s with %o', async (name, body, errors) => {
    const answer = await staff.post(`/api/reports/${name}`, body)
    expect([answer.status, answer.body]).toEqual([400, errors])
  })
})

test('rejects a period with more rows than a screen prints, but counts its purchases', async () => {
  const { placa } = reportData.titles
  const orderId = reportData.orders.find(({ nfe }) => nfe === '102')?.id ?? 0
  const line = { order_id: orderId, publication_id: placa.id, name: placa.name, version: 'Rev. 1' }
  const lines = Array.from({ length: 1_000 }, () => ({ ...line, value: 1, is_signature: false }))
  for (let added = 0; added < 10; added += 1) await db.insertInto('order_lines').values(lines).execute()
  for (const [path, extraParameters] of [
    ['/api/reports/clients', {}],
    ['/api/reports/signatures_orders', { status: 3 }],
  ] as const) {
    const answer = await staff.post(path, { ...february, ...extraParameters })
    const error = 'O relatório passa de 10.000 linhas. Peça um período menor.'
    expect([answer.status, answer.body]).toEqual([400, { non_field_errors: [error] }])
  }
  // The report data has one purchase in February.
  expect((await staff.post('/api/reports/month_count', { ...february, status: 3 })).body).toBe(10_001)
})
