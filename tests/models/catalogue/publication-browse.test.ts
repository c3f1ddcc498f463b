import { expect, test } from 'vitest'
import { browsePublications } from '#app/models/catalogue/publication-browse.server.ts'
import { replaceModels } from '#app/models/catalogue/publication-models.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'

const query = { search: '', sort: 'newest', page: 1, serial: '' } as const

async function makeCatalogue() {
  const open = { from: null, to: null }
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
        models.map((model) => ({ model, ...open })),
      ),
    )
}

test.each(['', 'manual'])('counts the result of each choice without the filters «%s»', async (search) => {
  await makeCatalogue()
  const { counts, count, found, rows } = await browsePublications({ ...query, search })
  expect([count, found, rows.length]).toEqual(search === '' ? [3, 3, 3] : [2, 2, 2])
  for (const name of ['aircraft', 'kind', 'form', 'sale'] as const) {
    expect(counts[name].size).toBeGreaterThan(0)
    for (const [choice, titles] of counts[name]) {
      const chosen = await browsePublications({ ...query, search, [name]: choice })
      expect([name, choice, chosen.count]).toEqual([name, choice, titles])
    }
  }
})

test('sorts titles equally with and without a filter', async () => {
  await makeCatalogue()
  for (const sort of ['newest', 'revised', 'name', 'cheapest', 'dearest'] as const) {
    const whole = await browsePublications({ ...query, sort, search: 'manual' })
    // Both are printed, so that this filter matches both.
    const filtered = await browsePublications({ ...query, sort, search: 'manual', form: 'printed' })
    expect(filtered.rows.map(({ id }) => id)).toEqual(whole.rows.map(({ id }) => id))
  }
})

test('returns no rows and the same count after the last page', async () => {
  await makeCatalogue()
  expect(await browsePublications({ ...query, page: 9 })).toMatchObject({ rows: [], count: 3, pages: 1 })
})

test('matches another spelling of a known model', async () => {
  await makeCatalogue()
  const id = await makePublication({ name: 'Outro manual' })
  await withTransaction((trx) => replaceModels(trx, id, [{ model: 'emb 203', from: null, to: null }]))
  const { counts } = await browsePublications(query)
  expect([...counts.aircraft]).toEqual([
    ['EMB-202', 2],
    ['EMB-203', 2],
  ])
})
