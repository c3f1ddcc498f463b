import type { Reversal } from '#app/domain/payments/received-payment.ts'
import { findPartsOfSum } from '#app/domain/payments/refund-parts.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { isMatchedByStaff, isStandingRefund } from '#app/models/charges/returned-money.server.ts'
import { findByKey, lockPaymentAndOrder } from '#app/models/payments/payment.server.ts'
import { reopenUnlessFullyReturned, sumReversals } from '#app/models/payments/refund.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

export type ReportedPart = { key: string; value: Centavos; date: CivilDate }
type Return = { key: string; value: Centavos; kind: Reversal }

/** Returns the centavos neither refunded nor reversed; undefined for an unknown payment. */
export function findUnreturnedAmount(eventKey: string, outer?: Trx): Promise<Centavos | undefined> {
  return withTransaction(async (trx) => {
    const payment = await lockRefunded(trx, eventKey)
    return payment && sumUnreturned(trx, payment, await listStandingRefunds(trx, payment))
  }, outer)
}

/** Returns the centavos that bank or gateway may still take back. Staff's own refunds do not count. */
export function findReversibleAmount(eventKey: string, outer?: Trx): Promise<Centavos | undefined> {
  return withTransaction(async (trx) => {
    const payment = await lockRefunded(trx, eventKey)
    return payment && sumUnreported(trx, payment, await listStandingRefunds(trx, payment))
  }, outer)
}

/** Returns the unrecorded centavos of a return. An equal refund recorded by staff is the same one. */
export async function calculateUnrecordedReturn(
  trx: Trx,
  eventKey: string,
  { key, value, kind }: Return,
): Promise<Centavos> {
  const payment = await lockRefunded(trx, eventKey)
  if (!payment) return 0
  const rows = await listStandingRefunds(trx, payment)
  if (await isReturnKnown(trx, rows, key)) return 0
  if (await matchOwnRefund(trx, payment, rows, { key, value, kind })) return 0
  // A refund recorded by staff may be this money or other money, so it must not reduce the reported amount.
  return Math.max(0, Math.min(value, await sumUnreported(trx, payment, rows)))
}

async function sumUnreported(trx: Trx, payment: RefundedPayment, rows: readonly Row[]): Promise<Centavos> {
  const unclaimed = await listUnmatchedRefunds(trx, payment, rows)
  const reportedRows = rows.filter((row) => !unclaimed.includes(row))
  return (
    (await sumUnreturned(trx, payment, reportedRows)) - sumValues(await listMatchedParts(trx, payment.id))
  )
}

/** Matches a refund in a bank file with one recorded by staff, once. Returns false without one. */
export async function matchStaffRefund(trx: Trx, eventKey: string, back: Return): Promise<boolean> {
  const payment = await lockRefunded(trx, eventKey)
  if (!payment) return false
  const rows = await listStandingRefunds(trx, payment)
  return rows.some(({ gateway_key }) => gateway_key === back.key) || matchOwnRefund(trx, payment, rows, back)
}

/** Returns the values of refunds recorded by staff that no report was matched with. */
export function listUnreportedRefunds(paymentId: number, outer?: Trx): Promise<Centavos[]> {
  return withTransaction(async (trx) => {
    const payment = await lockRefunded(trx, paymentId)
    if (!payment) return []
    return pickValues(await listUnmatchedRefunds(trx, payment, await listStandingRefunds(trx, payment)))
  }, outer)
}

/**
 * Matches a return with a refund that staff say they recorded, or a part of it. Returns false if it exceeds
 * that. The caller closes it as 'refunded' by this member of staff, so that a later part can complete the
 * refund.
 */
export async function matchRecordedRefund(
  trx: Trx,
  paymentId: number,
  { key, value }: Omit<Return, 'kind'>,
): Promise<boolean> {
  const payment = await lockRefunded(trx, paymentId)
  if (!payment) return false
  const rows = await listStandingRefunds(trx, payment)
  const unclaimed = await listUnmatchedRefunds(trx, payment, rows)
  const free = await sumFree(trx, paymentId, unclaimed)
  if (value > free) return false
  const isComplete = value === free
  const equal = free === sumValues(unclaimed) ? unclaimed.find((own) => own.value === value) : undefined
  await claim(trx, isComplete ? unclaimed : equal ? [equal] : [], key)
  if (isComplete) await releaseMatches(trx, paymentId)
  return true
}

