import { sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { selectWaitingRegistrations } from '#app/models/payments/pending-instructions.server.ts'
import { isWriteOffRefused } from '#app/models/payments/refused-instruction.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Selects rejected remittances that contain a boleto which is neither queued again nor reported by the bank. */
export function selectRefusedRemittances() {
  return db
    .selectFrom('remittances')
    .where('reply', 'in', ['rejected', 'partly-accepted'])
    .where('refused_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('boleto_instructions')
          .innerJoin('boletos', 'boletos.id', 'boleto_instructions.boleto_id')
          .whereRef('boleto_instructions.remittance_id', '=', 'remittances.id')
          .where((eb) =>
            eb.or([
              eb.and([eb('instruction', '=', 'register'), eb('boletos.state', '=', 'sent')]),
              eb.and([
                eb('instruction', '=', 'write-off'),
                eb('boletos.state', 'in', ['sent', 'registered']),
              ]),
            ]),
          )
          .select('boletos.id'),
      ),
    )
    .select(['remittances.id', sql<Date>`coalesce(replied_at, created_at)`.as('since')])
}

export function selectRefusedBoletos() {
  return db
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.current_of')
    .where('boletos.state', '=', 'rejected')
    .where('boletos.withdrawn_at', 'is', null)
    .where('orders.status', '=', orderStatus.pendingPayment)
    .select(['orders.id', 'boletos.state_at as since'])
}

/** Selects orders with an earlier boleto that can still be paid because its write-off was rejected. */
export function selectRefusedWriteOffs() {
  return db
    .selectFrom('boletos')
    .where(isWriteOffRefused)
    .groupBy('boletos.order_id')
    .select(['boletos.order_id as id', sql<Date>`min(boletos.withdrawn_at)`.as('since')])
}

/** Selects unpaid orders for which a job failed to create the boleto. */
export function selectMissingBoletos() {
  return db
    .selectFrom('outbox')
    .innerJoin('orders', (join) => join.on(sql<boolean>`orders.id = cast(outbox.subject as unsigned)`))
    .where('outbox.job', '=', 'issue-boleto')
    .where('outbox.done_at', 'is', null)
    .where('outbox.last_error', 'is not', null)
    .where('orders.status', '=', orderStatus.pendingPayment)
    .select(['orders.id', 'outbox.created_at as since'])
}

/** Selects orders whose boleto, according to the bank, cannot be paid. */
export function selectUnpayableBoletos() {
  return db
    .selectFrom('bank_file_lines as line')
    .innerJoin('boletos', 'boletos.id', 'line.boleto_id')
    .innerJoin('orders', 'orders.id', 'boletos.order_id')
    .where('line.outcome', '=', 'unpayable')
    .where('boletos.state', 'not in', ['paid', 'written-off'])
    .where('boletos.withdrawn_at', 'is', null)
    .where('orders.status', '=', orderStatus.pendingPayment)
    .groupBy('orders.id')
    .select(['orders.id', sql<Date>`min(boletos.state_at)`.as('since')])
}

/** Selects boletos that nobody can pay until the next remittance is sent. */
export function selectUnsentBoletos() {
  return selectWaitingRegistrations()
}
