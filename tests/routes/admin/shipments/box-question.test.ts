import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { findShipment } from '#app/models/shipments/shipment.server.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor
let id: number
let path: string
let subscription: number

beforeEach(async () => {
  staff = await loginAs({ userId: await makeStaff() })
  const order = await makePaidOrder()
  subscription = order.subscription
  id = await makeShipment(order)
  path = `/admin/expedition/${id}`
})

const addRevision = (version: string) =>
  db.updateTable('publications').set({ version }).where('id', '=', subscription).execute()
const readSeen = (html: string) => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? ''
const form = { date: '2026-11-05', track_code: trackCode }
const dispatchBox = (fields = {}) => fetchPage(staff, `${path}/dispatch`, { ...form, ...fields })

test('a page older than a new revision requires a confirmation of the packed contents and sends nothing', async () => {
  expect((await fetchPage(staff, `${path}/dispatch`)).html).not.toContain('name="left"')
  await addRevision('Rev. 2')
  const questionPage = await dispatchBox()
  expect(questionPage.status).toBe(400)
  expect(questionPage.text).toContain(
    'A revisão mudou desde que esta página foi aberta: Catálogo: Rev. 1 → Rev. 2. Confira o conteúdo da caixa.',
  )
  const seen = readSeen(questionPage.html)
  expect((await dispatchBox({ seen })).text).toContain('Diga o que está na caixa')
  await addRevision('Rev. 3')
  const later = await dispatchBox({ seen, left: 'in-force' })
  expect(later.text).toContain('Rev. 1 → Rev. 3')
  expect(later.html).not.toMatch(/<input[^>]*name="left"[^>]*checked/)
  expect(await findShipment(id)).toMatchObject({ status: 1 })
  expect((await dispatchBox({ seen: readSeen(later.html), left: 'packed' })).location).toBe(path)
  expect((await findShipment(id))?.lines.at(-1)?.revision).toBe('Rev. 1')
})

test('the shipment page shows the packed revision and records a swap in one step', async () => {
  await addRevision('Rev. 2')
  const page = await fetchPage(staff, path)
  expect(page.text).toContain('Catálogo: embalada com Rev. 1; em vigor Rev. 2')
  const seen = readSeen(page.html)
  expect((await fetchPage(staff, path, { intent: 'swapped', seen })).location).toBe(path)
  expect((await fetchPage(staff, path)).text).not.toContain('embalada com Rev. 1')
  expect((await dispatchBox()).location).toBe(path)
  expect((await findShipment(id))?.lines.at(-1)?.revision).toBe('Rev. 2')
})

test('the code list reports the changed title and does not send that shipment', async () => {
  await addRevision('Rev. 2')
  const list = { codes: `${id};${trackCode}`, of: 'shipment', date: '2026-11-05', intent: 'preview' }
  const preview = await fetchPage(staff, '/admin/expeditions/codes', list)
  expect(preview.text).toContain('a revisão mudou desde que foi embalada')
  expect(preview.text).toContain('Catálogo: Rev. 1 → Rev. 2')
  expect(preview.text).toContain('Nenhuma linha pode ser enviada')
})
