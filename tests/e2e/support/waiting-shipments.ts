import { randomInt } from 'node:crypto'
import { calculateTrackingCheckDigit } from '#app/domain/checkout/carriers/correios.ts'
import { changeRows, copyCustomer, giveSubscription } from './people.ts'
import { publications } from './shop.ts'

/** Returns a unique tracking code. */
export function makeTrackingCode(): string {
  const serial = String(randomInt(10_000_000, 99_999_999))
  return `QB${serial}${calculateTrackingCheckDigit(serial)}BR`
}

/** Creates customers with a paid copy that waits for dispatch by PAC. Returns the prefix of their NF-e. */
export async function makeWaitingShipments(count: number): Promise<string> {
  const nfe = `L${randomInt(100_000_000, 999_999_999)}`
  for (let index = 0; index < count; index++) {
    const login = await copyCustomer('cliente')
    await giveSubscription(login, { publicationId: publications.manual.id, endsIn: 300 })
    await changeRows(
      `update orders join profiles on profiles.id = profile_id join users on users.id = user_id
       join subscriptions on subscriptions.profile_id = profiles.id
       set shipping_type = 'PAC', nfe = ?, subscriptions.status = 2 where email = ?`,
      [`${nfe}-${index}`, login.email],
    )
  }
  return nfe
}

/** Marks a customer's orders as sent today with this tracking code. */
export async function markOrdersSent(email: string, code: string): Promise<void> {
  await changeRows(
    `insert into shipments (profile_id, owner_user_id, type, status, track_code, creation_date, send_date)
     select profiles.id, staff.id, 'PAC', 2, ?, curdate(), curdate()
     from profiles join users on users.id = user_id join users staff on staff.email = 'equipe@aeropub.test'
     where users.email = ?`,
    [code, email],
  )
  await changeRows(
    `insert into shipment_orders (shipment_id, order_id)
     select shipments.id, orders.id from shipments join orders on orders.profile_id = shipments.profile_id
     where track_code = ?`,
    [code],
  )
}

/** Makes the photo of an order the one that has waited longest. */
export async function makeLongestWaiting(orderId: number): Promise<void> {
  await changeRows("update orders set review_since = '2001-01-01' where id = ?", [orderId])
}
