import { describe, expect, test } from 'vitest'
import type { PublicationData } from '#app/domain/catalogue/publication-fields.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import {
  createPublication,
  DateBeforeRevision,
  findPublicationForStaff,
  removePublication,
  savePublication,
} from '#app/models/catalogue/publication-edit.server.ts'
import { listPublicationsForStaff, publicationStates } from '#app/models/catalogue/publication-list.server.ts'
import { listRevisionsForStaff, VersionTaken } from '#app/models/catalogue/revision.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { makeCart } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { loadSubscription, makeSubscriptions } from '#tests/factories/subscriptions.ts'

const today = '2026-11-21'
const { awaitingDispatch, sent, expired, active } = subscriptionStatus

const publicationData: PublicationData = {
  name: 'Manual da Hélice',
  applicability: 'Todas as séries',
  version: 'Rev. 1',
  date: '2026-01-15',
  weight: 700,
  price: 80_00,
  price_signature: 60_00,
  is_signature: true,
  is_download: false,
  is_sent_immediately: true,
  has_airplane_info: false,
  has_photo_upload: false,
  photo_subject: 'other',
  photo_note: null,
  active: true,
  changes: null,
}

const { changes: _, ...publicationRow } = publicationData

async function saveChanges(id: number, changes: Partial<PublicationData>, seenVersion?: number) {
  const { userId: actorUserId } = await makeCustomer()
  const lock_version = seenVersion ?? (await findPublicationForStaff(id))?.lock_version ?? 0
  return savePublication(
    id,
    { ...publicationData, ...changes },
    { actorUserId, seenVersion: lock_version, today },
  )
}

const listQuery = { search: '', sort: 'id', direction: 'descending', page: 1 } as const
async function listIdsByStatus(status?: number) {
  return (await listPublicationsForStaff({ ...listQuery, status })).rows.map(({ id }) => id)
}

describe('a new version', () => {
  test('adds a revision, keeps the previous one and is recorded in the history', async () => {
    const id = await makePublication(publicationRow)
    expect(await saveChanges(id, { version: 'Rev. 2', date: today, changes: 'Capítulo 5' })).toEqual({
      isNewRevision: true,
      waiting: 0,
    })
    const revisions = await listRevisionsForStaff(id)
    expect(revisions.map(({ version, changes }) => [version, changes])).toEqual([
      ['Rev. 2', 'Capítulo 5'],
      ['Rev. 1', null],
    ])
    expect(revisions[0]?.maker).not.toBeNull()
    expect(await findPublicationForStaff(id)).toMatchObject({
      version: 'Rev. 2',
      date: today,
      lock_version: 1,
    })
    const [entry] = await listHistoryForStaff('publication', id)
    expect(entry?.action).toBe('new-revision')
    expect(entry?.changes).toContainEqual({ field: 'version', from: 'Rev. 1', to: 'Rev. 2' })
  })

  test('is not added when the version is unchanged; date and note of the current revision are updated', async () => {
    const id = await makePublication(publicationRow)
    await saveChanges(id, { date: '2026-02-01', changes: 'Capítulo 5' })
    expect((await listRevisionsForStaff(id)).map(({ date, changes }) => [date, changes])).toEqual([
      ['2026-02-01', 'Capítulo 5'],
    ])
  })

  test('does not store a note of changes that is equal to the note of the previous version', async () => {
    const id = await makePublication(publicationRow)
    await saveChanges(id, { changes: 'Capítulo 5' })
    await saveChanges(id, { version: 'Rev. 2', changes: 'Capítulo 5' })
    expect((await listRevisionsForStaff(id)).map(({ changes }) => changes)).toEqual([null, 'Capítulo 5'])
  })

  test('is rejected when the version exists already or its date is before that of the current revision', async () => {
    const id = await makePublication(publicationRow)
    await saveChanges(id, { version: 'Rev. 2', date: today })
    await expect(saveChanges(id, { version: 'Rev. 1', date: today })).rejects.toThrow(VersionTaken)
    await expect(saveChanges(id, { version: 'Rev. 3', date: '2026-11-20' })).rejects.toThrow(
      DateBeforeRevision,
    )
    expect(await findPublicationForStaff(id)).toMatchObject({ version: 'Rev. 2', lock_version: 1 })
  })

  test('makes only printed subscriptions in force wait for another copy', async () => {
    const due = '2027-01-10'
    const { publicationId, ids } = await makeSubscriptions([
      { due, status: active },
      { due, status: sent },
      { due: '2026-11-20', status: active },
      { due, status: active, suspended_at: new Date() },
      { due, status: expired },
    ])
    expect(await saveChanges(publicationId, { version: 'Rev. 2', date: today })).toMatchObject({ waiting: 2 })
    const rows = await Promise.all(ids.map(loadSubscription))
    expect(rows.map(({ status }) => status)).toEqual([
      awaitingDispatch,
      awaitingDispatch,
      active,
      active,
      expired,
    ])
    const [entry] = await listHistoryForStaff('subscription', ids[1] ?? 0)
    // From sent (3) to awaiting dispatch (2).
    expect(entry?.changes).toEqual([{ field: 'status', from: '3', to: '2' }])
    expect(rows.map(({ lock_version }) => lock_version)).toEqual([1, 1, 0, 0, 0])
  })

  test('needs no shipment for a download’s new revision', async () => {
    const { publicationId, ids } = await makeSubscriptions([{ due: '2027-01-10' }], { is_download: true })
    await saveChanges(publicationId, { version: 'Rev. 2', date: today, is_download: true, weight: 0 })
    expect((await loadSubscription(ids[0] ?? 0)).status).toBe(subscriptionStatus.downloadReleased)
  })
})

