import { expect, test } from 'vitest'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { findViewer, switchAccount } from '#app/models/accounts/session.server.ts'
import { placeOrder } from '#app/models/orders/order-placement.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { listPhotoLines, requestPhotos } from '#app/models/orders/photo-request.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Reader } from '#app/text/orders/reader-labels.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeColleague } from '#tests/factories/colleagues.ts'
import { makeCart, makeOrderRequest, makeOrderUnderReview, placeNewOrder } from '#tests/factories/orders.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { findUntrueSentences } from '#tests/support/reader-claims.ts'
import { loginAs } from '#tests/support/request.ts'

const byBank = { actorUserId: null, source: 'bank-file' }

/** Logs in one reader of each kind and returns each with the orders to open. */
async function makeReaders() {
  await openShop()
  const owner = await makeCustomer({ identity: company })
  const colleague = await makeColleague(owner, 'buyer', 'Beto Comprador')
  const placeCompanyOrder = async () => {
    const cart = await makeCart({ [await makeDownload()]: 1 }, { userId: owner.userId })
    const buyer = { ...owner, phone: '14999990000', actorUserId: colleague.userId }
    return (await placeOrder(await makeOrderRequest(cart, { buyer }))).orderId
  }
  const colleagueVisitor = await loginAs(colleague)
  const viewer = await findViewer(String(await sessionCookie.parse(colleagueVisitor.cookies.header)))
  if (viewer) await switchAccount(viewer, colleague.memberId)
  const ownOrder = await placeNewOrder({ [await makeDownload()]: 1 })
  const [unpaidOrder, paidOrder] = [await placeCompanyOrder(), await placeCompanyOrder()]
  await confirmPayment(paidOrder, byBank, '2026-11-24')
  const photoOrder = await makeOrderWaitingForPhotos(owner.profileId)
  const ownerVisitor = await loginAs(owner)
  return [
    { reader: 'buyer', visitor: await loginAs(ownOrder), orders: [ownOrder.orderId], isStaff: false },
    { reader: 'owner', visitor: ownerVisitor, orders: [unpaidOrder, paidOrder, photoOrder], isStaff: false },
    {
      reader: 'colleague',
      visitor: colleagueVisitor,
      orders: [unpaidOrder, paidOrder, photoOrder],
      isStaff: false,
    },
    {
      reader: 'staff',
      visitor: await loginAs({ userId: await makeStaff() }),
      orders: [unpaidOrder, paidOrder],
      isStaff: true,
    },
  ] satisfies { reader: Reader; visitor: unknown; orders: number[]; isStaff: boolean }[]
}

/** Creates an order of this account that waits for another photo. */
async function makeOrderWaitingForPhotos(profileId: number): Promise<number> {
  const { orderId } = await makeOrderUnderReview()
  await db.updateTable('orders').set({ profile_id: profileId }).where('id', '=', orderId).execute()
  const lineIds = (await listPhotoLines(orderId)).map(({ id }) => id)
  await requestPhotos(orderId, { lineIds, reason: 'Chegou cortada.' }, byStaff)
  return orderId
}

const listCustomerPages = (id: number) => [
  `/payment/${id}`,
  `/payment_return?order=${id}`,
  `/payment_return/201?order=${id}`,
  `/orders/${id}`,
  `/orders/${id}/photo`,
  '/orders',
  '/manage',
]

test('order pages show each reader only statements that are true for them', async () => {
  for (const { reader, visitor, orders, isStaff } of await makeReaders()) {
    const paths = orders.flatMap((id) => (isStaff ? [`/admin/order/${id}`] : listCustomerPages(id)))
    for (const path of paths) {
      const { status, html } = await fetchPage(visitor, path)
      expect.soft(status, `${path} to ${reader}`).toBe(200)
      expect.soft(findUntrueSentences(readMainText(html), reader), `${path} to ${reader}`).toEqual([])
    }
  }
})

/** Returns the text of the page without its menu, one line per element. */
function readMainText(html: string): string {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  return main
    .replace(/<(?:\/?(?:p|li|h\d|div|td|th|dd|dt|a|button|span|section)\b)[^>]*>/g, '\n')
    .replace(/<[^>]+>/g, '')
}
