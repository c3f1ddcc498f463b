import { beforeEach, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { addRevision } from '#app/models/catalogue/revision.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { publicationClients } from '#app/models/reports/publication-clients.server.ts'
import { markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { countRecipients } from '#app/models/subscriptions/revision-notice.server.ts'
import { listSubscriptionsForStaff } from '#app/models/subscriptions/staff-subscription-list.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { callAs } from '#tests/support/api-client.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

const today = toCivilDate(new Date())
let staff: Visitor

beforeEach(async () => {
  staff = await loginAs({ userId: await makeStaff() })
})

async function listUnitsOnPage(publicationId: number) {
  const filter = { publicationId, today, chosen: { except: [] } }
  const rows = await publicationClients.rows(filter, { limit: 100, offset: 0 })
  return rows.flatMap(({ units }) => units)
}

/** Creates a one-off printed publication that was sold and sent in its revision and since then revised. */
async function makeOneOffShipment() {
  const order = await makePaidOrder()
  return { publicationId: order.manual, shipmentId: await makeShipment(order) }
}

test('the report and the API list the same units', async () => {
  const { publicationId, shipmentId } = await makeOneOffShipment()
  await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  const manySubscriptions = await makeSubscriptions([
    { due: '2099-01-01' },
    { due: '2020-01-01' },
    { due: '2099-01-01', status: subscriptionStatus.expired },
    { due: '2099-01-01', suspended_at: new Date() },
    { due: null },
  ])
  const client = await callAs({ userId: await makeStaff() })
  for (const id of [publicationId, manySubscriptions.publicationId]) {
    const apiQuery = `page=1&limit=1000&status__in=1,2,3,5&publication__id=${id}`
    const { body } = await client.get(`/signature/?${apiQuery}`)
    const apiIds = body.results.map((row: { id: number }) => row.id)
    expect(apiIds.length).toBeGreaterThan(0)
    expect((await listUnitsOnPage(id)).map((unit) => unit.id).toSorted()).toEqual(apiIds.toSorted())
  }
})

test('lists and finds a one-off buyer by the revision sent', async () => {
  const { publicationId, shipmentId } = await makeOneOffShipment()
  const listPath = `/admin/report/publication_clients/${publicationId}`
  expect((await listUnitsOnPage(publicationId)).map(({ held }) => held)).not.toContain('Rev. 1')
  await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  const sentLine = await db
    .selectFrom('shipment_lines')
    .select('sent_version')
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  expect((await listUnitsOnPage(publicationId)).map((unit) => unit.held)).toContain(sentLine.sent_version)
  const revisions = await db
    .selectFrom('revisions')
    .select(['id', 'version'])
    .where('publication_id', '=', publicationId)
    .execute()
  const currentRevision = revisions.find(({ version }) => version === sentLine.sent_version)
  const laterId = await withTransaction((trx) =>
    addRevision(trx, { publicationId, version: 'Rev. 9', date: today, changes: null }),
  )
  const page = await fetchPage(staff, listPath)
  expect(page.text).toContain(`tem a ${sentLine.sent_version}, compra avulsa`)
  expect(
    (await fetchPage(staff, `${listPath}?revision=${currentRevision?.id}&kind=purchase`)).text,
  ).toContain('1 cliente')
  expect((await fetchPage(staff, `${listPath}?revision=${laterId}`)).text).toContain(
    'Nenhum cliente encontrado',
  )
  expect((await fetchPage(staff, `${listPath}?kind=subscription`)).text).toContain(
    'Nenhum cliente encontrado',
  )
  const csvPath = `/admin/report/publication_clients/file/csv?publication=${publicationId}`
  const csv = (await fetchPage(staff, `${csvPath}&revision=${currentRevision?.id}`)).html
  expect(csv.split('\r\n')[0]).toContain('Revisão que tem')
  expect(csv.split('\r\n')[1]).toContain(sentLine.sent_version ?? '-')
  expect(csv.split('\r\n').slice(2)).toEqual([''])
  const emptyCsv = (await fetchPage(staff, `${csvPath}&revision=${laterId}`)).html
  expect(emptyCsv.split('\r\n')).toEqual([csv.split('\r\n')[0], ''])
})

test('does not list a returned copy', async () => {
  const { publicationId, shipmentId } = await makeOneOffShipment()
  await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(shipmentId, '2026-11-20', byStaff)
  expect((await listUnitsOnPage(publicationId)).map(({ held }) => held)).toContain(null)
})

test('mails of new revisions go only to subscribers', async () => {
  const { publicationId, shipmentId } = await makeOneOffShipment()
  await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  expect(await countRecipients(publicationId, today)).toBe(0)
})

test('the list of units filters by publication and revision', async () => {
  const { publicationId, shipmentId } = await makeOneOffShipment()
  await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  await makeSubscriptions([{ due: '2099-01-01' }], { name: 'Outro Caderno' })
  await db
    .updateTable('publications')
    .set({ name: 'Ordem Técnica da Asa' })
    .where('id', '=', publicationId)
    .execute()
  const { version } = await db
    .selectFrom('revisions')
    .select('version')
    .where('publication_id', '=', publicationId)
    .executeTakeFirstOrThrow()
  const unitIds = (await listUnitsOnPage(publicationId)).map(({ id }) => id)
  const searchUnits = async (text: string) => {
    const listQuery = { status: undefined, sort: 'id', direction: 'ascending', page: 1, today } as const
    const { rows, count } = await listSubscriptionsForStaff({ ...listQuery, search: text })
    expect(count).toBe(rows.length)
    return rows.map(({ id }) => id)
  }
  for (const text of ['ordem tecnica', `técnica asa ${version}`, `ASA ${version.toLowerCase()}`])
    expect.soft(await searchUnits(text)).toEqual(unitIds)
  expect(await searchUnits(version)).toEqual(expect.arrayContaining(unitIds))
  expect(await searchUnits('ordem tecnica Rev. 77')).toEqual([])
})
