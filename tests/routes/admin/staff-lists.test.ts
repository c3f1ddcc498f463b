import { beforeEach, expect, test, vi } from 'vitest'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor

beforeEach(async () => {
  await openShop()
  staff = await loginAs({ userId: await makeStaff() })
})

const period = 'start=2020-01-01&end=2037-12-31'
const reports = [
  `paid_orders/?${period}`,
  `expedition_list/?${period}`,
  `expired_signatures/?${period}`,
  `signatures/?${period}`,
  `renews/?${period}`,
  `orders/?${period}`,
  `client/?${period}`,
  'order_prefix/PT',
]

test('every list has menu, footer, search and pager, newest row first', async () => {
  for (let index = 0; index < 3; index++) await makeShipment(await makePaidOrder())
  const lists = ['', 'signatures', 'users', 'expeditions', 'publications', 'orders'].map(
    (list) => `/admin/${list}`,
  )
  for (const list of lists) {
    const { html, text } = await fetchPage(staff, list)
    const foundParts = {
      menu: html.includes('aria-label="Administração"'),
      footer: html.includes('aria-label="Rodapé"'),
      search: /name="search"[^>]*type="search"/.test(html),
      pager: /Anterior Pagina 1 de 1 Próxima/.test(text),
    }
    expect.soft(foundParts, list).toEqual({ menu: true, footer: true, search: true, pager: true })
    const body = html.slice(html.indexOf('<tbody'))
    const ids = [...body.matchAll(/<tr[^>]*><t[dh][^>]*>(?:<a[^>]*>)?#?(\d+)</g)].map(([, id]) => Number(id))
    expect.soft(ids.length, list).toBeGreaterThanOrEqual(3)
    expect.soft(ids, list).toEqual(ids.toSorted((a, b) => b - a))
  }
})

test('each tab of the orders list shows how many orders it lists', async () => {
  outliveCachedCounts()
  await makeOrderUnderReview()
  for (let index = 0; index < 2; index++) await makePaidOrder()
  const returnedId = await makeShipment(await makePaidOrder())
  await markSent(returnedId, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(returnedId, '2026-11-12', byStaff)
  const { html } = await fetchPage(staff, '/admin/orders?status=2')
  const tabsHtml = html.slice(
    html.indexOf('aria-label="Visões"'),
    html.indexOf('</nav>', html.indexOf('aria-label="Visões"')),
  )
  const tabs = [...tabsHtml.matchAll(/href="([^"]+)"[^>]*>([^<]+)<small> (\d+)</g)].map(
    ([, href = '', name = '', count = '']) => ({ href, name, count }),
  )
  expect(tabs.map(({ name, count }) => `${name} ${count}`)).toEqual([
    'Todos 4',
    'A pagar 1',
    'A enviar 2',
    'Voltou 1',
    'Em disputa 0',
  ])
  for (const { href, name, count } of tabs) {
    const { text } = await fetchPage(staff, href)
    expect(text, name).toContain(count === '1' ? ' 1 resultado ' : ` ${count} resultados `)
  }
})

/** Moves the clock a second ahead, because a page reuses the counts of an earlier one for that long. */
function outliveCachedCounts() {
  const readClock = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => readClock() + 1_000)
}

test('publications and shipments have twenty rows a page and complete files (D45)', async () => {
  const { profileId, userId } = await makePaidOrder()
  const shipmentFields = {
    creation_date: '2026-01-10',
    type: 'PAC',
    status: shipmentStatus.underWay,
    value: 0,
  }
  const shipmentRow = { profile_id: profileId, owner_user_id: userId, ...shipmentFields }
  await db
    .insertInto('shipments')
    .values(Array.from({ length: 21 }, () => shipmentRow))
    .execute()
  const publicationRow = await db.selectFrom('publications').selectAll().executeTakeFirstOrThrow()
  await db
    .insertInto('publications')
    .values(
      Array.from({ length: 21 }, () => ({
        ...publicationRow,
        id: undefined,
        form_key: null,
        legacy_id: null,
      })),
    )
    .execute()
  for (const list of ['expeditions', 'publications']) {
    const { html, text } = await fetchPage(staff, `/admin/${list}`)
    const rows = html.slice(html.indexOf('<tbody'), html.indexOf('</tbody')).split('<tr').length - 1
    expect(rows, list).toBe(20)
    expect(text, list).toContain('Pagina 1 de 2')
    const file = await fetchPage(staff, `/admin/${list}.csv`)
    expect(file.html.trim().split('\r\n').length, list).toBeGreaterThanOrEqual(22)
  }
})

test('every list and report shows the whole company name, except subscriptions, which truncate it at 50', async () => {
  const { clients, titles } = await makeReportData()
  const longName = 'Cooperativa Inventada dos Operadores Aeroagrícolas do Vale Ltda.'
  await db
    .updateTable('profiles')
    .set({ company_name: longName })
    .where('id', '=', clients.asa.profileId)
    .execute()
  const order = await makePaidOrder()
  await db
    .updateTable('orders')
    .set({ profile_id: clients.asa.profileId })
    .where('id', '=', order.orderId)
    .execute()
  await makeShipment({ ...order, profileId: clients.asa.profileId })
  const listsWithWholeName = [
    ...['users', 'expeditions', 'orders'],
    ...[...reports, `publication_clients/${titles.voo.id}`].map((report) => `report/${report}`),
  ]
  for (const list of listsWithWholeName) {
    const { text } = await fetchPage(staff, `/admin/${list}`)
    // Beto Inventado is the company's contact.
    expect.soft([list, text.includes(longName), text.includes('Beto Inventado')]).toEqual([list, true, false])
  }
  const { text } = await fetchPage(staff, '/admin/signatures')
  expect(text).toContain(` ${longName.slice(0, 49)}… `)
  expect(text).not.toContain(longName.slice(0, 50))
})

test.each([...reports, `product/?${period}`, 'publication_price/'])(
  'the report %s has a print button',
  async (report) => {
    await makeReportData()
    const { html } = await fetchPage(staff, `/admin/report/${report}`)
    expect(/<button[^>]*data-print[^>]*>Imprimir</.test(html)).toBe(true)
  },
)

/** Returns value and text of each option of a select. */
function listOptions(html: string, name: string): string[][] {
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`).exec(html)?.[1] ?? ''
  return [...select.matchAll(/<option value="([^"]+)"[^>]*>([^<]+)</g)].map(([, value = '', text = '']) => [
    value,
    text,
  ])
}

test.each([
  ['/admin/', ['1 Download liberado', '2 Aguardando envio', '3 Enviado', '4 Vencida', '5 Ativa']],
  ['/admin/orders', ['1 Pagamento pendente', '2 Pagamento confirmado', '3 Pedido Cancelado', '4 Em análise']],
  ['/admin/expeditions', ['1 Em Andamento', '2 Enviado', '3 Entregue', '4 Devolvido']],
])('the list %s filters by the states of the specification', async (list, states) => {
  const { html } = await fetchPage(staff, list)
  expect(listOptions(html, 'status').map((option) => option.join(' '))).toEqual(states)
})

test('offers the five shipping services of the specification', async () => {
  const { profileId } = await makePaidOrder()
  const { html } = await fetchPage(staff, `/admin/expedition/0?client=${profileId}`)
  expect(listOptions(html, 'type').map(([value]) => value)).toEqual([
    'SEDEX',
    'PAC',
    'ACOBRAR',
    'REGISTRADA',
    'SIMPLES',
  ])
})
