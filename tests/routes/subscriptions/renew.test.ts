import { beforeEach, expect, test } from 'vitest'
import { addDays, addYears, toCivilDate } from '#app/domain/platform/calendar.ts'
import { findCart, mergeVisitorCart, readCartSummary } from '#app/models/checkout/cart.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action as cartAction } from '#app/routes/checkout/cart.tsx'
import { action as manageAction } from '#app/routes/subscriptions/manage.tsx'
import { action as renewOneAction, loader as renewOneLoader } from '#app/routes/subscriptions/renew-one.tsx'
import { action, loader } from '#app/routes/subscriptions/renew-several.tsx'
import { termsVersion } from '#app/text/orders/terms.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeCart } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import {
  loadSubscription,
  makeMoreUnitsThanAnOrder,
  makeSubscription,
} from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import {
  billing,
  confirmCheckout,
  fillCart,
  fillCheckoutForm,
  loadCheckout,
} from '#tests/support/checkout-form.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const today = toCivilDate(new Date())
const renewableDue = addDays(today, 12)
const listOrderIds = async () =>
  (await db.selectFrom('orders').select('id').orderBy('id').execute()).map((row) => row.id)

type SubscriptionFields = Parameters<typeof makeSubscription>[1]

async function makeOwner(...subscriptions: SubscriptionFields[]) {
  const customer = await makeCustomer()
  const ids: number[] = []
  for (const fields of subscriptions) ids.push((await makeSubscription(customer, fields)).id)
  return { customer, ids, owner: await loginAs(customer), orderIdsBefore: await listOrderIds() }
}

/** Returns the form of the page as it is sent. */
async function makeForm(owner: Visitor, ids: number[], overrides: Fields = {}): Promise<Fields> {
  const { token, renewable } = (await owner.get(loader, `/renew?${ids.map((id) => `s=${id}`).join('&')}`))
    .data
  const prices = renewable.map(({ key, price }): [string, number] => [`price.${key}`, price])
  return {
    token,
    s: renewable.map(({ id }) => String(id)),
    terms: termsVersion,
    ...Object.fromEntries(prices),
    ...overrides,
  }
}

const sendForm = (owner: Visitor, fields: Fields) => owner.post(action, '/renew', fields)

test('redirects a visitor to the login and back with the selection', async () => {
  expect((await new Visitor().get(loader, '/renew?s=1&s=2')).location).toBe(
    '/login?redirectTo=%2Frenew%3Fs%3D1%26s%3D2',
  )
  expect((await new Visitor().post(renewOneAction, '/manage/7/renew', {}, { id: '7' })).location).toBe(
    '/login?redirectTo=%2Fmanage%2F7%2Frenew&lost=1',
  )
})

test('shows aircraft, due dates, price, total, address and units that cannot be renewed', async () => {
  const { owner, ids } = await makeOwner(
    { due: renewableDue, registration: 'PT-ABC', name: 'Boletins eletrônicos' },
    { due: addDays(today, 200), name: 'Manual de longe' },
  )
  const page = await fetchPage(owner, `/renew?s=${ids[0]}&s=${ids[1]}`)
  for (const expectedText of [
    'Boletins eletrônicos',
    'PT-ABC',
    `${formatDate(renewableDue)} → ${formatDate(addYears(renewableDue, 1))}`,
    'R$ 60,00',
    'Rua das Hélices, 100',
    'Manual de longe: A renovação abre 30 dias antes do vencimento.',
    'Confirmar renovação e gerar boleto',
  ])
    expect.soft(page.text).toContain(expectedText)
  const singlePage = await fetchPage(owner, `/manage/${ids[0]}/renew`)
  expect(singlePage.text).toContain('Confirmar renovação e gerar boleto')
})

