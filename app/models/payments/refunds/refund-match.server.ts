import type { Reversal } from '#app/domain/payments/received-payment.ts'
import { findPartsOfSum } from '#app/domain/payments/refund-parts.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { isMatchedByStaff, isUnreversedRefund } from '#app/models/charges/returned-money.server.ts'
import { findPaymentByKey, lockPaymentAndOrder } from '#app/models/payments/payment.server.ts'
import { reopenUnlessFullyReturned, sumReversals } from '#app/models/payments/refund.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

export type ReportedPart = { key: string; value: Centavos; date: CivilDate }
type ReportedReturn = { key: string; value: Centavos; kind: Reversal }

/** Returns the centavos that were neither refunded nor reversed, or undefined for an unknown payment. */
export function findUnreturnedAmount(eventKey: string, outerTrx?: Trx): Promise<Centavos | undefined> {
  return withTransaction(async (trx) => {
    const payment = await lockRefundedPayment(trx, eventKey)
    return payment && sumUnreturned(trx, payment, await listUnreversedRefunds(trx, payment))
  }, outerTrx)
}

/** Returns the centavos that bank or gateway may still take back. Staff's own refunds do not count. */
export function findReversibleAmount(eventKey: string, outerTrx?: Trx): Promise<Centavos | undefined> {
  return withTransaction(async (trx) => {
    const payment = await lockRefundedPayment(trx, eventKey)
    return payment && sumUnreported(trx, payment, await listUnreversedRefunds(trx, payment))
  }, outerTrx)
}

/** Returns the unrecorded centavos of a return. An equal refund recorded by staff counts as the same return. */
export async function calculateUnrecordedReturn(
  trx: Trx,
  eventKey: string,
  { key, value, kind }: ReportedReturn,
): Promise<Centavos> {
  const payment = await lockRefundedPayment(trx, eventKey)
  if (!payment) return 0
  const refunds = await listUnreversedRefunds(trx, payment)
  if (await isReturnKnown(trx, refunds, key)) return 0
  if (await matchOwnRefund(trx, payment, refunds, { key, value, kind })) return 0
  // A refund recorded by staff may be this money or other money, so it must not reduce the reported amount.
  return Math.max(0, Math.min(value, await sumUnreported(trx, payment, refunds)))
}

async function sumUnreported(
  trx: Trx,
  payment: RefundedPayment,
  refunds: readonly UnreversedRefund[],
): Promise<Centavos> {
  const unmatchedRefunds = await listUnmatchedRefunds(trx, payment, refunds)
  const reportedRefunds = refunds.filter((refund) => !unmatchedRefunds.includes(refund))
  const unreturnedAmount = await sumUnreturned(trx, payment, reportedRefunds)
  return unreturnedAmount - sumValues(await listMatchedParts(trx, payment.id))
}

/** Matches a refund of a bank file with a refund recorded by staff. Returns false if no recorded refund matches. */
export async function matchStaffRefund(trx: Trx, eventKey: string, report: ReportedReturn): Promise<boolean> {
  const payment = await lockRefundedPayment(trx, eventKey)
  if (!payment) return false
  const refunds = await listUnreversedRefunds(trx, payment)
  return (
    refunds.some(({ gateway_key }) => gateway_key === report.key) ||
    matchOwnRefund(trx, payment, refunds, report)
  )
}

/** Returns the values of refunds that staff recorded and that match no report. */
export function listUnreportedRefunds(paymentId: number, outerTrx?: Trx): Promise<Centavos[]> {
  return withTransaction(async (trx) => {
    const payment = await lockRefundedPayment(trx, paymentId)
    if (!payment) return []
    const refunds = await listUnreversedRefunds(trx, payment)
    return pickValues(await listUnmatchedRefunds(trx, payment, refunds))
  }, outerTrx)
}

/**
 * Matches a return with the refunds that staff recorded or with a part of them. Returns false if the return exceeds
 * the refunds. The caller closes the return as 'refunded' in the name of a member of staff, because this marks a
 * part that a later return completes.
 */
