import { db } from '#app/models/platform/db.server.ts'
/** Counts requests answered with 303, for a comparison with the database at the end of the run. */
export type Ledger = {
  visitorCarts: number
  visitorItems: number
  orders: { side: string; token: string; units: number }[]
}

type Counts = Record<string, number>

/** Returns differences between counts and rows, and between both sides, which must have done equal work. */
export async function auditLedger({ visitorCarts, visitorItems, orders }: Ledger): Promise<string[]> {
  const faults: string[] = []
  const compareCount = (label: string, actual: number, expected: number) => {
    if (actual !== expected) faults.push(`${label}: ${actual} in the database, ${expected} expected`)
  }
  const carts = await countVisitorCarts()
  compareCount('carts of visitors', carts.carts, visitorCarts)
  compareCount('items in these carts', carts.items, visitorItems)
  const rows: Record<string, Counts> = {}
  for (const side of new Set(orders.map((order) => order.side))) {
    const sideOrders = orders.filter((order) => order.side === side)
    const tokens = sideOrders.map(({ token }) => token)
    if (tokens.length === 0) continue
    const counts = await countOrderRows(tokens)
    compareCount(`${side}, orders`, counts.orders ?? 0, tokens.length)
    const units = sideOrders.reduce((sum, order) => sum + order.units, 0)
    compareCount(`${side}, lines`, counts.order_lines ?? 0, units)
    rows[side] = counts
  }
  for (const [table, count] of rows.floor ? Object.entries(rows.web ?? {}) : [])
    compareCount(`${table} of shop and floor (scripts/bench/floor)`, rows.floor?.[table] ?? 0, count)
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
  const ids = [0, ...orders.map(({ id }) => id)]
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
