import { beforeEach, expect, test } from 'vitest'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { endMember } from '#app/models/accounts/colleagues/membership.server.ts'
import { findViewer, switchAccount } from '#app/models/accounts/session.server.ts'
import { findCart } from '#app/models/checkout/cart.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeColleague } from '#tests/factories/colleagues.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import {
  billing,
  confirmCheckout,
  fillCart,
  fillCheckoutForm,
  loadCheckout,
} from '#tests/support/checkout-form.ts'
import { loginAs } from '#tests/support/request.ts'

beforeEach(openShop)

const street = 'Rua da Casa do Comprador'

/**
 * Creates a buyer with two carts of the same content: one of the own account and one of a company. `actAs`
 * switches the session to the company, or to the own account (null), as another tab does.
 */
async function makeBuyerWithTwoCarts() {
  const owner = await makeCustomer({ identity: company })
  const buyer = await makeColleague(owner, 'buyer')
  const publication = await makePublication()
  const browser = await loginAs(buyer)
  const actAs = async (memberId: number | null) => {
    const viewer = await findViewer(String(await sessionCookie.parse(browser.cookies.header)))
    if (viewer) await switchAccount(viewer, memberId)
  }
  await fillCart(browser, { [publication]: 1 })
  await actAs(buyer.memberId)
  await fillCart(browser, { [publication]: 1 })
  return { owner, buyer, tab: browser, actAs }
}

async function loadDraftData(userId: number): Promise<string> {
  const cart = await findCart({ userId })
  const draft = await db
    .selectFrom('checkout_drafts')
    .select('data')
    .where('cart_id', '=', cart?.id ?? 0)
    .executeTakeFirst()
  return draft?.data ?? ''
}

const typedFields = { ...billing, 'billing.street': street, 'buyer.phone': '(14) 99999-0000' }

test('a checkout form for the own account orders nothing after a switch to a company and is saved as the own draft', async () => {
  const { owner, buyer, tab: browser, actAs } = await makeBuyerWithTwoCarts()
  await actAs(null)
  const checkoutForm = await fillCheckoutForm(browser, typedFields)
  await actAs(buyer.memberId)
  await loadCheckout(browser)
  const answer = await confirmCheckout(browser, checkoutForm)
  expect([answer.status, answer.location]).toEqual([303, '/cart'])
  expect(await loadDraftData(owner.userId)).not.toContain(street)
  expect(await loadDraftData(buyer.userId)).toContain(street)
  expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
})

test('a checkout form for a company orders nothing after a switch to the own account and is saved as the company’s draft', async () => {
  const { owner, buyer, tab: browser, actAs } = await makeBuyerWithTwoCarts()
  const checkoutForm = await fillCheckoutForm(browser, typedFields)
  const draftBefore = await loadDraftData(owner.userId)
  await actAs(null)
  const answer = await confirmCheckout(browser, { ...checkoutForm, 'billing.street': `${street} 2` })
  expect([answer.status, answer.location]).toEqual([303, '/cart'])
  expect(await loadDraftData(buyer.userId)).not.toContain(street)
  expect(await loadDraftData(owner.userId)).not.toBe(draftBefore)
  expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
})

test('a checkout form for a company orders and saves nothing after the buyer lost access', async () => {
  const { owner, buyer, tab: browser } = await makeBuyerWithTwoCarts()
  const checkoutForm = await fillCheckoutForm(browser, typedFields)
  const draftBefore = await loadDraftData(owner.userId)
  await endMember({ memberId: buyer.memberId, owner })
  const answer = await confirmCheckout(browser, { ...checkoutForm, 'billing.street': `${street} 2` })
  expect([answer.status, answer.location]).toEqual([303, '/cart'])
  expect(await loadDraftData(buyer.userId)).not.toContain(street)
  expect(await loadDraftData(owner.userId)).toBe(draftBefore)
  expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
})

test('marks the profile as a colleague’s only while the buyer acts for the company', async () => {
  const { tab: browser, actAs } = await makeBuyerWithTwoCarts()
  expect((await loadCheckout(browser)).profile?.isColleague).toBe(true)
  await actAs(null)
  expect((await loadCheckout(browser)).profile?.isColleague).toBe(false)
})
