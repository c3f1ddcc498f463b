import type { IssuedBoleto } from '#app/domain/issued-boleto.ts'
import { orderTransition } from '#app/domain/order-status.ts'
import { db, type Trx, withTransaction } from '#app/models/db.server.ts'
import { recordHistory } from '#app/models/history.server.ts'
import { addToOutbox } from '#app/models/outbox.server.ts'

/**
 * Keeps the order's slip and promises what follows from it. One slip per order: a second call keeps the
 * first slip and changes nothing. False when the order is no longer waiting for payment.
 */
export function recordBoleto(orderId: number, boleto: IssuedBoleto): Promise<boolean> {
  return withTransaction(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    const transition = order && orderTransition(order.status, 'boleto-issued')
    if (!transition) return false
    if (!(await insertOnce(trx, orderId, boleto))) return true
    await recordHistory(trx, {
      entity: 'order',
      entityId: orderId,
      action: 'boleto-issued',
      actorUserId: null,
      details: { ourNumber: boleto.ourNumber, dueDate: boleto.dueDate },
    })
    await addToOutbox(trx, transition.effects, String(orderId))
    return true
  })
}

/** Promises the buyer's mail about an order whose slip cannot be made as things are, once, however often that is found. */
export function recordSlipRefused(orderId: number): Promise<void> {
  return withTransaction(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    const transition = order && orderTransition(order.status, 'boleto-refused')
    if (transition) await addToOutbox(trx, transition.effects, String(orderId))
  })
}

/** The slip of an order, or undefined. */
export function findBoleto(orderId: number) {
  return db.selectFrom('boletos').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** Notes under which name the slip's PDF is stored. */
export async function recordSlipFile(orderId: number, file: string): Promise<void> {
  await db.updateTable('boletos').set({ slip_file: file }).where('order_id', '=', orderId).execute()
}

async function insertOnce(trx: Trx, orderId: number, boleto: IssuedBoleto): Promise<boolean> {
  const known = await trx
    .selectFrom('boletos')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (known) return false
  await trx
    .insertInto('boletos')
    .values({
      order_id: orderId,
      issuer: boleto.issuer,
      bank: boleto.bank,
      agency_and_code: boleto.agencyAndCode,
      wallet: boleto.wallet,
      our_number: boleto.ourNumber,
      our_number_printed: boleto.ourNumberPrinted,
      document_number: boleto.documentNumber,
      document_date: boleto.documentDate,
      due_date: boleto.dueDate,
      value: boleto.value,
      barcode: boleto.barcode,
      line: boleto.line,
    })
    .execute()
  return true
}
