import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { findViewer } from '#app/models/accounts/session.server.ts'
import { findCheckoutProfile, verifyCredentials } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { loader as cartLoader } from '#app/routes/checkout/cart.tsx'
import { action, loader } from '#app/routes/checkout/checkout.tsx'
import { termsVersion } from '#app/text/orders/terms.ts'
import { company, makeCustomer, password, person } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchFollowing, fetchPage } from '#tests/support/app-client.ts'
import {
  billing,
  companyFields,
  confirmCheckout,
  fillCart,
  fillCheckoutForm,
  fillPersonForm,
  loadCheckout,
  loadHiddenFields,
  newAccount,
  personFields,
  quoteFreight,
  shippingElsewhere,
} from '#tests/support/checkout-form.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const loadOnlyOrder = () => db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
const findAddress = (id: number | null) =>
  db
    .selectFrom('addresses')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirst()

async function loadViewer(visitor: Visitor) {
  return findViewer(String(await sessionCookie.parse(visitor.cookies.header)))
}

test('a visitor orders as a person: one order, account and session, then the payment page', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication({ price: 80_10 })]: 2 })
  const form = await fillPersonForm(visitor)
  const answer = await confirmCheckout(visitor, form)
  const order = await loadOnlyOrder()
  expect([answer.status, answer.location]).toEqual([303, `/payment/${order.id}`])
  expect(order).toMatchObject({
    status: orderStatus.pendingPayment,
    total_publications: 160_20,
    shipping_type: 'PAC',
    total: 160_20 + order.shipping_value,
    payer_name: person.name,
    payer_document: person.cpf,
    shipping_address_id: null,
  })
  expect(await loadViewer(visitor)).toMatchObject({ profileId: order.profile_id, email: form['buyer.email'] })
  expect(await verifyCredentials(String(form['buyer.email']), password)).not.toBeNull()
  expect(await findAddress(order.billing_address_id)).toMatchObject({
    zip_code: '18600000',
    complement: 'sala 2',
  })
  expect((await visitor.get(cartLoader, '/cart')).data.items).toEqual([])
  expect((await fetchFollowing(visitor, answer.location ?? '')).text).toContain(
    'Seu boleto está sendo gerado…',
  )
})

test('a visitor orders as a company with an alphanumeric CNPJ', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const answer = await confirmCheckout(
    visitor,
    await fillCheckoutForm(visitor, { ...companyFields, ...newAccount(), ...billing }),
  )
  expect(answer.status).toBe(303)
  expect(await loadOnlyOrder()).toMatchObject({
    payer_name: company.companyName,
    payer_document: '12ABC34501DE35',
  })
  const profile = await db.selectFrom('profiles').selectAll().executeTakeFirstOrThrow()
  expect(profile).toMatchObject({
    is_company: true,
    name: 'Beto Inventado',
    cnpj: '12ABC34501DE35',
    cpf: null,
    ie: 'ISENTO',
    phone: '1432210000',
  })
})

test('ignores company fields of a person, and personal fields of a company', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const form = await fillCheckoutForm(visitor, {
    ...companyFields,
    ...newAccount(),
    ...billing,
    'buyer.cpf': 'nonsense',
  })
  expect((await confirmCheckout(visitor, form)).status).toBe(303)
  const personVisitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const mixedFields = {
    ...personFields,
    'buyer.cnpj': 'nonsense',
    'buyer.company_name': 'Nada Ltda.',
    'buyer.ie': '?',
  }
  expect(
    (
      await confirmCheckout(
        personVisitor,
        await fillCheckoutForm(personVisitor, { ...mixedFields, ...newAccount(), ...billing }),
      )
    ).status,
  ).toBe(303)
  const profiles = await db
    .selectFrom('profiles')
    .select(['cpf', 'cnpj', 'company_name', 'ie'])
    .orderBy('id')
    .execute()
  expect(profiles[0]?.cpf).toBeNull()
  expect(profiles[1]).toEqual({ cpf: person.cpf, cnpj: null, company_name: null, ie: null })
})

