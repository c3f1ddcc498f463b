import { createHash } from 'node:crypto'
import { isAmountVariable } from '#app/domain/charges/boleto-terms.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import { makePixTxid, type PixChargeState } from '#app/domain/charges/pix-charge.ts'
import { env } from '#app/env.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox, clearFinished, releaseEffect } from '#app/models/platform/outbox.server.ts'
import { getPixSetting } from '#app/models/settings/setting.server.ts'

const issueJob = 'issue-pix'
const removalJob = 'remove-pix'

/** Queues a Pix charge for a new boleto of the shop's own bank, if the shop offers Pix. */
export async function queuePixCharge(
  trx: Trx,
  boletoId: number,
  orderId: number,
  { ordinal, reference, numberRange, ourNumber, terms }: IssuedBoleto,
): Promise<void> {
  if (!env.HAS_PIX) return
  const { isOffered, key, kind } = await getPixSetting(trx)
  // An immediate charge has no fine and no discount, so the amount would differ from the amount of the boleto.
  const amountWouldDiffer = kind === 'cob' && isAmountVariable(terms)
  if (!isOffered || amountWouldDiffer) return
  const boletoHash = createHash('sha256').update(`${reference}/${numberRange}/${ourNumber}`).digest('hex')
  const txid = makePixTxid(orderId, ordinal, boletoHash)
  await trx
    .insertInto('pix_charges')
    .values({ boleto_id: boletoId, txid, kind, pix_key: key, payload: null, checked_at: null })
    .execute()
  await addToOutbox(trx, [issueJob], String(boletoId))
}

export function findPixCharge(boletoId: number, reader: DbOrTrx = db) {
  return reader.selectFrom('pix_charges').selectAll().where('boleto_id', '=', boletoId).executeTakeFirst()
}

export function findPixChargeByTxid(txid: string) {
  return db
    .selectFrom('pix_charges')
    .select(['id', 'boleto_id', 'state'])
    .where('txid', '=', txid)
    .executeTakeFirst()
}

export async function findPixPayload(boletoId: number): Promise<string | null> {
  if (!env.HAS_PIX) return null
  const charge = await findPixCharge(boletoId)
  return charge?.state === 'active' ? charge.payload : null
}

/** Records the charge that the bank created. After 'not-wanted', the caller must remove the charge at the bank. */
export function recordPixCharge(boletoId: number, payload: string): Promise<'recorded' | 'not-wanted'> {
  return withTransaction(async (trx) => {
    const boleto = await lockBoletoOfPix(trx, boletoId)
    const charge = await findPixCharge(boletoId, trx)
    if (!boleto || !charge || charge.state === 'paid') return 'not-wanted'
    const isStillWanted = charge.state === 'wanted' && boleto.withdrawn_at === null && boleto.state !== 'paid'
    await trx
      .updateTable('pix_charges')
      .set({ state: 'active', state_at: new Date(), payload })
      .where('id', '=', charge.id)
      .execute()
    if (!isStillWanted) return 'not-wanted'
    if (boleto.pdf_file !== null) await releaseBoletoMails(trx, boleto.order_id, boletoId)
    return 'recorded'
  })
}

/** Queues the removal of the boleto's Pix charge at the bank. The caller must have locked the order. */
export async function enqueuePixRemoval(trx: Trx, boletoId: number): Promise<void> {
  if (!env.HAS_PIX) return
  const openCharge = await trx
    .selectFrom('pix_charges')
    .select('id')
    .where('boleto_id', '=', boletoId)
    .where('state', 'in', ['wanted', 'active'])
    .executeTakeFirst()
  if (!openCharge) return
  await clearFinished(trx, removalJob, String(boletoId))
  await addToOutbox(trx, [removalJob], String(boletoId))
}

/** Sets the state of the boleto's charge unless the charge is paid. */
export async function changePixCharge(
  boletoId: number,
  state: Extract<PixChargeState, 'paid' | 'removed'>,
  writer: DbOrTrx = db,
): Promise<void> {
  await writer
    .updateTable('pix_charges')
    .set({ state, state_at: new Date() })
    .where('boleto_id', '=', boletoId)
    .where('state', 'not in', [state, 'paid'])
    .execute()
}

/** Releases the mails about a new boleto. The PDF and the Pix of the boleto must be ready. */
export async function releaseBoletoMails(trx: Trx, orderId: number, boletoId: number): Promise<void> {
  await releaseEffect(trx, 'mail-order-received', String(orderId))
  await releaseEffect(trx, 'mail-boleto-ready', String(boletoId))
  await releaseEffect(trx, 'mail-boleto-renewed', String(boletoId))
}

export async function isPixPending(trx: Trx, boletoId: number): Promise<boolean> {
  if (!env.HAS_PIX) return false
  const charge = await findPixCharge(boletoId, trx)
  return charge?.state === 'wanted'
}

async function lockBoletoOfPix(trx: Trx, boletoId: number) {
  const boletos = trx.selectFrom('boletos').where('id', '=', boletoId)
  const unlockedBoleto = await boletos.select('order_id').executeTakeFirst()
  if (!unlockedBoleto) return undefined
  await lockOrder(trx, unlockedBoleto.order_id)
  return boletos.select(['order_id', 'state', 'withdrawn_at', 'pdf_file']).forUpdate().executeTakeFirst()
}

/** Returns payable charges that were not checked since `before`. The charge with the oldest check comes first. */
export function listPixChargesToCheck(before: Date, limit: number) {
  return db
    .selectFrom('pix_charges')
    .selectAll()
    .where('state', '=', 'active')
    .where('state_at', '<', before)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', before)]))
    .orderBy('checked_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function markPixChecked(id: number, now: Date): Promise<void> {
  await db.updateTable('pix_charges').set({ checked_at: now }).where('id', '=', id).execute()
}
