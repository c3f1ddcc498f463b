import { beforeEach, expect, test } from 'vitest'
import { cartCookie, sessionCookie } from '#app/http/cookies.server.ts'
import { findViewer, hashSecret } from '#app/models/accounts/session.server.ts'
import { hashPassword } from '#app/models/accounts/user.server.ts'
import { findCart, mergeVisitorCart } from '#app/models/checkout/cart.server.ts'
import { placeOrder } from '#app/models/orders/order-placement.server.ts'
import { clearCaches } from '#app/models/platform/catalogue-version/version.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { loader as paymentLoader } from '#app/routes/payments/payment.tsx'
import { makeOrderRequest } from '#tests/factories/orders.ts'
import { makeCustomer, password, person } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import {
  billing,
  confirmCheckout,
  fillCart,
  fillCheckoutForm,
  fillPersonForm,
} from '#tests/support/checkout-form.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'
import { runDuringTableLock } from '#tests/support/table-gate.ts'

beforeEach(openShop)

async function loadViewer(visitor: Visitor) {
  return findViewer(String(await sessionCookie.parse(visitor.cookies.header)))
}

async function countRecords() {
  const countRows = async (table: 'orders' | 'users' | 'order_lines') => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return row.n
  }
  return {
    orders: await countRows('orders'),
    users: await countRows('users'),
    queued: await listQueuedEffects(),
    lines: await countRows('order_lines'),
  }
}

async function listQueuedEffects() {
  const rows = await db.selectFrom('outbox').select('job').orderBy('job').execute()
  return rows.map(({ job }) => job)
}

const loadOrderId = async () => (await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()).id

test('twenty identical forms create one order and account, and each response logs the buyer in', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 2 })
  const form = await fillPersonForm(visitor)
  const tabs = Array.from({ length: 20 }, () => visitor.duplicate())
  const answers = await Promise.all(tabs.map((tab) => confirmCheckout(tab, form)))
  const id = await loadOrderId()
  expect(answers.map((answer) => [answer.status, answer.location])).toEqual(
    Array(20).fill([303, `/payment/${id}`]),
  )
  expect(await countRecords()).toEqual({
    orders: 1,
    users: 1,
    queued: ['issue-boleto', 'mail-order-without-boleto'],
    lines: 2,
  })
  const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  for (const tab of tabs) {
    expect((await loadViewer(tab))?.userId).toBe(user.id)
    expect((await tab.get(paymentLoader, `/payment/${id}`, { order: String(id) })).status).toBe(200)
  }
  expect(new Set(tabs.map((tab) => tab.cookies.get('session'))).size).toBe(20)
})

