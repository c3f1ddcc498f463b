import type { BoletoState } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { changeBoleto, lockBoleto, queueInstruction } from '#app/models/charges/boleto-state.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { isWriteOffRefused } from '#app/models/payments/refused-instruction.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'

/** Numbering allows only ten boletos per order, so no boleto is omitted. */
const MAX_BOLETOS = 20
const MAX_INSTRUCTIONS = 200

/** Returns the order's boletos, newest first. If a boleto cannot be paid, `unpayable` is the bank's code. */
export async function listBoletosOfOrder(orderId: number) {
  const boletos = await db
    .selectFrom('boletos')
    .where('order_id', '=', orderId)
    .select(['id', 'issuer', 'state', 'state_at as stateAt', 'bank', 'value', 'rejection', 'line'])
    .select([
      'our_number_printed as ourNumber',
      'due_date as dueDate',
      'withdrawal_reason as withdrawalReason',
    ])
    .select(['current_of as currentOf', 'pdf_file as file', 'withdrawn_at as withdrawnAt'])
    .select((eb) =>
      eb
        .selectFrom('bank_file_lines as line')
        .whereRef('line.boleto_id', '=', 'boletos.id')
        .where('line.outcome', '=', 'unpayable')
        .select('occurrence')
        .orderBy('line.id', 'desc')
        .limit(1)
        .as('unpayable'),
    )
    .select((eb) => isWriteOffRefused(eb).as('isWriteOffRefused'))
    .select((eb) =>
      eb
        .selectFrom('bank_file_lines as line')
        .whereRef('line.boleto_id', '=', 'boletos.id')
        .where('line.outcome', '=', 'instruction-rejected')
        .select('reasons')
        .orderBy('line.id', 'desc')
        .limit(1)
        .as('writeOffRejection'),
    )
    .orderBy('ordinal', 'desc')
    .limit(MAX_BOLETOS)
    .execute()
  const formats = await listFormats(boletos.map(({ id }) => id))
  return boletos.map(({ currentOf, file, withdrawnAt, unpayable, ...boleto }) => ({
    ...boleto,
    unpayable: withdrawnAt === null && isBoletoOpen(boleto.state) ? unpayable : null,
    isCurrent: currentOf !== null,
    hasFile: file !== null,
    isWriteOffRefused: Boolean(boleto.isWriteOffRefused),
    format: formats.get(boleto.id) === 240 ? (240 as const) : (400 as const),
  }))
}

function isBoletoOpen(state: BoletoState): boolean {
  return state !== 'paid' && state !== 'written-off'
}

/** Returns the CNAB format (240 or 400) of the newest remittance of each boleto. */
async function listFormats(boletoIds: number[]): Promise<Map<number, number>> {
  if (boletoIds.length === 0) return new Map()
  const sentFormats = await db
    .selectFrom('boleto_instructions')
    .innerJoin('remittances', 'remittances.id', 'remittance_id')
    .where('boleto_id', 'in', boletoIds)
    .select(['boleto_id as boletoId', 'format'])
    .orderBy('boleto_instructions.id')
    .limit(MAX_INSTRUCTIONS)
    .execute()
  return new Map(sentFormats.map(({ boletoId, format }) => [boletoId, format]))
}

/** Queues a rejected boleto for the next remittance after staff have resolved the cause. */
export function requeueRegistration(
  orderId: number,
  boletoId: number,
  actor: Actor,
): Promise<'waiting' | 'not-possible'> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order?.status !== orderStatus.pendingPayment) return 'not-possible'
    const boleto = await lockBoleto(trx, boletoId)
    if (boleto?.current_of !== orderId) return 'not-possible'
    if (boleto.issuer !== 'own-bank' || boleto.withdrawn_at) return 'not-possible'
    // A sent boleto is queued again only if its whole file is rejected.
    if (boleto.state !== 'rejected') return 'not-possible'
    const stateChange = await changeBoleto(trx, boletoId, 'made-again', actor)
    if (stateChange !== 'changed') return 'not-possible'
    await queueInstruction(trx, boletoId, 'register')
    return 'waiting'
  })
}
