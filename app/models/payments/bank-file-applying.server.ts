import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import {
  boletoEvents,
  hasNoEffect,
  isMoneyRecord,
  isOutdatedRejection,
  type LineOutcome,
  maxPaidAmount,
} from '#app/domain/payments/bank-file.ts'
import { isBoletoPayment, isRegistrationReply } from '#app/domain/payments/boleto-match.ts'
import type { ReceivedMoney } from '#app/domain/payments/received-money.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { changeBoleto, lockBoleto } from '#app/models/charges/boleto-state.server.ts'
import { linesPerBatch, makeBoletoFinder } from '#app/models/payments/bank-file.server.ts'
import { compareLockedBoleto } from '#app/models/payments/bank-file-match.server.ts'
import { lockOrderAndBoleto, receivePayment, recordReversal } from '#app/models/payments/payment.server.ts'
import { matchStaffRefund } from '#app/models/payments/refunds/refund-match.server.ts'
import { refusedOutcomes } from '#app/models/payments/refused-line.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

export type FileToApply = {
  id: number
  bank: CnabBank
  state: 'read' | 'applying' | 'applied'
  file_date: CivilDate | null
  applied_by: number | null
}

export function findFileToApply(id: number): Promise<FileToApply | undefined> {
  return db
    .selectFrom('bank_files')
    .select(['id', 'bank', 'state', 'file_date', 'applied_by'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns ids of the next open records in sequence. Closes records without effect, such as fees, in bulk. */
export async function listOpenLines(fileId: number): Promise<number[]> {
  const openLines = await db
    .selectFrom('bank_file_lines')
    .select(['id', 'meaning', 'received'])
    .where('bank_file_id', '=', fileId)
    .where('outcome', 'is', null)
    .orderBy('line')
    .limit(linesPerBatch)
    .execute()
  if (openLines.length === 0) return []
  const linesWithoutEffect = openLines.filter(hasNoEffect)
  if (linesWithoutEffect.length > 0) await closeWithoutEffect(linesWithoutEffect.map(({ id }) => id))
  if (linesWithoutEffect.length === openLines.length) return listOpenLines(fileId)
  const linesToApply = openLines.filter((line) => !hasNoEffect(line))
  return linesToApply.map(({ id }) => id)
}

async function closeWithoutEffect(ids: readonly number[]): Promise<void> {
  await db
    .updateTable('bank_file_lines')
    .set({ outcome: 'nothing', applied_at: new Date() })
    .where('id', 'in', ids)
    .where('outcome', 'is', null)
    .execute()
}

/** Applies a record in one transaction, and only once. An event that several files report is also applied once. */
export function applyBankFileLine(file: FileToApply, lineId: number, today: CivilDate): Promise<LineOutcome> {
  return withTransaction(async (trx) => {
    const line = await lockLine(trx, lineId)
    if (line.outcome !== null) return line.outcome
    const outcome = await applyLine(trx, file, line, today)
    await trx
      .updateTable('bank_file_lines')
      .set({ outcome, applied_at: new Date() })
      .where('id', '=', lineId)
      .execute()
    return outcome
  })
}

export function finishBankFile({ id, applied_by: actorUserId }: FileToApply): Promise<void> {
  return withTransaction(async (trx) => {
    const finishUpdate = await trx
      .updateTable('bank_files')
      .set({ state: 'applied', applied_at: new Date() })
      .where('id', '=', id)
      .where('state', '=', 'applying')
      .executeTakeFirst()
    if (finishUpdate.numUpdatedRows === 0n) return
    if (await hasRefusedLine(trx, id)) await addToOutbox(trx, ['mail-staff-refused-boletos'], String(id))
    await recordHistory(trx, { entity: 'bank-file', entityId: id, action: 'file-applied', actorUserId })
  })
}

/** Returns true if a line of the file waits for a decision by staff (D151). */
async function hasRefusedLine(trx: Trx, fileId: number): Promise<boolean> {
  const line = await trx
    .selectFrom('bank_file_lines')
    .select('id')
    .where('bank_file_id', '=', fileId)
    .where('outcome', 'in', refusedOutcomes)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

type Line = Awaited<ReturnType<typeof lockLine>>

function lockLine(trx: Trx, id: number) {
  return trx
    .selectFrom('bank_file_lines')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Applies a record to its boleto or records its money, and returns the outcome. */
async function applyLine(trx: Trx, file: FileToApply, line: Line, today: CivilDate): Promise<LineOutcome> {
  const { meaning } = line
  if (hasNoEffect(line)) return 'nothing'
  const namedBoletoId = line.boleto_id ?? (await findLaterBoletoId(trx, line))
  const { boletoId, problem } = await checkBoleto(trx, line, namedBoletoId)
  const event = boletoEvents[meaning]
  const needsKnownBoleto = event !== undefined || meaning === 'unpayable'
  if (needsKnownBoleto && boletoId === null) return 'no-boleto'
  if (isMoneyRecord(meaning) && !(await claimEvent(trx, line))) return 'already'
  const actor: Actor = { actorUserId: file.applied_by, source: 'bank-file' }
  const money = toReceivedMoney(file, line, boletoId, today)
  if (meaning === 'settled') return receiveMoney(trx, { ...money, problem }, actor, today)
  if (meaning === 'reversed') return receiveReversal(trx, { ...money, reversal: 'chargeback' }, actor)
  if (!event || boletoId === null)
    return meaning === 'instruction-rejected' || meaning === 'unpayable' ? meaning : 'unknown'
  return applyToBoleto(trx, line, { boletoId, event }, actor)
}

/**
 * Returns the boleto that the record names if the other fields of both agree. Locks order and boleto because they
 * must not change before the record is applied.
 */
async function checkBoleto(trx: Trx, line: Line, namedBoletoId: number | null) {
  const noBoleto = { boletoId: null, problem: 'unmatched' as const }
  if (namedBoletoId === null) return noBoleto
  await lockOrderAndBoleto(trx, namedBoletoId)
  const { comparison, state } = await compareLockedBoleto(trx, line, namedBoletoId)
  const otherBoleto = { boletoId: null, problem: 'boleto-differs' as const }
  if (!comparison) return otherBoleto
  const isMatch = isMoneyRecord(line.meaning)
    ? isBoletoPayment(comparison, state)
    : isRegistrationReply(comparison)
  return isMatch ? { boletoId: namedBoletoId, problem: undefined } : otherBoleto
}

type BoletoChange = { boletoId: number; event: NonNullable<(typeof boletoEvents)[OccurrenceMeaning]> }

async function applyToBoleto(
  trx: Trx,
  line: Line,
  { boletoId, event }: BoletoChange,
  actor: Actor,
): Promise<LineOutcome> {
  const boleto = await lockBoleto(trx, boletoId)
  const reportedEvent = { event, recordDate: line.occurrence_date }
  if (!boleto || isOutdatedRejection(reportedEvent, toCivilDate(boleto.state_at))) return 'unmoved'
  const change = await changeBoleto(trx, boletoId, event, actor, findRejection(line))
  return change === 'changed' ? event : 'unmoved'
}

/** Reserves the record's event key. Returns false if another record has already reported the same money. */
async function claimEvent(trx: Trx, { id, event_key }: Line): Promise<boolean> {
  try {
    await trx
      .updateTable('bank_file_lines')
      .set({ applied_event_key: event_key })
      .where('id', '=', id)
      .execute()
    return true
  } catch (error) {
    if (isDuplicate(error, 'bank_file_lines_event')) return false
    throw error
  }
}

/** Returns the boleto of a record if it was created after the file was read. */
async function findLaterBoletoId(trx: Trx, line: Line): Promise<number | null> {
  const entry = { range: line.number_range, boletoNumber: line.boleto_number }
  const findBoletoId = await makeBoletoFinder(trx, [entry])
  const boletoId = findBoletoId(entry)
  if (boletoId !== null)
    await trx.updateTable('bank_file_lines').set({ boleto_id: boletoId }).where('id', '=', line.id).execute()
  return boletoId
}

function toReceivedMoney(
  file: FileToApply,
  line: Line,
  boletoId: number | null,
  today: CivilDate,
): ReceivedMoney {
  return {
    eventKey: `bank/${line.event_key}`,
    source: 'bank-file',
    boletoId,
    value: line.paid ?? line.received,
    paidOn: line.occurrence_date ?? line.credit_date ?? file.file_date ?? today,
    creditedOn: line.credit_date,
    fee: line.fee > maxPaidAmount ? null : line.fee,
    details: { bankFile: file.id, line: line.line, ourNumber: line.our_number, occurrence: line.occurrence },
  }
}

async function receiveMoney(
  trx: Trx,
  money: ReceivedMoney,
  actor: Actor,
  today: CivilDate,
): Promise<LineOutcome> {
  if (money.value > maxPaidAmount) return 'unmatched'
  const paymentOutcome = await receivePayment(money, actor, today, trx)
  const isRepeat = paymentOutcome === 'known' || paymentOutcome === 'value-differs'
  return isRepeat ? 'already' : paymentOutcome
}

/** Records money that the bank took back, unless staff have recorded it as a refund. */
async function receiveReversal(trx: Trx, money: ReceivedMoney, actor: Actor): Promise<LineOutcome> {
  if (money.value > maxPaidAmount) return 'reversed'
  const { eventKey: key, value, reversal } = money
  const returnedMoney = { key, value, kind: reversal ?? 'chargeback' }
  const getRemaining = async (reversalTrx: Trx, reversedKey: string | undefined) => {
    const isStaffRefund =
      reversedKey !== undefined && (await matchStaffRefund(reversalTrx, reversedKey, returnedMoney))
    return isStaffRefund ? 0 : value
  }
  const isRecorded = await recordReversal(money, actor, { trx, getRemaining })
  return isRecorded ? 'reversed' : 'already'
}

function findRejection({ reasons }: Line): { rejection?: string } {
  return reasons === '' ? {} : { rejection: reasons }
}
