import {
  type findBankFile,
  isOtherAgreementFile,
  parseDoubts,
} from '#app/models/payments/bank-file.server.ts'
import { compareMatchRow } from '#app/models/payments/bank-file-match.server.ts'
import {
  countAppliedLines,
  type OutcomeSum,
  type PreviewedLine,
  type previewBankFile,
} from '#app/models/payments/bank-file-preview.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { findEffectState } from '#app/models/platform/outbox.server.ts'
import { formatDifference } from '#app/routes/admin/payments/boleto-match-labels.ts'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'
import {
  bankFileSources,
  bankFileStates,
  formatApplyingSummary,
  formatBankFileName,
  formatOccurrence,
  formatOutcome,
  formatOutcomeReason,
  getOutcomeCode,
  listRefusalLines,
} from '#app/text/payments/bank-file-labels.ts'
import { formatDate, formatDateTime, formatReais } from '#app/text/platform/format.ts'
import { getBankName } from '#app/text/settings/bank-labels.ts'

const MAX_DOUBTS_SHOWN = 20

type BankFile = NonNullable<Awaited<ReturnType<typeof findBankFile>>>

/** Returns the file's title, state, doubts, details and history. */
export async function loadFileDetails(file: BankFile, feeCentavos?: number) {
  const [isOtherAgreement, history] = await Promise.all([
    isOtherAgreementFile(file),
    listHistoryForStaff('bank-file', file.id),
  ])
  return {
    title: formatBankFileName(file),
    state: file.state,
    isOtherAgreement,
    doubts: listRefusalLines(parseDoubts(file), MAX_DOUBTS_SHOWN),
    hasOriginal: file.stored_name !== '',
    details: describeBankFile(file, feeCentavos),
    history: formatHistoryLines(history),
  }
}

export async function loadProgress(id: number, total: number) {
  const [doneCount, effectState] = await Promise.all([
    countAppliedLines(id),
    findEffectState('apply-bank-file', String(id)),
  ])
  const isStuck = effectState === 'refused'
  return { doneCount, total, isStuck }
}

/** Returns the rows of a return file's summary. The fees are undefined until they are summed. */
function describeBankFile(file: BankFile, feeCentavos: number | undefined) {
  const appliedRows = file.applied_at
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
    ...appliedRows,
    ...(file.numbers_through === null
      ? []
      : [
          {
            key: 'Números de boleto',
            value: `O banco conhece números até ${file.numbers_through}: os próximos boletos seguem depois dele`,
          },
        ]),
    ...(feeCentavos ? [{ key: 'Tarifas do banco', value: formatReais(feeCentavos) }] : []),
  ]
}

/** Formats count and money of an outcome. */
function toSumRow({ outcome, count, paidAmount }: OutcomeSum, file: Pick<BankFile, 'state'>) {
  const outcomeText = formatOutcome(outcome, file.state !== 'read')
  return {
    code: getOutcomeCode(outcome),
    ...outcomeText,
    count,
    paidText: paidAmount === 0 ? '' : formatReais(paidAmount),
  }
}

/** Returns why a record needs staff, and both values if bank and boleto differ; '' for others. */
function formatLineReason(line: PreviewedLine, file: Pick<BankFile, 'bank' | 'format'>): string {
  if (line.outcome !== 'boleto-differs') return formatOutcomeReason(file, line)
  return formatDifference({ ...line, comparison: compareMatchRow(line) }, line.boleto_state)
}

/** Returns a record for page and file, with amounts in centavos. */
export function toLineRow(line: PreviewedLine, file: Pick<BankFile, 'bank' | 'format' | 'state'>) {
  const { id, outcome, paid, fee } = line
  return {
    id,
    paid,
    fee,
    line: line.line,
    boleto: line.boleto_value,
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

type BankFilePreview = Awaited<ReturnType<typeof previewBankFile>>

/** Returns a page of records and the sums of all records, as text. */
export function formatPreview({ count, pages, sums, rows }: BankFilePreview, file: BankFile) {
  return {
    count,
    pages,
    effects: formatApplyingSummary(sums),
    sums: sums.map((sum) => toSumRow(sum, file)),
    rows: rows.map((row) => toLineRow(row, file)),
  }
}
