import type { BoletoState } from '#app/domain/charges/boleto-state.ts'
import { formatControlNumber } from '#app/domain/charges/issued-boleto.ts'
import type { Comparison, FieldMatch } from '#app/domain/payments/boleto-match.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate, formatDocument, formatReais } from '#app/text/platform/format.ts'

/** A record of the bank and our boleto with its number. Without one, its fields are null. */
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

type Fact = { label: string; bank: string; boleto: string; agrees: FieldMatch | 'other' | null }

const notSaid = 'não informa'
const formatOrNotSaid = (text: string | null) => (text === null || /^[\s0]*$/.test(text) ? notSaid : text)

/** Compares both, field by field; `agrees` is null for fields that are not compared. */
export function compareSides(of: PaymentComparison): Fact[] {
  const { comparison, boleto_reference: reference } = of
  const none = '-'
  return [
    {
      label: 'Nosso número',
      bank: of.our_number,
      boleto: of.our_number_printed ?? none,
      agrees: of.our_number_printed === null ? null : 'same',
    },
    {
      label: 'Documento',
      bank: formatOrNotSaid(of.document_number),
      boleto: of.boleto_document ?? none,
      agrees: comparison?.document ?? null,
    },
    {
      label: 'Vencimento',
      bank: of.due_date ? formatDate(of.due_date) : notSaid,
      boleto: of.boleto_due_date ? formatDate(of.boleto_due_date) : none,
      agrees: comparison?.dueDate ?? null,
    },
    {
      label: 'Valor do título',
      bank: formatReais(of.value),
      boleto: of.boleto_value === null ? none : formatReais(of.boleto_value),
      agrees: of.boleto_value === null ? null : of.boleto_value === of.value ? 'same' : 'differs',
    },
    {
      label: 'Carteira',
      bank: formatOrNotSaid(of.wallet),
      boleto: of.boleto_wallet ?? none,
      agrees: comparison?.wallet ?? null,
    },
    {
      label: 'Uso da empresa',
      bank: formatOrNotSaid(of.control),
      boleto: reference === null ? none : formatControlNumber(reference),
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

/** Returns why a payment with our boleto's number does not count for it, in one line. */
export function formatMatchDoubt({ isSent, control, wallet }: Comparison, state: BoletoState | null): string {
  if (!isSent) return 'O banco não foi avisado deste boleto por nenhuma remessa.'
  if (state === 'rejected') return 'O banco recusou o registro deste boleto.'
  if (control === 'other')
    return 'O campo da empresa nomeia outro boleto da loja, talvez de antes de um backup restaurado.'
  if (wallet === 'differs') return 'A carteira é outra.'
  return 'Nem documento nem vencimento conferem.'
}

const alwaysShown = new Set(['Documento', 'Vencimento', 'Valor do título'])

/** Returns the differences in one line: 'Documento: banco NF 7, boleto 1053; …'. */
export function formatDifference(of: PaymentComparison, state: BoletoState | null): string {
  if (!of.comparison) return ''
  const data = compareSides(of)
    .slice(1)
    .filter(({ label, agrees }) => alwaysShown.has(label) || agrees !== 'same')
    .map(({ label, bank, boleto }) => `${label}: banco ${bank}, boleto ${boleto}`)
  const payer = formatPayer(of)
  const all = [...data, ...(payer ? [`Pagador no banco: ${payer}`] : [])]
  return `${formatMatchDoubt(of.comparison, state)} ${all.join('; ')}`
}
