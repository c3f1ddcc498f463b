import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export const maxListedRefusals = 20

/** Staff get a mail about records with these outcomes. 'unknown' means money with an unknown code. */
export const refusedOutcomes = ['rejected', 'instruction-rejected', 'unpayable', 'unknown'] as const

/** Returns lines of a bank file that wait for staff, or undefined if no line waits. */
export async function findRefusedLines(fileId: number) {
  const file = await db
    .selectFrom('bank_files')
    .select(['id', 'bank', 'format'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!file) return undefined
  const lines = await db
    .selectFrom('bank_file_lines as line')
    .leftJoin('boletos', 'boletos.id', 'line.boleto_id')
    .where('bank_file_id', '=', fileId)
    .where('outcome', 'in', refusedOutcomes)
    .select(['boletos.order_id as orderId', 'line.our_number as ourNumber', 'outcome', 'reasons'])
    .select(['occurrence', 'line.received as value'])
    .orderBy('line.line')
    .execute()
  const rows = lines.flatMap(({ outcome, ...row }) => {
    const refusedOutcome = refusedOutcomes.find((refused) => refused === outcome)
    return refusedOutcome ? [{ ...row, outcome: refusedOutcome }] : []
  })
  if (rows.length === 0) return undefined
  const unknownCount = rows.filter(({ outcome }) => outcome === 'unknown').length
  return {
    ...file,
    count: rows.length - unknownCount,
    unknownCount,
    rows: sortMoneyFirst(rows).slice(0, maxListedRefusals),
  }
}

/** Sorts money with unknown codes before rejections, because the mail shows only the first lines. */
function sortMoneyFirst<Row extends { outcome: string }>(rows: readonly Row[]): Row[] {
  const isMoney = ({ outcome }: Row) => outcome === 'unknown'
  return [...rows.filter(isMoney), ...rows.filter((row) => !isMoney(row))]
}

/** Selects files that contain money with unknown codes if staff have not recorded the bank's answer yet. */
export function selectUnknownCodeFiles() {
  return db
    .selectFrom('bank_files')
    .where(hasUnansweredCodes)
    .select(['id', sql<Date>`coalesce(applied_at, created_at)`.as('since')])
}

export async function hasUnknownCodes(fileId: number): Promise<boolean> {
  const file = await selectUnknownCodeFiles().where('id', '=', fileId).executeTakeFirst()
  return file !== undefined
}

/** Stores the bank's answer in the file's history. Returns false if an answer is already stored. */
export function recordCodeAnswer(fileId: number, reason: string, actorUserId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const file = await trx
      .selectFrom('bank_files')
      .where('id', '=', fileId)
      .where(hasUnansweredCodes)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (!file) return false
    await recordHistory(trx, {
      entity: 'bank-file',
      entityId: fileId,
      action: 'codes-answered',
      actorUserId,
      details: { reason },
    })
    return true
  })
}

/** Returns the condition that staff recorded no answer about money with an unknown code. */
function hasUnansweredCodes({
  and,
  exists,
  not,
  selectFrom,
}: ExpressionBuilder<Database, 'bank_files'>): Expression<SqlBool> {
  const lines = selectFrom('bank_file_lines as line')
    .whereRef('line.bank_file_id', '=', 'bank_files.id')
    .where('line.outcome', '=', 'unknown')
    .where('line.received', '>', 0)
    .select('line.id')
  const answers = selectFrom('history')
    .where('history.entity', '=', 'bank-file')
    .whereRef('history.entity_id', '=', 'bank_files.id')
    .where('history.action', '=', 'codes-answered')
    .select('history.id')
  return and([exists(lines), not(exists(answers))])
}
