import { expect, test } from 'vitest'
import {
  findPublication,
  listCurrentVersions,
  listPublications,
  publicationsPerPage,
} from '#app/models/catalogue/publication.server.ts'
import { listPublicationsForStaff } from '#app/models/catalogue/publication-list.server.ts'
import { findSimilarSearches } from '#app/models/catalogue/publication-search.server.ts'
import { listPartnerDownloads } from '#app/models/subscriptions/download.server.ts'
import { makePublication } from '#tests/factories/publications.ts'

async function findNames(search: string) {
  return (await listPublications({ search, page: 1 })).rows.map((row) => row.name).sort()
}

test('search matches every word in name and applicability, ignoring accents and case', async () => {
  await makePublication({ name: 'Manual da Hélice', applicability: 'EMB-202A' })
  await makePublication({ name: 'Sistema Elétrico', applicability: 'Hélice HC-C3YR' })
  await makePublication({ name: 'Catálogo de Peças', applicability: 'EMB-203' })
  expect(await findNames('helice')).toEqual(['Manual da Hélice', 'Sistema Elétrico'])
  expect(await findNames('HÉLICE')).toEqual(['Manual da Hélice', 'Sistema Elétrico'])
  expect(await findNames('emb-202')).toEqual(['Manual da Hélice'])
  expect(await findNames('manual 202a')).toEqual(['Manual da Hélice'])
  expect(await findNames('pecas hélice')).toEqual([])
  expect(await findNames('')).toHaveLength(3)
})

test.each(['%', '_', '\\', "'", '"', '%%', "' or 1=1 --"])(
  'the text %s matches only itself',
  async (wildcard) => {
    await makePublication({ name: 'Manual comum' })
    await makePublication({ name: `Estranho ${wildcard} aqui` })
    expect(await findNames(wildcard)).toEqual([`Estranho ${wildcard} aqui`])
  },
)

test.each([
  ['emb203', ['Catálogo EMB-203', 'Motor do EMB 203']],
  ['EMB 203', ['Catálogo EMB-203', 'Motor do EMB 203']],
  ['203 emb', ['Catálogo EMB-203', 'Motor do EMB 203']],
  ['emb-203 catalogo', ['Catálogo EMB-203']],
  ['EMB203 - motor', ['Motor do EMB 203']],
  ['emb202a', ['Ipanema EMB-202A']],
  ['at402b', ['Air Tractor AT-402B']],
  ['boletim 12/2024', ['Boletim 12/2024']],
  ['emb204', []],
  ['emb203 helice', []],
])('finds a model typed as %s', async (search, expectedNames) => {
  await makePublication({ name: 'Catálogo EMB-203', applicability: 'Todas' })
  await makePublication({ name: 'Motor do EMB 203', applicability: 'Todas' })
  await makePublication({ name: 'Ipanema EMB-202A', applicability: 'Todas' })
  await makePublication({ name: 'Air Tractor AT-402B', applicability: 'Todas' })
  await makePublication({ name: 'Boletim 12/2024', applicability: 'Todas' })
  expect(await findNames(search)).toEqual(expectedNames)
  expect((await listCurrentVersions(search)).map(({ name }) => name).sort()).toEqual(expectedNames)
  expect((await listPartnerDownloads(search)).map(({ name }) => name).sort()).toEqual(expectedNames)
  const staffQuery = { search, status: undefined, sort: 'name', direction: 'ascending', page: 1 } as const
  expect((await listPublicationsForStaff(staffQuery)).rows.map(({ name }) => name)).toEqual(expectedNames)
})

test('suggests corrected words from titles on sale if the corrected search finds something', async () => {
  await makePublication({ name: 'Manual de Voo do Ipanema', applicability: 'EMB-203' })
  await makePublication({ name: 'Manual do Carcará', applicability: 'C-3', active: false })
  expect(await findSimilarSearches('ipanemma')).toEqual(['Ipanema'])
  expect(await findSimilarSearches('manaul IPANÉMA')).toEqual(['Manual Ipanema'])
  expect(await findSimilarSearches('carcaraa')).toEqual([])
  expect(await findSimilarSearches('ipanemma zeppelin')).toEqual([])
  expect(await findSimilarSearches('ipanema')).toEqual([])
})

test('returns full pages, newest first, with the count of all matches', async () => {
  for (let index = 0; index < publicationsPerPage + 3; index++) await makePublication()
  await makePublication({ active: false })
  const firstPage = await listPublications({ search: '', page: 1 })
  const secondPage = await listPublications({ search: '', page: 2 })
  expect([firstPage.rows.length, secondPage.rows.length]).toEqual([publicationsPerPage, 3])
  expect([firstPage.count, firstPage.pages]).toEqual([publicationsPerPage + 3, 2])
  const ids = [...firstPage.rows, ...secondPage.rows].map((row) => row.id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect((await listPublications({ search: '', page: 9 })).rows).toEqual([])
  expect((await listPublications({ search: 'nada', page: 1 })).pages).toBe(1)
})

test('a publication that is not on sale is neither found nor listed', async () => {
  const offSale = await makePublication({ active: false })
  const onSale = await makePublication()
  expect(await findPublication(offSale)).toBeUndefined()
  expect(await findPublication(onSale)).toMatchObject({
    id: onSale,
    date: '2026-01-15',
    is_download: false,
  })
  expect((await listCurrentVersions()).map((row) => row.id)).toEqual([onSale])
})
