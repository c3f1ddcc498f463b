import { expect, test } from 'vitest'
import { action as cartAction } from '#app/routes/checkout/cart.tsx'
import { loader } from '#app/routes/shop/catalogue/publications.tsx'
import { giveFile } from '#tests/factories/files.ts'
import { giveModels, makeDownload, makePublication } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { Visitor } from '#tests/support/request.ts'

const loadList = async (query: Record<string, string>, visitor = new Visitor()) =>
  (await visitor.get(loader, `/publications?${new URLSearchParams(query)}`)).data

async function listNamesFor(search: string) {
  return (await loadList({ search })).rows.map((row) => row.name)
}

test('lists publications on sale, newest first, twenty to a page', async () => {
  for (let number = 1; number <= 23; number++) await makePublication({ name: `Manual ${number}` })
  await makePublication({ name: 'Fora de venda', active: false })
  const [firstPage, secondPage] = [await loadList({}), await loadList({ page: '2' })]
  expect([firstPage.count, firstPage.pages, firstPage.rows.length, secondPage.rows.length]).toEqual([
    23, 2, 20, 3,
  ])
  expect([firstPage.rows[0]?.name, secondPage.rows.at(-1)?.name]).toEqual(['Manual 23', 'Manual 1'])
})

test('the list exposes neither the file column nor a file name', async () => {
  await giveFile(await makePublication(), { name: 'segredo.pdf' })
  const { rows } = await loadList({})
  expect(Object.keys(rows[0] ?? {})).not.toContain('file')
  expect((await fetchPage(new Visitor(), '/publications')).html).not.toContain('segredo.pdf')
})

test.each([
  ['manutencao', 'Manual de Manutenção'],
  ['MANUTENÇÃO', 'Manual de Manutenção'],
  ['manutenção', 'Manual de Manutenção'],
  ['manutença\u0303o', 'Manual de Manutenção'],
  ['hélice', 'Catálogo da Helice'],
  ['  catálogo   helice ', 'Catálogo da Helice'],
  ['helice catalogo', 'Catálogo da Helice'],
  ['at-402b', 'Manual de Manutenção'],
  ['manual at-402B', 'Manual de Manutenção'],
])('searching «%s» finds %s', async (search, name) => {
  await makePublication({ name: 'Manual de Manutenção', applicability: 'Air Tractor AT-402B' })
  await makePublication({ name: 'Catálogo da Helice', applicability: 'Todas' })
  expect(await listNamesFor(search)).toEqual([name])
})

test('a search requires every word to match', async () => {
  await makePublication({ name: 'Manual de Voo', applicability: 'Ipanema' })
  expect(await listNamesFor('manual ipanema')).toEqual(['Manual de Voo'])
  expect(await listNamesFor('manual cessna')).toEqual([])
})

test.each([
  ['%', 'Desconto de 50%'],
  ['50%', 'Desconto de 50%'],
  ['_', 'Peça A_B'],
  ['A_B', 'Peça A_B'],
  ['\\', 'Barra \\ invertida'],
  ["d'água", "Hidroavião d'água"],
  ['"aspas"', 'Com "aspas"'],
])('matches %s in a search literally', async (search, name) => {
  const names = [
    'Desconto de 50%',
    'Peça A_B',
    'Barra \\ invertida',
    "Hidroavião d'água",
    'Com "aspas"',
    'Peça AXB',
  ]
  for (const publicationName of names) await makePublication({ name: publicationName })
  expect(await listNamesFor(search)).toEqual([name])
})

test.each([
  ['a quote and a comment', "' or 1=1 -- "],
  ['a stacked statement', "'; drop table publications; -- "],
  ['a NUL in the middle', 'Manu\0xal'],
  ['ten thousand letters', 'x'.repeat(10_000)],
  ['a thousand words', 'palavra '.repeat(1000)],
  ['percent signs', '%'.repeat(200)],
  ['backslashes', '\\'.repeat(199)],
  ['markup', '<script>alert(1)</script>'],
  ['emoji cut in half by the limit', `${'x'.repeat(99)}😀`],
  ['every control character', String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code + 1))],
])('%s in a search causes no error', async (_name, search) => {
  await makePublication({ name: 'Peça única' })
  const query = new URLSearchParams({ search })
  const page = await fetchPage(new Visitor(), `/publications?${query}`)
  expect(page.status).toBe(200)
  expect(page.html).not.toContain('<script>alert(1)')
  expect((await loadList({})).count).toBe(1)
})

