import { beforeEach, expect, test } from 'vitest'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findShipment } from '#app/models/shipments/shipment.server.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor
let shipmentId: number
let shipmentPath: string
let publicationId: number

beforeEach(async () => {
  staff = await loginAs({ userId: await makeStaff() })
  const order = await makePaidOrder()
  publicationId = order.subscription
  shipmentId = await makeShipment(order)
  shipmentPath = `/admin/expedition/${shipmentId}`
})

const addRevision = (version: string) =>
  db.updateTable('publications').set({ version }).where('id', '=', publicationId).execute()
const readSeenDigest = (html: string) => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? ''
const dispatchFields = { date: '2026-11-05', track_code: trackCode }
const dispatchBox = (fields = {}) =>
  fetchPage(staff, `${shipmentPath}/dispatch`, { ...dispatchFields, ...fields })

test('a page older than a new revision sends nothing until staff confirm which revision is packed', async () => {
  expect((await fetchPage(staff, `${shipmentPath}/dispatch`)).html).not.toContain('name="left"')
  await addRevision('Rev. 2')
  const questionPage = await dispatchBox()
  expect(questionPage.status).toBe(400)
  expect(questionPage.text).toContain(
    'A revisão mudou desde que esta página foi aberta: Catálogo: Rev. 1 → Rev. 2. Confira o conteúdo da caixa.',
  )
  const seenDigest = readSeenDigest(questionPage.html)
  expect((await dispatchBox({ seen: seenDigest })).text).toContain('Diga o que está na caixa')
  await addRevision('Rev. 3')
  const laterPage = await dispatchBox({ seen: seenDigest, left: 'in-force' })
  expect(laterPage.text).toContain('Rev. 1 → Rev. 3')
  expect(laterPage.html).not.toMatch(/<input[^>]*name="left"[^>]*checked/)
  expect(await findShipment(shipmentId)).toMatchObject({ status: shipmentStatus.underWay })
  expect((await dispatchBox({ seen: readSeenDigest(laterPage.html), left: 'packed' })).location).toBe(
    shipmentPath,
  )
  expect((await findShipment(shipmentId))?.lines.at(-1)?.revision).toBe('Rev. 1')
})

test('the shipment page shows the packed revision and records a swap in one step', async () => {
  await addRevision('Rev. 2')
  const page = await fetchPage(staff, shipmentPath)
  expect(page.text).toContain('Catálogo: embalada com Rev. 1; em vigor Rev. 2')
  const seenDigest = readSeenDigest(page.html)
  expect((await fetchPage(staff, shipmentPath, { intent: 'swapped', seen: seenDigest })).location).toBe(
    shipmentPath,
  )
  expect((await fetchPage(staff, shipmentPath)).text).not.toContain('embalada com Rev. 1')
  expect((await dispatchBox()).location).toBe(shipmentPath)
  expect((await findShipment(shipmentId))?.lines.at(-1)?.revision).toBe('Rev. 2')
})

test('the list of tracking codes reports the changed revision and does not send that shipment', async () => {
  await addRevision('Rev. 2')
  const codeFields = {
    codes: `${shipmentId};${trackCode}`,
    of: 'shipment',
    date: '2026-11-05',
    intent: 'preview',
  }
  const preview = await fetchPage(staff, '/admin/expeditions/codes', codeFields)
  expect(preview.text).toContain('a revisão mudou desde que foi embalada')
  expect(preview.text).toContain('Catálogo: Rev. 1 → Rev. 2')
  expect(preview.text).toContain('Nenhuma linha pode ser enviada')
})
