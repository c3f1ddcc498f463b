import { isToLeave } from '#app/domain/shipments/expedition.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findExpedition } from '#app/models/shipments/expedition.server.ts'
import { listBlockedLines } from '#app/models/shipments/expedition-blocked.server.ts'
import { findClient, listAddresses } from '#app/models/shipments/expedition-client.server.ts'
import { boxChanges, boxQuestion } from '#app/models/shipments/packed-revision.server.ts'

/** A shipment with client, orders, copies, owner and every address its orders go to, and what must not leave; undefined when there is none. */
export async function findExpeditionForStaff(id: number) {
  const expedition = await findExpedition(id)
  if (!expedition) return undefined
  const [client, orders, owner, blocked] = await Promise.all([
    findClient(expedition.profile_id),
    listOrders(expedition.orderIds),
    findName(expedition.owner_user_id),
    isToLeave(expedition) ? listBlockedLines([id]) : [],
  ])
  const ids = expedition.address_id ? [expedition.address_id] : orders.map((order) => order.addressId)
  const box = { changes: boxChanges(expedition.lines), seen: boxQuestion(expedition.lines) }
  const recipients = distinct(await listAddresses(ids))
  return { ...expedition, client, orders, owner, blocked, box, recipients }
}

export type StaffExpedition = NonNullable<Awaited<ReturnType<typeof findExpeditionForStaff>>>

function listOrders(ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .where('id', 'in', [0, ...ids])
    .select(['id', 'date', 'nfe', 'shipping_type', 'shipping_value'])
    .select((eb) => eb.fn.coalesce('shipping_address_id', 'billing_address_id').$notNull().as('addressId'))
    .orderBy('id')
    .execute()
}

async function findName(userId: number): Promise<string | null> {
  const profile = await db
    .selectFrom('profiles')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return profile?.name ?? null
}

type Address = Awaited<ReturnType<typeof listAddresses>>[number]

/** Two orders of one client have rows of their own for the same place. */
function distinct(addresses: readonly Address[]): Address[] {
  return [...new Map(addresses.map((address) => [placeOf(address), address])).values()]
}

/** The same text for the same place, whatever row it is in. */
export function placeOf({ id: _, ...parts }: Address): string {
  return JSON.stringify(Object.values(parts).map((part) => part.trim().toLowerCase()))
}

/** Some shipments in the order of their numbers, without those given up since: for the page after making many, and for their labels. */
export async function listMade(ids: readonly number[]) {
  const found = await Promise.all([...new Set(ids)].slice(0, 100).map(findExpeditionForStaff))
  const known = found.flatMap((each) => (each && each.cancelled_at === null ? [each] : []))
  return known.sort((a, b) => a.id - b.id)
}
