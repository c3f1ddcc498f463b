import { beforeEach, expect, test } from 'vitest'
import { maxViews } from '#app/domain/backoffice/list-view.ts'
import { deleteOwnRows } from '#app/models/backoffice/deletion.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { getProfileId } from '#tests/factories/orders.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchFollowing, fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

let staffId: number
let staff: Visitor

beforeEach(async () => {
  await openShop()
  staffId = await makeStaff()
  staff = await loginAs({ userId: staffId })
})

const sendViewForm = (fields: Fields, list = 'orders') => fetchPage(staff, `/admin/views/${list}`, fields)
const saveView = (name: string, query = 'status=2&sort=total&page=4') =>
  sendViewForm({ intent: 'save', name, query })
const listHeadings = async (path: string) =>
  [...(await fetchPage(staff, path)).html.matchAll(/<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(
    ([, text]) => text,
  )

test('a saved view is linked by name above its list and marked as open, only for its owner', async () => {
  const saveAnswer = await saveView('  Pagos, maiores ')
  expect(saveAnswer.location).toBe('/admin/orders?sort=total&status=2')
  const { html, text } = await fetchFollowing(staff, saveAnswer.location ?? '')
  expect(text).toContain('A visão “Pagos, maiores” foi guardada.')
  expect(html).toContain(
    '<a href="/admin/orders?sort=total&amp;status=2" aria-current="page">Pagos, maiores</a>',
  )
  const otherPage = await fetchPage(staff, '/admin/orders?page=1')
  expect(otherPage.html).toContain('<a href="/admin/orders" aria-current="page">Todos<')
  expect((await fetchPage(staff, '/admin/users')).text).not.toContain('Pagos, maiores')
  const colleague = await loginAs({ userId: await makeStaff() })
  expect((await fetchPage(colleague, '/admin/orders')).text).not.toContain('Pagos, maiores')
})

test('a saved view that equals a usual view is shown only once', async () => {
  await saveView('Para enviar', 'goods=to-send')
  const { html } = await fetchPage(staff, '/admin/orders?goods=to-send')
  expect(
    [...html.matchAll(/<a href="\/admin\/orders\?goods=to-send"[^>]*>([^<]*)/g)].map(([, name]) => name),
  ).toEqual(['A enviar'])
})

test.each([
  ['', 'status=2', 'Campo obrigatório'],
  ['x'.repeat(41), 'status=2', '40'],
  ['Todos de novo', 'page=2', 'Filtre, ordene ou escolha colunas antes de guardar a visão'],
  ['pagos', 'status=1', 'Já existe uma visão com este nome'],
])('rejects the view name "%s" for %s and returns it at its field', async (name, query, expectedText) => {
  await saveView('Pagos')
  const rejectedPage = await saveView(name, query)
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain(expectedText)
  expect(rejectedPage.html).toContain(`value="${name}"`)
  expect(await db.selectFrom('saved_views').select('id').execute()).toHaveLength(1)
})

test('accepts the same view twice and limits the number of views', async () => {
  await saveView('Pagos')
  expect((await saveView('Pagos')).status).toBe(303)
  for (let index = 1; index < maxViews; index++) await saveView(`Visão ${index}`)
  expect((await saveView('Uma a mais')).text).toContain(`Há ${maxViews} visões desta lista`)
})

test('only the owner renames or deletes a view', async () => {
  await saveView('Pagos')
  await saveView('Outra')
  const rows = await db.selectFrom('saved_views').select(['id', 'name']).orderBy('id').execute()
  const viewId = rows[0]?.id ?? 0
  const colleague = await loginAs({ userId: await makeStaff() })
  for (const intent of ['rename', 'delete'])
    expect(
      (await fetchPage(colleague, '/admin/views/orders', { intent, view: viewId, name: 'Minha' })).status,
    ).toBe(404)
  const renameAnswer = await sendViewForm({ intent: 'rename', view: viewId, name: 'outra' })
  expect(renameAnswer.status).toBe(400)
  expect(renameAnswer.text).toContain('Já existe uma visão com este nome')
  await sendViewForm({ intent: 'rename', view: viewId, name: 'Pagos em novembro' })
  expect((await fetchPage(staff, '/admin/views/orders')).text).toContain('Pagos em novembro')
  await sendViewForm({ intent: 'delete', view: viewId })
  expect((await fetchPage(staff, '/admin/orders')).text).not.toContain('Pagos em novembro')
  expect((await sendViewForm({ intent: 'delete', view: viewId })).status).toBe(404)
})

test('stores selected columns; columns in the address stay in forms and links, and the file has all columns', async () => {
  const order = await makePaidOrder()
  const shipmentId = await makeShipment(order)
  await db.updateTable('shipments').set({ track_code: trackCode }).where('id', '=', shipmentId).execute()
  const listPath = '/admin/expeditions'
  const defaultHeadings = await listHeadings(listPath)
  expect(defaultHeadings).not.toContain('Código de rastreamento')
  const columnsAnswer = await sendViewForm(
    { intent: 'columns', column: ['code', 'client'], return_to: listPath },
    'expeditions',
  )
  expect(columnsAnswer.location).toBe(listPath)
  expect(await listHeadings(listPath)).toEqual(['ID', 'Cliente', 'Código de rastreamento'])
  const listPage = await fetchPage(staff, `${listPath}?status=1`)
  expect(listPage.text).toContain(trackCode)
  expect(listPage.html).toContain('name="query" value="columns=code.client&amp;status=1"')
  const { html } = await fetchPage(staff, `${listPath}?columns=client.type`)
  expect(await listHeadings(`${listPath}?columns=client.type`)).toEqual(['ID', 'Cliente', 'Tipo de envio'])
  expect(html).toContain('name="columns" value="client.type"')
  expect(html).toContain(`name="return_to" value="${listPath}"`)
  expect(html).toContain('columns=client.type">ID</a>')
  const file = await fetchPage(staff, `${listPath}.csv?columns=client.type`)
  expect(file.html).toContain(';Valor;')
  await sendViewForm({ intent: 'usual-columns', return_to: listPath }, 'expeditions')
  expect(await listHeadings(listPath)).toEqual(defaultHeadings)
})

test('returns 404 for unknown lists and forms and never redirects outside the shop', async () => {
  expect((await fetchPage(staff, '/admin/views/zeppelins')).status).toBe(404)
  expect((await sendViewForm({ intent: 'burn' })).status).toBe(404)
  const awayAnswer = await sendViewForm({
    intent: 'columns',
    column: ['date'],
    return_to: 'https://outro.test/',
  })
  expect(awayAnswer.location).toBe('/admin/orders')
})

test('offers the usual views of orders, and marks the view in use', async () => {
  const { html } = await fetchPage(staff, '/admin/orders?goods=to-send')
  const tabsHtml = /<nav aria-label="Visões".*?<\/nav>/s.exec(html)?.[0] ?? ''
  expect([...tabsHtml.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/admin/orders',
    '/admin/orders?payment=due',
    '/admin/orders?goods=to-send',
    '/admin/orders?goods=returned',
    '/admin/orders?payment=disputed',
  ])
  expect(/<a href="([^"]*)" aria-current="page"/.exec(tabsHtml)?.[1]).toBe('/admin/orders?goods=to-send')
})

test('deletes views and columns with the account', async () => {
  await saveView('Pagos')
  await sendViewForm({ intent: 'columns', column: ['date'] })
  const profileId = await getProfileId(staffId)
  await withTransaction((trx) => deleteOwnRows(trx, { userId: staffId, profileId }))
  expect(await db.selectFrom('saved_views').select('id').execute()).toEqual([])
  expect(await db.selectFrom('list_columns').select('list').execute()).toEqual([])
})