test('twenty identical forms of a known customer create one order', async () => {
  const visitor = await fillCart(await loginAs(await makeCustomer()), { [await makePublication()]: 1 })
  const form = await fillCheckoutForm(visitor, { 'buyer.phone': '(14) 99999-0000', ...billing })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => confirmCheckout(visitor.duplicate(), form)),
  )
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.location}`))).toEqual(
    new Set([`303 /payment/${await loadOrderId()}`]),
  )
  expect((await countRecords()).orders).toBe(1)
})

test('redirects to the order when another request has placed the order and merged the cart meanwhile', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const form = await fillPersonForm(visitor)
  const keyHash = hashSecret(String(await cartCookie.parse(visitor.cookies.header)))
  const cart = await findCart({ keyHash })
  if (!cart) throw new Error('no cart')
  const userIds: number[] = []
  // Without cached settings the confirmation reads them, so it waits for their table.
  clearCaches()
  const answer = await runDuringTableLock(
    'settings',
    () => confirmCheckout(visitor, form),
    async () => {
      const buyer = {
        email: String(form['buyer.email']),
        passwordHash: await hashPassword(password),
        identity: person,
      }
      const request = await makeOrderRequest({ ...cart, owner: { keyHash } }, { buyer })
      const result = await placeOrder(request)
      await mergeVisitorCart(keyHash, result.userId)
      userIds.push(result.userId)
    },
  )
  expect(answer.location).toBe(`/payment/${await loadOrderId()}`)
  expect([(await loadViewer(visitor))?.userId]).toEqual(userIds)
})

test('sending the form again redirects to the same order and creates no second order', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  const form = await fillPersonForm(visitor)
  const firstAnswer = await confirmCheckout(visitor, form)
  const secondAnswer = await confirmCheckout(visitor, form)
  expect([secondAnswer.status, secondAnswer.location]).toEqual([303, firstAnswer.location])
  expect(secondAnswer.setCookies).toEqual([])
  expect((await countRecords()).orders).toBe(1)
})

test('a form with only the token of a placed order redirects to the order', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  const form = await fillPersonForm(visitor)
  const firstAnswer = await confirmCheckout(visitor, form)
  expect((await confirmCheckout(visitor, { checkout_token: form.checkout_token })).location).toBe(
    firstAnswer.location,
  )
})

test('the password in the form authenticates the buyer in another browser', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  const form = await fillPersonForm(visitor)
  const firstAnswer = await confirmCheckout(visitor, form)
  const otherVisitor = new Visitor()
  expect((await confirmCheckout(otherVisitor, form)).location).toBe(firstAnswer.location)
  expect((await loadViewer(otherVisitor))?.email).toBe(form['buyer.email'])
})

test.each([
  ['without a password', { 'buyer.password': undefined }],
  ['with an empty password', { 'buyer.password': '' }],
  ['with a wrong password', { 'buyer.password': 'senha-errada-2026' }],
  ['and no account fields', { 'buyer.email': undefined, 'buyer.password': undefined }],
])(
  'a stranger with the token %s receives no session and is redirected to the login',
  async (_name, overrides) => {
    const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
    const form = await fillPersonForm(visitor)
    const firstAnswer = await confirmCheckout(visitor, form)
    const stranger = new Visitor()
    const answer = await confirmCheckout(stranger, { ...form, ...overrides })
    expect(answer.status).toBe(303)
    expect(answer.location).toBe(`/login?redirectTo=${encodeURIComponent(firstAnswer.location ?? '')}`)
    expect(answer.setCookies).toEqual([])
    expect((await countRecords()).orders).toBe(1)
  },
)

test('another account’s password does not authenticate a stranger', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  const form = await fillPersonForm(visitor)
  const firstAnswer = await confirmCheckout(visitor, form)
  const { email } = await makeCustomer()
  const stranger = new Visitor()
  const answer = await confirmCheckout(stranger, {
    ...form,
    'buyer.email': email,
    'buyer.password': password,
  })
  expect([answer.setCookies, answer.location]).toEqual([
    [],
    `/login?redirectTo=${encodeURIComponent(firstAnswer.location ?? '')}`,
  ])
})

test('a logged-in stranger with the token cannot open the order', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  const form = await fillPersonForm(visitor)
  const firstAnswer = await confirmCheckout(visitor, form)
  const stranger = await loginAs(await makeCustomer())
  const answer = await confirmCheckout(stranger, { ...form, 'buyer.password': undefined })
  expect(answer.setCookies).toEqual([])
  expect((await fetchPage(stranger, firstAnswer.location ?? '')).status).toBe(404)
})

test('a token cannot order another person’s cart', async () => {
  const owner = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const form = await fillPersonForm(owner)
  const stranger = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const answer = await confirmCheckout(stranger, form)
  expect(answer.status).toBe(400)
  expect((await countRecords()).orders).toBe(0)
  expect((await confirmCheckout(owner, form)).status).toBe(303)
})

test('a cart filled after an order has a new token', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const firstForm = await fillPersonForm(visitor)
  await confirmCheckout(visitor, firstForm)
  await fillCart(visitor, { [await makeDownload()]: 1 })
  const secondForm = await fillCheckoutForm(visitor, { 'buyer.phone': '(14) 99999-0000', ...billing })
  expect(secondForm.checkout_token).not.toBe(firstForm.checkout_token)
  expect((await confirmCheckout(visitor, secondForm)).status).toBe(303)
  expect((await countRecords()).orders).toBe(2)
})

test('a freight quote with the form of a placed order redirects to the order', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  const form = await fillPersonForm(visitor)
  const firstAnswer = await confirmCheckout(visitor, form)
  expect((await fetchPage(visitor, '/checkout', { ...form, intent: 'quote' })).location).toBe(
    firstAnswer.location,
  )
})

test('a freight quote preserves the ticked terms, for this form only', async () => {
  const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
  const form = await fillPersonForm(visitor)
  const { location } = await fetchPage(visitor, '/checkout', { ...form, intent: 'quote' })
  const address = location?.replace(/#.*/, '') ?? ''
  const tickedTerms = /<input[^>]*name="terms"[^>]*checked/
  expect((await fetchPage(visitor, address)).html).toMatch(tickedTerms)
  for (const path of ['/checkout', '/checkout?terms=on'])
    expect((await fetchPage(visitor, path)).html).not.toMatch(tickedTerms)
})

test('places a second identical order only after confirmation', async () => {
  const customer = await makeCustomer()
  const id = await makeDownload()
  const prepareOrder = async (overrides = {}) => {
    const visitor = await fillCart(await loginAs(customer), { [id]: 1 })
    return {
      visitor,
      form: await fillCheckoutForm(visitor, { 'buyer.phone': '(14) 99999-0000', ...billing, ...overrides }),
    }
  }
  const firstVisit = await prepareOrder()
  const answer = await confirmCheckout(firstVisit.visitor, firstVisit.form)
  const firstOrderId = /\d+$/.exec(answer.location ?? '')?.[0]
  const secondVisit = await prepareOrder()
  const questionAnswer = await confirmCheckout(secondVisit.visitor, secondVisit.form)
  expect(questionAnswer.data.error).toMatchObject({
    repeats: [`Você já fez o pedido nº ${firstOrderId}. Criar outro?`],
  })
  const page = await fetchPage(secondVisit.visitor, '/checkout', { ...secondVisit.form, intent: 'confirm' })
  expect(page.text).toContain(`Sim, quero outro pedido igual ao nº ${firstOrderId}`)
  expect(
    (await confirmCheckout(secondVisit.visitor, { ...secondVisit.form, repeats: firstOrderId })).status,
  ).toBe(303)
  expect((await countRecords()).orders).toBe(2)
})

test('a session that ends during the checkout loses no typed data after login', async () => {
  const customer = await makeCustomer()
  const visitor = await fillCart(await loginAs(customer), { [await makeDownload()]: 1 })
  const form = await fillCheckoutForm(visitor, {
    'buyer.phone': '(14) 99999-0000',
    ...billing,
    'billing.street': 'Rua Nova',
  })
  await db.deleteFrom('sessions').execute()
  const answer = await confirmCheckout(visitor, form)
  expect(answer.location).toBe('/login?redirectTo=%2Fcheckout')
  expect(answer.setCookie('flash')).toBeDefined()
  expect((await countRecords()).orders).toBe(0)
  const newSession = await loginAs(customer)
  expect((await fetchPage(newSession, '/checkout')).html).toContain('value="Rua Nova"')
  expect((await confirmCheckout(newSession, form)).status).toBe(303)
})

test('a visitor’s token opens no session for a stranger, and the visitor can still order', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const form = await fillPersonForm(visitor)
  const strangerAnswer = await confirmCheckout(new Visitor(), form)
  expect(strangerAnswer.location).toBe('/cart')
  expect((await confirmCheckout(visitor, form)).status).toBe(303)
})
