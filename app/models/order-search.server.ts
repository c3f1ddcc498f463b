import { findClientIdsByText, mostClients } from '#app/models/client-search.server.ts'
import { db } from '#app/models/db.server.ts'
import { markPattern } from '#app/models/mark-search.server.ts'

/** The newest orders a search may come to; a list of more helps nobody. */
export const mostFoundOrders = 1_000

/**
 * The numbers of the orders a member of staff means, newest first, at the most 1000: by order number, NF-e, the
 * beginning of an aircraft's mark, or its client as everywhere. Each way is looked up in an index of its own. `isCut`
 * when there may be more.
 */
export async function findOrderIds(search: string): Promise<{ ids: number[]; isCut: boolean }> {
  const number = /^(?:n[ºo°]\s*|#)?(\d{1,9})$/i.exec(search)?.[1]
  const people = await findClientIdsByText(search)
  const found = await Promise.all([
    number ? byNumber(Number(number)) : [],
    byInvoice(search),
    byMark(search),
    byPeople(people),
  ])
  const ids = [...new Set(found.flat())].toSorted((a, b) => b - a)
  const isCut = ids.length >= mostFoundOrders || people.length >= mostClients
  return { ids: ids.slice(0, mostFoundOrders), isCut }
}

async function byNumber(id: number): Promise<number[]> {
  return idsOf(await db.selectFrom('orders').select('id').where('id', '=', id).execute())
}

async function byInvoice(search: string): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('nfe', 'like', startingWith(search))
    .orderBy('id', 'desc')
    .limit(mostFoundOrders)
    .execute()
  return idsOf(rows)
}

async function byMark(search: string): Promise<number[]> {
  const mark = markPattern(search)
  if (mark === null) return []
  const rows = await db
    .selectFrom('order_lines')
    .select('order_id as id')
    .where('airplane_prefix', 'like', mark)
    .distinct()
    .orderBy('order_id', 'desc')
    .limit(mostFoundOrders)
    .execute()
  return idsOf(rows)
}

async function byPeople(profileIds: number[]): Promise<number[]> {
  if (profileIds.length === 0) return []
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('profile_id', 'in', profileIds)
    .orderBy('id', 'desc')
    .limit(mostFoundOrders)
    .execute()
  return idsOf(rows)
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

/** A LIKE pattern for what begins with a text, so that an index answers. */
function startingWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`
}