export async function matchRecordedRefund(
  trx: Trx,
  paymentId: number,
  { key, value }: Omit<ReportedReturn, 'kind'>,
): Promise<boolean> {
  const payment = await lockRefundedPayment(trx, paymentId)
  if (!payment) return false
  const refunds = await listUnreversedRefunds(trx, payment)
  const unmatchedRefunds = await listUnmatchedRefunds(trx, payment, refunds)
  const freeAmount = await calculateFreeAmount(trx, paymentId, unmatchedRefunds)
  if (value > freeAmount) return false
  if (value === freeAmount) {
    await assignReport(trx, unmatchedRefunds, key)
    await releaseMatches(trx, paymentId)
    return true
  }
  const hasMatchedParts = freeAmount !== sumValues(unmatchedRefunds)
  const equalRefund = unmatchedRefunds.find((refund) => refund.value === value)
  if (equalRefund && !hasMatchedParts) await assignReport(trx, [equalRefund], key)
  return true
}

/** Returns the centavos of refunds recorded by staff for which no part was reported. */
async function calculateFreeAmount(
  trx: Trx,
  paymentId: number,
  unmatchedRefunds: readonly UnreversedRefund[],
): Promise<Centavos> {
  return sumValues(unmatchedRefunds) - sumValues(await listMatchedParts(trx, paymentId))
}

/** Clears `resolved_by` of the parts, which closes the complete refund. The history names the member of staff. */
async function releaseMatches(trx: Trx, paymentId: number): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ resolved_by: null })
    .where('reverses_id', '=', paymentId)
    .where(isMatchedByStaff)
    .execute()
}

/** Returns the parts that staff matched with a refund that is not complete yet. */
function listMatchedParts(trx: Trx, paymentId: number) {
  return trx
    .selectFrom('payments')
    .select('value')
    .where('reverses_id', '=', paymentId)
    .where(isMatchedByStaff)
    .execute()
}

export function matchReturns(
  eventKey: string,
  returns: readonly ReportedPart[],
  actor: Actor,
): Promise<void> {
  return withTransaction(async (trx) => {
    const payment = await lockRefundedPayment(trx, eventKey)
    if (payment) await matchRefundParts(trx, payment, returns, actor)
  })
}

/** Returns true if the report states the gateway's whole refund minus the refunds that staff recorded. */
export function isNetRefund(key: string, reversal: Reversal | null): boolean {
  return reversal === 'refund' && key.endsWith('/reversed')
}

export type RefundedPayment = NonNullable<Awaited<ReturnType<typeof lockRefundedPayment>>>

export async function lockRefundedPayment(trx: Trx, paymentKey: string | number) {
  const id = typeof paymentKey === 'number' ? paymentKey : (await findPaymentByKey(trx, paymentKey))?.id
  return id === undefined ? undefined : (await lockPaymentAndOrder(trx, id))?.payment
}

/** Returns refunds that were not reversed, including refunds of the whole order if this payment paid it. */
export function listUnreversedRefunds(
  trx: Trx,
  { id, order_id: orderId, problem, resolution }: RefundedPayment,
) {
  const hasPaidOrder = problem === null || resolution === 'accepted' || resolution === 'assigned'
  return trx
    .selectFrom('refunds')
    .select(['id', 'value', 'gateway_key', 'token', 'created_at'])
    .where((eb) =>
      hasPaidOrder && orderId !== null
        ? eb.or([
            eb('payment_id', '=', id),
            eb.and([eb('payment_id', 'is', null), eb('order_id', '=', orderId)]),
          ])
        : eb('payment_id', '=', id),
    )
    .where(isUnreversedRefund)
    .orderBy('id')
    .execute()
}

type UnreversedRefund = Awaited<ReturnType<typeof listUnreversedRefunds>>[number]

export async function sumUnreturned(
  trx: Trx,
  { id, value }: RefundedPayment,
  refunds: readonly UnreversedRefund[],
): Promise<Centavos> {
  return value - sumValues(refunds) - (await sumReversals(trx, id))
}

