import { isCompanyPayer } from '#app/domain/accounts/payer.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addBusinessDays, type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import {
  type Address,
  deleteUnusedAddress,
  findAddressRows,
  formatAddressLine,
  insertAddress,
  isSameAddress,
} from '#app/models/accounts/address.server.ts'
import {
  changeBoleto,
  lockCurrentBoleto,
  queueInstruction,
  withdrawInstructions,
} from '#app/models/charges/boleto-state.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { findPixCharge } from '#app/models/charges/pix-charge.server.ts'
import {
  enqueueBoleto,
  hasCountedPayment,
  replaceBoleto,
} from '#app/models/payments/boleto-renewal.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { addToOutbox, clearFinished, listEffectStates } from '#app/models/platform/outbox.server.ts'
import { getShopRules } from '#app/models/settings/setting.server.ts'

/** The person who pays. `document` is a CPF or CNPJ without punctuation, of the same kind as before. */
export type Payer = { name: string; document: string; billing: Address }

export type PayerCorrectionResult =
  | 'changed'
  | 'unchanged'
  | 'unknown'
  | 'not-possible'
  /** a job is creating the boleto or its PDF with the old data */
  | 'under-way'

/** The effect of a correction on the boleto. null if no boleto is payable. */
export type BoletoAfter = 'replaced' | 'registered-again' | 'printed-again' | 'issued-again' | null

type CorrectableOrder = { id: number; status: number; anonymised_at: Date | null }

/** Returns false for cancelled or anonymised orders and while an NF-e or NFS-e is valid or requested. */
async function isPayerCorrectable(order: CorrectableOrder, reader: DbOrTrx): Promise<boolean> {
  if (order.status === orderStatus.cancelled || order.anonymised_at !== null) return false
  const invoice = await reader
    .selectFrom('invoices')
    .select('id')
    .where('order_id', '=', order.id)
    .where('is_live', '=', 1)
    .executeTakeFirst()
  return invoice === undefined
}

/** Corrects payer and billing address on boleto, receipt and NF-e. Throws StaleRecordError. */
export function correctPayer(
  orderId: number,
  { reason, ...correctedPayer }: Payer & { reason: string },
  actor: Actor,
  seenVersion: number,
  today = toCivilDate(new Date()),
): Promise<PayerCorrectionResult> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) return 'unknown'
    if (!(await isPayerCorrectable(order, trx))) return 'not-possible'
    if (order.lock_version !== seenVersion) throw new StaleRecordError()
    const { billing } = await findAddressRows(order, trx)
    const isSameBilling = isSameAddress(billing, correctedPayer.billing)
    const isShippedToBilling =
      order.shipping_address_id === null && order.shipping_type !== shippingTypes.download
    const previousPayer = { name: order.payer_name, document: order.payer_document, billing }
    const changes = listChanges(previousPayer, correctedPayer)
    if (Object.keys(changes).length === 0) return 'unchanged'
    const isPending = order.status === orderStatus.pendingPayment
    if (isPending && (await isBoletoBeingMade(trx, orderId))) return 'under-way'
    const previousBillingId = order.billing_address_id
    const billingId = isSameBilling ? previousBillingId : await insertAddress(trx, correctedPayer.billing)
    // The previous billing address remains the delivery address.
    const shippingId = isShippedToBilling && !isSameBilling ? previousBillingId : order.shipping_address_id
    await trx
      .updateTable('orders')
      .set({
        payer_name: correctedPayer.name,
        payer_document: correctedPayer.document,
        billing_address_id: billingId,
        shipping_address_id: shippingId,
        lock_version: seenVersion + 1,
      })
      .where('id', '=', orderId)
      .execute()
    const boletoAfter = isPending ? await updateBoleto(trx, orderId, actor, today) : null
    const historyId = await recordHistory(trx, {
      entity: 'order',
      entityId: orderId,
      action: 'payer-corrected',
      ...actor,
      details: { changes, reason, ...(boletoAfter ? { boletoAfter } : {}) },
    })
    await addToOutbox(trx, ['mail-payer-corrected'], String(historyId))
    await deleteUnusedAddress(trx, order.billing_address_id)
    return 'changed'
  })
}

type FormerPayer = Omit<Payer, 'billing'> & { billing: Address | undefined }

