import { beforeEach, expect, test } from 'vitest'
import { attemptLimits, type Purpose } from '#app/domain/accounts/attempt-limits.ts'
import { storeSentPhoto } from '#app/http/checkout/photo-upload.server.ts'
import { cartCookie } from '#app/http/cookies.server.ts'
import { countAttempt } from '#app/models/accounts/rate-limit.server.ts'
import { makeSecret } from '#app/models/accounts/session.server.ts'
import { db } from '#app/models/platform/db.server.ts'
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
} from '#tests/support/checkout-form.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

async function openNewBuyer(overrides: Fields = {}) {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  return { visitor, form: await fillPersonForm(visitor, overrides) }
}

const deleteAttempts = () => db.deleteFrom('login_attempts').execute()
const countRows = async (table: 'orders' | 'users') =>
  (await db.selectFrom(table).select('id').execute()).length

test('accepts ten of thirty new buyers from one network address', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 30; index++) {
    const { visitor, form } = await openNewBuyer()
    statuses.push((await confirmCheckout(visitor, form)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(303), ...Array(20).fill(429)])
  expect([await countRows('users'), await countRows('orders')]).toEqual([10, 10])
  const queuedJobs = await db
    .selectFrom('outbox')
    .select(['job', (eb) => eb.fn.countAll<number>().as('times')])
    .groupBy('job')
    .orderBy('job')
    .execute()
  expect(queuedJobs).toEqual([
    { job: 'issue-boleto', times: 10 },
    { job: 'mail-order-without-boleto', times: 10 },
  ])
})

test('a buyer over the limit sees when to retry and loses only the password', async () => {
  for (let index = 0; index < 10; index++)
    await countAttempt('new-account', { address: '', email: '', form: `form ${index}` })
  const { visitor, form } = await openNewBuyer({ 'billing.street': 'Rua que fica' })
  const page = await fetchPage(visitor, '/checkout', { ...form, intent: 'confirm' })
  expect([page.status, Math.ceil(Number(page.headers.get('Retry-After')) / 60)]).toEqual([429, 60])
  expect(page.text).toContain('Muitas contas novas em pouco tempo')
  expect(page.text).toContain('Tente de novo em 1 hora')
  expect(page.html).toContain('value="Rua que fica"')
  expect(page.html).toContain('<title>Erro: Finalizar pedido')
  expect(page.html).not.toContain(String(form['buyer.password']))
  expect(await countRows('users')).toBe(0)
})

test('twenty forms show that the e-mail has an account, and further forms are rejected without showing that', async () => {
  const { email } = await makeCustomer()
  const { visitor, form } = await openNewBuyer({ 'buyer.email': email })
  const statuses: number[] = []
  for (let index = 0; index < 40; index++) statuses.push((await confirmCheckout(visitor, form)).status)
  expect(statuses).toEqual([...Array(20).fill(400), ...Array(20).fill(429)])
  const rejectedAnswer = await confirmCheckout(visitor, form)
  expect(rejectedAnswer.data.error).not.toHaveProperty('buyer.email')
})

test('after twenty checks, known and unknown e-mails cause the same rejection', async () => {
  const { email } = await makeCustomer()
  const { visitor, form } = await openNewBuyer()
  const orderWithEmail = (address: string) => confirmCheckout(visitor, { ...form, 'buyer.email': address })
  for (let index = 0; index < 20; index++) expect((await orderWithEmail(email)).status).toBe(400)
  const answers = [
    await orderWithEmail(email),
    await orderWithEmail('ninguem@exemplo.test'),
    await orderWithEmail(email),
  ]
  const errors = answers.map(({ status, data }) => [status, data.error])
  expect(errors[0]).toEqual([429, { '': [expect.any(String), expect.stringMatching(/^Muitas tentativas/)] }])
  expect(errors).toEqual([errors[0], errors[0], errors[0]])
  expect([await countRows('users'), await countRows('orders')]).toEqual([1, 0])
})

test('a logged-in customer can buy when the limit of account checks is reached', async () => {
  const customer = await makeCustomer()
  for (let index = 0; index < 20; index++) await countAttempt('known-email', { address: '', email: '' })
  const visitor = await fillCart(await loginAs(customer), { [await makeDownload()]: 1 })
  const form = await fillCheckoutForm(visitor, { 'buyer.phone': '(14) 99999-0000', ...billing })
  expect((await confirmCheckout(visitor, form)).status).toBe(303)
})

test('new buyers do not count against the limit of account checks', async () => {
  for (let index = 0; index < 19; index++) await countAttempt('known-email', { address: '', email: '' })
  for (let index = 0; index < 3; index++) {
    const { visitor, form } = await openNewBuyer()
    expect((await confirmCheckout(visitor, form)).status).toBe(303)
  }
})

test('rejects the sixty-first form within an hour even if all earlier ones failed', async () => {
  const { visitor, form } = await openNewBuyer()
  const formWithWrongPrice = { ...form, 'seen[0].price': 1 }
  const statuses: number[] = []
  for (let index = 0; index < 61; index++)
    statuses.push((await confirmCheckout(visitor, formWithWrongPrice)).status)
  expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([400]), 429])
  const otherBuyer = await openNewBuyer()
  await deleteAttempts()
  expect((await confirmCheckout(otherBuyer.visitor, otherBuyer.form)).status).toBe(303)
})

test('rejects more than sixty orders of a customer in an hour with a message', async () => {
  const customer = await makeCustomer()
  for (let index = 0; index < 60; index++)
    await countAttempt('order', { address: '', email: customer.email, form: `form ${index}` })
  const visitor = await fillCart(await loginAs(customer), { [await makeDownload()]: 1 })
  const form = await fillCheckoutForm(visitor, { 'buyer.phone': '(14) 99999-0000', ...billing })
  const page = await fetchPage(visitor, '/checkout', { ...form, intent: 'confirm' })
  expect([page.status, page.headers.has('Retry-After')]).toEqual([429, true])
  expect(page.text).toContain('Muitos pedidos em pouco tempo. Tente de novo em 1 hora')
  expect(await countRows('orders')).toBe(0)
})

