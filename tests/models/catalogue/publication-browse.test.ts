import { expect, test } from 'vitest'
import { browsePublications } from '#app/models/catalogue/publication-browse.server.ts'
import { replaceModels } from '#app/models/catalogue/publication-models.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'

const browseQuery = { search: '', sort: 'newest', page: 1, serial: '' } as const

/** Creates three publications on sale and one that is not. */
async function makeCatalogue() {
  const allSerials = { from: null, to: null }
  const publications = [
    {
      id: await makePublication({ name: 'Manual de Voo', kind: 'flight', is_signature: true }),
      models: ['EMB-202', 'EMB-203'],
    },
    {
      id: await makePublication({ name: 'Manual antigo', kind: 'flight', is_signature: false }),
      models: ['EMB-202'],
    },
    { id: await makeDownload({ name: 'Boletim de Serviço', kind: 'bulletin' }), models: [] },
    { id: await makePublication({ name: 'Fora de venda', active: false }), models: ['EMB-203'] },
  ]
  for (const { id, models } of publications)
    await withTransaction((trx) =>
      replaceModels(
        trx,
        id,
        models.map((model) => ({ model, ...allSerials })),
      ),
    )
}

test.each(['', 'manual'])(
  'the count of each filter choice equals the number of titles that it returns, for the search «%s»',
  async (search) => {
    await makeCatalogue()
    const { counts, count, found, rows } = await browsePublications({ ...browseQuery, search })
    const titleCount = search === '' ? 3 : 2
    expect({ count, found, rows: rows.length }).toEqual({
      count: titleCount,
      found: titleCount,
      rows: titleCount,
    })
    for (const name of ['aircraft', 'kind', 'form', 'sale'] as const) {
      expect(counts[name].size).toBeGreaterThan(0)
      for (const [choice, expectedCount] of counts[name]) {
        const filteredResult = await browsePublications({ ...browseQuery, search, [name]: choice })
        expect([name, choice, filteredResult.count]).toEqual([name, choice, expectedCount])
      }
    }
  },
)

test('sorts titles equally with and without a filter', async () => {
  await makeCatalogue()
  for (const sort of ['newest', 'revised', 'name', 'cheapest', 'dearest'] as const) {
    const completeResult = await browsePublications({ ...browseQuery, sort, search: 'manual' })
    // Both manuals are printed, so the filter removes neither.
    const filteredResult = await browsePublications({
      ...browseQuery,
      sort,
      search: 'manual',
      form: 'printed',
    })
    expect(filteredResult.rows.map(({ id }) => id)).toEqual(completeResult.rows.map(({ id }) => id))
  }
})

test('returns no rows and the same count after the last page', async () => {
  await makeCatalogue()
  expect(await browsePublications({ ...browseQuery, page: 9 })).toMatchObject({
    rows: [],
    count: 3,
    pages: 1,
  })
})

test('counts a title with another spelling of a known model under that model', async () => {
  await makeCatalogue()
  const id = await makePublication({ name: 'Outro manual' })
  await withTransaction((trx) => replaceModels(trx, id, [{ model: 'emb 203', from: null, to: null }]))
  const { counts } = await browsePublications(browseQuery)
  expect([...counts.aircraft]).toEqual([
    ['EMB-202', 2],
    ['EMB-203', 2],
  ])
})