/** Returns the centavos of refunds recorded by staff for which no part was reported. */
async function sumFree(trx: Trx, paymentId: number, unclaimed: readonly Row[]): Promise<Centavos> {
  return sumValues(unclaimed) - sumValues(await listMatchedParts(trx, paymentId))
}

/** Closes the parts of a complete refund as if the program had matched them; the history contains who did. */
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
    const payment = await lockRefunded(trx, eventKey)
    if (payment) await matchRefundParts(trx, payment, returns, actor)
  })
}

/** Returns whether the gateway reports a whole refund, minus those that staff recorded. */
export function isNetRefund(key: string, reversal: Reversal | null): boolean {
  return reversal === 'refund' && key.endsWith('/reversed')
}

export type RefundedPayment = NonNullable<Awaited<ReturnType<typeof lockRefunded>>>

export async function lockRefunded(trx: Trx, of: string | number) {
  const id = typeof of === 'number' ? of : (await findByKey(trx, of))?.id
  return id === undefined ? undefined : (await lockPaymentAndOrder(trx, id))?.payment
}

/** Returns refunds that were not reversed, including those of the whole order if this payment paid it. */
export function listStandingRefunds(
  trx: Trx,
  { id, order_id: orderId, problem, resolution }: RefundedPayment,
) {
  const isOwn = problem === null || resolution === 'accepted' || resolution === 'assigned'
  return trx
    .selectFrom('refunds')
    .select(['id', 'value', 'gateway_key', 'token', 'created_at'])
    .where((eb) =>
      isOwn && orderId !== null
        ? eb.or([
            eb('payment_id', '=', id),
            eb.and([eb('payment_id', 'is', null), eb('order_id', '=', orderId)]),
          ])
        : eb('payment_id', '=', id),
    )
    .where(isStandingRefund)
    .orderBy('id')
    .execute()
}

type Row = Awaited<ReturnType<typeof listStandingRefunds>>[number]

export async function sumUnreturned(
  trx: Trx,
  { id, value }: RefundedPayment,
  rows: readonly Row[],
): Promise<Centavos> {
  return rows.reduce((left, row) => left - row.value, value) - (await sumReversals(trx, id))
}

export async function isReturnKnown(trx: Trx, rows: readonly Row[], key: string): Promise<boolean> {
  if (rows.some(({ gateway_key }) => gateway_key === key)) return true
  const part = await trx.selectFrom('payments').select('id').where('event_key', '=', key).executeTakeFirst()
  return part !== undefined
}

/** Returns refunds recorded by staff that no report matches, except those that the shop requested. */
export async function listUnmatchedRefunds(
  trx: Trx,
  { id }: RefundedPayment,
  rows: readonly Row[],
): Promise<Row[]> {
  const requested = await trx
    .selectFrom('pix_refunds')
    .select('refund_key')
    .where('payment_id', '=', id)
    .execute()
  return rows.filter(
    (row) => row.gateway_key === null && !requested.some(({ refund_key }) => refund_key === row.token),
  )
}

/** Money taken back against the shop's will is never a sum of several refunds. */
export async function matchOwnRefund(
  trx: Trx,
  payment: RefundedPayment,
  rows: readonly Row[],
  { key, value, kind }: Return,
): Promise<boolean> {
  const unclaimed = await listUnmatchedRefunds(trx, payment, rows)
  if (value > (await sumFree(trx, payment.id, unclaimed))) return false
  const equal = unclaimed.findIndex((row) => row.value === value)
  const sum = kind === 'refund' ? findPartsOfSum(pickValues(unclaimed), value) : undefined
  const indexes = equal >= 0 ? [equal] : sum
  if (!indexes) return false
  await claim(trx, pick(unclaimed, indexes), key)
  return true
}

