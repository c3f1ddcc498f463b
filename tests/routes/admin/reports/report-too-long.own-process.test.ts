import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { prepareFile } from '#app/jobs/prepare-file.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findPreparedFile } from '#app/models/platform/prepared-file.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { closeReportPools } from '#app/models/reports/report-db.server.ts'
import { action as fileAction } from '#app/routes/admin/reports/file.ts'
import { toPageTexts } from '#tests/documents/page-texts.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeReportShipments } from '#tests/factories/report-shipments.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

vi.hoisted(() => {
  process.env.QUERY_TIMEOUT_MS = '1500'
  process.env.REPORT_QUERY_TIMEOUT_MS = '300'
  process.env.REPORT_FILE_QUERY_TIMEOUT_MS = '60000'
})

let staff: Visitor
let staffId: number
let reportData: Awaited<ReturnType<typeof makeReportData>>
let releaseLocks: (() => Promise<void>) | undefined

makeRowsOnce(async () => {
  await openShop()
  staffId = await makeStaff()
  staff = await loginAs({ userId: staffId })
  reportData = await makeReportData()
  await makeReportShipments(reportData)
})

afterEach(async () => {
  await releaseLocks?.()
  releaseLocks = undefined
})

afterAll(() => Promise.all([closeReportPools(), closePdfBrowser()]))

const reportTables = ['orders', 'order_lines', 'subscriptions', 'shipments', 'shipment_lines'] as const

/** Locks tables until `releaseLocks`, so that every report that reads them exceeds its time limit. */
async function lockTables(tables: readonly string[] = reportTables) {
  // The counts of the menu read the same tables. They are cached for a second, so that the next page need not wait.
  await fetchPage(staff, '/admin/reports')
  const lockConnection: Kysely<Database> = connect(process.env.DATABASE_URL ?? '', {
    connections: 1,
    queryTimeoutMs: 20_000,
  })
  const tableLocks = sql.join(tables.map((table) => sql`${sql.table(table)} write`))
  await sql`lock tables ${tableLocks}`.execute(lockConnection)
  releaseLocks = async () => {
    await sql`unlock tables`.execute(lockConnection)
    await lockConnection.destroy()
  }
}

const period = 'start=2017-01-01&end=2026-12-31'
const messageWithPeriod = 'O período de 01/01/2017 a 31/12/2026 é longo demais para mostrar na hora.'
const messageWithoutPeriod = 'Este relatório é longo demais para mostrar na hora.'

test.each([
  ['paid_orders', `/admin/report/paid_orders/?${period}&by=paid_on`, messageWithPeriod],
  ['expedition_list', `/admin/report/expedition_list/?${period}`, messageWithPeriod],
  ['expired_signatures', `/admin/report/expired_signatures/?${period}`, messageWithPeriod],
  ['signatures', `/admin/report/signatures/?${period}`, messageWithPeriod],
  ['renews', `/admin/report/renews/?${period}`, messageWithPeriod],
  ['orders', `/admin/report/orders/?${period}`, messageWithPeriod],
  ['client', `/admin/report/client/?${period}&clientName=Ana`, messageWithPeriod],
  ['product', `/admin/report/product/?${period}`, messageWithPeriod],
  ['order_prefix', '/admin/report/order_prefix/PT-AB', messageWithoutPeriod],
])(
  'offers files of %s when it takes too long, and each request returns to the same report',
  async (slug, path, expectedMessage) => {
    await lockTables()
    const { status, text, html } = await fetchPage(staff, path)
    expect([status, text.includes(expectedMessage)]).toEqual([200, true])
    expect(text).toMatch(/[Pp]repare o arquivo em Excel, CSV ou PDF\./)
    // The page of a slow database would mention these.
    expect(text).not.toMatch(/carrinho|manutenção/)
    for (const format of ['csv', 'xlsx', 'pdf'])
      expect(html).toMatch(new RegExp(`<form method="post" action="/admin/report/${slug}/file/${format}`))
    const [, returnAddress = ''] = /name="return_to" value="([^"]*)"/.exec(html) ?? []
    const backUrl = new URL(returnAddress.replaceAll('&amp;', '&'), 'http://shop.test')
    const requestedUrl = new URL(path, 'http://shop.test')
    expect(backUrl.pathname).toBe(requestedUrl.pathname)
    for (const [name, value] of requestedUrl.searchParams) expect(backUrl.searchParams.get(name)).toBe(value)
  },
)

test.each([
  ['expedition_list', period],
  ['expired_signatures', period],
  ['signatures', period],
  ['renews', period],
  ['orders', period],
  ['client', `${period}&clientName=Ana`],
  ['product', period],
])('the form of %s preserves its values when the report takes too long', async (slug, query) => {
  await lockTables()
  const { html } = await fetchPage(staff, `/admin/report/${slug}/?${query}`)
  for (const [name, value] of new URLSearchParams(query))
    expect(html).toMatch(new RegExp(`name="${name}"[^>]* value="${value}"`))
})

test('offers prices and the clients of a publication as files when they take too long', async () => {
  const { id } = await db.selectFrom('publications').select('id').executeTakeFirstOrThrow()
  await lockTables(['subscriptions'])
  const clientsPage = await fetchPage(staff, `/admin/report/publication_clients/${id}`)
  expect([clientsPage.status, clientsPage.text.includes(messageWithoutPeriod)]).toEqual([200, true])
  expect(clientsPage.html).toContain(`action="/admin/report/publication_clients/file/xlsx?publication=${id}"`)
  await releaseLocks?.()
  await lockTables(['publications'])
  const pricesPage = await fetchPage(staff, '/admin/report/publication_price/')
  expect([pricesPage.status, pricesPage.text.includes(messageWithoutPeriod)]).toEqual([200, true])
})

