import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { loader as cartLoader } from '#app/routes/checkout/cart.tsx'
import { action, loader } from '#app/routes/checkout/checkout.tsx'
import { loader as photoLoader } from '#app/routes/checkout/photo.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makePlainPicture } from '#tests/gateways/pictures.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import {
  billing,
  confirmCheckout,
  fillCart,
  fillCheckoutForm,
  fillPersonForm,
  loadCheckout,
  quoteFreight,
} from '#tests/support/checkout-form.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const makeAircraftFields = (key: string, overrides: Fields = {}): Fields => {
  const fields = { prefix: 'ptabc', serial: ' 200512 ', fuel: '2', ...overrides }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`unit.${key}.${name}`, value]))
}

async function fillAircraftCart(quantity = 1, overrides = {}) {
  const id = await makePublication({ has_airplane_info: true, name: 'Manual da Aeronave', ...overrides })
  return { id, visitor: await fillCart(new Visitor(), { [id]: quantity }) }
}

const listOrderLines = () => db.selectFrom('order_lines').selectAll().orderBy('id').execute()
const listErrors = async (visitor: Visitor, form: Fields) =>
  (await confirmCheckout(visitor, form)).data.error ?? {}

test('orders each copy with its aircraft and normalises the typed registrations', async () => {
  const { id, visitor } = await fillAircraftCart(2)
  const form = await fillPersonForm(visitor)
  const units = {
    ...makeAircraftFields(`${id}-1`),
    ...makeAircraftFields(`${id}-2`, { prefix: 'PR-XYZ', fuel: '1' }),
  }
  expect((await confirmCheckout(visitor, { ...form, ...units })).status).toBe(303)
  expect(await listOrderLines()).toMatchObject([
    {
      airplane_registration: 'PT-ABC',
      airplane_serial_number: '200512',
      fuel_type: 2,
      airplane_is_foreign: false,
    },
    { airplane_registration: 'PR-XYZ', airplane_serial_number: '200512', fuel_type: 1 },
  ])
})

test.each<[string, Fields, Record<string, string>]>([
  [
    'an empty registration',
    { prefix: '', serial: '', fuel: '' },
    { prefix: 'Campo obrigatório', serial: 'Campo obrigatório', fuel: 'Campo obrigatório' },
  ],
  ['too few letters', { prefix: 'PT-AB' }, { prefix: 'Prefixo incorreto' }],
  ['a foreign registration', { prefix: 'N123AB' }, { prefix: 'Prefixo incorreto' }],
  ['a reserved registration', { prefix: 'PT-QAB' }, { prefix: 'Prefixo incorreto' }],
  ['letters that look like Latin ones', { prefix: 'РТ-АВС' }, { prefix: 'Prefixo incorreto' }],
  ['no fuel', { fuel: '0' }, { fuel: 'Campo obrigatório' }],
  ['another fuel', { fuel: '9' }, { fuel: 'Campo obrigatório' }],
  ['a serial number of 31 characters', { serial: '1'.repeat(31) }, { serial: 'Use no máximo 30 caracteres' }],
  [
    'an invalid foreign registration',
    { prefix: 'N 12/3', foreign: 'on' },
    { prefix: 'Matrícula incorreta: de 2 a 10 letras, números e traços' },
  ],
])('rejects %s at its field with a message', async (_name, overrides, errors) => {
  const { id, visitor } = await fillAircraftCart()
  const form = { ...(await fillPersonForm(visitor)), ...makeAircraftFields(`${id}-1`, overrides) }
  const expectedErrors = Object.entries(errors).map(([name, text]) => [`unit.${id}-1.${name}`, [text]])
  expect(await listErrors(visitor, form)).toEqual(Object.fromEntries(expectedErrors))
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual([])
})

test('accepts a foreign aircraft with the box ticked and marks its line', async () => {
  const { id, visitor } = await fillAircraftCart()
  const form = {
    ...(await fillPersonForm(visitor)),
    ...makeAircraftFields(`${id}-1`, { prefix: 'n-123ab', foreign: 'on' }),
  }
  expect((await confirmCheckout(visitor, form)).status).toBe(303)
  expect(await listOrderLines()).toMatchObject([
    { airplane_registration: 'N-123AB', airplane_is_foreign: true },
  ])
})

