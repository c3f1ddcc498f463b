import { afterAll, beforeEach, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { readStored } from '#app/gateways/storage.server.ts'
import {
  deleteExpiredPriceQuotes,
  renderPriceQuotePdf,
} from '#app/jobs/checkout/render-price-quote.server.ts'
import { removePublication } from '#app/models/catalogue/publication-edit.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { toPageTexts } from '#tests/documents/page-texts.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import {
  billing,
  confirmCheckout,
  fillCart,
  fillCheckoutForm,
  fillPersonForm,
  loadCheckout,
} from '#tests/support/checkout-form.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)
afterAll(closePdfBrowser)

const today = toCivilDate(new Date())
const customerFields = { ...billing, 'buyer.phone': '(14) 99999-0000' }
const loadOnlyQuote = () => db.selectFrom('price_quotes').selectAll().executeTakeFirstOrThrow()
const setPrice = (id: number, price: number) =>
  db.updateTable('publications').set({ price }).where('id', '=', id).execute()
const expireQuotes = () =>
  db
    .updateTable('price_quotes')
    .set({ valid_until: addDays(today, -1) })
    .execute()

/** Creates a visitor's quote of two copies at R$ 80,00. Returns its address. */
async function makeQuote(visitor = new Visitor(), copies = 2) {
  const manualId = await makePublication({ name: 'Manual da Hélice', version: 'Rev. 3', price: 80_00 })
  await fillCart(visitor, { [manualId]: copies })
  const { status, location } = await fetchPage(visitor, '/orcamento', {})
  expect(status).toBe(303)
  return { visitor, manualId, path: location ?? '' }
}

/** Fills a visitor's cart by the quote's address, as anyone with the address can. Returns the visitor. */
async function refillCart(path: string, visitor = new Visitor()) {
  const { location } = await fetchPage(visitor, path, {})
  expect(location).toBe('/cart')
  return visitor
}

const listPrices = async (visitor: Visitor) =>
  (await loadCheckout(visitor)).items.map(({ quantity, price }) => ({ quantity, price }))

test('creates one quote per cart with number, last day, lines and total, despite repeats', async () => {
  const { visitor, path } = await makeQuote()
  const quote = await loadOnlyQuote()
  expect(path).toMatch(/^\/orcamento\/[0-9a-f]{32}$/)
  expect(quote).toMatchObject({ date: today, valid_until: addDays(today, 15), shipping_type: null })
  expect((await fetchPage(visitor, '/orcamento', {})).location).toBe(path)
  const { text, headers } = await fetchPage(new Visitor(), path)
  for (const expectedText of [
    `Orçamento nº ${quote.id}`,
    'Manual da Hélice',
    'Rev. 3',
    'R$ 160,00',
    'Frete a calcular',
  ])
    expect.soft(text, expectedText).toContain(expectedText)
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
  expect(text).toContain('O PDF está sendo preparado')
})

test('the PDF matches the quote, has the refill address and opens for anyone with the link', async () => {
  const { path } = await makeQuote()
  const { id } = await loadOnlyQuote()
  expect((await fetchPage(new Visitor(), `${path}/pdf`)).location).toBe(path)
  await renderPriceQuotePdf.run(String(id), { id: 1 })
  const pdfAnswer = await fetchPage(new Visitor(), `${path}/pdf`)
  expect(pdfAnswer.headers.get('Content-Disposition')).toContain(`orcamento-${id}.pdf`)
  const [firstPage = ''] = await toPageTexts(pdfAnswer.bytes)
  const text = firstPage.replace(/\s+/g, ' ')
  for (const expectedText of [`Orçamento nº ${id}`, 'Válido até', 'Manual da Hélice', 'R$ 160,00', 'CNPJ'])
    expect.soft(text, expectedText).toContain(expectedText)
  expect(text.replace(/ /g, '')).toContain(path)
  expect((await fetchPage(new Visitor(), path)).html).toContain(`href="${path}/pdf"`)
})

test('the quote contains the selected freight', async () => {
  const visitor = await loginAs(await makeCustomer())
  const manualId = await makePublication({ price: 80_00 })
  await fillCart(visitor, { [manualId]: 1 })
  const form = await fillCheckoutForm(visitor, customerFields)
  await fetchPage(visitor, '/checkout', { ...form, intent: 'save' })
  const { location } = await fetchPage(visitor, '/orcamento', {})
  const quote = await loadOnlyQuote()
  expect(quote).toMatchObject({ shipping_type: form.shipping_service })
  expect((await fetchPage(visitor, location ?? '')).text).toContain(String(form.shipping_service))
})

