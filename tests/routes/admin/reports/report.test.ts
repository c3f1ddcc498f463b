import { readSheet } from 'read-excel-file/node'
import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  findPreparedFile,
  makePreparedName,
  markFileFailed,
  markFileReady,
  recordProgress,
} from '#app/models/platform/prepared-file.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { action as fileAction } from '#app/routes/admin/reports/file.ts'
import { action as labelsAction } from '#app/routes/admin/users/labels.tsx'
import { formatReais } from '#app/text/platform/format.ts'
import { getProfileId } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor
let staffId: number

beforeEach(async () => {
  await openShop()
  staffId = await makeStaff()
  staff = await loginAs({ userId: staffId })
})

const february = 'start=2026-02-01&end=2026-02-28&by=date'
const formatReportPath = (query: string) => `/admin/report/paid_orders/?${query}`

test('the report is listed, and opens with or without a final slash and in any letter case', async () => {
  const { html } = await fetchPage(staff, '/admin/reports')
  expect(html).toContain('href="/admin/report/paid_orders/"')
  for (const path of ['/admin/report/paid_orders', '/admin/report/paid_orders/', '/admin/report/Paid_Orders'])
    expect((await fetchPage(staff, path)).status).toBe(200)
})

/** Counts and sums the paid orders of February without the query of the report. */
function sumPaidOrders({ orders }: Awaited<ReturnType<typeof makeReportData>>) {
  const paidOrders = orders.filter(
    ({ status, date }) => status === orderStatus.confirmed && date.startsWith('2026-02'),
  )
  const total = formatReais(paidOrders.reduce((sum, order) => sum + order.total, 0))
  return { count: paidOrders.length, total }
}

test('shows the column headings, the period, the number of orders and their sum', async () => {
  const { count, total } = sumPaidOrders(await makeReportData())
  const { html, text } = await fetchPage(staff, formatReportPath(february))
  const headings = [...html.matchAll(/<th scope="col"[^>]*>([^<]+)</g)].map(([, label]) => label)
  expect(headings).toEqual([
    'Data do pedido',
    'Pedido',
    'Cliente',
    'Publicações',
    'Valor',
    'NF',
    'Reembolsado',
  ])
  expect(text).toContain('De 01/02/2026 a 28/02/2026, por data do pedido.')
  expect(text).toContain(`${count} pedidos Exportar Excel Exportar CSV PDF`)
  expect(text).toContain(`Número de pedidos ${count} Total acumulado ${total}`)
  const pageOfOneDay = await fetchPage(staff, formatReportPath('start=2026-01-31&end=2026-01-31'))
  expect(pageOfOneDay.text).toContain('1 pedido Exportar Excel Exportar CSV')
})

test('the CSV link returns the rows of the period on the screen, and Excel the same totals', async () => {
  const { count, total } = sumPaidOrders(await makeReportData())
  const { html } = await fetchPage(staff, formatReportPath(february))
  const [, address = ''] = /href="(\/admin\/report\/paid_orders\/file\/csv[^"]*)"/.exec(html) ?? []
  expect(address.replaceAll('&amp;', '&')).toBe(`/admin/report/paid_orders/file/csv?${february}`)
  const { html: csvText, headers } = await fetchPage(staff, address.replaceAll('&amp;', '&'))
  expect(headers.get('Content-Disposition')).toBe(
    'attachment; filename="pedidos-pagos_2026-02-01_2026-02-28.csv"',
  )
  const lines = csvText.replace('\ufeff', '').split('\r\n')
  expect(lines[0]).toBe(
    'Data do pedido;Pedido;Cliente;Publicações;Valor;NF;Recebido;Tarifas;Líquido;Reembolsado;Sem o reembolsado',
  )
  expect(lines[1]).toMatch(/^28\/02\/2026;\d+;Ana Inventada;Boletim de Serviço;10,01;nº 103;;;;;10,01$/)
  expect(lines.length).toBe(1 + count + 1)
  const workbook = await fetchPage(staff, `/admin/report/paid_orders/file/xlsx?${february}`)
  const [, [, shownCount] = [], [, shownSum] = []] = await readSheet(workbook.bytes, 'Totais')
  expect([shownCount, formatReais(Math.round(Number(shownSum) * 100))]).toEqual([count, total])
})

test('shows a message when no row matches, and offers no empty file', async () => {
  const { text, html } = await fetchPage(staff, formatReportPath('start=2019-01-01&end=2019-01-31'))
  expect(text).toContain('Nenhum pedido encontrado')
  expect(html).not.toContain('/file/')
})

test('shows a reversed period and an invalid date at their fields, as typed, and returns 404 for a file', async () => {
  const reversedPage = await fetchPage(staff, formatReportPath('start=2026-03-01&end=2026-02-01'))
  expect(reversedPage.status).toBe(400)
  expect(reversedPage.html).toContain('<title>Erro: Pedidos pagos · Aeropub</title>')
  expect(reversedPage.text).toContain('Data final: A data final é anterior à inicial.')
  expect(reversedPage.html).toMatch(/<input[^>]*name="end"[^>]*type="date"[^>]*value="2026-02-01"/)
  const invalidDatePage = await fetchPage(staff, formatReportPath('start=31/02/2026'))
  expect(invalidDatePage.text).toContain('Data inicial: Data inválida. Use dia/mês/ano.')
  expect(invalidDatePage.html).toMatch(/<input[^>]*name="start"[^>]*type="text"[^>]*value="31\/02\/2026"/)
  for (const format of ['csv', 'xlsx'])
    expect((await fetchPage(staff, `/admin/report/paid_orders/file/${format}?start=x`)).status).toBe(404)
})

