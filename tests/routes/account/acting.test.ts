import { beforeEach, expect, test } from 'vitest'
import type { MemberRole } from '#app/domain/accounts/colleagues.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { findViewer, switchAccount } from '#app/models/accounts/session.server.ts'
import { addOrderFile } from '#app/models/orders/order-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeColleague } from '#tests/factories/colleagues.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs } from '#tests/support/request.ts'

beforeEach(openShop)

async function logInAsColleague(role: MemberRole) {
  const colleague = await makeColleague(await makeCustomer({ identity: company }), role)
  const browser = await loginAs(colleague)
  const viewer = await findViewer(String(await sessionCookie.parse(browser.cookies.header)))
  if (viewer) await switchAccount(viewer, colleague.memberId)
  return { ...colleague, browser }
}

test.each([
  ['mechanic', false],
  ['buyer', true],
] as const)('shows a %s only links that the role can open', async (role, seesOrders) => {
  const { html } = await fetchPage((await logInAsColleague(role)).browser, '/manage')
  expect(html).toContain('Minhas publicações')
  expect(html.includes('href="/orders"')).toBe(seesOrders)
  expect(html.includes('href="/cart"')).toBe(seesOrders)
})

test.each([
  ['/account', true],
  ['/account/profile', true],
  ['/account/fleet', true],
  // Paths match in upper and lower case.
  ['/Account/Export', true],
  ['/manage', false],
  ['/account/companies', false],
])(
  '%s names the company in use, and shows the note “esta página é da sua própria conta”: %s',
  async (path, isOwn) => {
    const { browser } = await logInAsColleague('buyer')
    const { status, text } = await fetchPage(browser, path)
    expect(status).toBe(200)
    expect(text).toContain(`Você está usando a conta de ${company.companyName} (comprador)`)
    expect(text.includes('esta página é da sua própria conta')).toBe(isOwn)
  },
)

test('shows no note about the own account to a customer who does not act for another company', async () => {
  const browser = await loginAs(await makeCustomer({ identity: company }))
  expect((await fetchPage(browser, '/account')).text).not.toContain('da sua própria conta')
})

test('staff open the files of every order, even while acting as a mechanic', async () => {
  const { orderId } = await makeOrder({ [await makePublication()]: 1 })
  const file = `orders/${'1'.repeat(32)}`
  await putFile(file, new Uint8Array([1, 2, 3]))
  const fileFields = { kind: 'file' as const, file, name: 'nota.pdf', type: 'application/pdf', bytes: 3 }
  const id = await addOrderFile({ orderId, ...fileFields }, { actorUserId: null, source: 'test' })
  const { userId, browser } = await logInAsColleague('mechanic')
  const path = `/orders/${orderId}/files/${id}`
  expect((await fetchPage(browser, path)).status).toBe(404)
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute()
  expect((await fetchPage(browser, path)).status).toBe(200)
})
