import { sql } from 'kysely'
import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import type { BoletoState, BoletoWithdrawalReason } from '#app/domain/charges/boleto-state.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import { buildOwnBankBoleto, type OwnBankRequest } from '#app/domain/charges/own-bank-boleto.ts'
import { findOrderTransition, orderStatus } from '#app/domain/orders/order-status.ts'
import type { Effect } from '#app/domain/platform/effect.ts'
import { allocateBoletoNumber } from '#app/models/charges/boleto-number.server.ts'
import { lockCurrentBoleto, queueInstruction } from '#app/models/charges/boleto-state.server.ts'
import { toTermColumns } from '#app/models/charges/boleto-terms.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { isPixPending, queuePixCharge, releaseBoletoMails } from '#app/models/charges/pix-charge.server.ts'
import { holdMailOfEarlierBoleto } from '#app/models/platform/backup.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox, clearFinished, settleEffect } from '#app/models/platform/outbox.server.ts'
import { stampChange } from '#app/models/platform/updated-at.server.ts'

/** Records a boleto unless a payable one exists. Returns false if the order awaits no payment. */
export function recordBoleto(orderId: number, boleto: IssuedBoleto): Promise<boolean> {
  return recordNewBoleto(orderId, boleto.ordinal, async () => boleto)
}

/** Records a boleto with a new number unless a payable boleto exists. Throws NumbersExhausted, RangeError. */
export function recordOwnBankBoleto(
  orderId: number,
  agreement: BankAgreement,
  request: Omit<OwnBankRequest, 'orderId'>,
): Promise<boolean> {
  return recordNewBoleto(orderId, request.ordinal, async (trx) => {
    const number = await allocateBoletoNumber(trx, agreement, request.documentDate)
    return buildOwnBankBoleto(agreement, { ...request, orderId, number })
  })
}

type BuildBoleto = (trx: Trx) => Promise<IssuedBoleto>

function recordNewBoleto(orderId: number, ordinal: number, buildBoleto: BuildBoleto): Promise<boolean> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const transition = order && findOrderTransition(order.status, 'boleto-issued')
    if (!transition) return false
    const canBecomeCurrent = await detachCurrentBoleto(trx, orderId, ordinal)
    if (!canBecomeCurrent) return true
    const boleto = await buildBoleto(trx)
    const id = await insertBoleto(trx, orderId, boleto)
    await stampChange(trx, 'orders', [orderId])
    // The due date that staff chose for this boleto must not apply to the next boleto.
    await trx
      .updateTable('orders')
      .set({ boleto_due_on: null })
      .where('id', '=', orderId)
      .where('boleto_due_on', '=', boleto.dueDate)
      .execute()
    if (boleto.issuer === 'own-bank') {
      await queueInstruction(trx, id, 'register')
      await queuePixCharge(trx, id, orderId, boleto)
    }
    const { ourNumber, dueDate, issuer } = boleto
    await recordIssue(trx, orderId, { ourNumber, dueDate, issuer })
    const wasAnnounced = order.boleto_announced_at !== null
    await enqueueBoletoMail(trx, orderId, { id, ordinal: boleto.ordinal, wasAnnounced }, transition.effects)
    return true
  })
}

/**
 * Records a boleto that was paid at the gateway but has no row. Marks the row as withdrawn because the boleto must
 * not be paid again. Returns the row's id, or undefined if the value differs from the order's total.
 */
export function recordOrphanedBoleto(orderId: number, boleto: IssuedBoleto): Promise<number | undefined> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw new Error(`order ${orderId} does not exist`)
    const boletos = trx.selectFrom('boletos').select('id')
    const sameCharge = boletos
      .where('issuer', '=', boleto.issuer)
      .where('external_id', '=', boleto.externalId)
    const knownBoleto = await sameCharge.executeTakeFirst()
    if (knownBoleto) return knownBoleto.id
    if (boleto.value !== order.total) return undefined
    const currentBoleto = await boletos.where('current_of', '=', orderId).executeTakeFirst()
    const withdrawal = {
      withdrawn_at: new Date(),
      withdrawal_reason: orphanReasons.get(order.status) ?? 'replaced',
    }
    const current_of = currentBoleto ? null : orderId
    const row = { ...toBoletoRow(orderId, boleto), current_of, ...withdrawal }
    const { insertId } = await trx.insertInto('boletos').values(row).executeTakeFirstOrThrow()
    await stampChange(trx, 'orders', [orderId])
    const { ourNumber, dueDate, issuer } = boleto
    await recordIssue(trx, orderId, { ourNumber, dueDate, issuer, why: withdrawal.withdrawal_reason })
    return Number(insertId)
  })
}

const orphanReasons = new Map<number, BoletoWithdrawalReason>([
  [orderStatus.confirmed, 'order-paid'],
  [orderStatus.cancelled, 'order-cancelled'],
])