test('rejects a save with an outdated version without writing', async () => {
  const id = await makePublication(publicationRow)
  await saveChanges(id, { name: 'Um' }, 0)
  await expect(saveChanges(id, { name: 'Dois' }, 0)).rejects.toThrow(StaleRecordError)
  expect(await findPublicationForStaff(id)).toMatchObject({ name: 'Um' })
})

test('creates a publication with its first revision and history', async () => {
  const { userId } = await makeCustomer()
  const id = await createPublication(
    { ...publicationData, changes: 'Primeira edição' },
    { actorUserId: userId, token: 'form' },
  )
  expect(await findPublicationForStaff(id)).toMatchObject({ version: 'Rev. 1', changes: 'Primeira edição' })
  const history = await listHistoryForStaff('publication', id)
  expect(history.map(({ action }) => action)).toEqual(['created'])
  expect(history[0]?.changes).toEqual(
    expect.arrayContaining([
      { field: 'changes', from: null, to: 'Primeira edição' },
      { field: 'price', from: null, to: String(publicationData.price) },
    ]),
  )
})

describe('removing a publication', () => {
  test('deletes a publication that nobody owns, even when a cart contains it', async () => {
    const { userId } = await makeCustomer()
    const id = await makePublication(publicationRow)
    await makeCart({ [id]: 1 })
    expect(await removePublication(id, userId)).toEqual([])
    expect(await findPublicationForStaff(id)).toBeUndefined()
    expect(await removePublication(id, userId)).toBeUndefined()
  })

  test('only hides a publication that somebody owns, and saving it as active restores it', async () => {
    const { publicationId: id } = await makeSubscriptions([{}])
    const { userId } = await makeCustomer()
    expect(await removePublication(id, userId)).toEqual([])
    expect(await findPublicationForStaff(id)).toMatchObject({ active: false })
    expect(await listIdsByStatus()).not.toContain(id)
    expect(await listIdsByStatus(3)).toContain(id)
    await saveChanges(id, { active: true })
    expect(await listIdsByStatus(1)).toContain(id)
  })
})

test('the list searches by number and words, filters by state and sorts as requested', async () => {
  const cheapId = await makePublication({ ...publicationRow, name: 'Zeta', price: 1 })
  const offSaleId = await makePublication({
    ...publicationRow,
    name: 'Alfa',
    applicability: 'EMB-777',
    active: false,
  })
  const listIds = async (changes: object) =>
    (await listPublicationsForStaff({ ...listQuery, status: undefined, ...changes })).rows.map(({ id }) => id)
  expect(await listIds({})).toEqual([offSaleId, cheapId])
  expect(await listIds({ sort: 'price', direction: 'ascending' })).toEqual([cheapId, offSaleId])
  expect(await listIds({ search: String(cheapId) })).toContain(cheapId)
  expect(await listIds({ search: 'emb-777 alfa' })).toEqual([offSaleId])
  expect(await listIds({ status: publicationStates.inactive })).toEqual([offSaleId])
})
