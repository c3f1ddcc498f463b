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

/** Creates a buyer whose own cart equals that of the company. `actAs` acts as another tab does. */
async function makeBuyerWithTwoCarts() {
  const owner = await makeCustomer({ identity: company })
  const buyer = await makeColleague(owner, 'buyer')
  const publication = await makePublication()
  const tab = await loginAs(buyer)
  const actAs = async (memberId: number | null) => {
    const viewer = await findViewer(String(await sessionCookie.parse(tab.cookies.header)))
    if (viewer) await switchAccount(viewer, memberId)
  }
  await fillCart(tab, { [publication]: 1 })
  await actAs(buyer.memberId)
  await fillCart(tab, { [publication]: 1 })
  return { owner, buyer, tab, actAs }
}

async function loadDraft(userId: number): Promise<string> {
  const cart = await findCart({ userId })
  const draft = await db
    .selectFrom('checkout_drafts')
    .select('data')
    .where('cart_id', '=', cart?.id ?? 0)
    .executeTakeFirst()
  return draft?.data ?? ''
}

const typedFields = { ...billing, 'billing.street': street, 'buyer.phone': '(14) 99999-0000' }

test('a form opened in the buyer’s own name orders the buyer’s cart after another tab switched to a company', async () => {
  const { owner, buyer, tab, actAs } = await makeBuyerWithTwoCarts()
  await actAs(null)
  const form = await fillCheckoutForm(tab, typedFields)
  await actAs(buyer.memberId)
  await loadCheckout(tab)
  const answer = await confirmCheckout(tab, form)
  expect([answer.status, answer.location]).toEqual([303, '/cart'])
  expect(await loadDraft(owner.userId)).not.toContain(street)
  expect(await loadDraft(buyer.userId)).toContain(street)
  expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
})

test.each([
  ['switched back to their own name', false],
  ['lost access', true],
] as const)(
  'a company’s form sent after the buyer %s does not use the buyer’s cart',
  async (_, isRevoked) => {
    const { owner, buyer, tab, actAs } = await makeBuyerWithTwoCarts()
    const form = await fillCheckoutForm(tab, typedFields)
    const draftBefore = await loadDraft(owner.userId)
    if (isRevoked) await endMember({ memberId: buyer.memberId, owner })
    else await actAs(null)
    const answer = await confirmCheckout(tab, { ...form, 'billing.street': `${street} 2` })
    expect([answer.status, answer.location]).toEqual([303, '/cart'])
    expect(await loadDraft(buyer.userId)).not.toContain(street)
    expect((await loadDraft(owner.userId)) === draftBefore).toBe(isRevoked)
    expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
  },
)

test('shows only to a colleague that the company’s data do not change', async () => {
  const { tab, actAs } = await makeBuyerWithTwoCarts()
  expect((await loadCheckout(tab)).profile?.isColleague).toBe(true)
  await actAs(null)
  expect((await loadCheckout(tab)).profile?.isColleague).toBe(false)
})
