import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

const postTables = ['orders', 'shipments', 'subscriptions'] as const
type PostTable = (typeof postTables)[number]
/** Ids of the records that posts of the staff change. */
export type PostedRecords = Partial<Record<PostTable, number[]>>

/** Counts requests answered with 303, for a comparison with the database at the end of the run. */
export type Ledger = {
  visitorCarts: number
  visitorItems: number
  orders: { side: string; token: string; units: number }[]
  /** `statuses` are those of the records after the posts. */
  posts: Posts[]
}
type Posts = { side: string; records: PostedRecords; statuses: Partial<Record<PostTable, number>> }

type Counts = Record<string, number>

/** Returns differences between counts and rows, and between both sides, which must have done equal work. */
export async function auditLedger({ visitorCarts, visitorItems, orders, posts }: Ledger): Promise<string[]> {
  const faults: string[] = []
  const compareCount = (label: string, actual: number, expected: number) => {
    if (actual !== expected) faults.push(`${label}: ${actual} in the database, ${expected} expected`)
  }
  const carts = await countVisitorCarts()
  compareCount('carts of visitors', carts.carts, visitorCarts)
  compareCount('items in these carts', carts.items, visitorItems)
  const countsBySide: Record<string, Counts> = {}
  for (const side of new Set(orders.map((order) => order.side))) {
    const sideOrders = orders.filter((order) => order.side === side)
    const tokens = sideOrders.map(({ token }) => token)
    if (tokens.length === 0) continue
    const counts = await countOrderRows(tokens)
    compareCount(`${side}, orders`, counts.orders ?? 0, tokens.length)
    const units = sideOrders.reduce((sum, order) => sum + order.units, 0)
    compareCount(`${side}, lines`, counts.order_lines ?? 0, units)
    countsBySide[side] = counts
  }
  for (const side of new Set(posts.map((post) => post.side))) {
    const sidePosts = posts.filter((post) => post.side === side)
    for (const { records, statuses } of sidePosts)
      for (const table of postTables) {
        const [ids = [], status] = [records[table], statuses[table]]
        if (status === undefined) continue
        compareCount(
          `${side}, ${table} of status ${status}`,
          await countWithStatus(table, ids, status),
          ids.length,
        )
      }
    countsBySide[side] = { ...countsBySide[side], ...(await countPostRows(sidePosts)) }
  }
  for (const [table, count] of countsBySide.floor ? Object.entries(countsBySide.web ?? {}) : [])
    compareCount(`${table} of shop and floor (scripts/bench/floor)`, countsBySide.floor?.[table] ?? 0, count)
  return faults
}

async function countVisitorCarts() {
  const row = await db
    .selectFrom('carts')
    .leftJoin('cart_items', 'cart_items.cart_id', 'carts.id')
    .where('key_hash', 'is not', null)
    .select((eb) => [eb.fn.count<number>('carts.id').distinct().as('carts')])
    .select((eb) => [eb.fn.count<number>('cart_items.id').as('items')])
    .executeTakeFirstOrThrow()
  return row
}

async function countOrderRows(tokens: string[]): Promise<Counts> {
  const orders = await db.selectFrom('orders').select('id').where('checkout_token', 'in', tokens).execute()
  const ids = nonEmptyIds(orders.map(({ id }) => id))
  const [lines, history, outbox] = await Promise.all([
    db.selectFrom('order_lines').select('id').where('order_id', 'in', ids).execute(),
    db
      .selectFrom('history')
      .select('id')
      .where('entity', '=', 'order')
      .where('entity_id', 'in', ids)
      .execute(),
    db.selectFrom('outbox').select('id').where('subject', 'in', ids.map(String)).execute(),
  ])
  return {
    orders: orders.length,
    order_lines: lines.length,
    history: history.length,
    outbox: outbox.length,
  }
}

async function countWithStatus(table: PostTable, ids: number[], status: number): Promise<number> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', nonEmptyIds(ids))
    .where('status', '=', status)
    .execute()
  return rows.length
}

async function countPostRows(posts: readonly Posts[]): Promise<Counts> {
  const listIds = (table: PostTable) => nonEmptyIds(posts.flatMap(({ records }) => records[table] ?? []))
  const subjects = [...listIds('orders').map(String), ...listIds('shipments').map((id) => `${id}-1`)]
  const entries = await db
    .selectFrom('history')
    .select((eb) => ['entity', 'action', eb.fn.countAll<number>().as('count')])
    .where((eb) =>
      eb.or(
        postTables.map((table) =>
          // The entity of 'orders' is 'order'.
          eb.and([eb('entity', '=', table.slice(0, -1)), eb('entity_id', 'in', listIds(table))]),
        ),
      ),
    )
    .groupBy(['entity', 'action'])
    .execute()
  const effects = await db
    .selectFrom('outbox')
    .select((eb) => ['job', eb.fn.countAll<number>().as('count')])
    .where('subject', 'in', subjects)
    .groupBy('job')
    .execute()
  return Object.fromEntries([
    ...entries.map(({ entity, action, count }) => [`history (${entity} ${action})`, count]),
    ...effects.map(({ job, count }) => [`outbox (${job})`, count]),
  ])
}
