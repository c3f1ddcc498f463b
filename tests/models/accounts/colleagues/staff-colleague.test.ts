import { expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findLastActs, listColleagueActs } from '#app/models/backoffice/colleague-acts.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { placeInternalOrder } from '#app/models/orders/internal-order.server.ts'
import { placeOrder } from '#app/models/orders/order-placement.server.ts'
import { cancelOwnOrder, confirmPayment } from '#app/models/orders/order-status.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { giveBoleto } from '#tests/factories/boletos.ts'
import { makeColleague } from '#tests/factories/colleagues.ts'
import { makeCart, makeOrderRequest } from '#tests/factories/orders.ts'
import { address, company, makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs } from '#tests/support/request.ts'

const today = toCivilDate(new Date())

/** Creates a member of staff who also buys for the company. */
async function makeStaffColleague() {
  await openShop()
  const owner = await makeCustomer({ identity: company })
  const colleague = await makeColleague(owner, 'buyer', 'Rita das Duas Casas')
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', colleague.userId).execute()
  return {
    owner,
    colleague,
    asColleague: { actorUserId: colleague.userId, source: 'customer' },
    asStaff: { actorUserId: colleague.userId, source: 'staff' },
  }
}

type Members = Awaited<ReturnType<typeof makeStaffColleague>>

async function placeColleagueOrder({ owner, colleague }: Members) {
  const cart = await makeCart({ [await makeDownload()]: 1 }, { userId: owner.userId })
  const buyer = { ...owner, actorUserId: colleague.userId, phone: '11911112222' }
  return placeOrder(await makeOrderRequest(cart, { buyer, billing: address }))
}

async function placeStaffOrder({ owner, colleague }: Members) {
  const publicationId = await makeDownload()
  const item = { publicationId, price: 'normal', seenValue: 80_00, renewsSubscriptionId: null } as const
  const aircraft = { registration: null, isForeign: false, serialNumber: null, fuel: null }
  return placeInternalOrder({
    profileId: owner.profileId,
    items: [{ ...item, ...aircraft }],
    token: makeCheckoutToken(),
    actorUserId: colleague.userId,
    today,
  })
}

const listOrderActs = async ({ owner }: Members) =>
  (await listColleagueActs(owner, { limit: 20 })).flatMap((act) => (act.kind === 'order' ? act.action : []))

test('does not list actions of staff as actions of a colleague (D92)', async () => {
  const members = await makeStaffColleague()
  const { orderId } = await placeStaffOrder(members)
  await giveBoleto(orderId)
  expect(await renewBoleto(orderId, {}, members.asStaff)).toBe('renewed')
  // The joining itself is listed as an action of the colleague.
  const deleteOwnJoining = () => db.deleteFrom('history').where('action', '=', 'colleague-joined').execute()
  await deleteOwnJoining()
  expect(await listOrderActs(members)).toEqual([])
  expect(await findLastActs(members.owner)).toEqual(new Map())
  const { text: orderText } = await fetchPage(await loginAs(members.owner), `/orders/${orderId}`)
  expect(orderText).toContain('Nova via do boleto pedida')
  expect(orderText).not.toContain(members.colleague.name)
})

test('an order shows a person’s name for actions as colleague, but not for actions as staff (D92)', async () => {
  const members = await makeStaffColleague()
  const paidOrder = await placeColleagueOrder(members)
  await confirmPayment(paidOrder.orderId, members.asStaff, today)
  const { text: orderText } = await fetchPage(await loginAs(members.owner), `/orders/${paidOrder.orderId}`)
  expect(orderText).toContain(`Pedido recebido, por ${members.colleague.name}`)
  expect(orderText).not.toContain(`Pagamento confirmado, por ${members.colleague.name}`)
  const cancelledOrder = await placeColleagueOrder(members)
  await cancelOwnOrder(
    { orderId: cancelledOrder.orderId, profileId: members.owner.profileId },
    members.asColleague,
  )
  expect(await listOrderActs(members)).toEqual(['given-up', 'placed', 'placed'])
  const cancelledOrderPage = await fetchPage(
    await loginAs(members.owner),
    `/orders/${cancelledOrder.orderId}`,
  )
  expect(cancelledOrderPage.text).toContain(`Pedido cancelado, por ${members.colleague.name}`)
})