test('places an order of two copies for one aircraft only after confirmation', async () => {
  const { id, visitor } = await fillAircraftCart(2)
  const form = {
    ...(await fillPersonForm(visitor)),
    ...makeAircraftFields(`${id}-1`),
    ...makeAircraftFields(`${id}-2`, { prefix: 'PT ABC' }),
  }
  expect(await listErrors(visitor, form)).toEqual({
    [`unit.${id}-2.prefix`]: [expect.stringContaining('já está em outra unidade')],
  })
  const page = await fetchPage(visitor, '/checkout', { ...form, intent: 'confirm' })
  expect(page.text).toContain('Quero mais de um exemplar para esta aeronave')
  expect((await confirmCheckout(visitor, { ...form, [`unit.${id}-2.again`]: 'on' })).status).toBe(303)
  expect(await listOrderLines()).toHaveLength(2)
})

test('adding a copy preserves typed data, and removing a copy with typed data requires a confirmation', async () => {
  const { id, visitor } = await fillAircraftCart(2)
  const typedFields = {
    ...makeAircraftFields(`${id}-1`),
    ...makeAircraftFields(`${id}-2`, { prefix: 'PR-XYZ' }),
    'billing.city': 'Itu',
  }
  const pressButton = (intent: string, fields: Fields = typedFields) =>
    visitor.post(action, '/checkout', { ...fields, intent: `${intent}.${id}` })
  expect((await pressButton('more')).location).toBe(`/checkout#item-${id}`)
  const page = await loadCheckout(visitor)
  expect(page.items[0]?.quantity).toBe(3)
  expect(page.saved).toMatchObject({ [`unit.${id}-2.prefix`]: 'PR-XYZ', 'billing.city': 'Itu' })

  expect((await pressButton('fewer')).location).toBe(`/checkout#item-${id}`)
  expect((await loadCheckout(visitor)).items[0]?.quantity).toBe(2)
  expect((await pressButton('fewer')).location).toBe(`/checkout?remove=${id}#item-${id}`)
  expect((await loadCheckout(visitor)).items[0]?.quantity).toBe(2)
  expect((await fetchPage(visitor, `/checkout?remove=${id}`)).text).toContain(
    'A unidade 2 tem dados preenchidos.',
  )
  expect((await pressButton('drop')).location).toBe(`/checkout#item-${id}`)
  const checkoutAfter = await loadCheckout(visitor)
  expect(checkoutAfter.items[0]?.quantity).toBe(1)
  expect(checkoutAfter.saved[`unit.${id}-2.prefix`]).toBeUndefined()
  expect(checkoutAfter.saved[`unit.${id}-1.prefix`]).toBe('ptabc')
  await pressButton('drop')
  expect((await loadCheckout(visitor)).items[0]?.quantity).toBe(1)
})

test('the buttons for quantities leave a download at one copy and ignore other or invalid ids', async () => {
  const id = await makeDownload({ has_airplane_info: true })
  const visitor = await fillCart(new Visitor(), { [id]: 1 })
  for (const intent of [`more.${id}`, 'more.4000000', 'more.x', 'fewer', 'drop.1'])
    expect((await visitor.post(action, '/checkout', { intent })).location).toBe('/checkout#publicacoes')
  expect((await loadCheckout(visitor)).items).toMatchObject([{ publicationId: id, quantity: 1 }])
})

const makeJpeg = () => makePlainPicture(60, 40).jpeg().toBuffer()

/**
 * Fills a cart with two copies of a publication that requires a photo. `send` confirms the order, with the
 * photo of all copies (unit 0) or of one (`key`).
 */
async function fillPhotoCart(overrides = {}) {
  const id = await makePublication({ has_photo_upload: true, ...overrides })
  const visitor = await fillCart(new Visitor(), { [id]: 2 })
  const send = async (form: Fields, file?: { name: string; bytes: Uint8Array }, key = `${id}-0`) =>
    visitor.postFiles(
      action,
      '/checkout',
      { ...form, intent: 'confirm' },
      file ? { [`unit.${key}.file`]: file } : {},
    )
  return { id, visitor, send }
}