export async function isReturnKnown(
  trx: Trx,
  refunds: readonly UnreversedRefund[],
  key: string,
): Promise<boolean> {
  if (refunds.some(({ gateway_key }) => gateway_key === key)) return true
  const payment = await trx
    .selectFrom('payments')
    .select('id')
    .where('event_key', '=', key)
    .executeTakeFirst()
  return payment !== undefined
}

/** Returns refunds recorded by staff that no report matches, except refunds that the shop requested. */
export async function listUnmatchedRefunds(
  trx: Trx,
  { id }: RefundedPayment,
  refunds: readonly UnreversedRefund[],
): Promise<UnreversedRefund[]> {
  const requestedRefunds = await trx
    .selectFrom('pix_refunds')
    .select('refund_key')
    .where('payment_id', '=', id)
    .execute()
  return refunds.filter(
    (refund) =>
      refund.gateway_key === null && !requestedRefunds.some(({ refund_key }) => refund_key === refund.token),
  )
}

/** Matches a return with an equal refund recorded by staff. A return other than a chargeback may also equal a sum. */
export async function matchOwnRefund(
  trx: Trx,
  payment: RefundedPayment,
  refunds: readonly UnreversedRefund[],
  { key, value, kind }: ReportedReturn,
): Promise<boolean> {
  const unmatchedRefunds = await listUnmatchedRefunds(trx, payment, refunds)
  const freeAmount = await calculateFreeAmount(trx, payment.id, unmatchedRefunds)
  if (value > freeAmount) return false
  const equalIndex = unmatchedRefunds.findIndex((refund) => refund.value === value)
  const sumIndexes = kind === 'refund' ? findPartsOfSum(pickValues(unmatchedRefunds), value) : undefined
  const matchingIndexes = equalIndex >= 0 ? [equalIndex] : sumIndexes
  if (!matchingIndexes) return false
  await assignReport(trx, pickByIndexes(unmatchedRefunds, matchingIndexes), key)
  return true
}

/** Assigns a report to the refunds. Only the first refund stores the report's own key, because keys are unique. */
async function assignReport(
  trx: Trx,
  [firstRefund, ...furtherRefunds]: readonly UnreversedRefund[],
  key: string,
): Promise<void> {
  if (firstRefund) await storeGatewayKey(trx, firstRefund.id, key)
  for (const { id } of furtherRefunds) await storeGatewayKey(trx, id, `${key}/${id}`)
}

/**
 * Matches reported parts with refunds that staff recorded as one sum. Records each part as a reversal that the
 * refund covers. Skips parts that were reported before the refund, because staff confirmed that the money differs.
 */
export async function matchRefundParts(
  trx: Trx,
  payment: RefundedPayment,
  parts: readonly ReportedPart[],
  actor: Actor,
): Promise<void> {
  const refunds = await listUnreversedRefunds(trx, payment)
  let openParts = await listOpenParts(trx, refunds, parts)
  let unmatchedRefunds = await listUnmatchedRefunds(trx, payment, refunds)
  // A refund that equals one part is matched before the sums.
  for (const part of openParts) {
    if (part.reportedAt) continue
    const equalRefund = unmatchedRefunds.find(({ value }) => value === part.value)
    if (!equalRefund) continue
    const freeAmount = await calculateFreeAmount(trx, payment.id, unmatchedRefunds)
    if (equalRefund.value > freeAmount) continue
    await storeGatewayKey(trx, equalRefund.id, part.key)
    unmatchedRefunds = unmatchedRefunds.filter((refund) => refund !== equalRefund)
    openParts = openParts.filter((openPart) => openPart !== part)
  }
  for (const refund of unmatchedRefunds) {
    const matchedParts = findPartsOfRefund(openParts, refund)
    if (!matchedParts) continue
    const newParts = matchedParts.filter(({ isMatched }) => !isMatched)
    const freeAmount = await calculateFreeAmount(trx, payment.id, unmatchedRefunds)
    if (sumValues(newParts) > freeAmount) continue
    openParts = openParts.filter((part) => !matchedParts.includes(part))
    for (const part of matchedParts) await closePart(trx, payment, part, actor)
    await storeGatewayKey(trx, refund.id, matchedParts[0]?.key ?? null)
    unmatchedRefunds = unmatchedRefunds.filter((openRefund) => openRefund !== refund)
  }
  await reopenUnlessFullyReturned(trx, payment)
}

