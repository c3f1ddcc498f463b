import { db } from '#app/models/platform/db.server.ts'
import { makeStaff } from './shipments.ts'
import { openShop } from './shop.ts'

/** Creates a shop that has nothing to send to its bank. Returns a member of staff as actor. */
export async function openShopWithoutRemittances(): Promise<{ actorUserId: number; source: string }> {
  await openShop()
  await db.deleteFrom('boleto_instructions').execute()
  await db.deleteFrom('remittances').execute()
  return { actorUserId: await makeStaff(), source: 'staff' }
}
