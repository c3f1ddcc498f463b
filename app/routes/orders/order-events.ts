import type { listHistory } from '#app/models/platform/history.server.ts'
import { formatHistory } from '#app/text/orders/order-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type History = Awaited<ReturnType<typeof listHistory>>

/** What the customer sees of an order's history; colleagues by name, staff never (D92). */
export function eventsOf(history: History, colleagues: ReadonlyMap<number, string>) {
  return history.flatMap(({ id: key, action, actor_user_id: actor, created_at: at }) => {
    const text = formatHistory(action)
    const person = actor === null ? undefined : colleagues.get(actor)
    return text ? [{ key, text: person ? `${text}, por ${person}` : text, at: formatDateTime(at) }] : []
  })
}
