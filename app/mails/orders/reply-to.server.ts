import { listColleagueBuyers } from '#app/models/orders/order-buyer.server.ts'

/** Returns the address for replies to a mail to staff: the ordering colleague or else the account (D180). */
export async function findReplyTo(order: { orderId: number; contactName: string; email: string }) {
  const [buyer] = await listColleagueBuyers([order.orderId])
  if (buyer?.email) return { name: buyer.name, address: buyer.email }
  return { name: order.contactName, address: order.email }
}
