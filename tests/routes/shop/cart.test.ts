import { expect, test } from 'vitest'
import { readCartSummary } from '#app/models/checkout/cart.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action, loader } from '#app/routes/checkout/cart.tsx'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

const addToCart = (visitor: Visitor, id: number, overrides: Fields = {}) =>
  visitor.post(action, '/cart', { publication_id: id, add: '1', ...overrides })

const listQuantities = async (visitor: Visitor) =>
  (await visitor.get(loader, '/cart')).data.items.map((item) => [item.publicationId, item.quantity])

test('shows a visitor an empty cart and sets no cookie', async () => {
  const visitor = new Visitor()
  const answer = await visitor.get(loader, '/cart')
  expect(answer.data).toEqual({
    items: [],
    total: 0,
    missedMinimum: null,
    isTooLarge: false,
    isOrderable: true,
  })
  expect(answer.setCookies).toEqual([])
  expect((await fetchPage(visitor, '/cart')).text).toContain('Seu carrinho está vazio')
})

test('adds a publication and redirects to the cart with 303', async () => {
  const visitor = new Visitor()
  const id = await makePublication({ price: 80_10 })
  const answer = await addToCart(visitor, id)
  expect([answer.status, answer.location]).toEqual([303, '/cart'])
  expect((await visitor.get(loader, '/cart')).data).toMatchObject({
    items: [{ publicationId: id, quantity: 1, price: 80_10 }],
    total: 80_10,
    isOrderable: true,
  })
})

