import sharp from 'sharp'
import { expect, test } from 'vitest'
import { importKinds } from '#app/domain/backoffice/import-kind.ts'
import { applyImport, checkImport } from '#app/import/import.server.ts'
import { startSession } from '#app/models/accounts/session.server.ts'
import { countRecords, listRecords } from '#app/models/backoffice/import/imports.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  generateOldSystem,
  type OldOrder,
  type OldSystem,
  wholeSystem,
} from '#tests/factories/old-system/old-system.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { restartNumbers } from '#tests/support/database.ts'

const isFull = process.env.TEST_SCOPE === 'full'
const smallSize = { profiles: 100, publications: 12, orders: 130, units: 60, shipments: 40 }

const periods = [
  ['1998-01-01', '2005-12-31'],
  ['2006-01-01', '2012-12-31'],
  ['2013-01-01', '2019-12-31'],
  ['2020-01-01', '2029-12-31'],
] as const

const loadProblems = async (id: number) => {
  const rows = await listRecords(id, 'problems', { limit: 2_000 })
  return new Map(rows.map(({ kind, legacyId, problems }) => [`${kind} ${legacyId}`, problems]))
}
const sortItems = <Item>(items: readonly Item[]) => items.map((item) => JSON.stringify(item)).toSorted()
const sortLosses = (losses: ReadonlyMap<string, unknown>) => sortItems([...losses])

type Client = (path: string, body?: object) => Promise<Record<string, unknown>[]>