test('drops a NUL from a search and finds the rest', async () => {
  await makePublication({ name: 'Manual' })
  expect(await listNamesFor('Man\0ual')).toEqual(['Manual'])
})

test('truncates a search after a hundred characters', async () => {
  expect((await loadList({ search: 'a'.repeat(10_000) })).search).toBe('a'.repeat(100))
})

test.each(['0', '-1', '1.5', 'abc', '', '1e99', 'NaN', 'Infinity', '99999999999', '100001'])(
  'treats page %s as the first page',
  async (page) => {
    await makePublication()
    expect(await loadList({ page })).toMatchObject({ page: 1, count: 1 })
  },
)

test('a page past the end redirects to the last with the search', async () => {
  await makePublication({ name: 'Hélice' })
  const answer = await new Visitor().get(loader, '/publications?search=h%C3%A9lice&page=9')
  expect([answer.status, answer.location]).toEqual([302, '/publications?search=h%C3%A9lice&page=1'])
})

test('uses the first value of a repeated parameter', async () => {
  await makePublication({ name: 'Um' })
  const answer = await new Visitor().get(loader, '/publications?search=Um&search=Dois&page=1&page=7')
  expect(answer.data).toMatchObject({ page: 1, search: 'Um', count: 1 })
})

test('shows the specified message when nothing matches', async () => {
  expect((await fetchPage(new Visitor(), '/publications?search=nada')).text).toContain(
    'Nenhum resultado pode ser encontrado',
  )
})

test('the pagination preserves the search', async () => {
  for (let number = 1; number <= 41; number++) await makePublication({ name: `Boletim ${number}` })
  const page = await fetchPage(new Visitor(), '/publications?search=boletim&page=2')
  expect(page.text).toContain('Pagina 2 de 3')
  expect(page.html).toContain('href="/publications?search=boletim"')
  expect(page.html).toContain('href="/publications?search=boletim&amp;page=3"')
})

test('an item in the cart links to the cart instead of the add button', async () => {
  const visitor = new Visitor()
  const [cartItemId, otherId] = [await makePublication(), await makeDownload()]
  await visitor.post(cartAction, '/cart', { publication_id: cartItemId, add: '1' })
  expect((await loadList({}, visitor)).idsInCart).toEqual([cartItemId])
  const { html, text } = await fetchPage(visitor, '/publications')
  expect(text).toContain('Ir para o carrinho')
  expect(html).toContain(`id="remover-${cartItemId}"`)
  expect(html).toContain(`id="adicionar-${otherId}"`)
  expect(html).not.toContain(`id="adicionar-${cartItemId}"`)
})

test('a list is private and revalidated each time', async () => {
  const answer = await new Visitor().get(loader, '/publications')
  expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
})

test('suggests a corrected search when nothing is found', async () => {
  await makePublication({ name: 'Manual de Voo do Ipanema', applicability: 'EMB-203' })
  const { text, html } = await fetchPage(new Visitor(), '/publications?search=ipanemma')
  expect(text).toContain('Nenhum resultado pode ser encontrado')
  expect(text).toMatch(/Você quis dizer Ipanema ?\?/)
  expect(html).toContain('href="/publications?search=Ipanema"')
  expect(html).toContain('value="ipanemma"')
  expect(await listNamesFor('Ipanema')).toEqual(['Manual de Voo do Ipanema'])
  const unknownPage = await fetchPage(new Visitor(), '/publications?search=zeppelin')
  expect(unknownPage.text).not.toContain('Você quis dizer')
  expect(unknownPage.html).toContain('href="/publications"')
})

test('the status list has the same search and suggestions', async () => {
  await makePublication({ name: 'Manual de Voo do Ipanema', applicability: 'EMB-203' })
  await makePublication({ name: 'Outro manual', applicability: 'Todas' })
  const foundPage = await fetchPage(new Visitor(), '/status?search=emb203')
  expect(foundPage.text).toContain('1 publicação')
  expect(foundPage.text).not.toContain('Outro manual')
  const misspelledPage = await fetchPage(new Visitor(), '/status?search=ipanemma')
  expect(misspelledPage.html).toContain('href="/status?search=Ipanema"')
  expect(misspelledPage.text).toContain('Limpar a busca')
})