test('an order with a photo waits for review with a message, and only the buyer can open the photo', async () => {
  const { visitor, send } = await fillPhotoCart()
  const answer = await send(await fillPersonForm(visitor), { name: 'foto.jpg', bytes: await makeJpeg() })
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  expect(answer.location).toBe(`/payment_return?return_data=200&order=${order.id}`)
  expect(order.status).toBe(orderStatus.underReview)
  const page = await fetchPage(visitor, answer.location ?? '')
  expect(page.text).toContain('Pedido em análise')
  expect(page.text).toContain('responder em até 24 horas')
  expect((await visitor.get(cartLoader, '/cart')).data.items).toEqual([])
  const [line, secondLine] = await listOrderLines()
  expect(line?.photo).toBe(secondLine?.photo)
  const photo = await visitor.get(photoLoader, `/photo/${line?.photo}`, { name: line?.photo ?? '' })
  expect(photo.status).toBe(200)
  expect((await new Visitor().get(photoLoader, '/photo/x', { name: line?.photo ?? '' })).status).toBe(404)
})

test('a valid photo stays attached when another field fails, even across reloads', async () => {
  const { id, visitor, send } = await fillPhotoCart()
  const form = await fillPersonForm(visitor)
  const failedAnswer = await send({ ...form, 'billing.city': '' }, { name: 'a.jpg', bytes: await makeJpeg() })
  expect(failedAnswer.data.error).toEqual({ 'billing.city': ['Campo obrigatório'] })
  const name = (await loadCheckout(visitor)).saved[`unit.${id}-0.photo`]
  expect(name).toMatch(/^[0-9a-f]{32}\.jpg$/)
  expect((await fetchPage(visitor, '/checkout')).html).toContain(`src="/photo/${name}?size=preview"`)
  const secondAnswer = await send({ ...form, [`unit.${id}-0.photo`]: name })
  expect(secondAnswer.location).toMatch(/^\/payment_return/)
})

test('a missing photo for all copies has another message than a missing photo for one copy', async () => {
  const itemCart = await fillPhotoCart()
  expect((await itemCart.send(await fillPersonForm(itemCart.visitor))).data.error).toEqual({
    [`unit.${itemCart.id}-0.photo`]: ['Campo obrigatório'],
  })
  const copyCart = await fillPhotoCart({ has_airplane_info: true })
  const form = {
    ...(await fillPersonForm(copyCart.visitor)),
    ...makeAircraftFields(`${copyCart.id}-1`),
    ...makeAircraftFields(`${copyCart.id}-2`, { prefix: 'PR-XYZ' }),
  }
  const file = { name: 'a.jpg', bytes: await makeJpeg() }
  expect((await copyCart.send(form, file, `${copyCart.id}-1`)).data.error).toEqual({
    [`unit.${copyCart.id}-2.photo`]: ['Envio obrigatório'],
  })
})

