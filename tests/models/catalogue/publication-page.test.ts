import { describe, expect, test } from 'vitest'
import { removePublication } from '#app/models/catalogue/publication-edit.server.ts'
import {
  countModels,
  listModels,
  listTitlesForSameModels,
} from '#app/models/catalogue/publication-models.server.ts'
import {
  findPageFile,
  findPublicationPage,
  type PublicationPageData,
  replacePageFile,
  savePublicationPage,
} from '#app/models/catalogue/publication-page.server.ts'
import { addRevision, describeRevision, listRevisions } from '#app/models/catalogue/revision.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'

const pageData: PublicationPageData = {
  kind: 'maintenance',
  description: 'Tudo sobre a célula.',
  contents: '1 Geral\n  1.1 Peso',
  models: [
    { model: 'EMB-203', from: '20300001', to: null },
    { model: 'EMB-202A', from: null, to: null },
  ],
}
const formatModels = (ranges: PublicationPageData['models']) => ranges.map(({ model }) => model).join(', ')

async function savePageData(id: number, changes: Partial<PublicationPageData> = {}, seenVersion = 0) {
  const { userId: actorUserId } = await makeCustomer()
  return savePublicationPage(id, { ...pageData, ...changes }, { actorUserId, seenVersion, formatModels })
}

const pageFile = {
  file: 'publications/x',
  name: 'capa.jpg',
  type: 'image/jpeg',
  bytes: 9,
  width: 3,
  height: 4,
}

describe('the page of a publication', () => {
  test('stores the models in order and records a change in the history, but not an unchanged save', async () => {
    const id = await makePublication()
    expect(await savePageData(id)).toBe(true)
    expect(await findPublicationPage(id)).toMatchObject({ ...pageData, lock_version: 1, cover: undefined })
    const [entry] = await listHistoryForStaff('publication', id)
    expect(entry?.action).toBe('page-changed')
    expect(entry?.changes).toContainEqual({ field: 'models', from: '', to: 'EMB-203, EMB-202A' })
    await savePageData(id, {}, 1)
    expect(await listHistoryForStaff('publication', id)).toHaveLength(1)
  })

  test('rejects a save with an outdated version, and saves nothing for an unknown publication', async () => {
    const id = await makePublication()
    const unknownId = id + 1000
    await savePageData(id)
    await expect(savePageData(id, { description: 'Meu' }, 0)).rejects.toBeInstanceOf(StaleRecordError)
    expect((await findPublicationPage(id))?.description).toBe(pageData.description)
    expect(await savePageData(unknownId)).toBe(false)
  })

  test('stores one cover and returns the previous file, which the caller deletes', async () => {
    const id = await makePublication()
    const { userId: actorUserId } = await makeCustomer()
    const pageFileTarget = { publicationId: id, kind: 'cover', actorUserId } as const
    expect(await replacePageFile(pageFileTarget, pageFile)).toBeNull()
    expect(await findPageFile(id, 'cover')).toMatchObject({ file: 'publications/x' })
    expect(await findPageFile(id, 'sample')).toBeUndefined()
    expect(await replacePageFile(pageFileTarget, { ...pageFile, file: 'publications/y' })).toBe(
      'publications/x',
    )
    expect(await replacePageFile(pageFileTarget, null)).toBe('publications/y')
    expect(await replacePageFile(pageFileTarget, null)).toBeNull()
    const history = await listHistoryForStaff('publication', id)
    expect(history.map(({ action }) => action)).toEqual(['cover-removed', 'cover-set', 'cover-set'])
  })

  test('is deleted together with a publication that was never sold', async () => {
    const id = await makePublication()
    const { userId: actorUserId } = await makeCustomer()
    await savePageData(id)
    await replacePageFile({ publicationId: id, kind: 'sample', actorUserId }, pageFile)
    expect(await removePublication(id, actorUserId)).toContain('publications/x')
    expect(await listModels(id)).toEqual([])
  })

  test('has no public cover when the publication is off sale', async () => {
    const id = await makePublication({ active: false })
    const { userId: actorUserId } = await makeCustomer()
    await replacePageFile({ publicationId: id, kind: 'cover', actorUserId }, pageFile)
    expect(await findPageFile(id, 'cover')).toBeUndefined()
  })
})

