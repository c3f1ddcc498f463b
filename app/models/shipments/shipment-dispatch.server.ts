import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { db } from '#app/models/platform/db.server.ts'
import { shipmentAddressId } from '#app/models/shipments/shipment-address.server.ts'
import { listAddresses } from '#app/models/shipments/shipment-client.server.ts'
import { addRevision, selectShippedContents } from '#app/models/shipments/shipped-revision.server.ts'

/** Returns the outbox subject of a dispatch. For example, '12-1' is the first dispatch of shipment 12. */
export function makeDispatchSubject(shipmentId: number, dispatchNumber: number): string {
  return `${shipmentId}-${dispatchNumber}`
}

const dispatchSubjectPattern = /^(\d{1,9})-(\d{1,5})$/

/** Returns the data for the mail, or undefined if the shipment was returned or sent again after this dispatch. */
export async function findCurrentDispatch(subject: string) {
  const [, id = 0, dispatchNumber = 0] = (dispatchSubjectPattern.exec(subject) ?? []).map(Number)
  const shipment = await db
    .selectFrom('shipments')
    .innerJoin('profiles', 'profiles.id', 'shipments.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('shipments.id', '=', id)
    .where('times_sent', '=', dispatchNumber)
    .where('status', 'in', [shipmentStatus.sent, shipmentStatus.delivered])
    .select(['type', 'track_code as trackCode', 'email', 'profiles.name as contactName'])
    .select(shipmentAddressId.as('addressId'))
    .executeTakeFirst()
  if (!shipment) return undefined
  const { addressId, ...sentShipment } = shipment
  const [orders, items, [address]] = await Promise.all([
    db
      .selectFrom('shipment_orders')
      .select('order_id')
      .where('shipment_id', '=', id)
      .orderBy('order_id')
      .execute(),
    selectShippedContents(db, id).execute(),
    listAddresses(addressId === null ? [] : [addressId]),
  ])
  const orderIds = orders.map((row) => row.order_id)
  return {
    ...sentShipment,
    address: address?.street ? address : null,
    orderIds,
    items: items.map(toMailItem),
  }
}

type ShippedLine = Awaited<ReturnType<ReturnType<typeof selectShippedContents>['execute']>>[number]

function toMailItem(line: ShippedLine) {
  const { name, version, revision, registration, serialNumber } = addRevision(line, {
    isAwaitingDispatch: false,
  })
  return { name, version, revision, registration, serialNumber }
}
