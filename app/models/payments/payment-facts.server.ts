import { db } from '#app/models/platform/db.server.ts'

export async function findPaymentFacts(id: number) {
  const row = await db
    .selectFrom('payments')
    .leftJoin('boletos', 'boletos.id', 'payments.boleto_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('profiles', 'profiles.id', 'orders.profile_id')
    .where('payments.id', '=', id)
    .select([
      'payments.id',
      'source',
      'payments.value',
      'payments.paid_on as paidOn',
      'problem',
      'is_late as isLate',
    ])
    .select(['resolution', 'boletos.value as expected', 'orders.id as orderId', 'payer_name as clientName'])
    .executeTakeFirst()
  if (!row) return undefined
  const { orderId, clientName, ...facts } = row
  return { ...facts, order: orderId === null || clientName === null ? null : { id: orderId, clientName } }
}