test.each([
  ['an empty file', Buffer.alloc(0), 'O arquivo está vazio.'],
  ['a page', Buffer.from('<html><script>alert(1)</script>'), 'não é uma imagem PNG, GIF ou JPEG'],
  [
    'a drawing',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'não é uma imagem PNG, GIF ou JPEG',
  ],
  ['a picture of an iPhone', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'HEIC'],
  ['half a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]), 'parece incompleto'],
  ['eleven megabytes', Buffer.alloc(11 * 1024 * 1024, 1), 'passa de 10 MB'],
])('rejects %s with a message and saves the other fields', async (_name, bytes, expectedText) => {
  const { id, visitor, send } = await fillPhotoCart()
  const form = await fillPersonForm(visitor)
  const answer = await send(form, { name: 'foto.jpg', bytes })
  expect(answer.status).toBe(400)
  expect(answer.data.error?.[`unit.${id}-0.photo`]?.[0]).toContain(expectedText)
  expect((await loadCheckout(visitor)).saved['billing.city']).toBe('Botucatu')
  expect(await db.selectFrom('photos').selectAll().execute()).toEqual([])
})

test('rejects another person’s photo, a forged name, a path and an empty name', async () => {
  const otherCart = await fillPhotoCart()
  const form = await fillPersonForm(otherCart.visitor)
  await otherCart.send({ ...form, 'billing.city': '' }, { name: 'a.jpg', bytes: await makeJpeg() })
  const foreignPhoto = (await loadCheckout(otherCart.visitor)).saved[`unit.${otherCart.id}-0.photo`]
  const { id, visitor, send } = await fillPhotoCart()
  const ownForm = await fillPersonForm(visitor)
  for (const name of [foreignPhoto, `${'0'.repeat(32)}.jpg`, '../../etc/passwd', '']) {
    const answer = await send({ ...ownForm, [`unit.${id}-0.photo`]: name })
    expect(answer.data.error).toEqual({ [`unit.${id}-0.photo`]: ['Campo obrigatório'] })
  }
})

test('places no order unless the current terms are accepted', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const form = { ...(await fillPersonForm(visitor)), terms: undefined }
  expect(await listErrors(visitor, form)).toEqual({
    terms: ['Aceite os termos de compra para confirmar o pedido'],
  })
  expect(await listErrors(visitor, { ...form, terms: '2020-01-01' })).toHaveProperty('terms')
  const answer = await confirmCheckout(visitor, { ...form, terms: termsVersion })
  expect(answer.status).toBe(303)
  const order = await db.selectFrom('orders').select('terms_version').executeTakeFirstOrThrow()
  expect(order.terms_version).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test('a draft and an order can contain sixty-five copies with aircraft', async () => {
  const { id, visitor } = await fillAircraftCart(65, { weight: 100 })
  const letters = 'ABCDEFGHIJ'
  const makeDistinctRegistration = (n: number) => `PT-A${letters[Math.floor(n / 10)]}${letters[n % 10]}`
  const units = Object.assign(
    {},
    ...Array.from({ length: 65 }, (_, n) =>
      makeAircraftFields(`${id}-${n + 1}`, { prefix: makeDistinctRegistration(n) }),
    ),
  )
  const form = await fillCheckoutForm(visitor, { ...(await fillPersonForm(visitor)), ...units })
  await quoteFreight(visitor, form)
  expect((await loadCheckout(visitor)).saved[`unit.${id}-65.prefix`]).toBe(makeDistinctRegistration(64))
  // The rates of freight end at 5 kg, but the copies weigh 6.5 kg.
  expect((await confirmCheckout(visitor, { ...form, shipping_service: 'TO_BE_AGREED' })).status).toBe(303)
  expect(await listOrderLines()).toHaveLength(65)
})

test.each(['unit.__proto__.prefix', 'buyer.constructor.prototype.is_staff'])(
  'rejects a form with %s',
  async (name) => {
    const { id, visitor } = await fillAircraftCart()
    const form = { ...(await fillPersonForm(visitor)), ...makeAircraftFields(`${id}-1`), [name]: 'PT-AAA' }
    expect((await confirmCheckout(visitor, form)).status).toBe(400)
    expect(await listOrderLines()).toEqual([])
  },
)

test('ignores unknown units and fields that the form does not offer', async () => {
  const { id, visitor } = await fillAircraftCart()
  const form = { ...(await fillPersonForm(visitor)), ...makeAircraftFields(`${id}-1`) }
  const answer = await confirmCheckout(visitor, {
    ...form,
    ...makeAircraftFields('999-1'),
    [`unit.${id}-1.value`]: '1',
    [`unit.${id}-1.photo`]: `${'0'.repeat(32)}.jpg`,
    profile_id: '1',
    is_staff: 'on',
  })
  expect(answer.status).toBe(303)
  expect(await listOrderLines()).toMatchObject([
    { airplane_registration: 'PT-ABC', photo: null, value: 80_00 },
  ])
})

test('shows typed values in the fields of each copy, and no preselected fuel', async () => {
  const { id, visitor } = await fillAircraftCart(3)
  await quoteFreight(visitor, makeAircraftFields(`${id}-2`, { prefix: 'PR-XYZ', fuel: '' }))
  const page = await fetchPage(visitor, '/checkout')
  for (const legend of ['Unidade 1 de 3', 'Unidade 2 de 3', 'Unidade 3 de 3'])
    expect(page.text).toContain(legend)
  expect(page.html).toContain('value="PR-XYZ"')
  expect(page.html).not.toMatch(/<option[^>]*value="[123]"[^>]*selected/)
  expect((await visitor.get(loader, '/checkout')).status).toBe(200)
})

test('an older tab with fewer copies deletes no data of a newer tab and cannot place the order', async () => {
  const { id, visitor } = await fillAircraftCart(1)
  const oldForm = await fillCheckoutForm(visitor, {
    ...(await fillPersonForm(visitor)),
    ...makeAircraftFields(`${id}-1`),
  })
  await visitor.post(action, '/checkout', { ...oldForm, intent: `more.${id}` })
  await visitor.post(action, '/checkout', {
    ...oldForm,
    ...makeAircraftFields(`${id}-2`, { prefix: 'PR-XYZ' }),
    intent: 'save',
  })
  await quoteFreight(visitor, oldForm)
  expect((await loadCheckout(visitor)).saved[`unit.${id}-2.prefix`]).toBe('PR-XYZ')
  expect((await visitor.post(action, '/checkout', { ...oldForm, intent: `fewer.${id}` })).location).toContain(
    'remove=',
  )
  expect(await listErrors(visitor, oldForm)).toEqual({
    '': ['ATENÇÃO: Não foi possivel criar seu pedido', 'Seu carrinho mudou. Confira antes de confirmar.'],
  })
})

test('a rejected photo upload reports only the photo, not the empty fields', async () => {
  const { id, visitor } = await fillPhotoCart({ has_airplane_info: true })
  const file = { name: 'x.svg', bytes: Buffer.from('<svg/>') }
  const answer = await visitor.postFiles(
    action,
    '/checkout',
    { intent: `photo.foto-${id}-1` },
    {
      [`unit.${id}-1.file`]: file,
    },
  )
  expect(Object.keys(answer.data.error ?? {})).toEqual([`unit.${id}-1.photo`])
})

test('the photo button shows an error when no file was selected', async () => {
  const { id, visitor } = await fillPhotoCart()
  const answer = await visitor.postFiles(action, '/checkout', { intent: `photo.foto-${id}-0` }, {})
  expect([answer.status, answer.data.error]).toEqual([400, { [`unit.${id}-0.photo`]: ['Envio obrigatório'] }])
})

test('the photo button uploads a photo, and a second upload replaces it', async () => {
  const { id, visitor } = await fillPhotoCart()
  const pressButton = async () =>
    visitor.postFiles(
      action,
      '/checkout',
      { intent: `photo.foto-${id}-0` },
      {
        [`unit.${id}-0.file`]: { name: 'a.jpg', bytes: await makeJpeg() },
      },
    )
  expect((await pressButton()).location).toBe(`/checkout#item-${id}`)
  const firstPhoto = (await loadCheckout(visitor)).saved[`unit.${id}-0.photo`]
  await pressButton()
  const secondPhoto = (await loadCheckout(visitor)).saved[`unit.${id}-0.photo`]
  expect(secondPhoto).not.toBe(firstPhoto)
  expect(await db.selectFrom('photos').select('name').execute()).toEqual([{ name: secondPhoto }])
})

test('a photo sent without a cart redirects to the cart', async () => {
  const { id } = await fillPhotoCart()
  const answer = await new Visitor().postFiles(
    action,
    '/checkout',
    {},
    {
      [`unit.${id}-0.file`]: { name: 'a.jpg', bytes: await makeJpeg() },
    },
  )
  expect(answer.location).toBe('/cart')
})

test('twelve identical forms with a photo create one order, and every response is a redirect', async () => {
  const { id, visitor, send } = await fillPhotoCart()
  const file = { name: 'a.jpg', bytes: await makeJpeg() }
  const form = await fillPersonForm(visitor)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      visitor
        .duplicate()
        .postFiles(action, '/checkout', { ...form, intent: 'confirm' }, { [`unit.${id}-0.file`]: file }),
    ),
  )
  const orders = await db.selectFrom('orders').select('id').execute()
  expect(orders).toHaveLength(1)
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([303]))
  expect((await send(form, file)).status).toBe(303)
})

