import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import {
  billing,
  companyFields,
  confirmCheckout,
  fillCart,
  fillCheckoutForm,
  fillPersonForm,
  loadCheckout,
  newAccount,
  quoteFreight,
  shippingElsewhere,
} from '#tests/support/checkout-form.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const requiredMessage = 'Campo obrigatório'

/** Expects that the form places no order and sets no cookie. Returns the errors. */
async function expectRejectedCheckout(visitor: Visitor, form: Fields) {
  const answer = await confirmCheckout(visitor, form)
  expect(answer.status).toBe(400)
  expect(answer.setCookies).toEqual([])
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual([])
  return answer.data.error
}

const fillDownloadCart = async (visitor = new Visitor()) => fillCart(visitor, { [await makeDownload()]: 1 })
const fillManualCart = async (visitor = new Visitor()) =>
  fillCart(visitor, { [await makePublication({ price: 80_00 })]: 1 })

const billingFields = ['zip_code', 'street', 'number', 'province', 'city', 'state'].map(
  (name) => `billing.${name}`,
)
const shippingFields = billingFields.map((name) => name.replace('billing', 'shipping'))
const emptyValues: [string, string | undefined][] = [
  ['missing', undefined],
  ['empty', ''],
]

test.each(
  ['buyer.name', 'buyer.cpf', 'buyer.phone', 'buyer.email', 'buyer.password', ...billingFields].flatMap(
    (name) => emptyValues.map(([kind, value]) => ({ name, kind, value })),
  ),
)('a person’s form with $name $kind has an error at that field only', async ({ name, value }) => {
  const visitor = await fillDownloadCart()
  const form = { ...(await fillPersonForm(visitor)), [name]: value }
  expect(await expectRejectedCheckout(visitor, form)).toEqual({ [name]: [requiredMessage] })
})

test.each(['buyer.name', 'buyer.company_name', 'buyer.cnpj', 'buyer.ie'])(
  'a company’s form without %s has an error at that field',
  async (name) => {
    const visitor = await fillDownloadCart()
    const form = await fillCheckoutForm(visitor, {
      ...companyFields,
      ...newAccount(),
      ...billing,
      [name]: '',
    })
    expect(await expectRejectedCheckout(visitor, form)).toEqual({ [name]: [requiredMessage] })
  },
)

test.each(shippingFields)('a delivery address without %s has an error at that field', async (name) => {
  const visitor = await fillManualCart()
  const form = { ...(await fillPersonForm(visitor, shippingElsewhere)), [name]: '' }
  expect(await expectRejectedCheckout(visitor, form)).toEqual({ [name]: [requiredMessage] })
})

test.each(['buyer.phone', 'billing.street'])(
  'a known customer’s form without %s has an error at that field',
  async (name) => {
    const visitor = await fillDownloadCart(await loginAs(await makeCustomer()))
    const form = await fillCheckoutForm(visitor, { 'buyer.phone': '(14) 99999-0000', ...billing, [name]: '' })
    expect(await expectRejectedCheckout(visitor, form)).toEqual({ [name]: [requiredMessage] })
  },
)

test('an empty form has an error at every required field and at the freight', async () => {
  const visitor = await fillManualCart()
  const { token } = await loadCheckout(visitor)
  const errorsByField = (await expectRejectedCheckout(visitor, { checkout_token: token })) ?? {}
  const requiredFields = [
    'buyer.name',
    'buyer.cpf',
    'buyer.phone',
    'buyer.email',
    'buyer.password',
    ...billingFields,
  ]
  for (const name of requiredFields) expect(errorsByField[name], name).toEqual([requiredMessage])
  expect(errorsByField.shipping_service).toEqual(['Escolha a forma de envio'])
})

test.each(['buyer.name', 'billing.street', 'billing.city'])('treats %s of spaces as empty', async (name) => {
  const visitor = await fillDownloadCart()
  expect(
    await expectRejectedCheckout(visitor, { ...(await fillPersonForm(visitor)), [name]: ' \t ' }),
  ).toEqual({
    [name]: [requiredMessage],
  })
})

