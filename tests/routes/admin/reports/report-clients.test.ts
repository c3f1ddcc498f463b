import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { db } from '#app/models/platform/db.server.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let staff: Visitor
let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
  staff = await loginAs({ userId: await makeStaff() })
})

const february = 'start=2026-02-01&end=2026-02-28'
const listHeadings = (html: string) =>
  [...html.matchAll(/<th [^>]*scope="col"[^>]*>([^<]*)</g)].map(([, text]) => text)

test.each(['client', 'product'])(
  'the report of a %s opens with the current month, with or without slash',
  async (slug) => {
    const { start, end } = getMonthPeriod(toCivilDate(new Date()))
    for (const path of [`/admin/report/${slug}/`, `/admin/report/${slug}`]) {
      const page = await fetchPage(staff, path)
      expect(page.status).toBe(200)
      expect(page.text).toContain(`De ${formatDate(start)} a ${formatDate(end)}`)
      expect(page.html).toContain(`value="${start}"`)
    }
    expect((await fetchPage(staff, '/admin/reports')).html).toContain(`href="/admin/report/${slug}/"`)
  },
)

test('shows each client as a card with number, phone and a table of purchases', async () => {
  const page = await fetchPage(staff, `/admin/report/client/?${february}`)
  const { ana, asa, caio } = reportData.clients
  expect(page.text).toContain('Imprimir')
  expect(page.text).toContain('3 clientes')
  for (const { displayName, profileId, phone } of [ana, asa, caio])
    expect.soft(page.text).toContain(`${displayName} Cliente nº ${profileId} · ${formatPhoneText(phone)}`)
  expect(page.html.match(/<section class="card report-card"/g)).toHaveLength(3)
  const columns = [
    'Pedido',
    'Data do pedido',
    'NF',
    'Nº da publicação',
    'Publicação',
    'Versão',
    'Vencimento',
    'Renovações',
    'Valor',
    'Reembolsado',
    'Desistência',
  ]
  expect(listHeadings(page.html)).toEqual([...columns, ...columns, ...columns])
  expect(page.text).toMatch(/Placa de identificação Rev\. 2 Compra - R\$ 33,33/)
  expect(page.text).toMatch(/105 \d+ Ação nº 5 – São João Rev\. 2 15\/02\/2027 1 R\$ 60,07/)
  expect(page.text).toMatch(/Número de clientes 3 Número de pedidos 6 Soma dos valores, sem frete R\$ 403,63/)
})

test('truncates a long card with a message, and the PDF limit counts lines, not clients', async () => {
  const { placa } = reportData.titles
  const orderId = reportData.orders.find(({ nfe }) => nfe === '102')?.id ?? 0
  const lineColumns = { order_id: orderId, publication_id: placa.id, name: placa.name, version: 'Rev. 1' }
  const lines = Array.from({ length: 1_000 }, () => ({ ...lineColumns, value: 1, is_signature: false }))
  const addLines = () => db.insertInto('order_lines').values(lines).execute()
  await addLines()
  const longPage = await fetchPage(staff, `/admin/report/client/?${february}`)
  expect(longPage.text).toContain('Aqui estão as 200 linhas mais novas de 1.005. Excel e CSV têm todas.')
  expect(longPage.html.match(/Placa de identificação/g)?.length).toBeLessThan(210)
  expect(longPage.html).toContain('/admin/report/client/file/pdf')
  for (let addedThousands = 1; addedThousands < 10; addedThousands += 1) await addLines()
  const path = `/admin/report/client/file/pdf?${february}`
  const page = await fetchPage(staff, `/admin/report/client/?${february}`)
  expect(page.text).toContain('Em PDF só até 10.000 linhas.')
  expect(page.html).not.toContain('/admin/report/client/file/pdf')
  expect((await fetchPage(staff, path, {})).location).toBe('/admin/reports')
  const file = await fetchPage(staff, `/admin/report/client/file/csv?${february}`)
  // The heading, 10,000 added lines and eight lines of the report data.
  expect(file.html.trim().split('\r\n')).toHaveLength(1 + 10_008)
})

test('filters clients by name and preserves the filter in links and field', async () => {
  const page = await fetchPage(staff, `/admin/report/client/?${february}&clientName=AVIACAO`)
  expect(page.text).toContain('com “AVIACAO” no nome')
  expect(page.text).not.toContain('Caio Inventado')
  expect(page.html).toContain('clientName=AVIACAO')
  expect(page.html).toContain('value="AVIACAO"')
})

