import { type ExpressionBuilder, sql } from 'kysely'
import { lockBoleto, queueInstruction } from '#app/models/charges/boleto-state.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** Returns a condition: the bank rejected the last write-off, so the withdrawn boleto can still be paid. */
export function isWriteOffRefused(eb: ExpressionBuilder<Database, 'boletos'>) {
  const lastSentAt = sql<Date>`(
    select max(coalesce(remittances.created_at, cast('9999-12-31' as datetime(3)))) from boleto_instructions
    left join remittances on remittances.id = boleto_instructions.remittance_id
    where boleto_instructions.boleto_id = boletos.id and instruction = 'write-off'
      and boleto_instructions.withdrawn_at is null)`
  return eb.and([
    eb('boletos.state', 'in', ['sent', 'registered']),
    eb('boletos.withdrawn_at', 'is not', null),
    eb.exists(
      eb
        .selectFrom('bank_file_lines')
        .whereRef('bank_file_lines.boleto_id', '=', 'boletos.id')
        .where('outcome', '=', 'instruction-rejected')
        .where('applied_at', '>=', lastSentAt)
        .select('bank_file_lines.id'),
    ),
  ])
}

/** Queues the write-off again after staff have resolved the cause of the rejection. */
export function requeueWriteOff(
  orderId: number,
  boletoId: number,
  actor: Actor,
): Promise<'waiting' | 'not-possible'> {
  return withTransaction(async (trx) => {
    await lockOrder(trx, orderId)
    const boleto = await lockBoleto(trx, boletoId)
    if (boleto?.order_id !== orderId) return 'not-possible'
    const isRefused = await isLastWriteOffRefused(trx, boletoId)
    if (!isRefused) return 'not-possible'
    await queueInstruction(trx, boletoId, 'write-off')
    await recordHistory(trx, {
      entity: 'order',
      entityId: orderId,
      action: 'boleto-write-off-again',
      ...actor,
      details: { ourNumber: boleto.our_number_printed },
    })
    return 'waiting'
  })
}

async function isLastWriteOffRefused(trx: Trx, boletoId: number): Promise<boolean> {
  const boleto = await trx
    .selectFrom('boletos')
    .select('id')
    .where('id', '=', boletoId)
    .where(isWriteOffRefused)
    .executeTakeFirst()
  return boleto !== undefined
}