const invalidValues: [string, string, RegExp][] = [
  ['buyer.cpf', '529.982.247-24', /^CPF incorreto/],
  ['buyer.cpf', '111.111.111-11', /^CPF incorreto/],
  ['buyer.cpf', '5299822472', /^CPF incorreto/],
  ['buyer.cpf', 'abc', /^CPF incorreto/],
  ['buyer.phone', '9999-0000', /^Telefone incorreto/],
  ['buyer.phone', '(00) 99999-0000', /^Telefone incorreto/],
  ['buyer.phone', '(14) 89999-0000', /^Telefone incorreto/],
  ['buyer.email', 'ana', /^E-mail incorreto/],
  ['buyer.email', 'ana@', /^E-mail incorreto/],
  ['buyer.email', 'ana@exemplo', /^E-mail incorreto/],
  ['buyer.email', 'a@b.test, c@d.test', /^E-mail incorreto/],
  ['buyer.email', 'ana@exemplo.test\r\nBcc: x@y.test', /^E-mail incorreto/],
  ['buyer.email', 'ana\0@exemplo.test', /^E-mail incorreto/],
  ['buyer.email', `${'a'.repeat(300)}@exemplo.test`, /^E-mail incorreto/],
  ['buyer.password', '1234567', /^A senha precisa de pelo menos 8 caracteres/],
  ['buyer.password', 'x'.repeat(201), /^Use no máximo 200 caracteres/],
  ['billing.zip_code', '1860-000', /^CEP incorreto/],
  ['billing.zip_code', 'ABCDE-FGH', /^CEP incorreto/],
  ['billing.state', 'XX', /^UF incorreta/],
  ['billing.state', 'Paulo', /^UF incorreta/],
  ['billing.number', 'x'.repeat(21), /^Use no máximo 20 caracteres/],
  ['billing.complement', 'x'.repeat(81), /^Use no máximo 80 caracteres/],
]

test.each(invalidValues)('rejects %s «%.30s» at its field', async (name, value, expectedText) => {
  const visitor = await fillDownloadCart()
  const error = await expectRejectedCheckout(visitor, { ...(await fillPersonForm(visitor)), [name]: value })
  expect(Object.keys(error ?? {})).toEqual([name])
  expect(error?.[name]?.[0]).toMatch(expectedText)
})

test.each([
  ['buyer.cnpj', '12.ABC.345/01DE-36', /^CNPJ incorreto/],
  ['buyer.cnpj', '00.000.000/0000-00', /^CNPJ incorreto/],
  ['buyer.cnpj', '529.982.247-25', /^CNPJ incorreto/],
  ['buyer.ie', '1234567890123', /^Digite só os números, no máximo 12$/],
  ['buyer.ie', 'nenhuma', /^Inscrição estadual incorreta/],
])('rejects %s «%s» at its field', async (name, value, expectedText) => {
  const visitor = await fillDownloadCart()
  const form = await fillCheckoutForm(visitor, {
    ...companyFields,
    ...newAccount(),
    ...billing,
    [name]: value,
  })
  const error = await expectRejectedCheckout(visitor, form)
  expect(Object.keys(error ?? {})).toEqual([name])
  expect(error?.[name]?.[0]).toMatch(expectedText)
})

test('shows typed values except the password, and the error in the summary with a link to its field', async () => {
  const visitor = await fillManualCart()
  const form = await fillPersonForm(visitor, {
    'buyer.name': 'Ana «Voo» <b>',
    'billing.zip_code': '1860',
    ...shippingElsewhere,
  })
  const page = await fetchPage(visitor, '/checkout', {
    ...form,
    'buyer.password': 'segredo-segredo',
    intent: 'confirm',
  })
  expect(page.status).toBe(400)
  expect(page.html).toContain('<title>Erro: Finalizar pedido · Aeropub</title>')
  expect(page.text).toContain('Um erro foi encontrado. Verifique os campos do formulário')
  expect(page.html).toContain('href="#campo-billing-zip_code"')
  expect(page.html).toContain('value="Ana «Voo» &lt;b&gt;"')
  for (const value of [
    '1860',
    '529.982.247-25',
    '(14) 99999-0000',
    'Rua das Hélices',
    'sala 2',
    'Avenida das Asas',
  ])
    expect(page.html).toContain(`value="${value}"`)
  expect(page.html).not.toContain('segredo-segredo')
  const deliveryChoice = page.html
    .match(/<input[^>]*name="ship_elsewhere"[^>]*>/g)
    ?.find((input) => input.includes('value="on"'))
  expect(deliveryChoice).toContain('checked=""')
})