test('returns all clients for an empty name, * and null', async () => {
  for (const unfilteredName of ['*', '', 'null'])
    expect
      .soft((await fetchPage(staff, `/admin/report/client/?${february}&clientName=${unfilteredName}`)).text)
      .toContain('3 clientes')
})

test('shows a message if no client or product matches', async () => {
  const emptyPage = await fetchPage(staff, `/admin/report/client/?${february}&clientName=ninguem`)
  expect(emptyPage.text).toContain('Nenhum cliente encontrado')
  const emptyProductPage = await fetchPage(staff, `/admin/report/product/?${february}&nameProduct=nada`)
  expect(emptyProductPage.text).toContain('Nenhum resultado pode ser encontrado')
})

test.each(['client', 'product'])(
  'rejects an end before the start at the field of the %s report',
  async (slug) => {
    const page = await fetchPage(
      staff,
      `/admin/report/${slug}/?start=2026-02-28&end=2026-02-01&clientName=ana`,
    )
    expect(page.status).toBe(400)
    expect(page.text).toContain('A data final é anterior à inicial.')
    expect(page.html).toContain('value="2026-02-28"')
    if (slug === 'client') expect(page.html).toContain('value="ana"')
  },
)

test('the client file is named after its filter and has the client in every line', async () => {
  const file = await fetchPage(staff, `/admin/report/client/file/csv?${february}&clientName=são`)
  expect(file.headers.get('Content-Disposition')).toContain('clientes_sao_2026-02-01_2026-02-28.csv')
  const wholeFile = await fetchPage(staff, `/admin/report/client/file/csv?${february}`)
  const lines = wholeFile.html.trim().split('\r\n')
  expect(lines[0]).toBe(
    'Cliente;Nº do cliente;Telefone;Pedido;Data do pedido;NF;Nº da publicação;Publicação;Versão;Vencimento;Renovações;Valor;Reembolsado;Sem o reembolsado;Desistência',
  )
  const { asa } = reportData.clients
  const clientLines = lines.filter((line) =>
    line.startsWith(`${asa.displayName};${asa.profileId};(14) 3221-0000;`),
  )
  expect(clientLines).toHaveLength(5)
  expect(clientLines.find((line) => line.includes(';Placa de identificação;'))).toMatch(
    /;01\/02\/2026;nº 102;\d+;Placa de identificação;Rev\. 2;;;33,33;;33,33;$/,
  )
  const workbook = await fetchPage(staff, `/admin/report/client/file/xlsx?${february}`)
  expect(await readSheet(workbook.bytes, 'Totais')).toEqual([
    ['Total', 'Valor'],
    ['Número de clientes', 3],
    ['Número de pedidos', 6],
    ['Soma dos valores, sem frete', 403.63],
  ])
})

test('the product report has its columns, sums and file', async () => {
  const page = await fetchPage(staff, `/admin/report/product/?${february}&nameProduct=PLACA`)
  expect(listHeadings(page.html)).toEqual([
    'Produto',
    'Versão',
    'Assinatura',
    'Quantidade',
    'Total',
    'Reembolsado',
    'Sem o reembolsado',
    'Desistência',
  ])
  expect(page.text).toMatch(/Placa de identificação Rev\. 2 não 1 R\$ 33,33/)
  expect(page.text).toMatch(/Quantidade vendida 1 Total vendido, sem frete R\$ 33,33/)
  const file = await fetchPage(staff, `/admin/report/product/file/csv?${february}&nameProduct=placa`)
  expect(file.headers.get('Content-Disposition')).toContain('produtos_placa_2026-02-01_2026-02-28.csv')
  expect(file.html).toContain('Placa de identificação;Rev. 2;não;1;33,33;;33,33;\r\n')
})

test('a form requests the PDF of each report and redirects to the page of the file', async () => {
  for (const slug of ['client', 'product']) {
    const requestPage = await fetchPage(staff, `/admin/report/${slug}/file/pdf?${february}`, {})
    expect(requestPage.status).toBe(303)
    expect(requestPage.location).toMatch(/^\/files\/\d+$/)
  }
})