test('a cart filled from a quote is ordered at the quoted prices', async () => {
  const { manualId, path } = await makeQuote()
  await setPrice(manualId, 95_00)
  const buyer = await refillCart(path)
  expect(await listPrices(buyer)).toEqual([{ quantity: 2, price: 80_00 }])
  expect((await confirmCheckout(buyer, await fillPersonForm(buyer))).status).toBe(303)
  const lines = await db.selectFrom('order_lines').select('value').execute()
  expect(lines).toEqual([{ value: 80_00 }, { value: 80_00 }])
  expect((await fetchPage(new Visitor(), path)).text).not.toContain('R$ 95,00')
})

test('quoted prices apply to the quoted copies, never above the shop price, and not after the last day', async () => {
  const { manualId, path } = await makeQuote()
  const buyer = await refillCart(path)
  await setPrice(manualId, 70_00)
  expect(await listPrices(buyer), 'the shop is cheaper').toEqual([{ quantity: 2, price: 70_00 }])
  await setPrice(manualId, 95_00)
  expect(await listPrices(buyer), 'the quote is cheaper').toEqual([{ quantity: 2, price: 80_00 }])
  await fillCart(buyer, { [manualId]: 3 })
  expect(await listPrices(buyer), 'more copies').toEqual([{ quantity: 3, price: 95_00 }])
  await fillCart(buyer, { [manualId]: 2 })
  const form = await fillPersonForm(buyer)
  await expireQuotes()
  const lateAnswer = await confirmCheckout(buyer, form)
  expect([lateAnswer.status, JSON.stringify(lateAnswer.data.error)]).toEqual([
    400,
    expect.stringContaining('R$ 95,00'),
  ])
})

test("a buyer without the quote's address pays the shop's price", async () => {
  const { visitor, manualId } = await makeQuote()
  await setPrice(manualId, 95_00)
  expect(await listPrices(visitor)).toEqual([{ quantity: 2, price: 95_00 }])
})

test('a login preserves the quoted prices of the cart', async () => {
  const { manualId, path } = await makeQuote()
  await setPrice(manualId, 95_00)
  const { email } = await makeCustomer()
  const visitor = await refillCart(path)
  await fetchPage(visitor, '/login', { username: email, email, password })
  expect(await listPrices(visitor)).toEqual([{ quantity: 2, price: 80_00 }])
})

test('a quote made from a quoted cart uses the shop prices', async () => {
  const { manualId, path } = await makeQuote()
  await setPrice(manualId, 95_00)
  const buyer = await refillCart(path)
  const secondPage = await fetchPage(buyer, '/orcamento', {})
  expect(secondPage.location).not.toBe(path)
  expect((await fetchPage(buyer, secondPage.location ?? '')).text).toContain('R$ 190,00')
})

test('applies the quote to copies that were already in the saved cart', async () => {
  const customer = await makeCustomer()
  const { manualId, path } = await makeQuote(await loginAs(customer))
  await setPrice(manualId, 95_00)
  const visitor = await refillCart(path)
  await fetchPage(visitor, '/login', { username: customer.email, email: customer.email, password })
  expect(await listPrices(visitor)).toEqual([{ quantity: 2, price: 80_00 }])
})

test('all copies have the shop price when the cart contains more than the quoted number', async () => {
  const { manualId, path } = await makeQuote()
  await setPrice(manualId, 95_00)
  const visitor = new Visitor()
  await fillCart(visitor, { [manualId]: 5 })
  await refillCart(path, visitor)
  expect((await fetchPage(visitor, '/cart')).text).toContain('valem os preços de hoje')
  expect(await listPrices(visitor)).toEqual([{ quantity: 5, price: 95_00 }])
})

test('an expired quote does not remove the prices of a valid quote', async () => {
  const { manualId, path } = await makeQuote()
  await expireQuotes()
  await setPrice(manualId, 70_00)
  const otherVisitor = new Visitor()
  await fillCart(otherVisitor, { [manualId]: 2 })
  const { location } = await fetchPage(otherVisitor, '/orcamento', {})
  await setPrice(manualId, 95_00)
  const buyer = await refillCart(location ?? '')
  await refillCart(path, buyer)
  expect(await listPrices(buyer)).toEqual([{ quantity: 2, price: 70_00 }])
})