test('stores a rejected form as a draft without the password', async () => {
  const visitor = await fillDownloadCart()
  const form = await fillPersonForm(visitor, { 'billing.city': '' })
  await expectRejectedCheckout(visitor, form)
  const { saved } = await loadCheckout(visitor)
  expect(saved).toMatchObject({ 'buyer.name': 'Ana Inventada da Silva', 'billing.city': '' })
  expect(JSON.stringify(saved)).not.toContain(String(form['buyer.password']))
})

test('no rejected response contains the password', async () => {
  const { email } = await makeCustomer()
  const visitor = await fillDownloadCart()
  const form = await fillPersonForm(visitor, { 'buyer.password': 'segredo-segredo' })
  for (const overrides of [
    { 'billing.city': '' },
    { 'buyer.email': email },
    { checkout_token: '0'.repeat(32) },
  ]) {
    const answer = await confirmCheckout(visitor, { ...form, ...overrides })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.data)).not.toContain('segredo-segredo')
  }
})

test('an e-mail with an account shows the specified alert at its field', async () => {
  const { email } = await makeCustomer()
  const visitor = await fillDownloadCart()
  const error = await expectRejectedCheckout(
    visitor,
    await fillPersonForm(visitor, { 'buyer.email': email.toUpperCase() }),
  )
  expect(error).toEqual({
    'buyer.email': ['Já existe uma conta com este e-mail'],
    '': ['ATENÇÃO: Não foi possivel criar seu usuário'],
  })
  expect(await db.selectFrom('users').selectAll().execute()).toHaveLength(1)
})

test('shows a changed price at its line, and accepts the form with the new price', async () => {
  const [bulletinId, manualId] = [await makeDownload(), await makePublication({ price: 80_00 })]
  const visitor = await fillCart(new Visitor(), { [bulletinId]: 1, [manualId]: 1 })
  const form = await fillPersonForm(visitor)
  await db.updateTable('publications').set({ price: 95_50 }).where('id', '=', manualId).execute()
  const lineIndex = (await loadCheckout(visitor)).items.findIndex((item) => item.publicationId === manualId)
  expect(await expectRejectedCheckout(visitor, form)).toEqual({
    [`seen[${lineIndex}].price`]: ['O preço desta publicação mudou para R$ 95,50. Confira e confirme.'],
    '': ['ATENÇÃO: Não foi possivel criar seu pedido'],
  })
  const page = await fetchPage(visitor, '/checkout', { ...form, intent: 'confirm' })
  expect(page.text).toContain('mudou para R$ 95,50')
  expect(page.html).toContain(`name="seen[${lineIndex}].price" value="9550"`)
  expect((await confirmCheckout(visitor, { ...form, [`seen[${lineIndex}].price`]: 95_50 })).status).toBe(303)
})

test.each<[name: string, overrides: Fields, errors: Record<string, string[]>]>([
  [
    'a cheaper freight than quoted',
    { 'seen_shipping.PAC': 1 },
    { shipping_service: ['O valor do frete mudou. Confira e confirme.'] },
  ],
  [
    'a freight without a value',
    { 'seen_shipping.PAC': undefined },
    { shipping_service: ['O valor do frete mudou. Confira e confirme.'] },
  ],
  ['an unknown service', { shipping_service: 'DRONE' }, { shipping_service: ['Escolha a forma de envio'] }],
  [
    'a service of an order without freight',
    { shipping_service: 'DOWNLOAD' },
    { shipping_service: ['Escolha a forma de envio'] },
  ],
  [
    'a service for staff',
    { shipping_service: 'INTERNAL' },
    { shipping_service: ['Escolha a forma de envio'] },
  ],
  ['no service', { shipping_service: undefined }, { shipping_service: ['Escolha a forma de envio'] }],
])('rejects %s at the freight field', async (_name, overrides, errors) => {
  const visitor = await fillManualCart()
  expect(
    await expectRejectedCheckout(visitor, { ...(await fillPersonForm(visitor)), ...overrides }),
  ).toMatchObject(errors)
})

