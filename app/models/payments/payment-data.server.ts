import { sql } from 'kysely'
import { calculateRowAmountDue, termNames } from '#app/models/charges/boleto-terms.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Returns a payment with the amount of its boleto that was due on the day of the payment. */
export async function findPaymentData(id: number) {
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
    .select(['boletos.due_date as dueDate', ...termNames])
    .select(sql<number | null>`if(value_decided_at is null, reported_value, null)`.as('reported'))
    .select(['resolution', 'boletos.value as expected', 'orders.id as orderId', 'payer_name as clientName'])
    .executeTakeFirst()
  if (!row) return undefined
  const { orderId, clientName, dueDate, reported, ...payment } = row
  const { expected: value } = row
  const hasBoleto = value !== null && dueDate !== null
  const due = hasBoleto ? calculateRowAmountDue({ ...row, value, due_date: dueDate }, row.paidOn) : null
  const shownName = row.problem === 'account-removed' ? null : clientName
  return {
    ...payment,
    reportedAmount: reported === null ? null : Number(reported),
    due,
    order: orderId === null ? null : { id: orderId, clientName: shownName },
  }
}