test('uses the shop price when the publication is sold in another form than quoted', async () => {
  const { manualId, path } = await makeQuote()
  const buyer = await refillCart(path)
  await db
    .updateTable('publications')
    .set({ is_signature: true, price: 300_00, price_signature: 100_00 })
    .where('id', '=', manualId)
    .execute()
  expect(await listPrices(buyer)).toEqual([{ quantity: 2, price: 300_00 }])
  await db.updateTable('publications').set({ is_download: true }).where('id', '=', manualId).execute()
  expect(await listPrices(await refillCart(path))).toEqual([{ quantity: 1, price: 300_00 }])
})

test('the quote reports an item that is off sale', async () => {
  const { manualId, path } = await makeQuote()
  await removePublication(manualId, (await makeCustomer()).userId)
  expect((await fetchPage(new Visitor(), path)).text).toContain('não está mais à venda')
})

test("a removed item returns at its quoted price only by the quote's address", async () => {
  const { manualId, path } = await makeQuote()
  await setPrice(manualId, 95_00)
  const buyer = await refillCart(path)
  await fetchPage(buyer, '/cart', { publication_id: String(manualId), quantity: '0' })
  const { html } = await fetchPage(buyer, '/cart')
  const [, quote = ''] = /name="quote" value="([0-9a-f]{32})"/.exec(html) ?? []
  const undoFields = { publication_id: String(manualId), add: '1', quantity: '2', quote }
  await fetchPage(buyer, '/cart', undoFields)
  expect(await listPrices(buyer)).toEqual([{ quantity: 2, price: 80_00 }])
  const { id } = await loadOnlyQuote()
  const otherVisitor = new Visitor()
  for (const guessedToken of [String(id), 'f'.repeat(32)]) {
    await fetchPage(otherVisitor, '/cart', { ...undoFields, quote: guessedToken })
    expect(await listPrices(otherVisitor), guessedToken).toEqual([{ quantity: 2, price: 95_00 }])
  }
})

test('reports a PDF that could not be created and stops polling', async () => {
  const { path } = await makeQuote()
  expect((await fetchPage(new Visitor(), path)).html).toContain('data-poll')
  await db
    .updateTable('outbox')
    .set({ refused_at: new Date() })
    .where('job', '=', 'render-price-quote')
    .execute()
  const { html, text } = await fetchPage(new Visitor(), path)
  expect(text).toContain('O PDF não pôde ser feito agora')
  expect(html).not.toContain('data-poll')
})

test('an expired quote shows changes and fills the cart at current prices', async () => {
  const { manualId, path } = await makeQuote()
  await expireQuotes()
  expect((await fetchPage(new Visitor(), path)).text).toContain('Os preços continuam os mesmos')
  await db
    .updateTable('publications')
    .set({ price: 95_00, version: 'Rev. 4' })
    .where('id', '=', manualId)
    .execute()
  const { text } = await fetchPage(new Visitor(), path)
  for (const expectedText of ['Este orçamento venceu', 'de R$ 80,00 para R$ 95,00', 'agora na versão Rev. 4'])
    expect.soft(text, expectedText).toContain(expectedText)
  expect(await listPrices(await refillCart(path))).toEqual([{ quantity: 2, price: 95_00 }])
  await db.updateTable('publications').set({ active: false }).where('id', '=', manualId).execute()
  const pageOfRemoved = await fetchPage(new Visitor(), path)
  expect(pageOfRemoved.text).toContain('não está mais à venda')
  expect((await fetchPage(new Visitor(), path, {})).location).toBe(path)
})

test('offers and creates no quote for an empty cart', async () => {
  const visitor = new Visitor()
  expect((await fetchPage(visitor, '/orcamento', {})).location).toBe('/cart')
  expect((await fetchPage(visitor, '/cart')).text).not.toContain('Gerar orçamento')
  expect(await db.selectFrom('price_quotes').select('id').execute()).toEqual([])
})

test('deletes a quote and its PDF when more than ninety days have passed since its end, but changes no cart', async () => {
  const { path } = await makeQuote()
  const buyer = await refillCart(path)
  const { id, valid_until } = await loadOnlyQuote()
  await renderPriceQuotePdf.run(String(id), { id: 1 })
  expect(await deleteExpiredPriceQuotes(addDays(valid_until, 90), 10)).toBe(0)
  expect(await deleteExpiredPriceQuotes(addDays(valid_until, 91), 10)).toBe(1)
  expect(await readStored(`price-quotes/${id}.pdf`)).toBeUndefined()
  expect((await fetchPage(new Visitor(), path)).status).toBe(404)
  expect(await listPrices(buyer)).toEqual([{ quantity: 2, price: 80_00 }])
})