test('shows a known customer’s stored identity and addresses, but no password field', async () => {
  const customer = await makeCustomer({ identity: company })
  const visitor = await fillCart(await loginAs(customer), { [await makePublication()]: 1 })
  const page = await loadCheckout(visitor)
  expect(page.profile).toMatchObject({ companyName: company.companyName, email: customer.email })
  expect(page.saved).toMatchObject({
    'buyer.phone': '(14) 3221-0000',
    'billing.zip_code': '18600-000',
    'billing.city': 'Botucatu',
  })
  expect(JSON.stringify(page)).not.toMatch(/password|argon2/)
  const { html, text } = await fetchPage(visitor, '/checkout')
  expect(text).toContain('12.ABC.345/01DE-35')
  expect(html).not.toMatch(/name="buyer\.(name|cpf|cnpj|company_name|ie|email|password)"/)
  expect(html).toContain('value="(14) 3221-0000"')
})

test.each([null, '', '1499999', 'ramal 12'])(
  'the checkout opens for a customer with the stored phone %j',
  async (phone) => {
    const customer = await makeCustomer()
    await db.updateTable('profiles').set({ phone, billing_address_id: null }).execute()
    const visitor = await fillCart(await loginAs(customer), { [await makeDownload()]: 1 })
    expect((await loadCheckout(visitor)).saved['buyer.phone'] ?? '').toBe(phone ?? '')
    expect((await fetchPage(visitor, '/checkout')).status).toBe(200)
  },
)

test('a known customer changes only phone and addresses; other account fields are ignored', async () => {
  const customer = await makeCustomer()
  const visitor = await fillCart(await loginAs(customer), { [await makeDownload()]: 1 })
  const form = await fillCheckoutForm(visitor, {
    ...billing,
    'billing.street': 'Rua Nova',
    'buyer.phone': '11 98888-7777',
    'buyer.name': 'Outro Nome',
    'buyer.cpf': '111.444.777-35',
    'buyer.email': 'outro@exemplo.test',
    'buyer.password': 'outra-senha-2026',
    person_or_company: '1',
    'buyer.cnpj': '11.222.333/0001-81',
  })
  const answer = await confirmCheckout(visitor, form)
  const order = await loadOnlyOrder()
  expect([answer.status, answer.location]).toEqual([303, `/payment/${order.id}`])
  expect(order).toMatchObject({
    profile_id: customer.profileId,
    payer_name: person.name,
    payer_document: person.cpf,
  })
  expect(await findCheckoutProfile(customer.profileId)).toMatchObject({
    ...{ name: person.name, cpf: person.cpf, cnpj: null, isCompany: false, email: customer.email },
    phone: '11988887777',
    billing: { street: 'Rua Nova' },
  })
  expect(await verifyCredentials(customer.email, password)).toBe(customer.userId)
  expect(await db.selectFrom('users').selectAll().execute()).toHaveLength(1)
  expect(answer.setCookies).toEqual([])
})

test('an order to another address stores delivery and billing address', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  const form = await fillPersonForm(visitor, {
    ...billing,
    'billing.zip_code': '69000-000',
    'billing.state': 'AM',
    ...shippingElsewhere,
  })
  expect(form.shipping_service).toBe('PAC')
  expect((await confirmCheckout(visitor, form)).status).toBe(303)
  const order = await loadOnlyOrder()
  expect(await findAddress(order.shipping_address_id)).toMatchObject({
    zip_code: '01310100',
    state: 'SP',
    complement: '',
  })
  expect(await findAddress(order.billing_address_id)).toMatchObject({ zip_code: '69000000' })
})

test.each<[string, Fields]>([
  ['when it was selected', { ...shippingElsewhere, ship_elsewhere: 'off' }],
  ['when nothing was selected', { ...shippingElsewhere, ship_elsewhere: undefined }],
  ['with another value for the choice', { ...shippingElsewhere, ship_elsewhere: 'true' }],
  ['with invalid text in the other address', { 'shipping.zip_code': 'x', 'shipping.state': '??' }],
])('uses the billing address for the shipment %s', async (_name, fields) => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  expect((await confirmCheckout(visitor, await fillPersonForm(visitor, fields))).status).toBe(303)
  expect((await loadOnlyOrder()).shipping_address_id).toBeNull()
})

test('a download requires no freight and stores no delivery address', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload({ price: 19_99 })]: 1 })
  expect(await loadCheckout(visitor)).toMatchObject({ needsShipping: false, freight: null })
  const { html } = await fetchPage(visitor, '/checkout')
  expect(html).not.toContain('name="shipping_service"')
  expect(
    (
      await confirmCheckout(
        visitor,
        await fillPersonForm(visitor, { ...shippingElsewhere, shipping_service: 'SEDEX' }),
      )
    ).status,
  ).toBe(303)
  expect(await loadOnlyOrder()).toMatchObject({
    shipping_type: 'DOWNLOAD',
    total: 19_99,
    shipping_address_id: null,
  })
})

