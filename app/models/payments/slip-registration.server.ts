import { orderStatus } from '#app/domain/orders/order-status.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { changeSlip, instruct, lockSlip } from '#app/models/charges/slip-state.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import type { Cause } from '#app/models/platform/history.server.ts'

/** Slips of one order are few: a renewal makes another, and there are no numbers for more than ten. */
const MOST_SLIPS = 20

/** The slips of an order, the newest first, with what became of each; `format` is that of the file it was sent in. */
export async function listSlipsOfOrder(orderId: number) {
  const slips = await db
    .selectFrom('boletos')
    .where('order_id', '=', orderId)
    .select(['id', 'issuer', 'state', 'state_at as stateAt', 'bank', 'value', 'rejection', 'line'])
    .select(['our_number_printed as ourNumber', 'due_date as dueDate', 'retired_why as retiredWhy'])
    .select(['current_of as currentOf', 'slip_file as file'])
    .orderBy('ordinal', 'desc')
    .limit(MOST_SLIPS)
    .execute()
  const formats = await listFormats(slips.map(({ id }) => id))
  return slips.map(({ currentOf, file, ...slip }) => ({
    ...slip,
    isCurrent: currentOf !== null,
    hasFile: file !== null,
    format: formats.get(slip.id) === 240 ? (240 as const) : (400 as const),
  }))
}

/** In which format each slip was sent last. */
async function listFormats(slipIds: number[]): Promise<Map<number, number>> {
  if (slipIds.length === 0) return new Map()
  const sent = await db
    .selectFrom('slip_instructions')
    .innerJoin('remittances', 'remittances.id', 'remittance_id')
    .where('boleto_id', 'in', slipIds)
    .select(['boleto_id as slipId', 'format'])
    .orderBy('slip_instructions.id')
    .limit(200)
    .execute()
  return new Map(sent.map(({ slipId, format }) => [slipId, format]))
}

/**
 * A slip the bank refused goes into the next remittance file once more, as when staff have put right why. Only the
 * newest of an order that waits for payment, and not one that was given up.
 */
export function registerAgain(
  orderId: number,
  slipId: number,
  cause: Cause,
): Promise<'waiting' | 'not-possible'> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order?.status !== orderStatus.pendingPayment) return 'not-possible'
    const slip = await lockSlip(trx, slipId)
    if (slip?.current_of !== orderId || slip.issuer !== 'own-bank' || slip.retired_at) return 'not-possible'
    // A slip that was sent is made again with its whole file alone.
    if (slip.state !== 'rejected') return 'not-possible'
    if ((await changeSlip(trx, slipId, 'made-again', cause)) !== 'changed') return 'not-possible'
    await instruct(trx, slipId, 'register')
    return 'waiting'
  })
}
