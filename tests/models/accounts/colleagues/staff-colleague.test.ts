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

type People = Awaited<ReturnType<typeof makeStaffColleague>>

async function placeColleagueOrder({ owner, colleague }: People) {
  const cart = await makeCart({ [await makeDownload()]: 1 }, { userId: owner.userId })
  const buyer = { ...owner, actorUserId: colleague.userId, phone: '11911112222' }
  return placeOrder(await makeOrderRequest(cart, { buyer, billing: address }))
}

async function placeStaffOrder({ owner, colleague }: People) {
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

const listActs = async ({ owner }: People) =>
  (await listColleagueActs(owner, { limit: 20 })).flatMap((act) => (act.kind === 'order' ? act.action : []))

test('does not list actions of staff as actions of a colleague (D92)', async () => {
  const people = await makeStaffColleague()
  const { orderId } = await placeStaffOrder(people)
  await giveBoleto(orderId)
  expect(await renewBoleto(orderId, {}, people.asStaff)).toBe('renewed')
  await db.deleteFrom('history').where('action', '=', 'colleague-joined').execute()
  expect(await listActs(people)).toEqual([])
  expect(await findLastActs(people.owner)).toEqual(new Map())
  const { text } = await fetchPage(await loginAs(people.owner), `/orders/${orderId}`)
  expect(text).toContain('Nova via do boleto pedida')
  expect(text).not.toContain(people.colleague.name)
})

test('an order shows a person’s name for actions as colleague, but not for actions as staff (D92)', async () => {
  const people = await makeStaffColleague()
  const bought = await placeColleagueOrder(people)
  await confirmPayment(bought.orderId, people.asStaff, today)
  const { text } = await fetchPage(await loginAs(people.owner), `/orders/${bought.orderId}`)
  expect(text).toContain(`Pedido recebido, por ${people.colleague.name}`)
  expect(text).not.toContain(`Pagamento confirmado, por ${people.colleague.name}`)
  const given = await placeColleagueOrder(people)
  await cancelOwnOrder({ orderId: given.orderId, profileId: people.owner.profileId }, people.asColleague)
  expect(await listActs(people)).toEqual(['given-up', 'placed', 'placed'])
  const page = await fetchPage(await loginAs(people.owner), `/orders/${given.orderId}`)
  expect(page.text).toContain(`Pedido cancelado, por ${people.colleague.name}`)
})
