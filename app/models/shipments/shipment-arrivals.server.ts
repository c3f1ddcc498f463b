import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import {
  markDelivered,
  markReturned,
  type ShipmentChange,
} from '#app/models/shipments/shipment-status.server.ts'

/** Maximum number of shipments per form. */
export const maxArrivals = 100

const markFunctions = { delivered: markDelivered, returned: markReturned } as const
export type Arrival = keyof typeof markFunctions

/** Marks each shipment in its own transaction, because a rejection must not stop the others. */
export async function markArrived(
  ids: readonly number[],
  { arrival, date }: { arrival: Arrival; date: CivilDate },
  actor: Actor,
) {
  const changes: { id: number; change: ShipmentChange }[] = []
  const markShipment = markFunctions[arrival]
  for (const id of new Set(ids.slice(0, maxArrivals))) {
    const change = await markShipment(id, date, actor)
    changes.push({ id, change })
  }
  const refusals = changes.filter(({ change }) => change !== 'changed' && change !== 'already')
  return { done: changes.length - refusals.length, refusals }
}