test('rejects a postal code changed after the quote until the checkout shows the new freight', async () => {
  const visitor = await fillManualCart()
  const form = { ...(await fillPersonForm(visitor)), 'billing.zip_code': '01310-100' }
  expect(await expectRejectedCheckout(visitor, form)).toMatchObject({
    shipping_service: ['O valor do frete mudou. Confira e confirme.'],
  })
  expect((await loadCheckout(visitor)).freight?.[0]).toMatchObject({ service: 'PAC', value: 22_50 })
  expect((await confirmCheckout(visitor, form)).status).toBe(303)
})

const changedCartMessage = 'Seu carrinho mudou. Confira antes de confirmar.'

test.each<[string, Fields, Record<string, string[]>]>([
  ['a missing token', { checkout_token: undefined }, { checkout_token: [changedCartMessage] }],
  ['an empty token', { checkout_token: '' }, { checkout_token: [changedCartMessage] }],
  ['a token of another shape', { checkout_token: "' or 1=1" }, { checkout_token: [changedCartMessage] }],
  [
    'a forged token',
    { checkout_token: '0'.repeat(32) },
    { '': ['ATENÇÃO: Não foi possivel criar seu pedido', changedCartMessage] },
  ],
  [
    'a publication that was never shown',
    { 'seen[0].id': 4_000_000 },
    { '': ['ATENÇÃO: Não foi possivel criar seu pedido', changedCartMessage] },
  ],
])('rejects %s because the cart may have changed', async (_name, overrides, errors) => {
  const visitor = await fillDownloadCart()
  expect(await expectRejectedCheckout(visitor, { ...(await fillPersonForm(visitor)), ...overrides })).toEqual(
    errors,
  )
})

test('rejects a form after the cart changed in another tab, and accepts the form of the changed cart', async () => {
  const visitor = await fillDownloadCart()
  const form = await fillPersonForm(visitor)
  const addedId = await makeDownload({ name: 'Outro boletim' })
  await fillCart(visitor.duplicate(), { [addedId]: 1 })
  expect(await expectRejectedCheckout(visitor, form)).toEqual({
    '': ['ATENÇÃO: Não foi possivel criar seu pedido', changedCartMessage],
  })
  expect((await confirmCheckout(visitor, await fillPersonForm(visitor))).status).toBe(303)
})

test('rejects the order of a customer who has no CPF, and names the missing document', async () => {
  const customer = await makeCustomer()
  await db.updateTable('profiles').set({ cpf: null }).execute()
  const visitor = await fillDownloadCart(await loginAs(customer))
  const form = await fillCheckoutForm(visitor, { 'buyer.phone': '(14) 99999-0000', ...billing })
  const error = await expectRejectedCheckout(visitor, form)
  expect(error?.['']?.[0]).toBe('ATENÇÃO: Não foi possivel atualizar seu usuário')
  expect(error?.['']?.[1]).toContain('CPF ou CNPJ')
})

test('rejects a total above the boleto maximum with a message', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload({ price: 4_000_000_000 })]: 1 })
  // The cart itself limits a download to one copy.
  await db.updateTable('cart_items').set({ quantity: 3 }).execute()
  const error = await expectRejectedCheckout(visitor, await fillPersonForm(visitor))
  expect(error?.['']?.[1]).toContain('Divida a compra')
})

const emojiAcrossDraftLimit = `${'x'.repeat(399)}😀`
const textFields = [
  'buyer.name',
  'buyer.cpf',
  'buyer.phone',
  'buyer.email',
  'billing.street',
  'billing.complement',
  'billing.zip_code',
  'billing.state',
  'checkout_token',
  'shipping_service',
  'seen[0].price',
  'seen[0].id',
  'seen_shipping.PAC',
  'person_or_company',
  'ship_elsewhere',
  'intent',
]