test.each(['csv', 'xlsx'])(
  'a streamed %s file that takes too long to start redirects to the page that offers a prepared file',
  async (format) => {
    await lockTables()
    const answer = await fetchPage(staff, `/admin/report/product/file/${format}?${period}&nameProduct=`)
    expect(answer.status).toBe(302)
    await releaseLocks?.()
    releaseLocks = undefined
    const { text, html } = await fetchPage(staff, answer.location ?? '')
    expect(text).toContain(messageWithPeriod)
    // The back link requests the report itself again.
    expect(html).toMatch(
      /<a [^>]*href="\/admin\/report\/product\/\?start=2017-01-01&amp;end=2026-12-31"[^>]*>Tentar mostrar/,
    )
  },
)

test('five concurrent reports above the time limit are offered as files, and another page still opens', {
  meta: { slow: 'waits for the limits of several reports' },
}, async () => {
  await lockTables()
  // The pool of reports has fewer connections than these five requests need.
  const pages = await Promise.all(
    Array.from({ length: 5 }, () => fetchPage(staff, `/admin/report/product/?${period}`)),
  )
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]))
  for (const { text } of pages) expect(text).toContain('prepare o arquivo em Excel, CSV ou PDF.')
  expect((await fetchPage(staff, '/admin/reports')).status).toBe(200)
})

test('the database stops a report at its time limit', async () => {
  await lockTables()
  await fetchPage(staff, `/admin/report/client/?${period}`)
  // The report of clients selects shown_name, by which its query is recognised.
  const runningReports = await sql<{ info: string | null }>`select info from information_schema.processlist
    where info like '%shown_name%' and info not like '%processlist%'`.execute(db)
  expect(runningReports.rows).toEqual([])
})

/** Returns the id in '/files/7' or '/files/7/name.csv'. */
const readFileId = (location: string | null | undefined) => Number(location?.split('/').at(2))

/** Requests a file of a report and prepares it as the worker does. */
async function requestFile(slug: string, format: string, query: string) {
  const answer = await staff.post(
    fileAction,
    `/admin/report/${slug}/file/${format}?${query}`,
    { return_to: `/admin/report/${slug}/?${query}` },
    { report: slug, format },
  )
  const id = readFileId(answer.location)
  await prepareFile.run(String(id), { id: 1 })
  const file = await findPreparedFile(id, staffId)
  return { id, file, bytes: await readFile(join(process.env.DATA_DIR ?? '', file?.file ?? '')) }
}

const reportSlugs = [
  'paid_orders',
  'expedition_list',
  'expired_signatures',
  'signatures',
  'renews',
  'orders',
  'client',
  'product',
]

test.each(reportSlugs)(
  'the prepared files of %s have the rows of the streamed CSV, and the PDF has text',
  {
    meta: { slow: 'starts a browser for the PDF of a report' },
  },
  async (slug) => {
    const streamedAnswer = await fetchPage(staff, `/admin/report/${slug}/file/csv?${period}`)
    const lines = streamedAnswer.html.split('\r\n')
    expect(lines.length).toBeGreaterThan(2)
    const csvFile = await requestFile(slug, 'csv', period)
    // Decoding removed the byte order mark from the streamed text.
    expect(csvFile.bytes.toString('utf8')).toBe(
      streamedAnswer.html.startsWith('\ufeff') ? streamedAnswer.html : `\ufeff${streamedAnswer.html}`,
    )
    expect(csvFile.file).toMatchObject({
      state: 'ready',
      done: csvFile.file?.total,
      type: 'text/csv; charset=utf-8',
    })
    const xlsxFile = await requestFile(slug, 'xlsx', period)
    const rows = await readSheet(xlsxFile.bytes)
    const filledRows = rows.filter((row) => row.some((cell) => cell !== null))
    // The CSV ends with a line break, after which `lines` has an empty text.
    expect(filledRows).toHaveLength(lines.length - 1)
    const page = await fetchPage(staff, `/files/${xlsxFile.id}`)
    expect(page.html).toContain(`href="/admin/report/${slug}/?${period.replace('&', '&amp;')}"`)
    const pdfFile = await requestFile(slug, 'pdf', period)
    expect((await toPageTexts(pdfFile.bytes)).join(' ')).not.toBe('')
  },
)

test('prepares a file of a report too long for the screen, while the page refreshes', async () => {
  await lockTables()
  const query = `${period}&by=date`
  const requestAnswer = await staff.post(
    fileAction,
    `/admin/report/paid_orders/file/csv?${query}`,
    { return_to: `/admin/report/paid_orders/?${query}` },
    { report: 'paid_orders', format: 'csv' },
  )
  const id = readFileId(requestAnswer.location)
  const waitingPage = await fetchPage(staff, `/files/${id}`)
  expect(waitingPage.html).toContain(`<noscript><meta http-equiv="refresh" content="2;url=/files/${id}"/>`)
  const preparation = prepareFile.run(String(id), { id: 1 })
  await releaseLocks?.()
  releaseLocks = undefined
  await preparation
  const paidOrders = reportData.orders.filter(({ status }) => status === orderStatus.confirmed)
  expect(await findPreparedFile(id, staffId)).toMatchObject({
    state: 'ready',
    done: paidOrders.length,
    total: paidOrders.length,
    name: 'pedidos-pagos_2017-01-01_2026-12-31.csv',
  })
})