test('the dialog focuses its first field, can be closed and makes the page behind it inert', async () => {
  const { html } = await fetchPage(staff, formatReportPath(`${february}&ask=1`))
  const dialog = /<dialog open="".*?<\/dialog>/s.exec(html)?.[0] ?? ''
  expect(dialog).toMatch(/<input[^>]*autofocus=""[^>]*name="start"|name="start"[^>]*autofocus=""/i)
  expect(dialog).toContain(`href="${formatReportPath(february).replaceAll('&', '&amp;')}" data-escape=""`)
  expect(html).toContain('<div inert="">')
})

/** Requests the PDF of the paid orders of February. Returns the id of the prepared file. */
async function requestPdf(fields: Record<string, string>) {
  const params = { report: 'paid_orders', format: 'pdf' }
  const { location } = await staff.post(
    fileAction,
    `/admin/report/paid_orders/file/pdf?${february}`,
    fields,
    params,
  )
  return Number(location?.split('/').at(-1))
}

test('a prepared report cannot be opened after its requester is no longer staff', async () => {
  const id = await requestPdf({ return_to: formatReportPath(february) })
  await putFile(makePreparedName(id), Buffer.from('%PDF-1.7'))
  await markFileReady(id, { file: makePreparedName(id), bytes: 8 })
  const listStatuses = async () => [
    (await fetchPage(staff.duplicate(), `/files/${id}`)).status,
    (await fetchPage(staff.duplicate(), `/files/${id}/pedidos.pdf`)).status,
  ]
  expect(await listStatuses()).toEqual([200, 200])
  await db.updateTable('users').set({ is_staff: false }).where('id', '=', staffId).execute()
  expect(await listStatuses()).toEqual([404, 404])
})

test('staff without a newly required second factor cannot open a prepared report', async () => {
  const id = await requestPdf({ return_to: formatReportPath(february) })
  await saveSetting('shop', { secondFactorFrom: '2026-01-31' })
  expect((await fetchPage(staff.duplicate(), `/files/${id}`)).location).toBe('/account/second_factor')
})

test('the page of a PDF shows its progress, reloads without scripts, links back and reports a failure', async () => {
  const id = await requestPdf({ return_to: formatReportPath(february) })
  expect(await findPreparedFile(id, staffId)).toMatchObject({
    name: 'pedidos-pagos_2026-02-01_2026-02-28.pdf',
  })
  const waitingPage = await fetchPage(staff, `/files/${id}`)
  expect(waitingPage.text).toContain('Esta página se atualiza sozinha.')
  expect(waitingPage.html).toContain(`<noscript><meta http-equiv="refresh" content="2;url=/files/${id}"/>`)
  expect(waitingPage.html).toContain('data-poll=""')
  await recordProgress(id, 2_000, 8_000)
  const progressPage = await fetchPage(staff, `/files/${id}`)
  expect(progressPage.text).toContain('2.000 de 8.000 prontos.')
  expect(progressPage.html).toContain(`href="${formatReportPath(february).replaceAll('&', '&amp;')}"`)
  expect(progressPage.text).toContain('Voltar ao relatório')
  await markFileFailed(id)
  const failedPage = await fetchPage(staff, `/files/${id}`)
  expect(failedPage.text).toContain('Volte e peça de novo')
  expect(failedPage.html).toContain('href="/admin/jobs"')
  expect(failedPage.html).not.toContain('refresh')
})

test.each(['https://evil.test/', '//evil.test', '/login', '/admin/../cart', ''])(
  'a return_to of %j falls back to the reports',
  async (target) => {
    const { html } = await fetchPage(staff, `/files/${await requestPdf({ return_to: target })}`)
    expect(html).toContain('href="/admin/reports"')
    expect(html).not.toContain('evil.test')
  },
)

test('the page of requested labels links back to the page that requested them', async () => {
  const { userId } = await makeCustomer()
  const id = await getProfileId(userId)
  const fields = { style: 'simple', sheet: '6181', start: 1 }
  const { location } = await staff.post(labelsAction, `/admin/user/${id}/labels`, fields, {
    id: String(id),
  })
  const { html } = await fetchPage(staff, location ?? '')
  expect(html).toContain(`href="/admin/user/${id}/labels"`)
})

test('a report of more than 10,000 rows has no PDF, and a request for one returns to its message', async () => {
  const { orders } = await makeReportData()
  const [{ id = 0 } = {}] = orders
  const templateOrder = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { id: _, created_at: __, updated_at: ___, ...orderColumns } = templateOrder
  for (let from = 0; from < 10_001; from += 1_000)
    await db
      .insertInto('orders')
      .values(
        Array.from({ length: 1_000 }, (_each, index) => ({
          ...orderColumns,
          nfe: null,
          date: '2026-02-10',
          checkout_token: `many${from + index}`.padStart(32, '0'),
        })),
      )
      .execute()
  const { text, html } = await fetchPage(staff, formatReportPath(february))
  const expectedText = 'Em PDF só até 10.000 linhas. Use Excel ou CSV, ou peça um período menor.'
  expect(text).toContain(expectedText)
  expect(text).toContain('Os arquivos Excel e CSV têm todas.')
  expect(text).not.toContain('O arquivo em PDF')
  expect(html).not.toContain('/file/pdf')
  const params = { report: 'paid_orders', format: 'pdf' }
  const answer = await staff.post(
    fileAction,
    `/admin/report/paid_orders/file/pdf?${february}`,
    { return_to: formatReportPath(february) },
    params,
  )
  expect(answer.location).toBe(formatReportPath(february))
  expect((await fetchPage(staff, answer.location ?? '')).text).toContain(expectedText)
})
