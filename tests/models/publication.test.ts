import { expect, test } from 'vitest'
import {
  findPublication,
  listCurrentVersions,
  listPublications,
  publicationsPerPage,
} from '#app/models/publication.server.ts'
import { makePublication } from '#tests/factories/publications.ts'

async function found(search: string) {
  return (await listPublications({ search, page: 1 })).rows.map((row) => row.name).sort()
}

test('search ignores accents and case over name and applicability, and wants every word', async () => {
  await makePublication({ name: 'Manual da Hélice', applicability: 'EMB-202A' })
  await makePublication({ name: 'Sistema Elétrico', applicability: 'Hélice HC-C3YR' })
  await makePublication({ name: 'Catálogo de Peças', applicability: 'EMB-203' })
  expect(await found('helice')).toEqual(['Manual da Hélice', 'Sistema Elétrico'])
  expect(await found('HÉLICE')).toEqual(['Manual da Hélice', 'Sistema Elétrico'])
  expect(await found('emb-202')).toEqual(['Manual da Hélice'])
  expect(await found('manual 202a')).toEqual(['Manual da Hélice'])
  expect(await found('pecas hélice')).toEqual([])
  expect(await found('')).toHaveLength(3)
})

test.each(['%', '_', '\\', "'", '"', '%%', "' or 1=1 --"])('the text %s finds only itself', async (text) => {
  await makePublication({ name: 'Manual comum' })
  await makePublication({ name: `Estranho ${text} aqui` })
  expect(await found(text)).toEqual([`Estranho ${text} aqui`])
})

test('pages are full, newest first, and count everything that matches', async () => {
  for (let turn = 0; turn < publicationsPerPage + 3; turn++) await makePublication()
  await makePublication({ active: false })
  const first = await listPublications({ search: '', page: 1 })
  const second = await listPublications({ search: '', page: 2 })
  expect([first.rows.length, second.rows.length]).toEqual([publicationsPerPage, 3])
  expect([first.count, first.pages]).toEqual([publicationsPerPage + 3, 2])
  const ids = [...first.rows, ...second.rows].map((row) => row.id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect((await listPublications({ search: '', page: 9 })).rows).toEqual([])
  expect((await listPublications({ search: 'nada', page: 1 })).pages).toBe(1)
})

test('what is not on sale is not found', async () => {
  const hidden = await makePublication({ active: false })
  const shown = await makePublication()
  expect(await findPublication(hidden)).toBeUndefined()
  expect(await findPublication(shown)).toMatchObject({ id: shown, date: '2026-01-15', is_download: false })
  expect((await listCurrentVersions()).map((row) => row.id)).toEqual([shown])
})