function listChanges(formerPayer: FormerPayer, newPayer: FormerPayer): Record<string, (string | null)[]> {
  const formerTexts = describePayer(formerPayer)
  const changes: Record<string, (string | null)[]> = {}
  for (const [field, text] of Object.entries(describePayer(newPayer))) {
    const formerText = formerTexts[field] ?? null
    if (formerText !== text) changes[field] = [formerText, text]
  }
  return changes
}

function describePayer({ name, document, billing }: FormerPayer): Record<string, string | null> {
  return { payer_name: name, payer_document: document, billing: formatAddressLine(billing) }
}

/** Returns true while a job may create the boleto or its PDF, because the job may have read the old data. */
async function isBoletoBeingMade(trx: Trx, orderId: number): Promise<boolean> {
  const states = await listEffectStates(['issue-boleto', 'render-boleto'], String(orderId), trx)
  return [...states.values()].some((state) => state === 'open' || state === 'late')
}

/** Prints the boleto again if the bank does not know it yet, else registers or replaces the boleto. */
async function updateBoleto(trx: Trx, orderId: number, actor: Actor, today: CivilDate): Promise<BoletoAfter> {
  const boleto = await lockCurrentBoleto(trx, orderId)
  if (!boleto) return requestBoletoAgain(trx, orderId)
  const isClosed = boleto.withdrawn_at !== null || boleto.state === 'paid' || boleto.state === 'written-off'
  if (isClosed || (await hasCountedPayment(orderId, trx))) return null
  const earliestDueDate = addBusinessDays(today, 1)
  const isUnknownToBank =
    boleto.issuer === 'own-bank' && (boleto.state === 'made' || boleto.state === 'rejected')
  const pix = await findPixCharge(boleto.id, trx)
  const hasPix = pix !== undefined && pix.state !== 'removed'
  const mustBeReplaced = !isUnknownToBank || hasPix || boleto.due_date < earliestDueDate
  if (mustBeReplaced) {
    const { boletoDueDays } = await getShopRules(trx)
    // A due date after the default due date is kept.
    const isDueLater = boleto.due_date > addBusinessDays(today, boletoDueDays)
    await replaceBoleto(trx, orderId, isDueLater ? boleto.due_date : undefined, actor)
    return 'replaced'
  }
  const isRejected = boleto.state === 'rejected'
  if (isRejected) await changeBoleto(trx, boleto.id, 'made-again', actor)
  // A concurrent remittance skips withdrawn instructions.
  await withdrawInstructions(trx, boleto.id, 'register')
  await queueInstruction(trx, boleto.id, 'register')
  await trx.updateTable('boletos').set({ pdf_file: null }).where('id', '=', boleto.id).execute()
  await clearFinished(trx, 'render-boleto', String(orderId))
  await addToOutbox(trx, ['render-boleto'], String(orderId))
  return isRejected ? 'registered-again' : 'printed-again'
}

/** Requests a boleto again after its issuer rejected it. */
async function requestBoletoAgain(trx: Trx, orderId: number): Promise<BoletoAfter> {
  const states = await listEffectStates(['issue-boleto'], String(orderId), trx)
  if (states.get('issue-boleto') !== 'refused') return null
  await enqueueBoleto(trx, orderId)
  return 'issued-again'
}

/** Returns the order's payer and, if different, the data of the account. */
export async function findOrderPayer(orderId: number) {
  const order = await db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('orders.id', '=', orderId)
    .select(['orders.id', 'status', 'anonymised_at', 'nfe', 'orders.lock_version', 'email', 'is_company'])
    .select(['payer_name', 'payer_document', 'name', 'company_name', 'cpf', 'cnpj'])
    .select(['orders.billing_address_id as billingId', 'profiles.billing_address_id as accountId'])
    .select('shipping_type')
    .executeTakeFirst()
  if (!order) return undefined
  const { billing, shipping: accountAddress } = await findAddressRows({
    billing_address_id: order.billingId,
    shipping_address_id: order.accountId,
  })
  const { payer_name, payer_document } = order
  const isCompany = isCompanyPayer(payer_document, order.is_company)
  const current = { name: payer_name, document: payer_document, billing }
  const name = isCompany ? order.company_name : order.name
  const document = isCompany ? order.cnpj : order.cpf
  const account = name && document && accountAddress ? { name, document, billing: accountAddress } : null
  const isAccountDifferent = account !== null && Object.keys(listChanges(current, account)).length > 0
  return {
    ...order,
    isCompany,
    current,
    account: isAccountDifferent ? account : null,
    isCorrectable: await isPayerCorrectable(order, db),
    isInvoiced: order.nfe !== null,
  }
}