test('a subscription’s row shows the renewal price next to the purchase price', async () => {
  await makePublication({ is_signature: true, price: 1246_85, price_signature: 498_00 })
  await makePublication({ name: 'Avulsa' })
  const { text } = await fetchPage(new Visitor(), '/publications')
  expect(text).toMatch(/R\$\s1\.246,85\s+renovação R\$\s498,00\/ano/)
  expect(text.match(/renovação/g)).toHaveLength(1)
})

test('pages and searches have distinct titles', async () => {
  for (let number = 1; number <= 21; number++) await makePublication({ name: `Manual ${number}` })
  const readTitle = async (path: string) =>
    /<title>(.*?)<\/title>/.exec((await fetchPage(new Visitor(), path)).html)?.[1]
  expect(await readTitle('/publications')).toBe('Publicações · Aeropub')
  expect(await readTitle('/publications?page=2')).toBe('Publicações, página 2 · Aeropub')
  expect(await readTitle('/publications?search=manual')).toBe('Publicações: busca por “manual” · Aeropub')
})

test('does not wrap an aircraft code in a name', async () => {
  await makePublication({ name: 'Manual do EMB-203 (Pré-voo)' })
  const { html } = await fetchPage(new Visitor(), '/publications')
  expect(html).toContain('Manual do <span class="nowrap">EMB-203</span> (Pré-voo)')
})

async function makeCatalogue() {
  const maintenance = await makePublication({
    name: 'Manutenção do EMB-203',
    kind: 'maintenance',
    is_signature: true,
    price: 900_00,
    date: '2026-03-01',
  })
  const parts = await makeDownload({
    name: 'Peças do EMB-201A',
    kind: 'parts',
    price: 100_00,
    date: '2026-05-01',
  })
  const manualForAll = await makePublication({
    name: 'Caderno do mecânico',
    price: 500_00,
    date: '2026-04-01',
  })
  await giveModels(maintenance, [{ model: 'EMB-203', from: '20300001', to: null }])
  await giveModels(parts, [{ model: 'EMB-201A', from: '200261', to: '200699' }])
  return { maintenance, parts, general: manualForAll }
}

/** Returns the first word of each name. */
const listShortNames = async (query: Record<string, string>) =>
  (await loadList(query)).rows.map(({ name }) => name.split(' ')[0])

test.each<[Record<string, string>, string[]]>([
  [{ aircraft: 'EMB-203' }, ['Manutenção']],
  [{ aircraft: 'emb 203' }, ['Manutenção']],
  [{ aircraft: 'Boeing' }, []],
  [{ kind: 'parts' }, ['Peças']],
  [{ form: 'download' }, ['Peças']],
  [{ form: 'printed' }, ['Caderno', 'Manutenção']],
  [{ sale: 'subscription' }, ['Manutenção']],
  [{ sale: 'one-off', form: 'printed' }, ['Caderno']],
  [{ search: 'emb', sale: 'one-off' }, ['Peças']],
  [{ serial: '20300050' }, ['Manutenção', 'Caderno']],
  [{ serial: '20300050', aircraft: 'EMB-203' }, ['Manutenção']],
  [{ kind: 'x', form: 'y', sale: 'z', sort: 'w' }, ['Caderno', 'Peças', 'Manutenção']],
  [{ sort: 'revised' }, ['Peças', 'Caderno', 'Manutenção']],
  [{ sort: 'name' }, ['Caderno', 'Manutenção', 'Peças']],
  [{ sort: 'cheapest' }, ['Peças', 'Caderno', 'Manutenção']],
  [{ sort: 'dearest' }, ['Manutenção', 'Caderno', 'Peças']],
])('the query %o returns %o', async (query, expectedNames) => {
  await makeCatalogue()
  expect(await listShortNames(query)).toEqual(expectedNames)
})

test('active filters have remove links, and the form preserves the selection', async () => {
  await makeCatalogue()
  const query = new URLSearchParams({ search: 'do', kind: 'maintenance', form: 'printed', sort: 'name' })
  const { html, text } = await fetchPage(new Visitor(), `/publications?${query}`)
  expect(text).toMatch(
    /Remover o filtro Manual de manutenção × .*Remover o filtro Impressa × .*Limpar filtros/,
  )
  const filterLinks = [...html.matchAll(/class="chip" href="([^"]+)"/g)].map(([, href]) =>
    href?.replaceAll('&amp;', '&'),
  )
  expect(filterLinks).toEqual([
    '/publications?search=do&form=printed&sort=name',
    '/publications?search=do&kind=maintenance&sort=name',
  ])
  expect(html).toContain('href="/publications?search=do&amp;sort=name">Limpar filtros')
  expect(html).toContain('<option value="maintenance" selected="">Manual de manutenção (1)</option>')
  expect(html).toContain('<option value="name" selected="">Nome</option>')
  expect(text).toContain('Filtrar e ordenar (2)')
})