test('orders downloads with one boleto, and a repeated form redirects to that order', async () => {
  const { owner, ids, orderIdsBefore } = await makeOwner({ due: renewableDue }, { due: today })
  const form = await makeForm(owner, ids)
  const answers = await Promise.all([
    sendForm(owner, form),
    sendForm(owner.duplicate(), form),
    sendForm(owner.duplicate(), form),
  ])
  const [orderId, ...otherOrderIds] = (await listOrderIds()).filter((id) => !orderIdsBefore.includes(id))
  expect(otherOrderIds).toEqual([])
  for (const answer of answers) expect(answer.location).toBe(`/payment/${orderId}`)
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).toContain('Renovação: Manual de Voo inventado')
  expect((await fetchPage(owner, '/orders')).text).toContain('1 × Renovação: Manual de Voo inventado')
  expect((await fetchPage(owner, '/manage')).text).toContain(`Renovação no pedido nº ${orderId}`)
  await confirmPayment(orderId ?? 0, byStaff, today)
  expect((await loadSubscription(ids[0] ?? 0)).due).toBe(addYears(renewableDue, 1))
})

test('a second renewal redirects to the open order', async () => {
  const { owner, ids, orderIdsBefore } = await makeOwner({ due: renewableDue })
  const firstAnswer = await sendForm(owner, await makeForm(owner, ids))
  const id = String(ids[0])
  const secondAnswer = await owner.post(renewOneAction, `/manage/${id}/renew`, {}, { id })
  expect(secondAnswer.location).toBe(firstAnswer.location)
  expect(await listOrderIds()).toHaveLength(orderIdsBefore.length + 1)
})

test('returns 404 for another customer’s subscription', async () => {
  const { ids } = await makeOwner({ due: renewableDue })
  const { owner, ids: ownIds, orderIdsBefore } = await makeOwner({ due: renewableDue })
  const id = String(ids[0])
  expect((await owner.get(renewOneLoader, `/manage/${id}/renew`, { id })).status).toBe(404)
  expect((await owner.post(renewOneAction, `/manage/${id}/renew`, {}, { id })).status).toBe(404)
  expect((await owner.get(loader, `/renew?s=${ownIds[0]}&s=${id}`)).status).toBe(404)
  expect((await sendForm(owner, { s: [String(ownIds[0]), id], terms: termsVersion })).status).toBe(404)
  expect((await owner.post(manageAction, '/manage', { buy_again: id })).status).toBe(404)
  expect(await listOrderIds()).toEqual(orderIdsBefore)
})

test.each([
  ['too early', addDays(today, 31), 'A renovação abre 30 dias antes do vencimento.'],
  ['too late', addDays(today, -1), 'Esta assinatura já venceu.'],
])('a renewal %s is rejected with a message', async (_when, due, expectedText) => {
  const { owner, ids, orderIdsBefore } = await makeOwner({ due })
  const id = String(ids[0])
  const page = await fetchPage(owner, `/manage/${id}/renew`)
  expect(page.text).toContain(expectedText)
  expect(page.text).not.toContain('Confirmar renovação')
  const rejectedAnswer = await owner.post(
    renewOneAction,
    `/manage/${id}/renew`,
    { terms: termsVersion },
    { id },
  )
  expect(rejectedAnswer.status).toBe(400)
  expect(rejectedAnswer.data.error?.['']?.join()).toContain(expectedText)
  expect(await listOrderIds()).toEqual(orderIdsBefore)
})

test('rejects a form without terms, with an invalid token or at an outdated price', async () => {
  const { owner, ids, orderIdsBefore } = await makeOwner({ due: renewableDue })
  const form = await makeForm(owner, ids)
  const page = await fetchPage(owner, `/renew?s=${ids[0]}`, { ...form, terms: undefined })
  expect(page.status).toBe(400)
  expect(page.text).toContain('Aceite os termos de compra para confirmar o pedido')
  expect((await sendForm(owner, { ...form, token: 'x' })).status).toBe(400)
  await db.updateTable('publications').set({ price_signature: 61_00 }).execute()
  const pageWithNewPrice = await fetchPage(owner, `/renew?s=${ids[0]}`, form)
  expect(pageWithNewPrice.text).toContain('O preço desta publicação mudou para R$ 61,00. Confira e confirme.')
  expect(await listOrderIds()).toEqual(orderIdsBefore)
})

test('the link to renew all redirects back with a message when no unit is renewable', async () => {
  const { owner } = await makeOwner({ due: addDays(today, 60) })
  expect((await owner.get(loader, '/renew?all=1')).location).toBe('/manage')
  expect((await fetchPage(owner, '/manage')).text).toContain('Nenhuma assinatura pode ser renovada agora')
})