test('a filled honeypot field places no order', async () => {
  const { visitor, form } = await openNewBuyer()
  expect((await fetchPage(visitor, '/checkout')).html).toMatch(/name="website"[^>]*tabindex="-1"/i)
  const page = await fetchPage(visitor, '/checkout', { ...form, website: 'http://x.test', intent: 'confirm' })
  expect(page.status).toBe(400)
  expect(page.text).toContain('Seu pedido não foi enviado. Confira e confirme de novo.')
  expect(page.html).not.toContain('http://x.test')
  expect([await countRows('users'), await countRows('orders')]).toEqual([0, 0])
  expect((await confirmCheckout(visitor, form)).status).toBe(303)
})

test.each([
  ['password', 'Esta senha é uma das mais usadas e fácil de adivinhar. Escolha outra'],
  ['12345678', 'Esta senha é uma das mais usadas e fácil de adivinhar. Escolha outra'],
  ['        ', 'A senha não pode ter só espaços'],
  ['Aeropub2026', 'A senha não pode ser só o nome da loja. Escolha outra'],
  ['anainventada', 'A senha não pode ser feita só do seu nome ou do seu e-mail. Escolha outra'],
])(
  'rejects the password %j at its field, together with all other errors',
  async (typedPassword, expectedError) => {
    const { visitor, form } = await openNewBuyer()
    const answer = await confirmCheckout(visitor, {
      ...form,
      'buyer.password': typedPassword,
      'billing.city': '',
    })
    expect(answer.data.error).toEqual({
      'buyer.password': [expectedError],
      'billing.city': ['Campo obrigatório'],
    })
    expect(await countRows('users')).toBe(0)
  },
)

/** Simulates a limit that was just reached by inserting its maximum of attempts. */
async function exhaustLimit(purpose: Purpose, address = '') {
  await countAttempt(purpose, { address, email: '' })
  const attempt = await db
    .selectFrom('login_attempts')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const [limit] = attemptLimits[purpose]({ address, email: '' })
  const earlierAttempts = Array.from({ length: limit?.max ?? 0 }, (_, index) => ({
    who_hash: attempt.who_hash,
    created_at: attempt.created_at,
    attempt_hash: index.toString(16).padStart(64, '0'),
  }))
  await db.insertInto('login_attempts').values(earlierAttempts).execute()
}

test('limits a network to a thousand new carts an hour, and existing carts continue to work', async () => {
  const downloadId = String(await makeDownload())
  const knownVisitor = await fillCart(new Visitor(), { [downloadId]: 1 })
  await exhaustLimit('new-cart')
  const lateVisitor = new Visitor()
  const answer = await fetchPage(lateVisitor, '/cart', { publication_id: downloadId, add: '1' })
  expect([answer.status, answer.location]).toEqual([303, '/cart'])
  expect((await fetchPage(lateVisitor, '/cart')).text).toContain('Muitos carrinhos novos em pouco tempo')
  expect(await db.selectFrom('carts').select('id').execute()).toHaveLength(1)
  expect((await fetchPage(knownVisitor, '/cart', { publication_id: downloadId, quantity: '3' })).status).toBe(
    303,
  )
})

test('a forged cart key does not bypass the limit of new carts', async () => {
  const downloadId = String(await makeDownload())
  await exhaustLimit('new-cart')
  const forger = new Visitor()
  forger.cookies.keep(new Headers([['Set-Cookie', await cartCookie.serialize(makeSecret())]]))
  await fetchPage(forger, '/cart', { publication_id: downloadId, add: '1' })
  expect(await db.selectFrom('carts').select('id').execute()).toEqual([])
})

test('rejects a photo of a network above the hourly limit, but not of another network', async () => {
  const visitor = new Visitor()
  const publication = await makePublication({ has_photo_upload: true })
  await fillCart(visitor, { [publication]: 1 })
  const { id: cartId } = await db.selectFrom('carts').select('id').executeTakeFirstOrThrow()
  const file = { name: 'foto.png', bytes: await makePlainPicture(40, 30).png().toBuffer() }
  expect(await storeSentPhoto({ cartId }, file, '192.0.2.1')).toHaveProperty('name')
  await exhaustLimit('photo', '192.0.2.1')
  expect(await storeSentPhoto({ cartId }, file, '192.0.2.1')).toEqual({ fault: 'too-many' })
  expect(await storeSentPhoto({ cartId }, file, '192.0.2.2')).toHaveProperty('name')
})

test('too many copies with aircraft redirect to the cart with a message', async () => {
  const ids: number[] = []
  for (let index = 0; index < 5; index++) ids.push(await makePublication({ has_airplane_info: true }))
  const visitor = await fillCart(new Visitor(), Object.fromEntries(ids.map((id) => [id, 80])))
  expect((await fetchPage(visitor.duplicate(), '/checkout')).status).toBe(200)
  await fetchPage(visitor, '/cart', { publication_id: String(ids[0]), quantity: '81' })
  for (const answer of [
    await fetchPage(visitor, '/checkout'),
    await fetchPage(visitor, '/checkout', { intent: 'confirm' }),
  ])
    expect([answer.status, answer.location]).toEqual([303, '/cart'])
  const cart = await fetchPage(visitor, '/cart')
  expect(cart.text).toContain('Um pedido leva até 400 exemplares com dados de aeronave ou foto.')
  expect(cart.html).not.toContain('href="/checkout"')
})
