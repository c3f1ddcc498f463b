import type { Trx } from '#app/models/platform/db.server.ts'
import type { EventPayload } from '#app/models/settings/webhook-event.server.ts'

/** Returns the data of subscriptions in the form that webhooks contain. */
export async function describeSubscriptions(trx: Trx, ids: readonly number[]): Promise<EventPayload[]> {
  const rows = await selectEventData(trx).where('subscriptions.id', 'in', ids).execute()
  return rows.map(toEventPayload)
}

export async function describeOrderUnits(trx: Trx, orderId: number): Promise<EventPayload[]> {
  const rows = await selectEventData(trx).where('order_id', '=', orderId).execute()
  return rows.map(toEventPayload)
}

function selectEventData(trx: Trx) {
  return trx
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .select(['subscriptions.id', 'order_id as order', 'profile_id as profile'])
    .select(['subscriptions.publication_id as publication', 'status', 'starts_on', 'due', 'times_renewed'])
    .orderBy('subscriptions.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEventData>['execute']>>[number]

function toEventPayload({ status, ...row }: Row): EventPayload {
  const { starts_on: start } = row
  return { id: row.id, data: { signature: { ...row, start, status: { id: status } } } }
}
