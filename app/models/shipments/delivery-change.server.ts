import { db } from '#app/models/platform/db.server.ts'

/** Returns a correction of the delivery by its history entry; undefined after its values were erased. */
export async function findDeliveryChange(historyId: number) {
  const entry = await db
    .selectFrom('history')
    .select(['entity', 'entity_id as entityId', 'details'])
    .where('id', '=', historyId)
    .where('action', '=', 'delivery-changed')
    .executeTakeFirst()
  const lines = entry?.details ? readDeliveryLines(entry.details) : undefined
  if (!entry || !lines) return undefined
  const orderIds = entry.entity === 'order' ? [entry.entityId] : await listOrderIds(entry.entityId)
  const client = await findClientOfRecord(entry)
  return client && { ...client, ...lines, orderIds }
}

function readDeliveryLines(details: string): { from: string; to: string } | undefined {
  const { changes }: { changes?: { delivery?: unknown } } = JSON.parse(details)
  const pair: unknown[] = Array.isArray(changes?.delivery) ? changes.delivery : []
  return pair.length === 2 ? { from: String(pair[0] ?? '-'), to: String(pair[1]) } : undefined
}

export async function listDeliveryChanges(orderId: number, limit: number) {
  const shipments = db.selectFrom('shipment_orders').select('shipment_id').where('order_id', '=', orderId)
  return db
    .selectFrom('history')
    .select('id')
    .where('action', '=', 'delivery-changed')
    .where((eb) =>
      eb.or([
        eb.and([eb('entity', '=', 'order'), eb('entity_id', '=', orderId)]),
        eb.and([eb('entity', '=', 'shipment'), eb('entity_id', 'in', shipments)]),
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
  const owner =
    entity === 'order'
      ? db.selectFrom('orders').select('profile_id').where('id', '=', entityId)
      : db.selectFrom('shipments').select('profile_id').where('id', '=', entityId)
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('profiles.id', '=', owner)
    .select(['email', 'profiles.name as contactName'])
    .executeTakeFirst()
}
