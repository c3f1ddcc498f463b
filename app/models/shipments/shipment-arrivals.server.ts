import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import {
  markDelivered,
  markReturned,
  type ShipmentChange,
} from '#app/models/shipments/shipment-status.server.ts'

/** The maximum number of shipments per form. */
export const maxArrivals = 100

const markers = { delivered: markDelivered, returned: markReturned } as const
export type Arrival = keyof typeof markers

/** Marks shipments, each in its own transaction, so that a rejection does not stop the others. */
export async function markArrived(
  ids: readonly number[],
  { arrival, date }: { arrival: Arrival; date: CivilDate },
  actor: Actor,
) {
  const changes: { id: number; change: ShipmentChange }[] = []
  for (const id of new Set(ids.slice(0, maxArrivals)))
    changes.push({ id, change: await markers[arrival](id, date, actor) })
  const isDone = ({ change }: { change: ShipmentChange }) => change === 'changed' || change === 'already'
  return { done: changes.filter(isDone).length, refusals: changes.filter((each) => !isDone(each)) }
}