test('the link to renew all shows its limit of 100 units', async () => {
  const { userId } = await makeMoreUnitsThanAnOrder(renewableDue)
  const page = await fetchPage(await loginAs({ userId }), '/manage')
  expect(page.text).toContain('Renovar todas as que vencem em 30 dias (as 100 primeiras)')
})

test('a customer without a stored document sees a link to the contact, and the form is rejected', async () => {
  const { owner, ids, customer } = await makeOwner({ due: renewableDue })
  await db.updateTable('profiles').set({ cpf: null }).where('id', '=', customer.profileId).execute()
  const path = `/manage/${ids[0]}/renew`
  const page = await fetchPage(owner, path)
  expect(page.html).toMatch(/<a[^>]*href="\/contact"[^>]*>\s*Fale conosco/)
  expect(page.text).not.toContain('Levar ao carrinho')
  expect((await fetchPage(owner, path, {})).status).toBe(400)
})

test('an empty selection redirects to the list, and one URL selects all renewable units', async () => {
  const { owner, ids } = await makeOwner({ due: renewableDue }, { due: addDays(today, 60) }, { due: today })
  expect((await owner.get(loader, '/renew')).location).toBe('/manage')
  const allData = (await owner.get(loader, '/renew?all=1')).data
  expect(allData.renewable.map(({ id }) => id)).toEqual([ids[2], ids[0]])
  const page = await fetchPage(owner, '/manage')
  expect(page.text).toContain('Renovar todas as que vencem em 30 dias (2)')
  expect(page.html).toContain(`href="/manage/${ids[0]}/renew"`)
  expect(page.html).not.toContain(`href="/manage/${ids[1]}/renew"`)
})

test('a selection with a printed unit goes through the cart with freight, at renewal prices', async () => {
  const { owner, ids, customer, orderIdsBefore } = await makeOwner(
    {
      due: renewableDue,
      registration: 'PT-ABC',
      is_download: false,
      weight: 900,
      name: 'Coletânea impressa',
    },
    { due: renewableDue, name: 'Boletins eletrônicos' },
  )
  const answer = await sendForm(owner, await makeForm(owner, ids))
  expect(answer.location).toBe('/checkout')
  expect(await listOrderIds()).toEqual(orderIdsBefore)
  expect((await readCartSummary(customer)).units).toBe(2)
  const expectedText = `Renovação de PT-ABC, vence ${formatDate(renewableDue)} → ${formatDate(addYears(renewableDue, 1))}`
  expect((await fetchPage(owner, '/cart')).text).toContain(expectedText)
  const { items } = await loadCheckout(owner)
  const publicationId = items[0]?.publicationId ?? 0
  await fillCart(owner, { [publicationId]: 1 })
  const aircraft = { prefix: 'PR-XYZ', serial: '1', fuel: '1' }
  const aircraftFields = Object.entries(aircraft).map(([name, text]) => [
    `unit.${publicationId}-1.${name}`,
    text,
  ])
  const page = await fetchPage(owner, '/checkout')
  expect(page.text).toContain(expectedText)
  const form = await fillCheckoutForm(owner, {
    'buyer.phone': '(14) 99999-0000',
    ...billing,
    ...Object.fromEntries(aircraftFields),
  })
  const orderAnswer = await confirmCheckout(owner, form)
  expect(orderAnswer.location).toMatch(/^\/payment\/\d+$/)
  const orderId = Number(orderAnswer.location?.split('/')[2])
  const lines = await db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).execute()
  expect(lines.map((line) => [line.renews_subscription_id, line.value, line.airplane_registration])).toEqual([
    [ids[0], 60_00, 'PT-ABC'],
    [ids[1], 60_00, null],
    [null, 80_00, 'PR-XYZ'],
  ])
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(order.shipping_value).toBeGreaterThan(0)
})

test('reports a cart renewal that expired meanwhile, blocks the checkout and allows the removal', async () => {
  const { owner, ids, customer } = await makeOwner({ due: renewableDue, is_download: false })
  await sendForm(owner, await makeForm(owner, ids))
  await db
    .updateTable('subscriptions')
    .set({ due: addDays(today, -1) })
    .execute()
  expect((await fetchPage(owner, '/cart')).text).toContain('Esta assinatura já venceu.')
  expect((await fetchPage(owner, '/checkout')).location).toBe('/cart')
  const removalAnswer = await owner.post(cartAction, '/cart', { renewal_id: ids[0], quantity: '0' })
  expect(removalAnswer.location).toBe('/cart')
  expect((await findCart(customer))?.items).toEqual([])
})

