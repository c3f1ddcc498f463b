import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { startProxy } from '../../support/fakes/tcp-proxy.ts'
import { type ShopProcess, waitFor } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { Buyer, publications } from '../support/buyer.ts'
import { startDatabasePair } from './database-pair.ts'

const serverUrl = process.env.DATABASE_URL
let pair: Awaited<ReturnType<typeof startDatabasePair>>
let line: Awaited<ReturnType<typeof startProxy>>
let harness: FaultHarness
let shop: ShopProcess
let otherShop: ShopProcess
let staff: Buyer

const publicationId = publications.manual
const listPath = paths.admin.publications()
let testCount = 0
/** The publication's name on the replica only. */
let replicaName: string
/** The publication on the primary. */
let publication: { name: string; price: number }

beforeAll(async () => {
  pair = await startDatabasePair(serverUrl ?? '')
  process.env.DATABASE_URL = pair.primary.url
  harness = await startHarness()
  line = await startProxy({ port: pair.port })
  const replica = {
    DATABASE_REPLICA_URL: pair.replicaUrl(harness.environment.DATABASE_URL ?? '', line.port),
    DATABASE_REPLICA_MAX_LAG_MS: '4000',
  }
  ;[shop, otherShop] = await Promise.all([harness.startWeb(replica), harness.startWeb(replica)])
  staff = new Buyer()
  await staff.post(`${shop.url}/login`, { email: 'equipe@aeropub.test', password: 'demonstracao-2026' })
  // With this cookie of a sent form, pages are read from the primary.
  staff.deleteCookie('written')
}, 180_000)

afterAll(async () => {
  process.env.DATABASE_URL = serverUrl
  await harness?.end()
  await line?.close()
  await pair?.end()
})

const fetchReadiness = async ({ url }: ShopProcess) => (await fetch(`${url}/readyz`)).text()
const waitForUse = (expected: boolean) =>
  waitFor(`the replica ${expected ? 'in' : 'out of'} use`, async () => {
    const readiness = await Promise.all([shop, otherShop].map(fetchReadiness))
    return readiness.every((text) => text === `ok\nreplica ${expected ? '' : 'not '}in use`)
  })
const runOnReplica = (statement: string) =>
  pair.onReplica(
    `use ${new URL(harness.environment.DATABASE_URL ?? '').pathname.slice(1)}`,
    'set session sql_log_bin = 0',
    statement,
  )
const changePublication = (values: { name?: string; price?: number }) =>
  harness.db.updateTable('publications').set(values).where('id', '=', publicationId).execute()

/**
 * Gives the publication a different name on each server, new in each test, so that a page shows from which server it
 * was read.
 */
beforeEach(async () => {
  testCount += 1
  replicaName = `Nome que só a réplica tem ${testCount}`
  publication = { name: `Manual que as duas têm ${testCount}`, price: 123_456 }
  await changePublication(publication)
  await waitForUse(true)
  await waitFor('the title at the replica', async () => {
    await runOnReplica(
      `update publications set name = '${replicaName}' where id = ${publicationId} and name = '${publication.name}'`,
    )
    return (await staff.get(`${shop.url}${listPath}`)).text.includes(replicaName)
  })
})

test('lists and their files are read from the replica, and single records from the primary', async () => {
  expect((await staff.get(`${shop.url}${paths.admin.publicationsFile('csv')}`)).text).toContain(replicaName)
  const record = (await staff.get(`${shop.url}${paths.admin.publication(publicationId)}`)).text
  expect(record).toContain(publication.name)
  expect(record).not.toContain(replicaName)
})

test('the catalogue is read from the replica', async () => {
  // Pages are cached until the catalogue changes, so each attempt uses another search until the replica is detected.
  const nameTerms = replicaName.split(' ')
  let requestCount = 0
  await waitFor('a search of the catalogue at the replica', async () => {
    requestCount += 1
    const search = selectTerms(nameTerms, requestCount).join(' ')
    const { text } = await new Buyer().get(`${shop.url}/publications?${new URLSearchParams({ search })}`)
    return text.includes(replicaName)
  })
  expect((await new Buyer().get(`${shop.url}${paths.publication(publicationId)}`)).text).toContain(
    replicaName,
  )
})

/** Returns the first term and those whose bit of `pick` is set, so each number selects different terms. */
function selectTerms([firstTerm = '', ...others]: string[], pick: number): string[] {
  return [firstTerm, ...others.filter((_, place) => (pick >> place) % 2 === 1)]
}

test('only the sender of a form reads from the primary', async () => {
  const writer = staff.duplicate()
  await writer.post(`${otherShop.url}/cart`, { publication_id: String(publicationId), add: '1' })
  expect((await writer.get(`${shop.url}${listPath}`)).text).toContain(publication.name)
  expect((await staff.get(`${shop.url}${listPath}`)).text).toContain(replicaName)
})

test('the next page of every web process shows a new price, though the replica is a second late', async () => {
  await pair.delay(1)
  try {
    await waitForUse(true)
    for (const price of [234_567, 345_678, 456_789]) {
      const shown = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(price / 100)
      await changePublication({ price })
      for (const { url } of [otherShop, shop, otherShop])
        for (const path of [paths.publication(publicationId), '/publications?search=duas+t%C3%AAm'])
          expect((await new Buyer().get(`${url}${path}`)).text, `${path} of ${url}`).toContain(shown)
    }
  } finally {
    await pair.delay(0)
  }
})

test('a lagging replica is skipped with one log line, and used again', async () => {
  const countLines = () => shop.output().split('replica left').length - 1
  const linesBefore = countLines()
  await pair.onReplica('stop replica sql_thread')
  try {
    await waitForUse(false)
    expect((await staff.get(`${shop.url}${listPath}`)).text).toContain(publication.name)
    await waitFor('a line in the log', async () => countLines() > linesBefore)
  } finally {
    await pair.onReplica('start replica sql_thread')
  }
  await waitForUse(true)
  expect((await staff.get(`${shop.url}${listPath}`)).text).toContain(replicaName)
  expect(countLines()).toBe(linesBefore + 1)
})

test('a replica killed under traffic fails no page, and is used again when it returns', async () => {
  let isOver = false
  const statuses: number[] = []
  const traffic = Array.from({ length: 4 }, async (_, visitor) => {
    while (!isOver)
      statuses.push((await staff.get(`${(visitor % 2 ? shop : otherShop).url}${listPath}?page=1`)).status)
  })
  const waitForResponses = (count: number) => {
    const goal = statuses.length + count
    return waitFor('responses', async () => statuses.length >= goal)
  }
  await waitForResponses(10)
  await pair.killReplica()
  await waitForResponses(30)
  await waitForUse(false)
  await pair.startReplica()
  await waitForUse(true)
  await waitForResponses(10)
  isOver = true
  await Promise.all(traffic)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})

test('an unresponsive replica is skipped before a statement reaches its limit', async () => {
  // Statements here may take 20 s, so the response cannot come from their timeout.
  line.fail('silence')
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => staff.get(`${shop.url}${listPath}`, AbortSignal.timeout(10_000))),
  )
  expect(responses.map(({ status, text }) => [status, text.includes(publication.name)])).toEqual(
    responses.map(() => [200, true]),
  )
  await waitForUse(false)
  line.recover()
  await waitForUse(true)
})
