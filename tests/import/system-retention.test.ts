import { expect, test } from 'vitest'
import { applyImport, checkImport } from '#app/import/import.server.ts'
import type { ImportSource } from '#app/import/kinds.ts'
import { sweepOnce } from '#app/jobs/backoffice/sweep.server.ts'
import { findImport, setImportState } from '#app/models/backoffice/import/imports.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const DAY = 24 * 3_600_000
const getDayFromNow = (days: number) => new Date(Date.now() + days * DAY)

/** A customer with an invalid e-mail, who is rejected with a readable reason. */
const source: ImportSource = {
  name: 'http://antigo.example',
  async *read(kind) {
    const user = { email: 'ana sem arroba' }
    const value = { id: 7, name: 'Ana Inventada', person_or_company: 0, cpf: '529.982.247-25', user }
    if (kind === 'profiles') yield { place: 'page 1', value }
  },
  openFile: () => Promise.reject(new Error('no files')),
}
const checkSource = () => checkImport(source, { isApplied: false })

async function ageImport(id: number) {
  const longAgo = {
    created_at: getDayFromNow(-300),
    checked_at: getDayFromNow(-300),
    touched_at: getDayFromNow(-300),
  }
  await db.updateTable('imports').set(longAgo).where('id', '=', id).execute()
}

function listRecords(id: number) {
  return db
    .selectFrom('import_records')
    .select(['legacy_id', 'state', 'place', 'body', 'key_text', 'problems'])
    .where('import_id', '=', id)
    .execute()
}

test('retains read records for half a year after the last reading', async () => {
  const id = await checkSource()
  await ageImport(id)
  expect(await checkSource()).toBe(id)
  expect(await sweepOnce(getDayFromNow(179))).toMatchObject({ systemImports: 0 })
  expect(await listRecords(id)).toHaveLength(1)
  expect(await sweepOnce(getDayFromNow(181))).toMatchObject({ systemImports: 1 })
  expect(await findImport(id)).toBeUndefined()
})

test('does not delete an import that is being read again', async () => {
  const id = await checkSource()
  await ageImport(id)
  const reading: ImportSource = {
    ...source,
    async *read(kind) {
      if (kind === 'publications') expect(await sweepOnce()).toMatchObject({ systemImports: 0 })
      yield* source.read(kind)
    },
  }
  await checkImport(reading, { isApplied: false })
  expect(await listRecords(id)).toHaveLength(1)
})

test('does not delete an import that is being applied', async () => {
  const id = await checkSource()
  await setImportState(id, 'applying')
  await ageImport(id)
  expect(await sweepOnce()).toMatchObject({ systemImports: 0 })
  expect(await listRecords(id)).toHaveLength(1)
})

test('erases text of a finished import once after half a year, but not numbers and outcomes', async () => {
  const id = await checkSource()
  await applyImport(id, source)
  const [refused] = await listRecords(id)
  expect(refused).toMatchObject({
    state: 'refused',
    place: 'page 1',
    problems: expect.stringContaining('email'),
  })
  expect(await sweepOnce(getDayFromNow(179))).toMatchObject({ systemImports: 0 })
  expect(await sweepOnce(getDayFromNow(181))).toMatchObject({ systemImports: 1 })
  expect(await listRecords(id)).toEqual([
    { legacy_id: 7, state: 'refused', place: '', body: '{}', key_text: null, problems: null },
  ])
  expect(await sweepOnce(getDayFromNow(182))).toMatchObject({ systemImports: 0 })
})
