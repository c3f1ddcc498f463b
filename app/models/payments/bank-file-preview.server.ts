import { sql } from 'kysely'
import type { AmountDue } from '#app/domain/charges/boleto-terms.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import {
  type LineOutcome,
  lineOutcomes,
  makeOutcomePredictor,
  type PlannedLine,
} from '#app/domain/payments/bank-file.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { calculateRowAmountDue, termNames, toBoletoTerms } from '#app/models/charges/boleto-terms.server.ts'
import { isCountedPayment } from '#app/models/charges/counted-payment.server.ts'
import { linesPerBatch } from '#app/models/payments/bank-file.server.ts'
import {
  boletoColumns,
  compareMatchRow,
  isRegistrationSent,
} from '#app/models/payments/bank-file-match.server.ts'
import { paymentBlockers } from '#app/models/payments/payment-blockers.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const PER_PAGE = 100

type PreviewedFile = {
  id: number
  state: 'read' | 'applying' | 'applied'
  file_date?: CivilDate | null
}

/** Returns counts and sums by outcome and a page of records. Outcomes may be predictions. */
export async function previewBankFile(
  file: PreviewedFile,
  { outcome, page }: { outcome: LineOutcome | undefined; page: number },
) {
  const { groups: groupsByOutcome, fees } = await groupLines(file)
  const groups = lineOutcomes.flatMap((outcomeName) => groupsByOutcome.get(outcomeName) ?? [])
  const wantedIds = outcome ? (groupsByOutcome.get(outcome)?.ids ?? []) : groups.flatMap(({ ids }) => ids)
  const idsOfPage = wantedIds.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const rows = await listLines(idsOfPage)
  const outcomesById = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group.outcome])))
  return {
    sums: groups.map(({ ids, ...group }) => ({ ...group, count: ids.length })),
    fees,
    rows: rows.map((row) => ({ ...addAmountDue(row, file), outcome: outcomesById.get(row.id) ?? null })),
    count: wantedIds.length,
    pages: Math.max(1, Math.ceil(wantedIds.length / PER_PAGE)),
  }
}

/** Yields all records in the sequence of the file with their actual or predicted outcome. */
export async function* iterateBankFileLines(file: PreviewedFile) {
  const { id, state } = file
  const predictOutcome = makeOutcomePredictor()
  for (let lastLine = 0; ; ) {
    const rows = await selectLines()
      .where('line.bank_file_id', '=', id)
      .where('line.line', '>', lastLine)
      .orderBy('line.line')
      .limit(linesPerBatch)
      .execute()
    for (const row of rows)
      yield {
        ...addAmountDue(row, file),
        outcome: state === 'read' ? predictOutcome(toPlannedLine(row, file)) : row.outcome,
      }
    const lastRow = rows.at(-1)
    if (!lastRow || rows.length < linesPerBatch) return
    lastLine = lastRow.line
  }
}

