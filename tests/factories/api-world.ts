import { putFile } from '#app/gateways/storage.server.ts'
import { makePhotoPath, storePhoto } from '#app/models/checkout/photo.server.ts'
import { addOrderFile } from '#app/models/orders/order-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { giveFile } from '#tests/factories/files.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer, newEmail } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, makeStaff } from '#tests/factories/shipments.ts'
import { makeSubscription } from '#tests/factories/subscriptions.ts'
import { makeDelivery } from '#tests/factories/webhooks.ts'
import { giveBoleto, giveBoletoFile } from '#tests/support/boletos.ts'

export type ApiWorld = Awaited<ReturnType<typeof makeApiWorld>>

/** Creates a customer with one record of each kind that API calls use, and an account of each role. Returns the ids. */
export async function makeApiWorld() {
  const { userId: customer, profileId: profile, ...paid } = await makePaidOrder()
  const stranger = await makeCustomer()
  const partner = await makeCustomer()
  await db.updateTable('profiles').set({ is_partner: true }).where('user_id', '=', partner.userId).execute()
  const staff = await makeStaff()
  const superuser = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', superuser).execute()
  const holder = { userId: customer, profileId: profile }
  const download = await makeSubscription({ ...holder, email: newEmail() }, { due: '2099-01-01' })
  await giveFile(download.publicationId)
  const unpaid = await makeUnpaidOrder(holder)
  const { endpoint, id: delivery } = await makeDelivery()
  return {
    customer,
    profile,
    stranger: stranger.userId,
    partner: partner.userId,
    staff,
    superuser,
    webhook: endpoint.id,
    delivery,
    publication: download.publicationId,
    unused: await Promise.all(Array.from({ length: 20 }, () => makePublication())),
    signature: download.id,
    order: paid.orderId,
    unpaid,
    file: await makeOrderFile(paid.orderId),
    photo: await makePhoto(customer),
    shipment: await makeShipment({ ...paid, userId: customer, profileId: profile }),
  }
}

/** Creates an order that waits for payment, with a boleto and its PDF. Returns its id. */
async function makeUnpaidOrder(buyer: { userId: number; profileId: number }) {
  const { orderId } = await makeOrder(
    { [await makeDownload()]: 1 },
    { buyer: { ...buyer, phone: '14999990000' } },
  )
  await giveBoleto(orderId, { dueDate: '2099-12-31' })
  await giveBoletoFile(orderId, new Uint8Array([1, 2, 3]))
  return orderId
}

async function makeOrderFile(orderId: number) {
  const file = `orders/${'0'.repeat(32)}`
  await putFile(file, new Uint8Array([1, 2, 3]))
  const orderFile = {
    orderId,
    kind: 'file' as const,
    file,
    name: 'nota.pdf',
    type: 'application/pdf',
    bytes: 3,
  }
  const id = await addOrderFile(orderFile, { actorUserId: null, source: 'test' })
  if (typeof id !== 'number') throw new Error(id)
  return id
}

async function makePhoto(userId: number) {
  const name = await storePhoto({ userId }, { type: 'image/jpeg', bytes: 3, width: 1, height: 1 })
  await putFile(makePhotoPath(name), new Uint8Array([1, 2, 3]))
  return name
}
