import { expect, test } from 'vitest'
import { addRevision } from '#app/models/catalogue/revision.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { action as cartAction } from '#app/routes/checkout/cart.tsx'
import { loader as coverLoader } from '#app/routes/shop/catalogue/cover.ts'
import { loader } from '#app/routes/shop/catalogue/publication.tsx'
import { giveFile } from '#tests/factories/files.ts'
import { giveModels, makeDownload, makePublication } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { Visitor } from '#tests/support/request.ts'

const loadPublication = (id: string | number, visitor = new Visitor()) =>
  visitor.get(loader, `/publications/${encodeURIComponent(id)}`, { id: String(id) })

test('shows name, version, date and price of a publication on sale', async () => {
  const id = await makePublication({
    name: 'Manual de Voo',
    version: 'Rev. 9',
    date: '2026-02-03',
    price: 1234_56,
  })
  expect((await loadPublication(id)).data).toMatchObject({
    publication: { id, name: 'Manual de Voo' },
    isInCart: false,
  })
  const page = await fetchPage(new Visitor(), `/publications/${id}`)
  expect(page.html).toContain('<title>Manual de Voo · Aeropub</title>')
  for (const text of ['Rev. 9', '03/02/2026', 'R$ 1.234,56']) expect(page.text).toContain(text)
})

test.each([
  'abc',
  '1e3',
  '0',
  '-1',
  '01',
  '1.0',
  ' 1',
  '1 ',
  '99999999999',
  '4294967296',
  '4000000',
  '',
  'null',
  '１',
])('returns 404 for publication «%s»', async (id) => {
  expect((await loadPublication(id)).status).toBe(404)
})

test('returns 404 for a publication off sale', async () => {
  const id = await makePublication({ active: false })
  expect((await loadPublication(id)).status).toBe(404)
  const page = await fetchPage(new Visitor(), `/publications/${id}`)
  expect([page.status, page.html.includes('<title>Não encontrado · Aeropub</title>')]).toEqual([404, true])
})

test('the page data never contain the file name of a publication', async () => {
  const id = await makeDownload()
  await giveFile(id, { name: 'segredo.pdf' })
  expect(JSON.stringify((await loadPublication(id)).data)).not.toContain('segredo')
})

test('the page data show whether the publication is in the visitor’s cart', async () => {
  const visitor = new Visitor()
  const id = await makePublication()
  await visitor.post(cartAction, '/cart', { publication_id: id, add: '1' })
  expect((await loadPublication(id, visitor)).data.isInCart).toBe(true)
  expect((await loadPublication(id)).data.isInCart).toBe(false)
})

test.each([
  [{ has_airplane_info: true }, 'Tenha à mão a matrícula e o número de série da aeronave.'],
  [{ has_photo_upload: true }, 'Esta publicação pede o envio de uma foto'],
  [{ has_airplane_info: true, has_photo_upload: true }, 'Esta publicação pede o envio de uma foto'],
])('a publication lists its requirements: %o', async (requirements, expectedText) => {
  const id = await makePublication(requirements)
  expect((await fetchPage(new Visitor(), `/publications/${id}`)).text).toContain(expectedText)
})

test('shows the renewal price only for subscriptions', async () => {
  const [subscriptionId, oneOffId] = [await makePublication({ is_signature: true }), await makePublication()]
  const expectedText = 'Renovação por mais um ano'
  expect((await fetchPage(new Visitor(), `/publications/${subscriptionId}`)).text).toContain(expectedText)
  expect((await fetchPage(new Visitor(), `/publications/${oneOffId}`)).text).not.toContain(expectedText)
})

test('the page has its own description and canonical address for search engines and previews', async () => {
  const id = await makePublication({ name: 'Manual de Voo', version: 'Rev. 9', date: '2026-02-03' })
  const { html } = await fetchPage(new Visitor(), `/publications/${id}?utm_source=x`)
  const description =
    'Manual de Voo. Para Todas as aeronaves de teste. Versão Rev. 9, de 03/02/2026. Compra avulsa, impressa.'
  for (const expectedText of [
    `<meta name="description" content="${description}"/>`,
    `<meta property="og:description" content="${description}"/>`,
    '<meta property="og:title" content="Manual de Voo · Aeropub"/>',
  ])
    expect(html).toContain(expectedText)
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="https?://[^"/]+/publications/${id}"/>`))
})