function recordIssue(trx: Trx, orderId: number, details: Record<string, unknown>): Promise<number> {
  return recordHistory(trx, {
    entity: 'order',
    entityId: orderId,
    action: 'boleto-issued',
    actorUserId: null,
    details,
  })
}

/** Queues the PDF and a mail: the order's mail, or a mail about the boleto if the order's mail was sent before. */
async function enqueueBoletoMail(
  trx: Trx,
  orderId: number,
  boleto: { id: number; ordinal: number; wasAnnounced: boolean },
  effects: readonly Effect[],
): Promise<void> {
  const { id, ordinal, wasAnnounced } = boleto
  if (ordinal === 0 && !wasAnnounced) {
    await addToOutbox(trx, effects, String(orderId))
    return settleEffect(trx, 'mail-order-without-boleto', String(orderId))
  }
  await clearFinished(trx, 'render-boleto', String(orderId))
  await addToOutbox(trx, ['render-boleto'], String(orderId))
  await addToOutbox(trx, [ordinal === 0 ? 'mail-boleto-ready' : 'mail-boleto-renewed'], String(id))
  if (ordinal === 0) await holdMailOfEarlierBoleto(trx, orderId, id)
}

/** Marks the order as announced. Returns false if a boleto exists, whose mail is enough, or no payment is awaited. */
export function announceBoleto(orderId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order?.status !== orderStatus.pendingPayment) return false
    if (order.boleto_announced_at) return true
    const boleto = await trx
      .selectFrom('boletos')
      .select('id')
      .where('current_of', '=', orderId)
      .executeTakeFirst()
    if (boleto) return false
    await trx
      .updateTable('orders')
      .set({ boleto_announced_at: sql<Date>`now(3)` })
      .where('id', '=', orderId)
      .execute()
    return true
  })
}

export function findCurrentBoleto(orderId: number) {
  return db.selectFrom('boletos').selectAll().where('current_of', '=', orderId).executeTakeFirst()
}

/** Returns a boleto by the id of its row, not by the bank's number. */
export function findBoleto(id: number) {
  return db.selectFrom('boletos').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listBoletoFiles(orderId: number): Promise<string[]> {
  const rows = await db.selectFrom('boletos').select('pdf_file').where('order_id', '=', orderId).execute()
  return rows.flatMap(({ pdf_file }) => pdf_file ?? [])
}

/** Returns true if another boleto must be issued. Returns false after a rejection because staff then decide. */
export function needsBoleto(boleto: Pick<Boleto, 'state' | 'withdrawn_at'> | undefined): boolean {
  if (!boleto) return true
  return boleto.withdrawn_at !== null || boleto.state === 'paid' || boleto.state === 'written-off'
}

type Boleto = { state: BoletoState; withdrawn_at: Date | null }

/** Stores the name of the PDF and releases the mail that waits for it. */
export function recordBoletoFile(id: number, file: string): Promise<void> {
  return withTransaction(async (trx) => {
    const boletos = trx.selectFrom('boletos').select('order_id').where('id', '=', id)
    const boleto = await boletos.executeTakeFirst()
    if (!boleto) return
    await trx.updateTable('boletos').set({ pdf_file: file }).where('id', '=', id).execute()
    if (!(await isPixPending(trx, id))) await releaseBoletoMails(trx, boleto.order_id, id)
  })
}

/**
 * Makes the current boleto an earlier boleto. Returns true if the boleto with `ordinal` may become the
 * current one.
 */
async function detachCurrentBoleto(trx: Trx, orderId: number, ordinal: number): Promise<boolean> {
  const knownBoleto = await lockCurrentBoleto(trx, orderId)
  if (!knownBoleto) return true
  if (!needsBoleto(knownBoleto) || knownBoleto.ordinal >= ordinal) return false
  await trx.updateTable('boletos').set({ current_of: null }).where('id', '=', knownBoleto.id).execute()
  return true
}

async function insertBoleto(trx: Trx, orderId: number, boleto: IssuedBoleto): Promise<number> {
  const insertion = await trx
    .insertInto('boletos')
    .values(toBoletoRow(orderId, boleto))
    .executeTakeFirstOrThrow()
  return Number(insertion.insertId)
}

export function toBoletoRow(orderId: number, boleto: IssuedBoleto) {
  return {
    order_id: orderId,
    current_of: orderId,
    ordinal: boleto.ordinal,
    issuer: boleto.issuer,
    state: boleto.state,
    reference: boleto.reference,
    external_id: boleto.externalId,
    bank: boleto.bank,
    agency_and_code: boleto.agencyAndCode,
    wallet: boleto.wallet,
    number_range: boleto.numberRange,
    our_number: boleto.ourNumber,
    our_number_printed: boleto.ourNumberPrinted,
    document_number: boleto.documentNumber,
    document_date: boleto.documentDate,
    due_date: boleto.dueDate,
    value: boleto.value,
    barcode: boleto.barcode,
    line: boleto.line,
    pix_payload: boleto.pixPayload,
    ...toTermColumns(boleto),
  }
}