test('sets the cart cookie at the first add only, HttpOnly and for a year', async () => {
  const visitor = new Visitor()
  const [firstId, secondId] = [await makePublication(), await makeDownload()]
  expect((await addToCart(visitor, firstId)).setCookie('cart')).toMatch(
    /^cart=[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect((await addToCart(visitor, secondId)).setCookie('cart')).toBeUndefined()
  expect(await listQuantities(visitor)).toEqual([
    [firstId, 1],
    [secondId, 1],
  ])
})

test('a changed quantity creates no cart for a visitor who added nothing', async () => {
  await new Visitor().post(action, '/cart', { publication_id: await makePublication(), quantity: 0 })
  expect(await db.selectFrom('carts').selectAll().execute()).toEqual([])
})

test('a logged-in customer receives no cart cookie, because the cart belongs to the account', async () => {
  const customer = await makeCustomer()
  const id = await makePublication()
  expect((await addToCart(await loginAs(customer), id)).setCookie('cart')).toBeUndefined()
  expect(await listQuantities(await loginAs(customer))).toEqual([[id, 1]])
})

test('shows a cart only to its owner', async () => {
  const id = await makePublication()
  const [owner, stranger, customer] = [new Visitor(), new Visitor(), await loginAs(await makeCustomer())]
  await addToCart(owner, id)
  await addToCart(stranger, await makeDownload())
  expect(await listQuantities(owner)).toEqual([[id, 1]])
  expect(await listQuantities(stranger)).not.toContainEqual([id, 1])
  expect(await listQuantities(customer)).toEqual([])
})

test('a forged cart key opens an empty cart', async () => {
  await addToCart(new Visitor(), await makePublication())
  const forger = new Visitor()
  const forgedKey = 'IiUi' // Base64 of "%" with its quotes, which is no key
  forger.cookies.keep(new Headers([['Set-Cookie', `cart=${forgedKey}; Path=/`]]))
  expect(await listQuantities(forger)).toEqual([])
})

test('sets a requested quantity of 99, but only one for a download', async () => {
  const visitor = new Visitor()
  const [manualId, bulletinId] = [
    await makePublication({ price: 10_00 }),
    await makeDownload({ price: 1_00 }),
  ]
  await addToCart(visitor, manualId)
  await addToCart(visitor, bulletinId)
  await visitor.post(action, '/cart', { publication_id: manualId, quantity: 99 })
  await visitor.post(action, '/cart', { publication_id: bulletinId, quantity: 5 })
  expect(await listQuantities(visitor)).toEqual([
    [manualId, 99],
    [bulletinId, 1],
  ])
  expect((await visitor.get(loader, '/cart')).data.total).toBe(99 * 10_00 + 1_00)
})

test('a quantity for a publication outside the cart adds nothing', async () => {
  const visitor = new Visitor()
  await addToCart(visitor, await makePublication())
  const quantitiesBefore = await listQuantities(visitor)
  await visitor.post(action, '/cart', { publication_id: await makePublication(), quantity: 3 })
  expect(await listQuantities(visitor)).toEqual(quantitiesBefore)
})

test('adding twice does not change the quantity', async () => {
  const visitor = new Visitor()
  const id = await makePublication()
  await addToCart(visitor, id)
  await visitor.post(action, '/cart', { publication_id: id, quantity: 4 })
  await addToCart(visitor, id)
  expect(await listQuantities(visitor)).toEqual([[id, 4]])
})

test('the button on the page after a removal restores the publication with its quantity', async () => {
  const visitor = new Visitor()
  const id = await makePublication()
  await addToCart(visitor, id)
  await visitor.post(action, '/cart', { publication_id: id, quantity: 7 })
  const removalAnswer = await visitor.post(action, '/cart', { publication_id: id, quantity: 0 })
  expect([removalAnswer.status, removalAnswer.location]).toEqual([303, '/cart'])
  expect(await listQuantities(visitor)).toEqual([])

  const page = await fetchPage(visitor, '/cart')
  expect(page.text).toContain('Publicação removida do carrinho. Desfazer')
  expect(page.html).toContain(`name="publication_id" value="${id}"`)
  expect(page.html).toMatch(/name="quantity" value="7"[^>]*>Desfazer/)
  await fetchPage(visitor, '/cart', { publication_id: id, add: '1', quantity: 7 })
  expect(await listQuantities(visitor)).toEqual([[id, 7]])
})

test('shows the message of a removal once', async () => {
  const visitor = new Visitor()
  const id = await makePublication()
  await addToCart(visitor, id)
  await visitor.post(action, '/cart', { publication_id: id, quantity: 0 })
  expect((await fetchPage(visitor, '/cart')).text).toContain('Publicação removida')
  expect((await fetchPage(visitor, '/cart')).text).not.toContain('Publicação removida')
})

test('ignores a message in an unsigned cookie', async () => {
  const visitor = new Visitor()
  const forgedMessage = Buffer.from(JSON.stringify({ tone: 'bad', text: 'Ligue para 0800' })).toString(
    'base64',
  )
  visitor.cookies.keep(new Headers([['Set-Cookie', `flash=${encodeURIComponent(forgedMessage)}; Path=/`]]))
  expect((await fetchPage(visitor, '/cart')).text).not.toContain('0800')
})

test('removing a publication that is not in the cart shows no message', async () => {
  const visitor = new Visitor()
  await addToCart(visitor, await makePublication())
  const answer = await visitor.post(action, '/cart', { publication_id: await makePublication(), quantity: 0 })
  expect([answer.status, answer.setCookies]).toEqual([303, []])
})

test.each([
  ['is off sale', () => makePublication({ active: false })],
  ['does not exist', async () => 4_000_000],
])('does not add a publication that %s and shows a message', async (_name, makeId) => {
  const visitor = new Visitor()
  const answer = await addToCart(visitor, await makeId(), { return_to: '/publications' })
  expect([answer.status, answer.location]).toEqual([303, '/publications'])
  expect((await fetchPage(visitor, '/cart')).text).toContain('Esta publicação não está mais à venda.')
  expect(await listQuantities(visitor)).toEqual([])
})

test('a publication taken off sale stays in the cart with a warning and blocks the order', async () => {
  const visitor = new Visitor()
  const id = await makePublication()
  await addToCart(visitor, id)
  await db.updateTable('publications').set({ active: false }).where('id', '=', id).execute()
  expect((await visitor.get(loader, '/cart')).data.isOrderable).toBe(false)
  const page = await fetchPage(visitor, '/cart')
  expect(page.text).toContain('Esta publicação saiu do catálogo.')
  expect(page.text).not.toContain('Finalizar pedido')
})

test.each<[string, Fields]>([
  ['no publication', { add: '1' }],
  ['an empty publication', { publication_id: '', add: '1' }],
  ['a word instead of a publication', { publication_id: 'abc', add: '1' }],
  ['an exponent', { publication_id: '1e3', add: '1' }],
  ['a negative publication', { publication_id: '-1', add: '1' }],
  ['a publication beyond any id', { publication_id: '99999999999', add: '1' }],
  ['an add that is not 1', { publication_id: '1', add: '2' }],
  ['a quantity as a word', { publication_id: '1', quantity: 'muitos' }],
  ['an empty quantity', { publication_id: '1', quantity: '' }],
  ['a blank quantity', { publication_id: '1', quantity: ' ' }],
  ['a negative quantity', { publication_id: '1', quantity: '-1' }],
  ['a fraction', { publication_id: '1', quantity: '1.5' }],
  ['a hundred', { publication_id: '1', quantity: '100' }],
  ['an exponent for a quantity', { publication_id: '1', quantity: '1e1' }],
  ['a hexadecimal quantity', { publication_id: '1', quantity: '0x10' }],
  ['an infinite quantity', { publication_id: '1', quantity: 'Infinity' }],
])('returns 400 for %s and creates no cart', async (_name, fields) => {
  const answer = await new Visitor().post(action, '/cart', fields)
  expect([answer.status, answer.setCookies]).toEqual([400, []])
  expect(await db.selectFrom('carts').selectAll().execute()).toEqual([])
})

test('an invalid quantity changes nothing in the cart', async () => {
  const visitor = new Visitor()
  const id = await makePublication()
  await addToCart(visitor, id)
  expect((await visitor.post(action, '/cart', { publication_id: id, quantity: '' })).status).toBe(400)
  expect(await listQuantities(visitor)).toEqual([[id, 1]])
})

test.each([
  ['text', 'text/plain', 'publication_id=1&add=1'],
  ['JSON', 'application/json', '{"publication_id":"1","add":"1"}'],
])('returns 415 for %s instead of a form', async (_name, contentType, body) => {
  const request = new Request('http://shop.test/cart', {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body,
  })
  expect((await new Visitor().call(action, request)).status).toBe(415)
})

test('returns 400 for a broken multipart body', async () => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const request = new Request('http://shop.test/cart', { method: 'POST', headers, body: 'not parts at all' })
  expect((await new Visitor().call(action, request)).status).toBe(400)
})

test.each([
  ['/publications?page=2&search=asa', '/publications?page=2&search=asa'],
  ['/publications?search=AT-402%2F502', '/publications?search=AT-402%2F502'],
  ['/publications/7', '/publications/7'],
  ['https://evil.test/', '/cart'],
  ['//evil.test', '/cart'],
  ['/\\evil.test', '/cart'],
  ['javascript:alert(1)', '/cart'],
  ['evil.test', '/cart'],
  ['', '/cart'],
  [undefined, '/cart'],
])('return_to %s redirects to %s', async (returnTo, expectedLocation) => {
  const id = await makePublication()
  expect((await addToCart(new Visitor(), id, { return_to: returnTo })).location).toBe(expectedLocation)
})

test('ignores unknown fields of a cart form', async () => {
  const visitor = new Visitor()
  const id = await makePublication({ price: 80_00 })
  await addToCart(visitor, id, { price: '1', user_id: '1', cart_id: '1', active: '0', total: '1' })
  expect((await visitor.get(loader, '/cart')).data).toMatchObject({
    items: [{ price: 80_00, active: true }],
    total: 80_00,
  })
})

test('twenty parallel adds by one browser result in one cart with one unit', async () => {
  const visitor = new Visitor()
  await addToCart(visitor, await makeDownload())
  const id = await makePublication()
  await Promise.all(Array.from({ length: 20 }, () => addToCart(visitor.duplicate(), id)))
  expect(await listQuantities(visitor)).toContainEqual([id, 1])
  expect(await db.selectFrom('carts').selectAll().execute()).toHaveLength(1)
})

test('shows a row per title, quantity buttons for printed titles only, the total and both links', async () => {
  const visitor = new Visitor()
  const manualId = await makePublication({ name: 'Manual A', price: 80_10 })
  const bulletinId = await makeDownload({ name: 'Boletim B', price: 19_90 })
  for (const id of [manualId, bulletinId]) await addToCart(visitor, id)
  const pageWithOneCopy = await fetchPage(visitor, '/cart')
  expect(pageWithOneCopy.html.match(/aria-label="(Aumentar|Diminuir) a quantidade de [^"]*"/g)).toEqual([
    'aria-label="Diminuir a quantidade de Manual A"',
    'aria-label="Aumentar a quantidade de Manual A"',
  ])
  expect(pageWithOneCopy.html).toMatch(/<button[^>]*id="menos-\d+"[^>]*disabled=""/)
  await visitor.post(action, '/cart', { publication_id: manualId, quantity: 2 })
  const { html, text } = await fetchPage(visitor, '/cart')
  expect(html).not.toMatch(/<button[^>]*id="menos-\d+"[^>]*disabled=""/)
  expect(text).toMatch(/Publicação Quantidade Preço Remover Manual A.*R\$\s160,20.*Boletim B.*R\$\s19,90/)
  expect(text).toMatch(/Total R\$\s180,10/)
  expect(html).toMatch(/<a[^>]*href="\/checkout"[^>]*>Finalizar pedido</)
  expect(html).toMatch(/<a[^>]*href="\/publications"[^>]*>Escolher mais publicações</)
})

test('the cart badge counts the units', async () => {
  const customer = await makeCustomer()
  const visitor = await loginAs(customer)
  const id = await makePublication()
  await addToCart(visitor, id)
  await visitor.post(action, '/cart', { publication_id: id, quantity: 3 })
  expect((await readCartSummary(customer)).units).toBe(3)
  expect((await fetchPage(visitor, '/')).text).toContain('Carrinho 3 (3 itens)')
})

test('escapes markup in the name of a publication', async () => {
  const visitor = new Visitor()
  await addToCart(visitor, await makePublication({ name: '<script>alert(1)</script>' }))
  const { html } = await fetchPage(visitor, '/cart')
  expect(html).not.toContain('<script>alert(1)')
  expect(html).toContain('&lt;script&gt;alert(1)')
})
