import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

/** Marks subscriptions as waiting for a copy. The shipment of the earlier copy keeps the date of its dispatch. */
export async function markAwaitingDispatch(
  trx: Trx,
  units: readonly { id: number; status: number }[],
  { version, actorUserId }: { version: string; actorUserId: number | null },
): Promise<void> {
  const status = subscriptionStatus.awaitingDispatch
  const ids = units.map(({ id }) => id)
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({ status, track_code: null, sent_on: null, lock_version: eb('lock_version', '+', 1) }))
    .where('id', 'in', nonEmptyIds(ids))
    .execute()
  const entries = units.map((unit) => ({
    entity: 'subscription' as const,
    entityId: unit.id,
    action: 'revision-due',
    actorUserId,
    details: { changes: { status: [unit.status, status] }, version },
  }))
  await recordHistory(trx, ...entries)
}
