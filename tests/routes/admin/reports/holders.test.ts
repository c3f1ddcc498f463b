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

/** Creates a one-off purchase of a printed publication, paid, with a shipment that is not sent yet. */
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
    // All statuses except expired (4).
    const apiQuery = `page=1&limit=1000&status__in=1,2,3,5&publication__id=${id}`
    const { body } = await client.get(`/signature/?${apiQuery}`)
    const apiIds = body.results.map((row: { id: number }) => row.id)
    expect(apiIds.length).toBeGreaterThan(0)
    expect((await listUnitsOnPage(id)).map((unit) => unit.id).toSorted()).toEqual(apiIds.toSorted())
  }
})

test('lists a one-off buyer with the sent revision only after the dispatch', async () => {
  const { publicationId, shipmentId } = await makeOneOffShipment()
  expect((await listUnitsOnPage(publicationId)).map(({ held }) => held)).not.toContain('Rev. 1')
  await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  const sentVersion = await findSentVersion(shipmentId)
  expect((await listUnitsOnPage(publicationId)).map(({ held }) => held)).toContain(sentVersion)
})

async function findSentVersion(shipmentId: number): Promise<string> {
  const { sent_version: sentVersion } = await db
    .selectFrom('shipment_lines')
    .select('sent_version')
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  if (sentVersion === null) throw new Error('the shipment was not sent')
  return sentVersion
}

/** Creates a one-off purchase that was sent, and a later revision that nobody has. */
async function makeOutdatedCopy() {
  const { publicationId, shipmentId } = await makeOneOffShipment()
  await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  const sentVersion = await findSentVersion(shipmentId)
  const { id: sentRevisionId } = await db
    .selectFrom('revisions')
    .select('id')
    .where('publication_id', '=', publicationId)
    .where('version', '=', sentVersion)
    .executeTakeFirstOrThrow()
  const laterRevisionId = await withTransaction((trx) =>
    addRevision(trx, { publicationId, version: 'Rev. 9', date: today, changes: null }),
  )
  return { publicationId, sentVersion, sentRevisionId, laterRevisionId }
}

test('the page finds a one-off buyer by the revision sent and by the kind', async () => {
  const { publicationId, sentVersion, sentRevisionId, laterRevisionId } = await makeOutdatedCopy()
  const readList = async (query = '') =>
    (await fetchPage(staff, `/admin/report/publication_clients/${publicationId}${query}`)).text
  expect(await readList()).toContain(`tem a ${sentVersion}, compra avulsa`)
  expect(await readList(`?revision=${sentRevisionId}&kind=purchase`)).toContain('1 cliente')
  expect(await readList(`?revision=${laterRevisionId}`)).toContain('Nenhum cliente encontrado')
  expect(await readList('?kind=subscription')).toContain('Nenhum cliente encontrado')
})

test('the CSV file contains a one-off buyer only under the revision sent', async () => {
  const { publicationId, sentVersion, sentRevisionId, laterRevisionId } = await makeOutdatedCopy()
  const readCsvLines = async (revisionId: number) => {
    const query = `publication=${publicationId}&revision=${revisionId}`
    const file = await fetchPage(staff, `/admin/report/publication_clients/file/csv?${query}`)
    return file.html.trimEnd().split('\r\n')
  }
  const [heading, ...lines] = await readCsvLines(sentRevisionId)
  expect(heading).toContain('Revisão que tem')
  expect(lines).toEqual([expect.stringContaining(sentVersion)])
  expect(await readCsvLines(laterRevisionId)).toEqual([heading])
})

test('lists a buyer who returned the copy as having no revision', async () => {
  const { publicationId, shipmentId } = await makeOneOffShipment()
  await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(shipmentId, '2026-11-20', byStaff)
  expect((await listUnitsOnPage(publicationId)).map(({ held }) => held)).toContain(null)
})

test('a one-off buyer receives no mail about new revisions', async () => {
  const { publicationId, shipmentId } = await makeOneOffShipment()
  await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  expect(await countRecipients(publicationId, today)).toBe(0)
})

test('a search in the list of units finds words of the publication and its revision', async () => {
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
