import { expect, test } from 'vitest'
import { action as cartAction } from '#app/routes/checkout/cart.tsx'
import { loader } from '#app/routes/shop/publication.tsx'
import { giveFile } from '#tests/factories/files.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { pageFor } from '#tests/support/app-client.ts'
import { Visitor } from '#tests/support/request.ts'

const ask = (id: string | number, visitor = new Visitor()) =>
  visitor.get(loader, `/publications/${encodeURIComponent(id)}`, { id: String(id) })

test('a publication on sale has a page with name, version, date and price', async () => {
  const id = await makePublication({
    name: 'Manual de Voo',
    version: 'Rev. 9',
    date: '2026-02-03',
    price: 1234_56,
  })
  expect((await ask(id)).data).toMatchObject({ publication: { id, name: 'Manual de Voo' }, isInCart: false })
  const page = await pageFor(new Visitor(), `/publications/${id}`)
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
])('there is no publication «%s»', async (id) => {
  expect((await ask(id)).status).toBe(404)
})

test('a publication that is off sale is not found', async () => {
  const id = await makePublication({ active: false })
  expect((await ask(id)).status).toBe(404)
  const page = await pageFor(new Visitor(), `/publications/${id}`)
  expect([page.status, page.html.includes('<title>Não encontrado · Aeropub</title>')]).toEqual([404, true])
})

test('the file of a publication is never named', async () => {
  const id = await makeDownload()
  await giveFile(id, { name: 'segredo.pdf' })
  expect(JSON.stringify((await ask(id)).data)).not.toContain('segredo')
})

test('a publication in the cart leads there', async () => {
  const visitor = new Visitor()
  const id = await makePublication()
  await visitor.post(cartAction, '/cart', { publication_id: id, add: '1' })
  expect((await ask(id, visitor)).data.isInCart).toBe(true)
  expect((await ask(id)).data.isInCart).toBe(false)
})

test.each([
  [{ has_airplane_info: true }, 'Tenha à mão a matrícula e o número de série da aeronave.'],
  [{ has_photo_upload: true }, 'Esta publicação pede o envio de uma foto'],
  [{ has_airplane_info: true, has_photo_upload: true }, 'número de série e uma foto da aeronave.'],
])('a publication says what it asks for: %o', async (kind, words) => {
  const id = await makePublication(kind)
  expect((await pageFor(new Visitor(), `/publications/${id}`)).text).toContain(words)
})

test('the renewal price is shown for subscriptions alone', async () => {
  const [subscription, once] = [await makePublication({ is_signature: true }), await makePublication()]
  const words = 'Renovação por mais um ano'
  expect((await pageFor(new Visitor(), `/publications/${subscription}`)).text).toContain(words)
  expect((await pageFor(new Visitor(), `/publications/${once}`)).text).not.toContain(words)
})

test('search engines and link previews get the page’s own words and address', async () => {
  const id = await makePublication({ name: 'Manual de Voo', version: 'Rev. 9', date: '2026-02-03' })
  const { html } = await pageFor(new Visitor(), `/publications/${id}?utm_source=x`)
  const words =
    'Manual de Voo. Para Todas as aeronaves de teste. Versão Rev. 9, de 03/02/2026. Compra avulsa, impressa.'
  for (const part of [
    `<meta name="description" content="${words}"/>`,
    `<meta property="og:description" content="${words}"/>`,
    '<meta property="og:title" content="Manual de Voo · Aeropub"/>',
  ])
    expect(html).toContain(part)
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="https?://[^"/]+/publications/${id}"/>`))
})

test('what is sold is told as data, and nothing in a name ends the data', async () => {
  const name = 'Manual </script><script>alert(1)</script> & "aspas"'
  const id = await makePublication({ name, price: 1234_56 })
  const { html } = await pageFor(new Visitor(), `/publications/${id}`)
  const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(found).toHaveLength(1)
  const { '@graph': graph } = JSON.parse(found[0]?.[1] ?? '')
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

test('what a publication is for search engines is not said of a page that is not for them', async () => {
  const { html } = await pageFor(new Visitor(), '/cart')
  expect(html).not.toMatch(/rel="canonical"|og:|ld\+json/)
})
