import { colleagueWhoDid } from '#app/models/accounts/colleagues/acting.server.ts'
import type { listHistory } from '#app/models/platform/history.server.ts'
import { formatHistory } from '#app/text/orders/order-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type History = Awaited<ReturnType<typeof listHistory>>

/** What the customer sees of an order's history; colleagues by name, staff never (D92). */
export function eventsOf(history: History, colleagues: ReadonlyMap<number, string>) {
  return history.flatMap((entry) => {
    const text = formatHistory(entry.action, colleagueWhoDid(entry, colleagues))
    return text ? [{ key: entry.id, text, at: formatDateTime(entry.created_at) }] : []
  })
}
