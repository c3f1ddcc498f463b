import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { Visitor } from '#tests/support/request.ts'

test('merges two spellings of a model into one list with one title, description and address', async () => {
  const [firstId, secondId] = [
    await makePublication({ name: 'Manual um' }),
    await makePublication({ name: 'Manual dois' }),
  ]
  await makePublication({ name: 'Manual de outra' })
  const makeModel = (publication_id: number, name: string) => ({
    publication_id,
    model: name,
    serial_from: null,
    serial_to: null,
  })
  await db
    .insertInto('publication_models')
    .values([makeModel(firstId, 'EMB 203'), makeModel(secondId, 'EMB-203')])
    .execute()
  const pages = ['EMB+203', 'EMB-203', 'emb203'].map((aircraft) =>
    fetchPage(new Visitor(), `/publications?aircraft=${aircraft}`),
  )
  for (const { text, html } of await Promise.all(pages)) {
    expect(text).toContain('Publicações para EMB 203')
    expect(text).toContain('2 publicações')
    expect(text).not.toContain('Manual de outra')
    expect(html).toContain('<title>Publicações para EMB 203 · Aeropub</title>')
    expect(html).toMatch(/<meta name="description" content="[^"]*para EMB 203[^"]*"/)
    expect(html).toMatch(/<link rel="canonical" href="https?:\/\/[^/]+\/publications\?aircraft=EMB\+203"/)
    expect(html.match(/<option value="EMB[^"]*"/g)).toHaveLength(1)
  }
  const listPage = await fetchPage(new Visitor(), '/publications')
  expect(listPage.html.match(/<option value="EMB[^"]*"/g)).toHaveLength(1)
  expect(listPage.html).toContain('<title>Publicações · Aeropub</title>')
})
