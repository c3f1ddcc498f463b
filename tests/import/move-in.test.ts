import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importKinds } from '#app/domain/backoffice/import-kind.ts'
import { addDays } from '#app/domain/platform/calendar.ts'
import { makeApiSource } from '#app/import/api-source.server.ts'
import { applyImport, checkImport } from '#app/import/import.server.ts'
import { type ImportSource, listPaths } from '#app/import/kinds.ts'
import { startSession } from '#app/models/accounts/session.server.ts'
import { countRecords, findImport, listRecords } from '#app/models/backoffice/import/imports.server.ts'
import { hasSameTotals } from '#app/models/backoffice/import/totals.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { referenceDate } from '#db/seed/reference-date.ts'
import { seed } from '#db/seed.ts'
import { type Edge, startEdge } from '#tests/server/test-server.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { build } from '#tests/support/app-client.ts'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge({ build })
})
afterAll(() => edge.close())

const today = referenceDate
const period = { start: addDays(today, -364), end: today }
const nextYear = { start: today, end: addDays(today, 365) }

const reports = [
  ['order_by_prefix/', { prefix: 'PT' }],
  ['paid_orders/', period],
  ['paid_orders/', { ...period, by: 'paid_on' }],
  ['expedition_list/', period],
  ['clients/', period],
  ['products/', period],
  ['expired_signatures/', period],
  ['expired_signatures/', nextYear],
  ...[1, 2, 3].flatMap((status) => [
    ['month_count/', { ...period, status }] as const,
    ['signatures_orders/', { ...period, status }] as const,
  ]),
] as const

/**
 * Removes values that the import changes or the machine determines: addresses of files, ids of accounts, the
 * time of the last change, and the id in the old system. Samples are not imported.
 */
function stripBody(body: unknown): unknown {
  const dropped = new Set(['transaction_link', 'temp_hash', 'cover', 'sample', 'legacy_id', 'updated_at'])
  return JSON.parse(JSON.stringify(body), function (this: Record<string, unknown>, name, value) {
    if (dropped.has(name)) return undefined
    if (name === 'file') return value !== null
    const isAccount = value && typeof value === 'object' && 'email' in value
    if (name === 'user' && isAccount) return { ...value, id: 0 }
    if (name === 'owner' && isAccount) return value.email
    return value
  })
}

/** Returns all lists and reports as an administrator reads them. */
async function fetchAllRecords(): Promise<Record<string, unknown>> {
  const client = new ApiClient(await makeAdminToken())
  const answers: Record<string, unknown> = {}
  for (const path of Object.values(listPaths))
    answers[path] = stripBody((await client.get(`${path}?ordering=id&limit=1000`)).body)
  for (const [path, body] of reports) {
    const answer = await client.post(`/api/reports/${path}`, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    answers[`${path} ${JSON.stringify(body)}`] = stripBody(answer.body)
  }
  for (const status of ['', '1', '2', '3'])
    answers[`prices ${status}`] = stripBody(
      (await client.get(`/api/reports/publication_prices/?status=${status}`)).body,
    )
  return answers
}

async function makeAdminToken(): Promise<string> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('is_superuser', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return startSession(admin.id, 'test', 'api')
}

/** Returns the source with its files in memory, so that they outlast the emptied shop. */
async function rememberSource(source: ImportSource, importId: number): Promise<ImportSource> {
  const rows = await db
    .selectFrom('import_records')
    .select('body')
    .where('import_id', '=', importId)
    .execute()
  const links = rows.flatMap(({ body }) =>
    [...body.matchAll(/"file":"([^"]+)"/g)].map(([, link]) => link ?? ''),
  )
  const files = new Map<string, { name: string; parts: Uint8Array[] }>()
  for (const link of new Set(links)) {
    const { name, bytes } = await source.openFile(link)
    const parts: Uint8Array[] = []
    for await (const chunk of bytes) parts.push(chunk)
    files.set(link, { name, parts })
  }
  return {
    ...source,
    async openFile(link) {
      const { name, parts } = files.get(link) ?? { name: '', parts: [] }
      return {
        name,
        bytes: (async function* () {
          yield* parts
        })(),
      }
    },
  }
}

async function emptyShop(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = database()
    and table_name not like 'kysely%' and table_name not in ('imports', 'import_records')`.execute(db)
  await db.connection().execute(async (connection) => {
    await sql`set foreign_key_checks = 0`.execute(connection)
    for (const { name } of rows) await sql`delete from ${sql.table(name)}`.execute(connection)
    await sql`set foreign_key_checks = 1`.execute(connection)
  })
}

test('imports the demonstration through its API into an empty shop, with equal lists and reports', {
  meta: { slow: 'moves the whole demonstration' },
  timeout: 180_000,
}, async () => {
  await seed(db)
  const answersBefore = await fetchAllRecords()
  // All but one list or report contain records, so that the comparison below proves something.
  const emptyRecords = Object.entries(answersBefore).filter(([, answer]) =>
    ['[]', '0'].includes(JSON.stringify(answer)),
  )
  expect(emptyRecords.map(([name]) => name)).toEqual(['prices 3'])
  const source = makeApiSource({ address: edge.origin, token: await makeAdminToken() })
  const id = await checkImport(source, { isApplied: false })
  expect(await listRecords(id, 'problems', { limit: 10 })).toEqual([])
  const rememberedSource = await rememberSource(source, id)
  await emptyShop()

  await applyImport(id, rememberedSource)
  expect(await listRecords(id, 'problems', { limit: 10 })).toEqual([])
  expect((await countRecords(id)).map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual(
    importKinds.map((kind) => `${kind} applied`).sort(),
  )
  const { comparison } = (await findImport(id)) ?? {}
  expect(comparison?.filter((each) => !hasSameTotals(each))).toEqual([])
  expect(comparison?.length).toBeGreaterThan(10)
  const answersAfter = await fetchAllRecords()
  for (const [name, answer] of Object.entries(answersBefore)) expect(answersAfter[name], name).toEqual(answer)

  const outbox = await db.selectFrom('outbox').select('job').execute()
  expect(outbox).toEqual([])
})