/** Assigns one report to all of these refunds. Only the first stores its key, because keys are unique. */
async function claim(trx: Trx, [first, ...others]: readonly Row[], key: string): Promise<void> {
  if (first) await setKey(trx, first.id, key)
  for (const { id } of others) await setKey(trx, id, `${key}/${id}`)
}

/**
 * Records each part of a refund that staff recorded as a sum as a reversal that this refund covers. If staff
 * recorded a refund after a part was reported, they have confirmed that it is another one.
 */
export async function matchRefundParts(
  trx: Trx,
  payment: RefundedPayment,
  parts: readonly ReportedPart[],
  actor: Actor,
): Promise<void> {
  const rows = await listStandingRefunds(trx, payment)
  let open = await listOpenParts(trx, rows, parts)
  let unclaimed = await listUnmatchedRefunds(trx, payment, rows)
  // A refund of exactly this value is matched before any sum.
  for (const part of open) {
    const equal = part.reportedAt ? undefined : unclaimed.find(({ value }) => value === part.value)
    if (!equal || equal.value > (await sumFree(trx, payment.id, unclaimed))) continue
    await setKey(trx, equal.id, part.key)
    unclaimed = unclaimed.filter((own) => own !== equal)
    open = open.filter((each) => each !== part)
  }
  for (const own of unclaimed) {
    const later = open.filter(({ reportedAt }) => !reportedAt || reportedAt >= own.created_at)
    const indexes = later.some(({ value }) => value === own.value)
      ? undefined
      : findPartsOfSum(pickValues(later), own.value)
    if (!indexes) continue
    const claimed = pick(later, indexes)
    const isNew = ({ isMatched }: OpenPart) => !isMatched
    if (sumValues(claimed.filter(isNew)) > (await sumFree(trx, payment.id, unclaimed))) continue
    open = open.filter((part) => !claimed.includes(part))
    for (const part of claimed) await closePart(trx, payment, part, actor)
    await setKey(trx, own.id, claimed[0]?.key ?? null)
    unclaimed = unclaimed.filter((each) => each !== own)
  }
  await reopenUnlessFullyReturned(trx, payment)
}

async function listOpenParts(trx: Trx, rows: readonly Row[], parts: readonly ReportedPart[]) {
  if (parts.length < 2) return []
  const keys = parts.map(({ key }) => key)
  const reportedRows = await trx
    .selectFrom('payments')
    .select(['event_key', 'resolution', 'created_at', isMatchedByStaff.as('isMatched')])
    .where('event_key', 'in', keys)
    .execute()
  const knownKeys = new Set([
    ...reportedRows
      .filter(({ resolution, isMatched }) => resolution !== null && !isMatched)
      .map(({ event_key }) => event_key),
    ...rows.map(({ gateway_key }) => gateway_key),
  ])
  return parts
    .filter(({ key }) => !knownKeys.has(key))
    .map((part) => {
      const reportedRow = reportedRows.find(({ event_key }) => event_key === part.key)
      return { ...part, reportedAt: reportedRow?.created_at, isMatched: Boolean(reportedRow?.isMatched) }
    })
}

type OpenPart = Awaited<ReturnType<typeof listOpenParts>>[number]

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
  const { id } = await trx
    .selectFrom('payments')
    .select('id')
    .where('event_key', '=', key)
    .executeTakeFirstOrThrow()
  const of = { entity: 'order', entityId: payment.order_id, action: 'payment-resolved' } as const
  await recordHistory(trx, { ...of, ...actor, details: { payment: id, resolution: 'refunded' } })
}

function pickValues(rows: readonly { value: Centavos }[]): Centavos[] {
  return rows.map(({ value }) => value)
}

function sumValues(rows: readonly { value: Centavos }[]): Centavos {
  return rows.reduce((sum, { value }) => sum + value, 0)
}

function pick<Each>(rows: readonly Each[], indexes: readonly number[]): Each[] {
  return rows.filter((_, index) => indexes.includes(index))
}

async function setKey(trx: Trx, id: number, gateway_key: string | null): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ gateway_key })
    .where('id', '=', id)
    .where('gateway_key', 'is', null)
    .execute()
}