test('shows a changed renewal price at its item', async () => {
  const { owner, ids } = await makeOwner({ due: renewableDue, is_download: false })
  await sendForm(owner, await makeForm(owner, ids))
  const form = await fillCheckoutForm(owner, { 'buyer.phone': '(14) 99999-0000', ...billing })
  await db.updateTable('publications').set({ price_signature: 61_00 }).execute()
  expect((await confirmCheckout(owner, form)).data.error).toMatchObject({
    'seen[0].price': ['O preço desta publicação mudou para R$ 61,00. Confira e confirme.'],
  })
})

test('merges a visitor’s cart with the renewals at login', async () => {
  const { owner, ids, customer } = await makeOwner({ due: renewableDue, is_download: false })
  await sendForm(owner, await makeForm(owner, ids))
  const publicationId = (await findCart(customer))?.items[0]?.publicationId ?? 0
  const visitorCart = await makeCart({ [publicationId]: 2 })
  if (!('keyHash' in visitorCart.owner)) throw new Error('a visitor was expected')
  await mergeVisitorCart(visitorCart.owner.keyHash, customer.userId)
  const items = (await findCart(customer))?.items ?? []
  expect(items.map(({ key, quantity }) => [key, quantity])).toEqual([
    [`r${ids[0]}`, 1],
    [String(publicationId), 2],
  ])
})

test('a download without a stored address goes through the checkout', async () => {
  const { owner, ids } = await makeOwner({ due: renewableDue })
  await db.updateTable('profiles').set({ billing_address_id: null }).execute()
  expect((await fetchPage(owner, `/renew?s=${ids[0]}`)).text).toContain('Falta o endereço de cobrança')
  expect((await sendForm(owner, await makeForm(owner, ids))).location).toBe('/checkout')
})

test('the checkout offers to renew a subscription in force only within the renewal period', async () => {
  const { owner, ids, customer } = await makeOwner({ due: renewableDue })
  const publicationId = (await loadSubscription(ids[0] ?? 0)).publication_id
  await makeCart({ [publicationId]: 1 }, { userId: customer.userId })
  expect((await fetchPage(owner, '/checkout')).html).toContain(`href="/manage/${ids[0]}/renew"`)
  await db
    .updateTable('subscriptions')
    .set({ due: addDays(today, 90) })
    .execute()
  const page = await fetchPage(owner, '/checkout')
  expect(page.text).toContain('Esta assinatura já está em vigor.')
  expect(page.html).not.toContain('/renew"')
})

test('buys an expired unit again once, at full price, with its aircraft', async () => {
  const { owner, ids, customer } = await makeOwner({
    due: addDays(today, -1),
    registration: 'PT-ABC',
    is_download: false,
  })
  const page = await fetchPage(owner, '/manage')
  expect(page.text).toContain('Comprar novamente')
  expect(page.text).not.toContain('Renovar')
  for (const _attempt of [1, 2])
    expect((await owner.post(manageAction, '/manage', { buy_again: ids[0] })).location).toBe('/cart')
  const { items, saved } = await loadCheckout(owner)
  expect(items).toMatchObject([{ quantity: 1, price: 80_00, renewal: null }])
  const unitField = `unit.${items[0]?.publicationId}-1`
  expect(saved).toMatchObject({
    [`${unitField}.prefix`]: 'PT-ABC',
    [`${unitField}.serial`]: '200512',
    [`${unitField}.fuel`]: '2',
  })
  expect((await readCartSummary(customer)).units).toBe(1)
  await db.updateTable('publications').set({ active: false }).execute()
  expect((await owner.post(manageAction, '/manage', { buy_again: ids[0] })).location).toBe('/manage')
})

test('offers renewal instead of “buy again” for an order of renewals only', async () => {
  const { owner, ids } = await makeOwner({ due: renewableDue })
  const orderAnswer = await sendForm(owner, await makeForm(owner, ids))
  const orderId = orderAnswer.location?.split('/')[2]
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).not.toContain('Comprar novamente')
  expect((await fetchPage(owner, `/orders/${orderId}`, {})).location).toBe('/manage')
})