describe('models of publications', () => {
  test('are counted once per title on sale, whatever its ranges', async () => {
    const [firstId, secondId, offSaleId] = [
      await makePublication(),
      await makePublication(),
      await makePublication({ active: false }),
    ]
    const repeatedRange = { model: 'EMB-203', from: '1', to: '2' }
    await savePageData(firstId, { models: [...pageData.models, repeatedRange] })
    await savePageData(secondId, { models: [{ model: 'EMB-203', from: null, to: null }] })
    await savePageData(offSaleId)
    expect(await countModels()).toEqual([
      { model: 'EMB-202A', count: 1 },
      { model: 'EMB-203', count: 2 },
    ])
  })

  test('find other titles on sale: titles for only these models first, then the newest', async () => {
    const oneModel = [{ model: 'EMB-203', from: null, to: null }]
    const [shownId, titleOfBothModels, olderExclusive, newerExclusive] = [
      await makePublication(),
      await makePublication(),
      await makePublication(),
      await makePublication(),
    ]
    await savePageData(shownId)
    await savePageData(titleOfBothModels)
    await savePageData(olderExclusive, { models: oneModel })
    await savePageData(newerExclusive, { models: oneModel })
    await savePageData(await makePublication({ active: false }), { models: oneModel })
    await savePageData(await makePublication(), { models: [{ model: 'T-12', from: null, to: null }] })
    const listIds = async (models: string[], limit = 9) =>
      (await listTitlesForSameModels(shownId, models, limit)).map(({ id }) => id)
    expect(await listIds(['EMB-203'])).toEqual([newerExclusive, olderExclusive, titleOfBothModels])
    expect(await listIds(['EMB-203'], 1)).toEqual([newerExclusive])
    expect(await listIds([])).toEqual([])
  })
})

describe('a revision’s description', () => {
  /** Creates a publication with a first revision and 'Rev. 2', and returns the ids of both revisions. */
  async function makeTwoRevisions() {
    const id = await makePublication()
    const { userId } = await makeCustomer()
    const revision = { publicationId: id, version: 'Rev. 2', date: '2026-05-01', changes: 'Novo' }
    await withTransaction((trx) => addRevision(trx, revision))
    const [newestRevision, firstRevision] = await listRevisions(id)
    return { id, userId, newestId: newestRevision?.id ?? 0, firstId: firstRevision?.id ?? 0 }
  }

  test('can be added later, even to an earlier revision, and is recorded once in the history', async () => {
    const { id, userId, firstId } = await makeTwoRevisions()
    const firstRevision = { publicationId: id, revisionId: firstId }
    expect(await describeRevision(firstRevision, 'Primeira edição', userId)).toBe(true)
    expect(await describeRevision(firstRevision, 'Primeira edição', userId)).toBe(true)
    expect((await listRevisions(id)).map(({ changes }) => changes)).toEqual(['Novo', 'Primeira edição'])
    const history = await listHistoryForStaff('publication', id)
    expect(history.map(({ action }) => action)).toEqual(['revision-described'])
  })

  test('is rejected for a revision of another or unknown publication', async () => {
    const { id, userId, newestId } = await makeTwoRevisions()
    const otherPublicationId = await makePublication()
    for (const publicationId of [otherPublicationId, otherPublicationId + 1000])
      expect(await describeRevision({ publicationId, revisionId: newestId }, 'x', userId)).toBe(false)
    expect((await listRevisions(id)).map(({ changes }) => changes)).toContain('Novo')
  })

  test('raises the lock version of the publication’s page only for the newest revision', async () => {
    const { id, userId, firstId, newestId } = await makeTwoRevisions()
    const loadVersion = async () => (await findPublicationPage(id))?.lock_version
    await describeRevision({ publicationId: id, revisionId: firstId }, 'Primeira edição', userId)
    expect(await loadVersion()).toBe(0)
    await describeRevision({ publicationId: id, revisionId: newestId }, null, userId)
    expect(await loadVersion()).toBe(1)
  })
})
