import { bareText } from '#app/domain/folded-text.ts'
import { keepFoundOrders } from '#app/models/order-search.server.ts'

const SHORTEST_NUMBER = 6

type Waiting = { orderId: number; ourNumberPrinted: string }

/** Of the slips that wait for the bank those a search means: by "nosso número", or by whatever finds their order. */
export async function keepMeant<Row extends Waiting>(search: string, rows: readonly Row[]): Promise<Row[]> {
  if (search === '') return [...rows]
  const orders = await keepFoundOrders(
    search,
    rows.map(({ orderId }) => orderId),
  )
  const typed = bareText(search)
  const isNumber = /^\d+$/.test(typed) && typed.length >= SHORTEST_NUMBER
  return rows.filter(
    ({ orderId, ourNumberPrinted }) =>
      orders.has(orderId) || (isNumber && bareText(ourNumberPrinted).includes(typed)),
  )
}