test.each(
  textFields.flatMap((name) => [
    { name, description: '5,000 characters', value: 'x'.repeat(5000) },
    { name, description: 'a NUL', value: 'a\0b' },
    { name, description: 'emoji', value: '🛩️'.repeat(60) },
    { name, description: 'a list', value: ['a', 'b'] },
    { name, description: 'an emoji across the limit of a draft', value: emojiAcrossDraftLimit },
  ]),
)('$name with $description causes no server error', async ({ name, value }) => {
  const visitor = await fillManualCart()
  const page = await fetchPage(visitor, '/checkout', {
    ...(await fillPersonForm(visitor)),
    intent: 'confirm',
    [name]: value,
  })
  expect([303, 400]).toContain(page.status)
  const quotePage = await fetchPage(visitor, '/checkout', { ...billing, [name]: value, intent: 'quote' })
  expect([303, 400]).toContain(quotePage.status)
})

test('rejects a name of 300 characters as too long', async () => {
  const visitor = await fillDownloadCart()
  const error = await expectRejectedCheckout(visitor, {
    ...(await fillPersonForm(visitor)),
    'buyer.name': 'Á'.repeat(300),
  })
  expect(error).toEqual({ 'buyer.name': ['Use no máximo 150 caracteres'] })
})

test('preserves emoji in a name and replaces NUL by a space', async () => {
  const visitor = await fillDownloadCart()
  const answer = await confirmCheckout(visitor, {
    ...(await fillPersonForm(visitor)),
    'buyer.name': ' Ana 🛩️\0Silva ',
  })
  expect(answer.status).toBe(303)
  expect(await db.selectFrom('orders').select('payer_name').execute()).toEqual([
    { payer_name: 'Ana 🛩️ Silva' },
  ])
})

test('truncates a draft at a character boundary', async () => {
  const visitor = await fillManualCart()
  await loadCheckout(visitor)
  await quoteFreight(visitor, { ...billing, 'billing.street': emojiAcrossDraftLimit })
  const { saved } = await loadCheckout(visitor)
  expect(saved['billing.street']).toMatch(/^x+$/)
})

test('truncates a draft of many long fields so that the database accepts it', async () => {
  const visitor = await fillManualCart()
  await loadCheckout(visitor)
  const manyFields = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`billing.x${index}`, 'é'.repeat(4_000)]),
  )
  const page = await fetchPage(visitor, '/checkout', { ...billing, ...manyFields, intent: 'quote' })
  expect(page.status).toBe(303)
  expect((await loadCheckout(visitor)).saved).toMatchObject(billing)
})

test.each([
  '__intent__',
  '__state__',
  '__proto__',
  'seen[99999999].id',
  'seen[4294967294]',
  'billing[99999999]',
  `billing${'.a'.repeat(20_000)}`,
  '[',
])('rejects a form with a field named %.30s and places no order', async (name) => {
  const visitor = await fillDownloadCart()
  const form = await fillPersonForm(visitor)
  const page = await fetchPage(visitor, '/checkout', { ...form, intent: 'confirm', [name]: '1' })
  expect(page.status).toBe(400)
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual([])
})

test('rejects a form of thirty thousand fields', async () => {
  const visitor = await fillDownloadCart()
  const manyFields = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`a${index}`, '']))
  expect((await confirmCheckout(visitor, manyFields)).status).toBe(400)
})

test('rejects a file in place of a text', async () => {
  const visitor = await fillDownloadCart()
  const form = await fillPersonForm(visitor)
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, String(value))
  body.append('intent', 'confirm')
  body.set('buyer.name', new File(['x'], 'nome.txt'))
  const request = new Request('http://shop.test/checkout', {
    method: 'POST',
    headers: { Cookie: visitor.cookies.header },
    body,
  })
  const { action } = await import('#app/routes/checkout/checkout.tsx')
  const answer = await visitor.call(action, request)
  expect([answer.status, answer.data.error]).toEqual([400, { 'buyer.name': [requiredMessage] }])
})