test('escapes names in the structured data', async () => {
  const name = 'Manual </script><script>alert(1)</script> & "aspas"'
  const id = await makePublication({ name, price: 1234_56 })
  const { html } = await fetchPage(new Visitor(), `/publications/${id}`)
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(scripts).toHaveLength(1)
  const { '@graph': graph } = JSON.parse(scripts[0]?.[1] ?? '')
  expect(graph).toMatchObject([
    { '@type': 'Product', name, sku: String(id), offers: { price: '1234.56', priceCurrency: 'BRL' } },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: 'Publicações', position: 1 },
        { name, position: 2 },
      ],
    },
  ])
})

test('the cart has no structured data, preview or canonical address', async () => {
  const { html } = await fetchPage(new Visitor(), '/cart')
  expect(html).not.toMatch(/rel="canonical"|og:|ld\+json/)
})

async function makeCompletePublication() {
  const id = await makePublication({
    name: 'Manual de Manutenção do EMB-203',
    kind: 'maintenance',
    description: 'Primeiro parágrafo.\n\nSegundo parágrafo.',
    contents: [
      '1 Geral',
      '  1.1 Peso',
      ...Array.from({ length: 9 }, (_, index) => `${index + 2} Capítulo`),
    ].join('\n'),
    is_signature: true,
  })
  await giveModels(id, [{ model: 'EMB-203', from: '20300001', to: null }])
  return id
}