export async function countAppliedLines(fileId: number): Promise<number> {
  const { count } = await db
    .selectFrom('bank_file_lines')
    .where('bank_file_id', '=', fileId)
    .where('outcome', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The number of records with an outcome. `paidAmount` is the sum of their payments in centavos. */
export type OutcomeSum = { outcome: LineOutcome; count: number; paidAmount: number }

/** A record on the page. `due` is the amount due on the day of the payment. */
export type PreviewedLine = Row & { due: AmountDue | null }

type OutcomeGroup = { outcome: LineOutcome; ids: number[]; paidAmount: number }

async function groupLines(
  file: PreviewedFile,
): Promise<{ groups: Map<LineOutcome, OutcomeGroup>; fees: number }> {
  const groups = new Map<LineOutcome, OutcomeGroup>()
  let fees = 0
  for await (const { id, outcome, paid, fee } of iterateBankFileLines(file)) {
    fees += fee
    if (outcome === null) continue
    const group = groups.get(outcome) ?? { outcome, ids: [], paidAmount: 0 }
    group.ids.push(id)
    group.paidAmount += paid ?? 0
    groups.set(outcome, group)
  }
  return { groups, fees }
}

async function listLines(ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await selectLines().where('line.id', 'in', ids).execute()
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowsById.get(id) ?? [])
}

function selectLines() {
  return db
    .selectFrom('bank_file_lines as line')
    .leftJoin('boletos as boleto', 'boleto.id', 'line.boleto_id')
    .leftJoin('orders', 'orders.id', 'boleto.order_id')
    .select(['line.id', 'line.line', 'occurrence', 'meaning', 'line.our_number', 'line.document_number'])
    .select(['line.wallet', 'line.control', 'line.due_date', 'line.payer_name', 'line.payer_document'])
    .select([
      'boleto_id',
      'line.value',
      'paid',
      'received',
      'fee',
      'occurrence_date',
      'credit_date',
      'reasons',
      'outcome',
    ])
    .select([
      'boleto.order_id',
      'boleto.our_number_printed',
      'boleto.value as boleto_value',
      'boleto.state as boleto_state',
      'boleto.state_at',
      'boleto.withdrawn_at',
    ])
    .select(termNames)
    .select(boletoColumns)
    .select(['orders.status', 'orders.reason'])
    .select([
      paymentBlockers.isRenewedSince.as('is_renewed_since'),
      paymentBlockers.isAccountRemoved.as('is_account_removed'),
    ])
    .select((eb) => [
      isRegistrationSent(eb).as('is_sent'),
      eb
        .exists(
          eb
            .selectFrom('bank_file_lines as other')
            .select('other.id')
            .whereRef('other.applied_event_key', '=', 'line.event_key'),
        )
        .as('is_reported'),
      eb
        .exists(
          eb
            .selectFrom('payments')
            .select('payments.id')
            .where('payments.event_key', '=', sql<string>`concat('bank/', line.event_key)`),
        )
        .as('is_counted'),
      eb
        .exists(
          eb
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'boleto.order_id')
            .where(isCountedPayment),
        )
        .as('has_payment'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number]

function addAmountDue(row: Row, file: PreviewedFile): PreviewedLine {
  const { boleto_value: value, boleto_due_date: due_date } = row
  if (value === null || due_date === null) return { ...row, due: null }
  return { ...row, due: calculateRowAmountDue({ ...row, value, due_date }, getPaidOn(row, file)) }
}

function toPlannedLine(row: Row, file: PreviewedFile): PlannedLine {
  const { meaning, paid: paidAmount, received: receivedAmount, occurrence_date: recordDate } = row
  const isKnown = Boolean(row.is_reported) || Boolean(row.is_counted)
  return {
    meaning,
    recordDate,
    paidOn: getPaidOn(row, file),
    paidAmount,
    receivedAmount,
    isKnown,
    boleto: findLineBoleto(row),
  }
}

/** Returns the date of the payment that the record will create. */
function getPaidOn(row: Row, { file_date }: PreviewedFile): CivilDate {
  return row.occurrence_date ?? row.credit_date ?? file_date ?? toCivilDate(new Date())
}

/** Returns the boleto and order that determine the predicted outcome; null without a boleto. */
function findLineBoleto(row: Row): PlannedLine['boleto'] {
  const {
    boleto_id: id,
    order_id: orderId,
    boleto_value: value,
    boleto_state: state,
    boleto_due_date: dueDate,
    state_at: stateAt,
    status,
  } = row
  const comparison = compareMatchRow(row)
  if (id === null || orderId === null || !comparison) return null
  if (value === null || state === null || !stateAt) return null
  if (status === null || !dueDate) return null
  const isRejected = status === orderStatus.cancelled && row.reason !== null
  const order = {
    status,
    isRejected,
    hasPayment: Boolean(row.has_payment),
    isRenewedSince: Boolean(row.is_renewed_since),
    isAccountRemoved: Boolean(row.is_account_removed),
  }
  return {
    id,
    orderId,
    value,
    dueDate,
    terms: toBoletoTerms(row),
    state,
    since: toCivilDate(stateAt),
    isWithdrawn: row.withdrawn_at !== null,
    comparison,
    order,
  }
}
