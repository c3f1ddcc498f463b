import type { findBankFile } from '#app/models/payments/bank-file.server.ts'
import { compareMatchRow } from '#app/models/payments/bank-file-match.server.ts'
import type { OutcomeSum, PreviewedLine } from '#app/models/payments/bank-file-preview.server.ts'
import { formatDifference } from '#app/routes/admin/payments/boleto-match-labels.ts'
import {
  bankFileSources,
  bankFileStates,
  formatOccurrence,
  formatOutcome,
  formatOutcomeReason,
  getOutcomeCode,
} from '#app/text/payments/bank-file-labels.ts'
import { formatDate, formatDateTime, formatReais } from '#app/text/platform/format.ts'
import { getBankName } from '#app/text/settings/bank-labels.ts'

type File = NonNullable<Awaited<ReturnType<typeof findBankFile>>>

/** Returns the data of a return file; `fees` are in centavos, undefined until they are summed. */
export function describeBankFile(file: File, fees: number | undefined) {
  const applied = file.applied_at
    ? [{ key: 'Aplicado', value: `${formatDateTime(file.applied_at)}, ${file.appliedBy ?? 'sistema'}` }]
    : []
  return [
    { key: 'Situação', value: bankFileStates[file.state].text },
    { key: 'Banco', value: `${getBankName(file.bank)}, CNAB ${file.format}` },
    { key: 'Convênio ou conta', value: file.agreement || 'não informado' },
    { key: 'Data do arquivo', value: file.file_date ? formatDate(file.file_date) : 'não informada' },
    { key: 'Arquivo', value: file.name },
    {
      key: 'Recebido',
      value: `${formatDateTime(file.created_at)}, ${file.broughtBy ?? bankFileSources[file.source]}`,
    },
    ...applied,
    ...(file.numbers_through === null
      ? []
      : [
          {
            key: 'Números de boleto',
            value: `O banco conhece números até ${file.numbers_through}: os próximos boletos seguem depois dele`,
          },
        ]),
    ...(fees ? [{ key: 'Tarifas do banco', value: formatReais(fees) }] : []),
  ]
}

/** Formats count and money of an outcome. */
export function toSumRow({ outcome, count, paidAmount }: OutcomeSum, file: Pick<File, 'state'>) {
  const words = formatOutcome(outcome, file.state !== 'read')
  return {
    code: getOutcomeCode(outcome),
    ...words,
    count,
    paidText: paidAmount === 0 ? '' : formatReais(paidAmount),
  }
}

/** Returns why a record needs staff, and both values if bank and boleto differ; '' for others. */
function formatLineReason(line: PreviewedLine, file: Pick<File, 'bank' | 'format'>): string {
  if (line.outcome !== 'boleto-differs') return formatOutcomeReason(file, line)
  return formatDifference({ ...line, comparison: compareMatchRow(line) }, line.boleto_state)
}

/** Returns a record for page and file, with amounts in centavos. */
export function toLineRow(line: PreviewedLine, file: Pick<File, 'bank' | 'format' | 'state'>) {
  const { id, outcome, paid, fee } = line
  return {
    ...{ id, paid, fee, line: line.line, boleto: line.boleto_value },
    ourNumber: line.our_number,
    document: line.document_number,
    orderId: line.order_id,
    code: line.occurrence,
    occurrence: formatOccurrence(line),
    meaning: line.meaning,
    on: line.occurrence_date,
    creditedOn: line.credit_date,
    outcome: outcome && formatOutcome(outcome, file.state !== 'read'),
    reason: formatLineReason(line, file),
  }
}