test('warns about a subscription in force for the same aircraft but allows the purchase', async () => {
  const customer = await makeCustomer()
  const id = await makePublication({ has_airplane_info: true, is_signature: true })
  const fillCustomerCart = async () => fillCart(await loginAs(customer), { [id]: 1 })
  const form = { 'buyer.phone': '(14) 99999-0000', ...billing, ...makeAircraftFields(`${id}-1`) }
  const firstVisit = await fillCustomerCart()
  const placedAnswer = await confirmCheckout(firstVisit, await fillCheckoutForm(firstVisit, form))
  const orderId = Number(/\d+$/.exec(placedAnswer.location ?? '')?.[0])
  await confirmPayment(orderId, { actorUserId: null, source: 'command-line' }, toCivilDate(new Date()))
  // An equal order of the last minutes would be questioned as a repeat.
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await db.updateTable('orders').set({ created_at: anHourAgo }).execute()

  const secondVisit = await fillCustomerCart()
  const expectedText = 'Esta assinatura já está em vigor.'
  expect((await fetchPage(secondVisit, '/checkout')).text).not.toContain(expectedText)
  await secondVisit.post(action, '/checkout', {
    ...makeAircraftFields(`${id}-1`, { prefix: 'pr xyz' }),
    intent: 'save',
  })
  expect((await fetchPage(secondVisit, '/checkout')).text).not.toContain(expectedText)
  await secondVisit.post(action, '/checkout', { ...makeAircraftFields(`${id}-1`), intent: 'save' })
  expect((await fetchPage(secondVisit, '/checkout')).text).toContain(expectedText)

  // The first confirmation shows the warning.
  const secondForm = await fillCheckoutForm(secondVisit, form)
  const warningAnswer = await confirmCheckout(secondVisit, secondForm)
  expect(warningAnswer.data.error).toEqual({ '': [expect.stringContaining('Já há uma assinatura em vigor')] })
  expect((await confirmCheckout(secondVisit, { ...secondForm, [`warned.${id}`]: '1' })).status).toBe(303)
})

