import {
  boletoColumns,
  compareMatchRow,
  isRegistrationSent,
} from '#app/models/payments/bank-file-match.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Returns the payment's record in the return file and its differences, or undefined for other sources. */
export async function findPaymentRecord({ source, details }: { source: string; details: string | null }) {
  const position = source === 'bank-file' && details ? parseRecordPosition(details) : undefined
  if (!position) return undefined
  const row = await db
    .selectFrom('bank_file_lines as line')
    .innerJoin('bank_files', 'bank_files.id', 'line.bank_file_id')
    .leftJoin('boletos as boleto', 'boleto.id', 'line.boleto_id')
    .where('bank_file_id', '=', position.bankFile)
    .where('line.line', '=', position.line)
    .select(['bank_file_id', 'bank_files.bank', 'line.line', 'line.our_number', 'line.wallet', 'control'])
    .select(['line.document_number', 'line.due_date', 'line.value', 'fee', 'payer_name', 'payer_document'])
    .select(['boleto.order_id', 'boleto.our_number_printed', 'boleto.value as boleto_value', 'boleto.state'])
    .select(boletoColumns)
    .select((eb) => isRegistrationSent(eb).as('is_sent'))
    .executeTakeFirst()
  return row && { ...row, comparison: compareMatchRow(row) }
}

function parseRecordPosition(details: string): { bankFile: number; line: number } | undefined {
  const { bankFile, line }: Record<string, unknown> = JSON.parse(details)
  return typeof bankFile === 'number' && typeof line === 'number' ? { bankFile, line } : undefined
}