test('freight to be agreed adds nothing to the total', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication({ price: 50_00 })]: 1 })
  const form = await fillPersonForm(visitor)
  expect((await confirmCheckout(visitor, { ...form, shipping_service: 'TO_BE_AGREED' })).status).toBe(303)
  expect(await loadOnlyOrder()).toMatchObject({
    shipping_type: 'TO_BE_AGREED',
    shipping_value: 0,
    total: 50_00,
  })
})

test('adds the five handling days to each service, and offers freight to be agreed as beta without costs', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication({ price: 50_00 })]: 1 })
  await loadCheckout(visitor)
  await quoteFreight(visitor, billing)
  const { text } = await fetchPage(visitor, '/checkout')
  expect(text).toMatch(/PAC R\$\s22,50.*até 11 dias úteis após a confirmação do pagamento.*R\$\s72,50/)
  expect(text).toMatch(/SEDEX R\$\s41,00.*até 7 dias úteis.*R\$\s91,00/)
  expect(text).toMatch(/À Combinar \(beta\) a combinar .*Total do pedido: R\$\s50,00/)
  expect(text).not.toContain('0,01')
})

test('does not offer freight to be agreed when the setting is off', async () => {
  await saveSetting('shop', { offersFreightToBeAgreed: false })
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  await loadCheckout(visitor)
  await quoteFreight(visitor, billing)
  expect((await loadCheckout(visitor)).freight?.map((option) => option.service)).toEqual(['PAC', 'SEDEX'])
})

test('a freight quote preserves typed values except the password and returns to the freight', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  expect((await loadCheckout(visitor)).freight).toBeNull()
  const typedFields = {
    ...personFields,
    'buyer.email': 'ana@exemplo.test',
    'buyer.password': 'segredo-segredo',
    ...billing,
  }
  const hiddenFields = await loadHiddenFields(visitor)
  const answer = await quoteFreight(visitor, { ...hiddenFields, ...typedFields })
  const target = `/checkout?terms=${termsVersion}.${hiddenFields.checkout_token}#frete`
  expect([answer.status, answer.location]).toEqual([303, target])
  const page = await loadCheckout(visitor)
  expect(page.freight?.map((option) => [option.service, option.value])).toEqual([
    ['PAC', 22_50],
    ['SEDEX', 41_00],
    ['TO_BE_AGREED', 0],
  ])
  const { 'buyer.password': _password, ...otherFields } = typedFields
  expect(page.saved).toMatchObject(otherFields)
  const storedDrafts = await db.selectFrom('checkout_drafts').select('data').execute()
  expect(JSON.stringify(storedDrafts)).not.toContain('segredo-segredo')
  const { html } = await fetchPage(visitor, '/checkout')
  expect(html).toContain('value="529.982.247-25"')
  expect(html).not.toContain('segredo-segredo')
})

test('a freight quote places no order', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  expect((await quoteFreight(visitor, {})).location).toBe('/checkout#frete')
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual([])
})

test('a visitor’s draft replaces the stored address after a login', async () => {
  const customer = await makeCustomer()
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  await loadCheckout(visitor)
  await quoteFreight(visitor, { ...billing, 'billing.street': 'Rua do Rascunho' })
  await fetchPage(visitor, '/login', { email: customer.email, password })
  const page = await loadCheckout(visitor)
  expect(page.profile?.email).toBe(customer.email)
  expect(page.saved['billing.street']).toBe('Rua do Rascunho')
})

test('the draft stores a change back to the billing address although the profile has a delivery address', async () => {
  const customer = await makeCustomer()
  const visitor = await fillCart(await loginAs(customer), { [await makePublication()]: 1 })
  const form = await fillCheckoutForm(visitor, {
    'buyer.phone': '(14) 99999-0000',
    ...billing,
    ...shippingElsewhere,
  })
  expect((await confirmCheckout(visitor, form)).status).toBe(303)
  await fillCart(visitor, { [await makePublication()]: 1 })
  expect((await loadCheckout(visitor)).saved.ship_elsewhere).toBe('on')
  await quoteFreight(visitor, { ...billing, ship_elsewhere: 'off' })
  expect((await loadCheckout(visitor)).saved.ship_elsewhere).toBe('off')
})

