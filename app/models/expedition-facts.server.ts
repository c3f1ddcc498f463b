import type { Trx } from '#app/models/db.server.ts'

/** A shipment as its history tells it, before and after a change: plain values by field name. */
export async function expeditionFacts(trx: Trx, id: number) {
  const [row, lines] = await Promise.all([findRow(trx, id), listNames(trx, id)])
  return { ...row, contents: lines.join('; ').slice(0, 500) }
}

function findRow(trx: Trx, id: number) {
  return trx
    .selectFrom('expeditions')
    .leftJoin('profiles as owner', 'owner.user_id', 'owner_user_id')
    .where('expeditions.id', '=', id)
    .select(['type', 'status', 'value', 'note', 'track_code', 'send_date', 'complete_date', 'return_date'])
    .select('owner.name as owner')
    .executeTakeFirstOrThrow()
}

async function listNames(trx: Trx, id: number): Promise<string[]> {
  const lines = await trx
    .selectFrom('expedition_lines')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .where('expedition_id', '=', id)
    .select(['order_id', 'name', 'airplane_prefix'])
    .orderBy('order_lines.id')
    .execute()
  return lines.map(({ order_id, name, airplane_prefix }) =>
    [order_id, name, airplane_prefix].filter((part) => part !== null).join(' '),
  )
}
