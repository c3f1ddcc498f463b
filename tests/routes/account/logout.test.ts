import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { action, loader } from '#app/routes/account/logout.tsx'
import { action as cartAction, loader as cartLoader } from '#app/routes/checkout/cart.tsx'
import { loader as ordersLoader } from '#app/routes/orders/orders.tsx'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { fetchFollowing } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

test('logout ends the session on the server, also for a copied cookie', async () => {
  const visitor = await loginAs(await makeCustomer())
  const copy = visitor.duplicate()
  expect((await copy.get(ordersLoader, '/orders')).data).not.toBeNull()
  const answer = await visitor.post(action, '/logout')
  expect([answer.status, answer.location]).toEqual([303, '/'])
  expect((await copy.get(ordersLoader, '/orders')).data).toBeNull()
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('logout clears the session and cart cookies', async () => {
  const visitor = await loginAs(await makeCustomer())
  const answer = await visitor.post(action, '/logout')
  for (const name of ['session', 'cart']) expect(answer.setCookie(name)).toMatch(/Max-Age=0/)
  expect(visitor.cookies.get('session')).toBeUndefined()
  expect((await fetchFollowing(visitor, '/')).text).toContain('Você saiu da sua conta.')
})

test('the saved cart belongs to the account, not to the browser', async () => {
  const customer = await makeCustomer()
  const visitor = await loginAs(customer)
  const id = await makePublication()
  await visitor.post(cartAction, '/cart', { publication_id: id, add: '1' })
  await visitor.post(action, '/logout')
  expect((await visitor.get(cartLoader, '/cart')).data.items).toEqual([])
  expect((await (await loginAs(customer)).get(cartLoader, '/cart')).data.items).toHaveLength(1)
})

test('logout ends only the session of its browser, not those of other browsers', async () => {
  const customer = await makeCustomer()
  const [browser, otherBrowser] = [await loginAs(customer), await loginAs(customer)]
  await browser.post(action, '/logout')
  expect((await otherBrowser.get(ordersLoader, '/orders')).data).not.toBeNull()
})

test('GET of the logout changes nothing', async () => {
  const visitor = await loginAs(await makeCustomer())
  const answer = await visitor.get(loader, '/logout')
  expect([answer.status, answer.location]).toEqual([303, '/'])
  expect((await visitor.get(ordersLoader, '/orders')).data).not.toBeNull()
})

test('logging out without a session only redirects', async () => {
  expect((await new Visitor().post(action, '/logout')).status).toBe(303)
})