test('shows description, contents and the changes of each revision', async () => {
  const id = await makeCompletePublication()
  const revision = { publicationId: id, date: '2026-05-01' }
  for (const number of [2, 3, 4, 5])
    await withTransaction((trx) =>
      addRevision(trx, { ...revision, version: `Rev. ${number}`, changes: `Mudança ${number}` }),
    )
  const { html, text } = await fetchPage(new Visitor(), `/publications/${id}`)
  for (const expectedText of [
    'Primeiro parágrafo.',
    'Segundo parágrafo.',
    '1.1 Peso',
    'Mais 3 linhas do sumário',
  ])
    expect(text).toContain(expectedText)
  expect(text).toMatch(
    /Rev\. 5 01\/05\/2026 Em vigor Mudança 5.*Mudança 3.*Mais 2 revisões.*Mudança 2.*Rev\. 1/,
  )
  expect(text.match(/Em vigor/g)).toHaveLength(1)
  expect(text).toContain('EMB-203 : séries 20300001 em diante')
  expect(new Set(html.match(/ id="[^"]+"/g)).size).toBe(html.match(/ id="[^"]+"/g)?.length)
})

test('the breadcrumbs include the aircraft', async () => {
  const { html } = await fetchPage(new Visitor(), `/publications/${await makeCompletePublication()}`)
  const [breadcrumbs = ''] = /<nav aria-label="Você está em".*?<\/nav>/s.exec(html) ?? []
  expect([...breadcrumbs.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/publications',
    '/publications?aircraft=EMB-203',
  ])
  expect(breadcrumbs).toContain('aria-current="page"')
})

test('the page omits empty sections', async () => {
  const { text } = await fetchPage(new Visitor(), `/publications/${await makePublication()}`)
  for (const expectedText of ['Conteúdo', 'Serve para', 'Para a mesma aeronave', 'amostra'])
    expect(text).not.toContain(expectedText)
})

test.each([
  ['20300050', 'Serve para o nº de série 20300050 (EMB-203).'],
  ['200300', 'Não serve para o nº de série 200300.'],
  ['203000500', 'Não sabemos se serve para o nº de série 203000500. Fale conosco antes de comprar.'],
  ['<b>1</b>', 'Não serve para o nº de série &lt;b&gt;1&lt;/b&gt;.'],
])('shows whether the serial number %s applies', async (serial, expectedText) => {
  const id = await makeCompletePublication()
  const page = await fetchPage(new Visitor(), `/publications/${id}?${new URLSearchParams({ serial })}`)
  expect(page.html.replaceAll('<!-- -->', '')).toContain(expectedText)
  expect(page.html).toContain(`action="/publications/${id}#serve"`)
})

test('reports unknown applicability for a serial number when there are no models', async () => {
  const page = await fetchPage(new Visitor(), `/publications/${await makePublication()}?serial=1`)
  expect(page.text).toContain('Não sabemos se serve para o nº de série 1.')
})

test('lists other titles for the same aircraft, never the page itself', async () => {
  const id = await makeCompletePublication()
  const otherPublication = await makePublication({ name: 'Catálogo do EMB-203' })
  await giveModels(otherPublication, [{ model: 'EMB-203', from: null, to: null }])
  const { html } = await fetchPage(new Visitor(), `/publications/${id}`)
  const [, relatedSection = ''] = /id="mesma-aeronave"(.*?)<\/section>/s.exec(html) ?? []
  expect([...relatedSection.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    `/publications/${otherPublication}`,
    '/publications?aircraft=EMB-203',
  ])
})

test('draws a cover with title and revision, and caches it for a year only at its current address', async () => {
  const id = await makePublication({ name: 'Manual <b> & "aspas"', version: 'Rev. 9' })
  const { html } = await fetchPage(new Visitor(), `/publications/${id}`)
  const [, coverAddress = ''] = /class="cover" src="([^"]+)"/.exec(html) ?? []
  const cover = await fetchPage(new Visitor(), coverAddress)
  expect(cover.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(cover.html).toContain('<title>Manual &lt;b&gt; &amp; &quot;aspas&quot;, Rev. 9</title>')
  expect(cover.html).toContain('prefers-color-scheme:dark')
  const coverWithoutStamp = await fetchPage(new Visitor(), `/publications/${id}/cover`)
  expect(coverWithoutStamp.headers.get('Cache-Control')).toBe('public, max-age=300')
  await db.updateTable('publications').set({ lock_version: 1 }).where('id', '=', id).execute()
  const laterPage = await fetchPage(new Visitor(), `/publications/${id}`)
  expect(laterPage.html).not.toContain(coverAddress)
  expect((await fetchPage(new Visitor(), coverAddress)).headers.get('Cache-Control')).toBe(
    'public, max-age=300',
  )
})

test('returns 304 for a cover that the browser already has', async () => {
  const id = await makePublication()
  const firstAnswer = await fetchPage(new Visitor(), `/publications/${id}/cover`)
  const secondRequest = new Visitor().request(`/publications/${id}/cover`)
  secondRequest.headers.set('If-None-Match', firstAnswer.headers.get('ETag') ?? '')
  const { status } = await new Visitor().call(coverLoader, secondRequest, { id: String(id) })
  expect(status).toBe(304)
})

test('link previews and search engines receive the cover as a raster picture', async () => {
  const id = await makeCompletePublication()
  const { html } = await fetchPage(new Visitor(), `/publications/${id}`)
  const [, imageAddress = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
  const { pathname, search } = new URL(imageAddress.replaceAll('&amp;', '&'))
  const picture = await fetchPage(new Visitor(), `${pathname}${search}`)
  expect([picture.status, picture.headers.get('Content-Type')], picture.text.slice(0, 200)).toEqual([
    200,
    'image/png',
  ])
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
  const [, structuredData = ''] = /ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(structuredData)['@graph'][0]).toMatchObject({
    image: expect.stringContaining(`/publications/${id}/cover?v=`),
    isRelatedTo: [{ name: 'EMB-203' }],
  })
})

test.each(['abc', '0', '4000000'])('returns 404 for cover and sample of «%s»', async (id) => {
  for (const subpage of ['cover', 'sample'])
    expect((await fetchPage(new Visitor(), `/publications/${id}/${subpage}`)).status).toBe(404)
})