function findPartsOfRefund(openParts: readonly OpenPart[], refund: UnreversedRefund): OpenPart[] | undefined {
  const laterParts = openParts.filter(({ reportedAt }) => !reportedAt || reportedAt >= refund.created_at)
  const hasEqualPart = laterParts.some(({ value }) => value === refund.value)
  if (hasEqualPart) return undefined
  const indexes = findPartsOfSum(pickValues(laterParts), refund.value)
  return indexes && pickByIndexes(laterParts, indexes)
}

async function listOpenParts(trx: Trx, refunds: readonly UnreversedRefund[], parts: readonly ReportedPart[]) {
  // A sum has at least two parts.
  if (parts.length < 2) return []
  const keys = parts.map(({ key }) => key)
  const reportedRows = await trx
    .selectFrom('payments')
    .select(['event_key', 'resolution', 'created_at', isMatchedByStaff.as('isMatched')])
    .where('event_key', 'in', keys)
    .execute()
  const resolvedRows = reportedRows.filter(({ resolution, isMatched }) => resolution !== null && !isMatched)
  const resolvedKeys = resolvedRows.map(({ event_key }) => event_key)
  const refundKeys = refunds.map(({ gateway_key }) => gateway_key)
  const closedKeys = new Set([...resolvedKeys, ...refundKeys])
  const openParts = parts.filter(({ key }) => !closedKeys.has(key))
  return openParts.map((part) => {
    const reportedRow = reportedRows.find(({ event_key }) => event_key === part.key)
    return { ...part, reportedAt: reportedRow?.created_at, isMatched: Boolean(reportedRow?.isMatched) }
  })
}

type OpenPart = Awaited<ReturnType<typeof listOpenParts>>[number]

/** Records a part as a reversal that the refund covers, or closes the reversal if it is recorded. */
async function closePart(
  trx: Trx,
  payment: RefundedPayment,
  { key, value, date }: ReportedPart,
  actor: Actor,
): Promise<void> {
  const closedColumns = { resolution: 'refunded', resolved_at: new Date(), resolved_by: null } as const
  await trx
    .insertInto('payments')
    .values({
      event_key: key,
      source: payment.source,
      boleto_id: payment.boleto_id,
      order_id: payment.order_id,
      value,
      paid_on: date,
      reversal: 'refund',
      problem: 'reversed',
      reverses_id: payment.id,
      ...closedColumns,
    })
    .onDuplicateKeyUpdate(closedColumns)
    .execute()
  if (payment.order_id === null) return
  const closedPart = await trx
    .selectFrom('payments')
    .select('id')
    .where('event_key', '=', key)
    .executeTakeFirstOrThrow()
  await recordHistory(trx, {
    entity: 'order',
    entityId: payment.order_id,
    action: 'payment-resolved',
    ...actor,
    details: { payment: closedPart.id, resolution: 'refunded' },
  })
}

function pickValues(rows: readonly { value: Centavos }[]): Centavos[] {
  return rows.map(({ value }) => value)
}

function sumValues(rows: readonly { value: Centavos }[]): Centavos {
  return rows.reduce((sum, { value }) => sum + value, 0)
}

function pickByIndexes<Item>(rows: readonly Item[], indexes: readonly number[]): Item[] {
  return rows.filter((_, index) => indexes.includes(index))
}

async function storeGatewayKey(trx: Trx, id: number, gateway_key: string | null): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ gateway_key })
    .where('id', '=', id)
    .where('gateway_key', 'is', null)
    .execute()
}