test('an option shows how many titles remain, and options without titles are hidden', async () => {
  await makeCatalogue()
  const { text, html } = await fetchPage(new Visitor(), '/publications?form=printed')
  expect(text).toContain('EMB-203 (1)')
  expect(text).not.toContain('EMB-201A (')
  expect(html).not.toContain('value="parts"')
  expect(text).toContain('Download (1)')
})

test('a serial number marks the titles that fit and counts the others', async () => {
  await makeCatalogue()
  const { text, html } = await fetchPage(new Visitor(), '/publications?serial=20300050')
  expect(text).toMatch(/Manutenção do EMB-203 Serve ·.*Caderno do mecânico Não sabemos se serve ·/)
  expect(text).toContain('Nº de série 20300050 (EMB-203): 1 título não serve e não está na lista.')
  expect(html).toMatch(/name="serial"[^>]* value="20300050"/)
  expect((await fetchPage(new Visitor(), '/publications')).text).not.toContain('Serve ·')
})

test('the pagination preserves the filters', async () => {
  for (let number = 1; number <= 21; number++)
    await makePublication({ name: `Ficha ${number}`, kind: 'checklist' })
  const { html } = await fetchPage(new Visitor(), '/publications?kind=checklist&sort=name')
  expect(html).toContain('href="/publications?kind=checklist&amp;sort=name&amp;page=2"')
  const answer = await new Visitor().get(loader, '/publications?kind=checklist&page=9')
  expect(answer.location).toBe('/publications?kind=checklist&page=2')
})

test('an aircraft has its own list at its own address', async () => {
  await makeCatalogue()
  const { html } = await fetchPage(new Visitor(), '/publications?aircraft=EMB-203&sort=name')
  expect(html).toContain('<title>Publicações para EMB-203 · Aeropub</title>')
  expect(html).toMatch(/rel="canonical" href="[^"]+\/publications\?aircraft=EMB-203"/)
})

test('offers the search without filters when the filters match nothing', async () => {
  await makeCatalogue()
  const { html, text } = await fetchPage(new Visitor(), '/publications?search=emb&sale=one-off&form=printed')
  expect(text).toContain('Nenhum resultado pode ser encontrado')
  expect(html).toContain('href="/publications?search=emb">Sem os filtros há 2 publicações')
})

test('a search for a serial number redirects to its titles, or links to them when filters or letters are typed', async () => {
  await makeCatalogue()
  expect((await fetchPage(new Visitor(), '/publications?search=20300050')).location).toBe(
    '/publications?serial=20300050',
  )
  for (const address of ['/publications?search=20300050&sale=one-off', '/publications?search=T12-050']) {
    const page = await fetchPage(new Visitor(), address)
    expect([page.status, page.html.includes('Ver o que serve para o nº de série')]).toEqual([200, true])
  }
  expect((await fetchPage(new Visitor(), '/publications?search=zeppelin')).html).not.toContain('?serial=')
})

test('suggests a similar word with many more matches when few are found', async () => {
  for (let number = 1; number <= 6; number++) await makePublication({ name: `Manual ${number}` })
  await makePublication({ name: 'Manuel, uma biografia' })
  const { text, html } = await fetchPage(new Visitor(), '/publications?search=manuel')
  expect(text).toContain('Manuel, uma biografia')
  expect(text).toMatch(/Você quis dizer Manual ?\?/)
  expect(html).toContain('href="/publications?search=Manual"')
  expect((await fetchPage(new Visitor(), '/publications?search=manual')).text).not.toContain('quis dizer')
})

test.each(["' or 1=1 -- ", 'x'.repeat(5000), '<script>alert(1)</script>', '%', '\u0000'])(
  '%s in a filter causes no error',
  async (text) => {
    await makeCatalogue()
    const query = new URLSearchParams({ aircraft: text, serial: text, kind: text })
    const page = await fetchPage(new Visitor(), `/publications?${query}`)
    expect(page.status).toBe(200)
    expect(page.html).not.toContain('<script>alert(1)')
  },
)