test('an older tab with fewer copies, and its error page, preserve aircraft and photo of the second copy', async () => {
  const { id, visitor } = await fillPhotoCart({ has_airplane_info: true })
  const file = { name: 'a.jpg', bytes: await makeJpeg() }
  const secondCopy = {
    ...makeAircraftFields(`${id}-1`),
    ...makeAircraftFields(`${id}-2`, { prefix: 'PR-XYZ' }),
    intent: `photo.foto-${id}-2`,
  }
  await visitor.postFiles(action, '/checkout', secondCopy, { [`unit.${id}-2.file`]: file })
  const oldForm = {
    ...(await fillPersonForm(visitor)),
    // The older tab shows one copy of the two.
    'seen[0].quantity': 1,
    ...makeAircraftFields(`${id}-1`),
  }
  await visitor.post(action, '/checkout', { ...oldForm, intent: 'save' })
  const saved = (await loadCheckout(visitor)).saved
  expect(saved).toMatchObject({
    [`unit.${id}-2.prefix`]: 'PR-XYZ',
    [`unit.${id}-2.serial`]: ' 200512 ',
    [`unit.${id}-2.photo`]: expect.stringMatching(/jpg$/),
  })
  const stalePage = await fetchPage(visitor, '/checkout', { ...oldForm, intent: 'confirm' })
  expect(stalePage.text).toContain('Seu carrinho mudou.')
  expect(stalePage.html).toContain('value="PR-XYZ"')
})

test('collapses a finished block to one line and leaves a block with an error open', async () => {
  const { id, visitor } = await fillAircraftCart(2)
  const form = await fillPersonForm(visitor)
  await visitor.post(action, '/checkout', { ...form, ...makeAircraftFields(`${id}-1`), intent: 'save' })
  const { html, text } = await fetchPage(visitor, '/checkout')
  expect(html.match(/<details class="fold">/g)).toHaveLength(1)
  expect(text).toContain('PT-ABC · nº de série 200512 · Etanol Alterar')
  const units = { ...makeAircraftFields(`${id}-1`), ...makeAircraftFields(`${id}-2`, { prefix: 'XX' }) }
  const rejectedPage = await fetchPage(visitor, '/checkout', { ...form, ...units, intent: 'confirm' })
  expect(rejectedPage.html.match(/<details class="fold">/g)).toHaveLength(1)
})

test('a button copies the aircraft of the previous copy', async () => {
  const { id, visitor } = await fillAircraftCart(3)
  const firstCopy = makeAircraftFields(`${id}-1`, { prefix: 'N123', foreign: 'on' })
  const { html } = await fetchPage(visitor, '/checkout')
  expect(html.match(/Mesma aeronave da anterior/g)).toHaveLength(2)
  const pressButton = (unit: number) =>
    visitor.post(action, '/checkout', {
      ...firstCopy,
      [`unit.${id}-2.serial`]: '7',
      intent: `same.${id}-${unit}`,
    })
  expect((await pressButton(2)).location).toBe(`/checkout#item-${id}`)
  const { saved } = (await visitor.get(loader, '/checkout')).data
  expect(saved).toMatchObject({
    [`unit.${id}-2.prefix`]: 'N123',
    [`unit.${id}-2.serial`]: ' 200512 ',
    [`unit.${id}-2.fuel`]: '2',
    [`unit.${id}-2.foreign`]: 'on',
  })
})
