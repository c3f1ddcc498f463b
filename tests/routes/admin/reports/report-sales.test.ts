import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { loader as home } from '#app/routes/admin/dashboard.tsx'
import { loader as file } from '#app/routes/admin/reports/file.ts'
import { loader as report } from '#app/routes/admin/reports/report.tsx'
import { loader as signatures } from '#app/routes/admin/subscriptions/subscriptions.tsx'
import { byStaff } from '#tests/factories/actors.ts'
import { getProfileId, makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeReportShipments } from '#tests/factories/report-shipments.ts'
import { makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor
const today = toCivilDate(new Date())
const february = 'start=2026-02-01&end=2026-02-28'

beforeEach(async () => {
  staff = await loginAs({ userId: await makeStaff() })
})

afterEach(() => {
  vi.useRealTimers()
})

type ReportData = {
  title: string
  fields: { name: string; label: string; value: string; errors?: string[]; options?: unknown }[]
  query: Record<string, string>
  result: {
    empty: string
    heads: { label: string }[]
    rows: { cells: { text: string; href: string | null }[] }[]
    totals: { label: string; value: string }[]
    count: number
  } | null
}

const listHeads = ({ result }: ReportData) => result?.heads.map(({ label }) => label)
const listTexts = ({ result }: ReportData) =>
  result?.rows.map(({ cells }) => cells.map(({ text }) => text)) ?? []
const findFieldValue = ({ fields }: ReportData, name: string) =>
  fields.find((field) => field.name === name)?.value
const findErrors = ({ fields }: ReportData, name: string) =>
  fields.find((field) => field.name === name)?.errors

const sales = {
  signatures: { type: '1', title: 'Assinaturas' },
  renews: { type: '2', title: 'Renovações' },
  orders: { type: '3', title: 'Compras' },
} as const

test.each(Object.entries(sales))(
  '/admin/report/%s/ shows its title and the current month',
  async (slug, sale) => {
    const { data, status } = await staff.get<ReportData>(report, `/admin/report/${slug}/`)
    expect(status).toBe(200)
    expect(data.title).toBe(sale.title)
    expect(listHeads(data)).toEqual([
      'Data do pedido',
      'Pedido',
      'Cliente',
      'Telefone',
      'Publicação',
      'Prefixo',
      'Vencimento',
      'Desistência',
    ])
    expect(data.query).toEqual({ ...getMonthPeriod(today), status_type: sale.type })
    expect(data.result?.empty).toBe('Nenhum resultado pode ser encontrado')
  },
)

test.each([
  ['signatures', '/admin/report/signatures/2', { type: '2' }, '/admin/report/renews/?status_type=2'],
  ['signatures', '/admin/report/signatures/1', { type: '1' }, '/admin/report/signatures/?status_type=1'],
  [
    'renews',
    `/admin/report/renews?${february}&status_type=3&page=4`,
    {},
    `/admin/report/orders/?${february}&status_type=3`,
  ],
  ['orders', '/admin/report/orders/?status_type=1', {}, '/admin/report/signatures/?status_type=1'],
] as const)('%s, %s redirects to the address of its type', async (_slug, path, params, expectedAddress) => {
  const answer = await staff.get<ReportData>(report, path, params)
  expect(answer.status).toBe(302)
  expect(answer.location).toBe(expectedAddress)
})

test('ignores an unknown type in the query and returns 404 for an unknown type in the path', async () => {
  expect((await staff.get<ReportData>(report, '/admin/report/renews/?status_type=9')).data.title).toBe(
    'Renovações',
  )
  expect((await staff.get<ReportData>(report, '/admin/report/renews/9', { type: '9' })).status).toBe(404)
})

test('a purchase has no expiry, a company is shown by its name, and the file matches the screen', async () => {
  const { orders } = await makeReportData()
  const { data } = await staff.get<ReportData>(report, `/admin/report/orders/?${february}`)
  const order = orders.find(({ nfe }) => nfe === '102')
  expect(listTexts(data)).toEqual([
    [
      '01/02/2026',
      String(order?.id),
      'Asa Inventada Aviação Agrícola Ltda.',
      expect.stringMatching(/^\(\d\d\) \d{4,5}-\d{4}$/),
      'Placa de identificação',
      '-',
      '-',
      '-',
    ],
  ])
  expect(data.result?.totals).toEqual([{ label: 'Número de compras', value: '1' }])
  const params = { report: 'signatures', format: 'csv' }
  const answer = await staff.get(file, `/admin/report/signatures/file/csv?${february}`, params)
  const csv = (await answer.response?.text()) ?? ''
  const screenData = (await staff.get<ReportData>(report, `/admin/report/signatures/?${february}`)).data
  expect(csv.split('\r\n')[0]).toBe(
    'Data do pedido;Pedido;Cliente;Telefone;Publicação;Prefixo;Vencimento;Desistência',
  )
  expect(csv).toContain('PT-ABC;01/02/2027')
  expect(csv.trim().split('\r\n')).toHaveLength(listTexts(screenData).length + 1)
})

const datedReports = ['signatures', 'expired_signatures', 'expedition_list']

test.each(datedReports)('%s rejects an end before the start and returns the typed values', async (slug) => {
  const path = `/admin/report/${slug}/?start=2026-03-01&end=2026-02-01`
  const { status, data } = await staff.get<ReportData>(report, path)
  expect(status).toBe(400)
  expect(data.result).toBeNull()
  expect(findErrors(data, 'end')).toEqual(['A data final é anterior à inicial.'])
  expect([findFieldValue(data, 'start'), findFieldValue(data, 'end')]).toEqual(['2026-03-01', '2026-02-01'])
})

test('lists units whose expiry falls into the period, by default the last 30 days', async () => {
  const { orders } = await makeReportData()
  const defaultReport = (await staff.get<ReportData>(report, '/admin/report/expired_signatures')).data
  expect(defaultReport.query).toEqual({ start: addDays(today, -30), end: today })
  const path = '/admin/report/expired_signatures/?start=2026-02-01&end=2099-12-31'
  const { data } = await staff.get<ReportData>(report, path)
  expect(listHeads(data)).toEqual(['Pedido', 'Telefone', 'Cliente', 'Publicação', 'Vencimento', 'Situação'])
  const rows = listTexts(data)
  expect(rows[0]?.[0]).toBe(String(orders.find(({ nfe }) => nfe === '92')?.id))
  for (const [, , , , due = '', shownState] of rows) {
    const day = due.split('/').toReversed().join('-')
    expect(shownState).toBe(day < today ? 'Vencida' : 'A vencer')
  }
  expect((await fetchPage(staff, path)).text).toContain('Vencimento de 01/02/2026 a 31/12/2099')
})

test('the shipment report defaults to the last 30 days and all clients, and shows the shipments of a period', async () => {
  await makeReportShipments(await makeReportData())
  for (const allClientsQuery of ['', 'client=', 'client=null', 'client=*', 'client_search=*']) {
    const { data: unfilteredData } = await staff.get<ReportData>(
      report,
      `/admin/report/expedition_list/?${allClientsQuery}`,
    )
    expect(unfilteredData.query).toEqual({ start: addDays(today, -30), end: today, client_search: '' })
  }
  const { data: unfilteredData } = await staff.get<ReportData>(
    report,
    `/admin/report/expedition_list/?${february}`,
  )
  expect(listHeads(unfilteredData)).toEqual([
    'Data do pedido',
    'Pedido',
    'Cliente',
    'Publicação',
    'Prefixo',
    'Data da expedição',
    'Código de rastreamento',
  ])
  expect(unfilteredData.result?.totals[0]).toEqual({ label: 'Número de expedições', value: '6' })
  expect(listTexts(unfilteredData)).toContainEqual([
    '-',
    '-',
    'Caio Inventado',
    '-',
    '-',
    '16/02/2026',
    'AA4',
  ])
  expect(listTexts(unfilteredData)[0]).toEqual(['-', '-', 'Ana Inventada', '-', '-', '28/02/2026', '-'])
})

test('selects a client by search, preserves the client in the file link and rejects an unknown client', async () => {
  const reportData = await makeReportData()
  await makeReportShipments(reportData)
  const path = `/admin/report/expedition_list/?${february}`
  const searchAnswer = await staff.get<ReportData>(report, `${path}&client_search=asa`)
  expect([searchAnswer.status, searchAnswer.data.result]).toEqual([200, null])
  const { profileId } = reportData.clients.asa
  const clientField = searchAnswer.data.fields.find(({ name }) => name === 'client')
  expect(clientField).toMatchObject({ label: 'Clientes encontrados', value: String(profileId) })
  expect(clientField?.options).toHaveLength(2)

  const chosenPath = `${path}&client_search=asa&client_found=asa&client=${profileId}`
  const { data } = await staff.get<ReportData>(report, chosenPath)
  expect(data.query).toMatchObject({ client: String(profileId), client_search: '' })
  expect(new Set(listTexts(data).map((cells) => cells[2]))).toEqual(
    new Set([reportData.clients.asa.displayName]),
  )
  const page = await fetchPage(staff, chosenPath)
  expect(page.text).toContain(`${reportData.clients.asa.displayName}; o que ainda não foi enviado`)
  expect(page.html).toContain(
    `expedition_list/file/csv?start=2026-02-01&amp;end=2026-02-28&amp;client=${profileId}`,
  )

  const secondAnswer = await staff.get<ReportData>(report, `${path}&client=${profileId}&client_search=Caio`)
  expect(findFieldValue(secondAnswer.data, 'client')).toBe(String(reportData.clients.caio.profileId))
  for (const unknownClient of ['client_search=zzz', 'client=4000000000', 'client=abc']) {
    const rejectedAnswer = await staff.get<ReportData>(report, `${path}&${unknownClient}`)
    expect(rejectedAnswer.status).toBe(400)
    expect(findErrors(rejectedAnswer.data, 'client_search')).toEqual(['Nenhum cliente encontrado'])
  }
})

test('each card opens this month’s report, whose count equals the number on the card', async () => {
  const manual = await makePublication({ name: 'Manual' })
  const catalogue = await makePublication({ name: 'Catálogo', is_signature: true })
  const { orderId } = await makeOrder({ [manual]: 2, [catalogue]: 1 }, { today })
  await confirmPayment(orderId, byStaff, today)
  await makeOrder({ [manual]: 1 }, { today })
  await db
    .updateTable('subscriptions')
    .set({ due: getMonthPeriod(today).end })
    .where('due', 'is not', null)
    .execute()
  for (const loader of [home, signatures]) {
    const { cards } = (await staff.get(loader, '/admin/')).data.dashboard
    expect(cards.map(({ name, count }) => [name, count])).toEqual([
      ['expiring', 1],
      ['subscriptions', 1],
      ['renewals', 0],
      ['purchases', 2],
    ])
    for (const { count, href, name } of cards) {
      expect(href, name).toContain(`start=${getMonthPeriod(today).start}&end=${getMonthPeriod(today).end}`)
      expect((await staff.get<ReportData>(report, href)).data.result?.count, name).toBe(count)
    }
  }
})

test('the cards use singular and plural', async () => {
  const fetchText = async () => (await fetchPage(staff, '/admin/')).text
  expect(await fetchText()).toMatch(/0 Vencimentos 0 Assinaturas 0 Renovações 0 Compras/)
  const quantities = { [await makePublication()]: 1, [await makePublication({ is_signature: true })]: 1 }
  const { orderId } = await makeOrder(quantities, { today })
  await confirmPayment(orderId, byStaff, today)
  expect(await fetchText()).toMatch(/0 Vencimentos 1 Assinatura 0 Renovações 1 Compra /)
})

test('shows charts with tables for the whole list, and only numbers for a search', async () => {
  const { orderId } = await makeOrder({ [await makePublication()]: 1 }, { today })
  await confirmPayment(orderId, byStaff, today)
  const page = await fetchPage(staff, '/admin/')
  expect(page.text).toContain('Receita por mês')
  expect(page.html).toMatch(/<svg[^>]*role="img"/)
  const { dashboard } = (await staff.get(home, '/admin/?search=ana')).data
  expect([dashboard.charts, dashboard.cards.length]).toEqual([null, 4])
})

test('shows photos that wait longer than announced, with their queue', async () => {
  const { orderId } = await makeOrderUnderReview()
  expect((await fetchPage(staff, '/admin/')).text).toContain('Nenhum pedido espera há mais de 24 h')
  const moreThanADayAgo = new Date(Date.now() - 25 * 3_600_000)
  await db.updateTable('orders').set({ created_at: moreThanADayAgo }).where('id', '=', orderId).execute()
  const { text, html } = await fetchPage(staff, '/admin/')
  expect(text).toContain('1 pedido espera há mais de 24 h pela análise da foto.')
  expect(html).toContain('href="/admin/review"')
})

test('counts a sale at 23:30 on the last day in São Paulo in that month', async () => {
  const manual = await makePublication({ name: 'Manual' })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T02:30:00Z') })
  staff = await loginAs({ userId: await makeStaff() })
  const day = toCivilDate(new Date())
  expect(day).toBe('2026-11-30')
  const { orderId } = await makeOrder({ [manual]: 1 }, { today: day })
  await confirmPayment(orderId, byStaff, day)
  // The fourth card counts purchases.
  const loadPurchases = async () => (await staff.get(home, '/admin/')).data.dashboard.cards[3]
  expect(await loadPurchases()).toMatchObject({ count: 1, href: expect.stringContaining('end=2026-11-30') })
  vi.setSystemTime(new Date('2026-12-01T03:00:00Z'))
  expect(await loadPurchases()).toMatchObject({ count: 0, href: expect.stringContaining('start=2026-12-01') })
  const novemberReport = '/admin/report/orders/?start=2026-11-01&end=2026-11-30'
  expect((await staff.get<ReportData>(report, novemberReport)).data.result?.count).toBe(1)
})

describe('at 23:30 on the last day of a month in São Paulo', () => {
  const lateEvening = new Date('2026-12-01T02:30:00Z')
  const midnight = new Date('2026-12-01T03:00:00Z')
  const lastDay = 'start=2026-11-30&end=2026-11-30'
  const nextDay = 'start=2026-12-01&end=2026-12-01'
  const loadReport = async (slug: string, query: string) =>
    (await fetchPage(staff, `/admin/report/${slug}/?${query}`)).text

  async function setClockToEvening() {
    vi.useFakeTimers({ toFake: ['Date'], now: lateEvening })
    const staffId = await makeStaff()
    staff = await loginAs({ userId: staffId })
    return staffId
  }

  test('payment, packing and dispatch are recorded on their days', async () => {
    const manual = await makePublication({ name: 'Manual' })
    const staffId = await setClockToEvening()
    const { orderId, userId } = await makeOrder({ [manual]: 1 }, { today: '2026-11-28' })
    const paidAnswer = await fetchPage(staff, `/admin/order/${orderId}/status`, {
      status: orderStatus.confirmed,
      from: orderStatus.pendingPayment,
    })
    expect(paidAnswer.status).toBe(303)
    expect(await loadReport('paid_orders', `${lastDay}&by=paid_on`)).toContain('Número de pedidos 1')
    expect(await loadReport('paid_orders', `${nextDay}&by=paid_on`)).toContain('Nenhum pedido encontrado')

    const path = `/admin/expedition/0?client=${await getProfileId(userId)}`
    const form = await fetchPage(staff, path)
    const line = await db
      .selectFrom('order_lines')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    const packedAnswer = await fetchPage(staff, path, {
      mode: 'orders',
      type: 'PAC',
      owner: staffId,
      value: '0,00',
      creation_date: readDate(form.html, 'creation_date'),
      order: [`${orderId}`],
      line: [`${line?.id}`],
    })
    expect(packedAnswer.status).toBe(303)
    const shipmentPath = packedAnswer.location ?? ''
    expect(await loadReport('expedition_list', lastDay)).toContain('Número de expedições 1')

    const dispatchPage = await fetchPage(staff, `${shipmentPath}/dispatch`)
    const dispatchForm = { date: readDate(dispatchPage.html, 'date'), track_code: trackCode }
    expect((await fetchPage(staff, `${shipmentPath}/dispatch`, dispatchForm)).status).toBe(303)
    expect(await loadReport('expedition_list', lastDay)).toMatch(/Manual .*30\/11\/2026 AA123456785BR/)
    expect(await loadReport('expedition_list', nextDay)).not.toContain('Manual')
  })

  test('a unit expires at midnight in São Paulo', async () => {
    const units = ['2026-10-30', '2026-10-31', '2026-11-29', '2026-11-30', '2026-12-01']
    await makeSubscriptions(units.map((due) => ({ due })))
    // Without a query the report covers the last 30 days.
    const listShownUnits = async () => {
      const { text } = await fetchPage(staff, '/admin/report/expired_signatures')
      return [...text.matchAll(/(\d\d\/\d\d\/\d{4}) (Vencida|A vencer)/g)].map(([unitText]) => unitText)
    }
    await setClockToEvening()
    expect(await listShownUnits()).toEqual([
      '31/10/2026 Vencida',
      '29/11/2026 Vencida',
      '30/11/2026 A vencer',
    ])
    vi.setSystemTime(midnight)
    expect(await listShownUnits()).toEqual([
      '29/11/2026 Vencida',
      '30/11/2026 Vencida',
      '01/12/2026 A vencer',
    ])
  })
})

/** Returns the date in a field of a form. */
function readDate(html: string, name: string) {
  const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
  return /value="([^"]*)"/.exec(input)?.[1]
}
