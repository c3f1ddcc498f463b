import type { BoletoState } from '#app/domain/charges/boleto-state.ts'
import { formatControlNumber } from '#app/domain/charges/issued-boleto.ts'
import type { Comparison, FieldMatch } from '#app/domain/payments/boleto-match.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate, formatDocument, formatReais } from '#app/text/platform/format.ts'

/** The bank's record of a payment, and our boleto with this number. Without a boleto, its fields are null. */
export type PaymentComparison = {
  our_number: string
  wallet: string
  document_number: string
  control: string
  due_date: CivilDate | null
  value: number
  payer_name: string
  payer_document: string
  our_number_printed: string | null
  boleto_wallet: string | null
  boleto_document: string | null
  boleto_reference: string | null
  boleto_due_date: CivilDate | null
  boleto_value: number | null
  comparison: Comparison | null
}

type ComparisonRow = { label: string; bank: string; boleto: string; agrees: FieldMatch | 'other' | null }

const blankOrZeros = /^[\s0]*$/
const notReported = 'não informa'
const formatReported = (text: string | null) =>
  text === null || blankOrZeros.test(text) ? notReported : text

/** Compares record and boleto field by field; `agrees` is null for fields that are not compared. */
export function compareBankWithBoleto(payment: PaymentComparison): ComparisonRow[] {
  const { comparison, boleto_reference: reference } = payment
  const noValue = '-'
  const valueMatch = payment.boleto_value === payment.value ? 'same' : 'differs'
  const boletoValueMatch = payment.boleto_value === null ? null : valueMatch
  return [
    {
      label: numberLabel,
      bank: payment.our_number,
      boleto: payment.our_number_printed ?? noValue,
      agrees: payment.our_number_printed === null ? null : 'same',
    },
    {
      label: 'Documento',
      bank: formatReported(payment.document_number),
      boleto: payment.boleto_document ?? noValue,
      agrees: comparison?.document ?? null,
    },
    {
      label: 'Vencimento',
      bank: payment.due_date ? formatDate(payment.due_date) : notReported,
      boleto: payment.boleto_due_date ? formatDate(payment.boleto_due_date) : noValue,
      agrees: comparison?.dueDate ?? null,
    },
    {
      label: 'Valor do título',
      bank: formatReais(payment.value),
      boleto: payment.boleto_value === null ? noValue : formatReais(payment.boleto_value),
      agrees: boletoValueMatch,
    },
    {
      label: 'Carteira',
      bank: formatReported(payment.wallet),
      boleto: payment.boleto_wallet ?? noValue,
      agrees: comparison?.wallet ?? null,
    },
    {
      label: 'Uso da empresa',
      bank: formatReported(payment.control),
      boleto: reference === null ? noValue : formatControlNumber(reference),
      agrees: comparison?.control ?? null,
    },
  ]
}

/** Returns the payer of the bank's record; '' if it is missing. */
export function formatPayer({ payer_name: name, payer_document: document }: PaymentComparison): string {
  return [name, formatDocument(document)].filter((text) => text !== '').join(', ')
}

export const agreementTexts: Readonly<Record<FieldMatch | 'other', string>> = {
  same: 'confere',
  differs: 'não confere',
  blank: 'não informado',
  other: 'é outro boleto da loja',
}

/** Returns why a payment with our boleto's number does not pay the boleto, in one line. */
export function formatMatchDoubt({ isSent, control, wallet }: Comparison, state: BoletoState | null): string {
  if (!isSent) return 'O banco não foi avisado deste boleto por nenhuma remessa.'
  if (state === 'rejected') return 'O banco recusou o registro deste boleto.'
  if (control === 'other')
    return 'O campo da empresa nomeia outro boleto da loja, talvez de antes de um backup restaurado.'
  if (wallet === 'differs') return 'A carteira é outra.'
  return 'Nem documento nem vencimento conferem.'
}

const numberLabel = 'Nosso número'
const alwaysShownLabels = new Set(['Documento', 'Vencimento', 'Valor do título'])

/** Returns the differences in one line: 'Documento: banco NF 7, boleto 1053; …'. */
export function formatDifference(payment: PaymentComparison, state: BoletoState | null): string {
  if (!payment.comparison) return ''
  const shownRows = compareBankWithBoleto(payment).filter(
    ({ label, agrees }) => label !== numberLabel && (alwaysShownLabels.has(label) || agrees !== 'same'),
  )
  const differences = shownRows.map(({ label, bank, boleto }) => `${label}: banco ${bank}, boleto ${boleto}`)
  const payer = formatPayer(payment)
  if (payer) differences.push(`Pagador no banco: ${payer}`)
  return `${formatMatchDoubt(payment.comparison, state)} ${differences.join('; ')}`
}
