import type { ExpressionBuilder } from 'kysely'
import { type Comparison, compareBoleto } from '#app/domain/payments/boleto-match.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export type MatchRow = {
  wallet: string
  document_number: string
  control: string
  due_date: CivilDate | null
  boleto_wallet: string | null
  boleto_document: string | null
  boleto_reference: string | null
  boleto_due_date: CivilDate | null
  is_sent: unknown
}

/** The columns of the joined table `boleto` that are compared with a record. */
export const boletoColumns = [
  'boleto.wallet as boleto_wallet',
  'boleto.document_number as boleto_document',
  'boleto.reference as boleto_reference',
  'boleto.due_date as boleto_due_date',
] as const

/** Returns the condition that a remittance with the boleto's registration was sent and not rejected. */
export function isRegistrationSent(
  eb: ExpressionBuilder<Database & { boleto: Database['boletos'] }, 'boleto'>,
) {
  return eb.exists(
    eb
      .selectFrom('boleto_instructions as sent')
      .innerJoin('remittances', 'remittances.id', 'sent.remittance_id')
      .select('sent.id')
      .whereRef('sent.boleto_id', '=', 'boleto.id')
      .where('sent.instruction', '=', 'register')
      .where('remittances.refused_at', 'is', null),
  )
}

/** Compares a record with the shop's boleto. Returns null if no boleto has the record's number. */
export function compareMatchRow(row: MatchRow): Comparison | null {
  const {
    boleto_wallet: wallet,
    boleto_document: documentNumber,
    boleto_reference: reference,
    boleto_due_date: dueDate,
  } = row
  if (wallet === null || documentNumber === null || reference === null || !dueDate) return null
  const record = {
    wallet: row.wallet,
    documentNumber: row.document_number,
    control: row.control,
    dueDate: row.due_date,
  }
  const boleto = { wallet, documentNumber, reference, dueDate, isSent: Boolean(row.is_sent) }
  return compareBoleto(record, boleto)
}

type RecordFacts = Pick<MatchRow, 'wallet' | 'document_number' | 'control' | 'due_date'>

/** Compares a record with its boleto. The caller must have locked the boleto. */
export async function compareLockedBoleto(trx: Trx, record: RecordFacts, boletoId: number) {
  const boleto = await trx
    .selectFrom('boletos as boleto')
    .where('boleto.id', '=', boletoId)
    .select(boletoColumns)
    .select((eb) => ['boleto.state', isRegistrationSent(eb).as('is_sent')])
    .executeTakeFirstOrThrow()
  return { comparison: compareMatchRow({ ...record, ...boleto }), state: boleto.state }
}