test('shows a draft only to its owner', async () => {
  const id = await makePublication()
  const [owner, stranger] = [
    await fillCart(new Visitor(), { [id]: 1 }),
    await fillCart(new Visitor(), { [id]: 1 }),
  ]
  await loadCheckout(owner)
  await quoteFreight(owner, { ...personFields, ...billing })
  expect((await loadCheckout(stranger)).saved).toEqual({})
  expect((await loadCheckout(stranger)).token).not.toBe((await loadCheckout(owner)).token)
})

test('GET and POST with an empty cart redirect to the cart', async () => {
  const visitorWithEmptiedCart = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  const form = await fillPersonForm(visitorWithEmptiedCart)
  await fillCart(visitorWithEmptiedCart, { [await makePublication()]: 0 })
  await db.deleteFrom('cart_items').execute()
  for (const visitor of [new Visitor(), await loginAs(await makeCustomer()), visitorWithEmptiedCart]) {
    const answer = await visitor.get(loader, '/checkout')
    expect([answer.status, answer.location]).toEqual([303, '/cart'])
  }
  expect((await confirmCheckout(new Visitor(), form)).location).toBe('/cart')
  expect(
    (await fetchPage(visitorWithEmptiedCart, '/checkout', { ...form, intent: 'confirm' })).location,
  ).toBe('/cart')
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual([])
})

test('a cart with an unavailable publication redirects to the cart', async () => {
  const id = await makePublication()
  const visitor = await fillCart(new Visitor(), { [id]: 1 })
  await db.updateTable('publications').set({ active: false }).where('id', '=', id).execute()
  expect((await visitor.get(loader, '/checkout')).location).toBe('/cart')
})

test('ignores status, value, owner and rights in the form', async () => {
  const id = await makePublication({ price: 80_00 })
  const visitor = await fillCart(new Visitor(), { [id]: 1 })
  const form = await fillPersonForm(visitor)
  const victim = await makeCustomer()
  const answer = await confirmCheckout(visitor, {
    ...form,
    status: '2',
    value: '1',
    total: '1',
    total_publications: '1',
    shipping_value: '0',
    profile_id: String(victim.profileId),
    user_id: String(victim.userId),
    cart_id: '1',
    is_staff: '1',
    'buyer.is_staff': '1',
    'buyer.is_superuser': '1',
    'buyer.is_partner': '1',
    'buyer.userId': String(victim.userId),
    'buyer.profileId': String(victim.profileId),
    'billing.id': '1',
    'billing.country': 'Marte',
    date: '2000-01-01',
    payer_name: 'Outro',
    reason: 'x',
    isKnown: 'true',
  })
  expect(answer.status).toBe(303)
  const order = await loadOnlyOrder()
  expect(order).toMatchObject({
    status: orderStatus.pendingPayment,
    total_publications: 80_00,
    shipping_value: 22_50,
    total: 102_50,
    payer_name: person.name,
    reason: null,
  })
  expect(order.profile_id).not.toBe(victim.profileId)
  expect(order.date).not.toBe('2000-01-01')
  const users = await db.selectFrom('users').select(['is_staff', 'is_superuser']).execute()
  expect(users.flatMap((user) => [user.is_staff, user.is_superuser])).not.toContain(true)
  expect(
    (await db.selectFrom('profiles').select('is_partner').execute()).map(({ is_partner }) => is_partner),
  ).not.toContain(true)
  expect(await findAddress(order.billing_address_id)).toMatchObject({ country: 'Brasil' })
})

test('offers a visitor both a login that returns to the checkout and an order without one', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  const { html, text } = await fetchPage(visitor, '/checkout')
  expect(text).toContain('Já tem conta?')
  expect(html).toContain('href="/login?redirectTo=%2Fcheckout"')
  expect(text).toContain('Confirmar pedido e gerar boleto')
})

test('dates an order in São Paulo time', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  // Midnight may pass between the two dates.
  const dateBefore = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  await confirmCheckout(visitor, await fillPersonForm(visitor))
  const dateAfter = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  expect([dateBefore, dateAfter]).toContain((await loadOnlyOrder()).date)
})

test('rejects a checkout that is not sent as a form', async () => {
  const request = new Request('http://shop.test/checkout', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect((await new Visitor().call(action, request)).status).toBe(415)
})
