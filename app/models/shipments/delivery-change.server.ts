import { db } from '#app/models/platform/db.server.ts'

/** Returns a change of the delivery by its history entry, or undefined if the entry's values were erased. */
export async function findDeliveryChange(historyId: number) {
  const entry = await db
    .selectFrom('history')
    .select(['entity', 'entity_id as entityId', 'details'])
    .where('id', '=', historyId)
    .where('action', '=', 'delivery-changed')
    .executeTakeFirst()
  const deliveries = entry?.details ? readDeliveries(entry.details) : undefined
  if (!entry || !deliveries) return undefined
  const orderIds = entry.entity === 'order' ? [entry.entityId] : await listOrderIds(entry.entityId)
  const client = await findClientOfRecord(entry)
  return client && { ...client, ...deliveries, orderIds }
}

function readDeliveries(details: string): { from: string; to: string } | undefined {
  const { changes }: { changes?: { delivery?: unknown } } = JSON.parse(details)
  const beforeAndAfter: unknown[] = Array.isArray(changes?.delivery) ? changes.delivery : []
  if (beforeAndAfter.length !== 2) return undefined
  const [from, to] = beforeAndAfter
  return { from: String(from ?? '-'), to: String(to) }
}

/** Returns the history entries about changed addresses of the order and of its shipments. */
export async function listDeliveryChanges(orderId: number, limit: number) {
  const shipmentIds = db.selectFrom('shipment_orders').select('shipment_id').where('order_id', '=', orderId)
  return db
    .selectFrom('history')
    .select('id')
    .where('action', '=', 'delivery-changed')
    .where((eb) =>
      eb.or([
        eb.and([eb('entity', '=', 'order'), eb('entity_id', '=', orderId)]),
        eb.and([eb('entity', '=', 'shipment'), eb('entity_id', 'in', shipmentIds)]),
      ]),
    )
    .limit(limit)
    .execute()
}

async function listOrderIds(shipmentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('shipment_orders')
    .select('order_id')
    .where('shipment_id', '=', shipmentId)
    .orderBy('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}

function findClientOfRecord({ entity, entityId }: { entity: string; entityId: number }) {
  const profileId =
    entity === 'order'
      ? db.selectFrom('orders').select('profile_id').where('id', '=', entityId)
      : db.selectFrom('shipments').select('profile_id').where('id', '=', entityId)
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('profiles.id', '=', profileId)
    .select(['email', 'profiles.name as contactName'])
    .executeTakeFirst()
}
