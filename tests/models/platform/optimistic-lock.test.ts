import { expect, test } from 'vitest'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff, recordChange } from '#app/models/platform/history.server.ts'
import {
  findLastSave,
  findLockVersion,
  raiseVersion,
  StaleRecordError,
} from '#app/models/platform/optimistic-lock.server.ts'
import { makeCustomer, person } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'

const savePublication = (id: number, seenVersion: number) =>
  withTransaction(async (trx) => {
    await raiseVersion(trx, 'publications', id, seenVersion)
    await trx
      .updateTable('publications')
      .set({ name: `saved over ${seenVersion}` })
      .where('id', '=', id)
      .execute()
  })

test('rejects one of two concurrent saves without writing', async () => {
  const id = await makePublication()
  const outcomes = await Promise.allSettled([savePublication(id, 0), savePublication(id, 0)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const rejectedSave = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(rejectedSave?.status === 'rejected' && rejectedSave.reason).toBeInstanceOf(StaleRecordError)
  expect(await findLockVersion('publications', id)).toBe(1)
  await savePublication(id, 1)
  expect(await findLockVersion('publications', id)).toBe(2)
})

test('records author, field, old and new value of a change, and nothing without a change', async () => {
  const { userId } = await makeCustomer()
  const change = { entity: 'publication', entityId: 7, actorUserId: userId } as const
  await withTransaction(async (trx) => {
    await recordChange(trx, {
      ...change,
      before: { price: 100, name: 'A' },
      after: { price: 200, name: 'A' },
    })
    await recordChange(trx, { ...change, before: { price: 200 }, after: { price: 200 } })
  })
  expect(await listHistoryForStaff('publication', 7)).toMatchObject([
    { action: 'changed', actor: person.name, changes: [{ field: 'price', from: '100', to: '200' }] },
  ])
  expect(await findLastSave('publication', 7)).toMatchObject({ actor: person.name })
  expect(await findLastSave('publication', 8)).toBeUndefined()
  expect(await db.selectFrom('history').selectAll().execute()).toHaveLength(1)
})
