import { afterAll, beforeEach, expect, test } from 'vitest'
import { startFakeViaCep } from '#tests/support/fakes/fake-postal-codes.ts'
import type { Fields, Visitor } from '#tests/support/request.ts'

// The environment must contain the fake's address before the shop reads it.
const viaCep = await startFakeViaCep()
process.env.VIACEP_URL = viaCep.url
const { action, loader } = await import('#app/routes/checkout/checkout.tsx')
const { fillCart } = await import('#tests/support/checkout-form.ts')
const { fetchPage } = await import('#tests/support/app-client.ts')
const { makeDownload } = await import('#tests/factories/publications.ts')
const { openShop } = await import('#tests/factories/shop.ts')
const { loginAs, Visitor: Browser } = await import('#tests/support/request.ts')
const { makeCustomer } = await import('#tests/factories/people.ts')

beforeEach(openShop)
afterAll(() => viaCep.close())

const openCheckoutVisitor = async () => fillCart(new Browser(), { [await makeDownload()]: 1 })
const pressLookup = (visitor: Visitor, fields: Fields, prefix = 'billing') =>
  visitor.post(action, '/checkout', { ...fields, intent: `cep.${prefix}` })
const loadSavedFields = async (visitor: Visitor) => (await visitor.get(loader, '/checkout')).data.saved

test('a postal code fills street, neighbourhood, city and state', async () => {
  const visitor = await openCheckoutVisitor()
  expect((await pressLookup(visitor, { 'billing.zip_code': '01001-000' })).location).toBe(
    '/checkout?cep=billing-found#cobranca',
  )
  expect(await loadSavedFields(visitor)).toMatchObject({
    'billing.zip_code': '01001-000',
    'billing.street': 'Praça da Sé',
    'billing.province': 'Sé',
    'billing.city': 'São Paulo',
    'billing.state': 'SP',
  })
  expect((await fetchPage(visitor, '/checkout')).html).toContain('value="Praça da Sé"')
})

test('a new postal code updates filled-in fields but not typed ones', async () => {
  const visitor = await openCheckoutVisitor()
  await pressLookup(visitor, { 'billing.zip_code': '01001000', 'billing.street': 'Minha rua' })
  const savedFields = await loadSavedFields(visitor)
  expect([savedFields['billing.street'], savedFields['billing.province']]).toEqual(['Minha rua', 'Sé'])
  await pressLookup(visitor, { ...savedFields, 'billing.zip_code': '18690-000' })
  expect(await loadSavedFields(visitor)).toMatchObject({
    'billing.street': 'Minha rua',
    'billing.province': '',
    'billing.city': 'Itatinga',
  })
})

test('Enter looks up the postal code in an otherwise empty address, and otherwise submits', async () => {
  const visitor = await openCheckoutVisitor()
  const pressEnter = (fields: Fields) => visitor.post(action, '/checkout', { ...fields, intent: 'enter' })
  expect((await pressEnter({ 'billing.zip_code': '01001-000' })).location).toBe(
    '/checkout?cep=billing-found#cobranca',
  )
  expect(await loadSavedFields(visitor)).toMatchObject({
    'billing.street': 'Praça da Sé',
    'billing.state': 'SP',
  })
  expect((await fetchPage(visitor, '/checkout')).html).toMatch(
    /<option value="SP" selected="">SP · São Paulo/,
  )
  expect((await pressEnter({ 'billing.zip_code': '01001-000', 'billing.street': 'Minha rua' })).status).toBe(
    400,
  )
  expect((await pressEnter({ 'billing.zip_code': '0100' })).status).toBe(400)
})

test('a separate button fills the delivery address', async () => {
  const visitor = await openCheckoutVisitor()
  const answer = await pressLookup(
    visitor,
    { 'shipping.zip_code': '01001000', ship_elsewhere: 'on' },
    'shipping',
  )
  expect(answer.location).toBe('/checkout?cep=shipping-found#entrega')
  const savedFields = await loadSavedFields(visitor)
  expect([savedFields['shipping.street'], savedFields['billing.street']]).toEqual(['Praça da Sé', undefined])
})

test.each([['99999-999'], ['1234'], ['']])(
  'reports «%s» as an unknown postal code and preserves the typed street',
  async (cep) => {
    const visitor = await openCheckoutVisitor()
    const answer = await pressLookup(visitor, { 'billing.zip_code': cep, 'billing.street': 'Minha rua' })
    expect(answer.location).toBe('/checkout?cep=billing-unknown#cobranca')
    const page = await fetchPage(visitor, '/checkout?cep=billing-unknown')
    expect(page.text).toContain('CEP não encontrado. Confira o número ou preencha o endereço.')
    expect((await loadSavedFields(visitor))['billing.street']).toBe('Minha rua')
  },
)

test('a postal code sent with empty fields fills them in place of a customer’s stored address', async () => {
  const customer = await makeCustomer()
  const visitor = await fillCart(await loginAs(customer), { [await makeDownload()]: 1 })
  await pressLookup(visitor, { 'billing.zip_code': '01001-000', 'billing.street': '', 'billing.number': '' })
  expect(await loadSavedFields(visitor)).toMatchObject({
    'billing.street': 'Praça da Sé',
    'billing.city': 'São Paulo',
  })
})

test('a rejected form marks the fields that the next postal code may fill', async () => {
  const visitor = await openCheckoutVisitor()
  await pressLookup(visitor, { 'billing.zip_code': '01001-000' })
  const rejectedPage = await fetchPage(visitor, '/checkout', {
    ...(await loadSavedFields(visitor)),
    intent: 'confirm',
  })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.html).toContain('data-filled="São Paulo"')
})

test('another postal code overwrites a customer’s stored address in unchanged fields', async () => {
  const visitor = await fillCart(await loginAs(await makeCustomer()), { [await makeDownload()]: 1 })
  const savedFields = await loadSavedFields(visitor)
  await pressLookup(visitor, { ...savedFields, 'billing.zip_code': '01001-000' })
  expect(await loadSavedFields(visitor)).toMatchObject({
    'billing.street': 'Praça da Sé',
    'billing.city': 'São Paulo',
  })
})

test('another postal code preserves a street that the customer typed', async () => {
  const visitor = await fillCart(await loginAs(await makeCustomer()), { [await makeDownload()]: 1 })
  const savedFields = await loadSavedFields(visitor)
  await pressLookup(visitor, {
    ...savedFields,
    'billing.street': 'Minha rua',
    'billing.zip_code': '01001-000',
  })
  expect(await loadSavedFields(visitor)).toMatchObject({
    'billing.street': 'Minha rua',
    'billing.city': 'São Paulo',
  })
})
