import { expect, test } from 'vitest'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findFileRequest } from '#app/models/platform/prepared-file.server.ts'
import {
  type ChosenProfiles,
  listSubscriberIds,
  listSubscribersWithoutAddress,
  maxSubscribersPerPage,
  publicationClients,
} from '#app/models/reports/publication-clients.server.ts'
import { readPortions } from '#app/models/reports/report.ts'
import { requestLabelFiles } from '#app/models/shipments/label.server.ts'
import { makeReportData, reportToday } from '#tests/factories/report-data.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { addSubscribers } from '#tests/factories/subscribers.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
})

const allProfiles = { except: [] }

function makeFilter(title: 'voo' | 'boletim' | 'placa', selection: ChosenProfiles = allProfiles) {
  return { publicationId: reportData.titles[title].id, today: reportToday, chosen: selection }
}

type HolderKind = 'subscription' | 'purchase' | undefined

/** Returns the expected units that have not expired, by person and then by company. */
function listExpected(title: 'voo' | 'boletim' | 'placa', kind?: HolderKind) {
  const units = reportData.orders.flatMap(({ client, lines }) =>
    lines.flatMap((line) =>
      line.unit && line.kind !== 'renewal' && line.title.id === reportData.titles[title].id
        ? [{ client, ...line.unit, registration: line.registration, serialNumber: line.serial }]
        : [],
    ),
  )
  const currentUnits = units.filter(({ status, isSuspended, due }) => {
    if (status === subscriptionStatus.expired || (due !== null && due < reportToday)) return false
    if (kind === 'purchase') return due === null
    return kind === undefined || (due !== null && !isSuspended)
  })
  const clients = [...new Set(currentUnits.map(({ client }) => client))].sort(
    (a, b) =>
      a.name.localeCompare(b.name, 'pt-BR') ||
      (a.companyName ?? '').localeCompare(b.companyName ?? '', 'pt-BR') ||
      a.profileId - b.profileId,
  )
  return clients.map((client) => ({
    profileId: client.profileId,
    name: client.name,
    phone: client.phone,
    units: currentUnits
      .filter((unit) => unit.client === client)
      .sort((a, b) => (a.due ?? '9999').localeCompare(b.due ?? '9999') || a.id - b.id)
      .map(({ id, due, status, registration, serialNumber }) => ({
        id,
        due,
        status,
        registration,
        serialNumber,
      })),
  }))
}

test.each(['voo', 'boletim', 'placa'] as const)('lists each holder of %s once', async (title) => {
  const rows = await publicationClients.rows(makeFilter(title), { limit: 100, offset: 0 })
  expect(rows).toMatchObject(listExpected(title))
  expect(rows).toHaveLength(listExpected(title).length)
  expect(await publicationClients.totals(makeFilter(title))).toEqual({
    count: rows.length,
    units: listExpected(title).flatMap(({ units }) => units).length,
  })
})

test.each(['subscription', 'purchase'] as const)(
  'filters the holders of a publication by the kind %s',
  async (kind) => {
    for (const title of ['voo', 'boletim', 'placa'] as const) {
      const filter = { ...makeFilter(title), kind }
      const rows = await publicationClients.rows(filter, { limit: 100, offset: 0 })
      expect(rows).toMatchObject(listExpected(title, kind))
      expect(rows).toHaveLength(listExpected(title, kind).length)
    }
  },
)

test('the expected subscriptions include the last day and exclude suspended and one-off units', () => {
  const dues = listExpected('voo', 'subscription').flatMap(({ units }) => units.map(({ due }) => due))
  expect(dues).toContain(reportToday)
  expect(listExpected('placa', 'subscription')).toEqual([])
  expect(listExpected('placa', 'purchase')).not.toEqual([])
  expect(listExpected('boletim', 'subscription').map(({ name }) => name)).toEqual([
    'Ana Inventada',
    'Caio Inventado',
  ])
})

test('portions of one neither skip nor repeat a holder, also among holders of the same name', async () => {
  await db.updateTable('profiles').set({ name: 'Ana Inventada' }).execute()
  const profileIds: number[] = []
  for await (const rows of readPortions(publicationClients, makeFilter('voo'), 1))
    profileIds.push(...rows.map(({ profileId }) => profileId))
  const { ana, asa, caio } = reportData.clients
  expect(profileIds).toEqual([ana.profileId, caio.profileId, asa.profileId])
})

test('selects only chosen holders or all except some, and never a profile without a copy', async () => {
  const { ana, asa, caio } = reportData.clients
  const unknownId = 4_000_000
  const selection = { only: [asa.profileId, unknownId] }
  expect(await listSubscriberIds(makeFilter('voo', selection))).toEqual([asa.profileId])
  expect(await listSubscriberIds(makeFilter('boletim', selection))).toEqual([])
  expect(await listSubscriberIds(makeFilter('voo', { only: [] }))).toEqual([])
  const exclusion = { except: [asa.profileId] }
  expect(await listSubscriberIds(makeFilter('voo', exclusion))).toEqual([ana.profileId, caio.profileId])
})

test('continues past a thousand in further pages and label files, with each holder once', async () => {
  const { voo } = reportData.titles
  await addSubscribers(voo.id, 1_005, reportToday)
  const filter = makeFilter('voo')
  // The report data has three more holders, with eight units.
  expect(await publicationClients.totals(filter)).toEqual({ count: 1_008, units: 1_013 })
  const secondPage = { limit: maxSubscribersPerPage, offset: maxSubscribersPerPage }
  expect(await publicationClients.rows(filter, secondPage)).toHaveLength(8)
  const profileIds = await listSubscriberIds(filter)
  expect(new Set(profileIds).size).toBe(1_008)

  const idsWithoutAddress = profileIds.slice(0, 3)
  await db
    .updateTable('profiles')
    .set({ billing_address_id: null, shipping_address_id: null })
    .where('id', 'in', idsWithoutAddress)
    .execute()
  const holdersWithoutAddress = await listSubscribersWithoutAddress(filter, 2)
  expect(holdersWithoutAddress.count).toBe(3)
  expect(holdersWithoutAddress.rows.map(({ profileId }) => profileId)).toEqual(idsWithoutAddress.slice(0, 2))

  const userId = await makeStaff()
  const request = {
    userId,
    profileIds,
    style: 'simple',
    sheet: '6181',
    fileName: 'voo-etiquetas.pdf',
  } as const
  const files = await requestLabelFiles({ ...request, start: 5 })
  const fileRequests = await Promise.all(files.map(findFileRequest))
  expect(fileRequests.map((file) => file?.name)).toEqual(['voo-etiquetas-1.pdf', 'voo-etiquetas-2.pdf'])
  expect(fileRequests.map((file) => file?.facts.start)).toEqual([5, 1])
  const printedProfileIds = fileRequests.map((file) => file?.facts.profileIds)
  // Starting at label 5 leaves four of the thousand labels of the first file unused.
  expect(printedProfileIds).toEqual([profileIds.slice(3, 999), profileIds.slice(999)])
  expect(await requestLabelFiles({ ...request, start: 1, profileIds: idsWithoutAddress })).toEqual([])
})