/** Returns a client for reports, of an administrator whose profile has the id 1, as has the first old one. */
async function openReportClient(): Promise<Client> {
  await restartNumbers()
  await openShop()
  const userId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  const client = new ApiClient(await startSession(userId, 'test', 'api'))
  return async (path, body) => {
    const address = `/api/reports/${path}/`
    const answer = await (body ? client.post(address, body) : client.get(address))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
}

const filterByPeriod = <Item extends { date: string }>(
  items: readonly Item[],
  [start, end]: readonly [string, string],
) => items.filter(({ date }) => start <= date && date <= end)
const filterPaid = (orders: readonly OldOrder[]) => orders.filter(({ status }) => status === 2)

/** Compares all reports with those of the old system, for records that can be imported. */
async function expectReports(report: Client, oldSystem: OldSystem): Promise<void> {
  for (const period of periods) {
    const body = { start: period[0], end: period[1] }
    const orders = filterByPeriod(filterPaid(oldSystem.orders), period)
    const lines = orders.flatMap((order) => order.lines.map((line) => ({ ...line, order: order.id })))

    const paid = await report('paid_orders', body)
    expect(sortItems(paid.map(({ id, date, total, nfe }) => ({ id, date, total, nfe })))).toEqual(
      sortItems(orders.map(({ id, date, total, nfe }) => ({ id, date, total: total / 100, nfe }))),
    )
    const products = await report('products', { ...body, nameProduct: '*' })
    const keys = [...new Set(lines.map(({ name, version }) => `${name} ${version}`))]
    const sold = keys.map((key) => {
      const linesOfTitle = lines.filter(({ name, version }) => `${name} ${version}` === key)
      const total = linesOfTitle.reduce((sum, { value }) => sum + value, 0) / 100
      return { name: linesOfTitle[0]?.name, vendas: linesOfTitle.length, total }
    })
    expect(sortItems(products.map(({ name, vendas, total }) => ({ name, vendas, total })))).toEqual(
      sortItems(sold),
    )

    const clients = await report('clients', { ...body, clientName: '*' })
    const bought = clients.flatMap((client) => [client.orders].flat()).map((line) => Object(line))
    expect(
      sortItems(bought.map(({ order_id, publication_id, value }) => [order_id, publication_id, value])),
    ).toEqual(sortItems(lines.map(({ order, publication, value }) => [order, publication, value / 100])))
    // Statuses of the reports: 1 subscriptions, 2 renewals (the old system lists none), 3 one-off purchases.
    for (const [status, expectedLines] of [
      [1, lines.filter(({ isSignature }) => isSignature)],
      [2, []],
      [3, lines.filter(({ isSignature }) => !isSignature)],
    ] as const) {
      expect(await report('month_count', { ...body, status })).toBe(expectedLines.length)
      const units = await report('signatures_orders', { ...body, status })
      expect(sortItems(units.map(({ order, airplane_prefix }) => [order, airplane_prefix]))).toEqual(
        sortItems(expectedLines.map(({ order, prefix }) => [order, prefix])),
      )
    }
    const endingUnits = await report('expired_signatures', body)
    const expectedUnits = oldSystem.units.filter(
      (unit) => unit.due !== null && body.start <= unit.due && unit.due <= body.end,
    )
    expect(sortItems(endingUnits.map(({ id, order, due }) => [id, order, due]))).toEqual(
      sortItems(expectedUnits.map(({ id, order, due }) => [id, order, due])),
    )
    const sentRows = await report('expedition_list', body)
    const shipped = oldSystem.shipments.filter(({ sentOn }) => body.start <= sentOn && sentOn <= body.end)
    expect([...new Set(sentRows.map(({ id }) => Number(id)))].toSorted((a, b) => a - b)).toEqual(
      shipped.map(({ id }) => id),
    )
  }
  const prices = await report('publication_prices')
  const sold = oldSystem.publications.filter(({ isRemoved }) => !isRemoved)
  expect(sortItems(prices.map(({ id, price }) => [id, price]))).toEqual(
    sortItems(sold.map(({ id, price }) => [id, price / 100])),
  )
  for (const prefix of ['PT-ABC', 'PT-XYZ', 'PT-KLM']) {
    const found = await report('order_by_prefix', { prefix })
    const rows = found.flatMap(({ id, publications }) =>
      [publications].flat().map((line) => [id, Object(line).publication.id]),
    )
    const expectedLines = oldSystem.orders.flatMap(({ id, lines }) =>
      lines.filter((line) => line.prefix === prefix).map(({ publication }) => [id, publication]),
    )
    expect(sortItems(rows)).toEqual(sortItems(expectedLines))
  }
}

test('imports an old system with its errors: lists each loss, and the shop’s reports match all other records', {
  meta: { slow: 'moves a whole company' },
  timeout: 240_000,
}, async () => {
  const report = await openReportClient()
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#678' } })
    .png()
    .toBuffer()
  const seed = 37
  const oldSystem = generateOldSystem(seed, isFull ? wholeSystem : smallSize, photo)
  // The check does not open files, so it cannot report missing photos.
  const lossesWithoutFiles = new Map(
    [...oldSystem.losses].filter(([, problems]) => !('publications.0.file' in problems)),
  )

  const id = await checkImport(oldSystem.source, { isApplied: true })
  expect(sortLosses(await loadProblems(id))).toEqual(sortLosses(lossesWithoutFiles))
  const plannedCounts = await countRecords(id)

  await applyImport(id, oldSystem.source)
  expect(sortLosses(await loadProblems(id))).toEqual(sortLosses(oldSystem.losses))
  const importedCounts = await countRecords(id)
  const findCount = (counts: typeof plannedCounts, kind: string, state: string) =>
    counts.find((row) => row.kind === kind && row.state === state)?.count ?? 0
  for (const kind of importKinds)
    expect([kind, findCount(importedCounts, kind, 'applied')]).toEqual([
      kind,
      findCount(plannedCounts, kind, 'ready'),
    ])

  const { count } = await db
    .selectFrom('order_lines')
    .select((eb) => eb.fn.count<number>('photo').as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(oldSystem.photoCount)
  expect(oldSystem.photoCount).toBeGreaterThan(8)

  const importedProfiles = await db
    .selectFrom('profiles')
    .select(['id', 'legacy_id'])
    .where('legacy_id', 'is not', null)
    .execute()
  // The administrator already has profile 1.
  expect(
    importedProfiles.filter(({ id: own, legacy_id }) => own !== legacy_id).map(({ legacy_id }) => legacy_id),
  ).toEqual([1])
  expect(
    importedProfiles.map(({ legacy_id }) => legacy_id).toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual(oldSystem.profiles)

  const prices = await db
    .selectFrom('publications')
    .select(['legacy_id as id', 'price', 'removed_at'])
    .where('legacy_id', 'is not', null)
    .orderBy('legacy_id')
    .execute()
  expect(prices.filter(({ removed_at }) => !removed_at).map(({ id: own, price }) => [own, price])).toEqual(
    oldSystem.publications.filter(({ isRemoved }) => !isRemoved).map(({ id: own, price }) => [own, price]),
  )
  expect(prices.filter(({ removed_at }) => removed_at).map(({ id: own }) => own)).toEqual(
    oldSystem.publications.filter(({ isRemoved }) => isRemoved).map(({ id: own }) => own),
  )
  await expectReports(report, oldSystem)
})
