import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { formatAmount, formatDate, formatReais, formatWeight } from '#app/text/platform/format.ts'

type Kind = 'text' | 'code' | 'date' | 'money' | 'count' | 'weight'

/** A cell of a report as it is read on screen and paper; nothing is '-', and a word may stand where a date would. */
export function formatCell(kind: Kind, value: string | number | null): string {
  if (value === null || value === '') return '-'
  if (kind === 'date') return formatDateText(String(value))
  if (kind === 'money') return formatReais(Number(value))
  if (kind === 'weight') return formatWeight(Number(value))
  if (kind === 'count') return Number(value).toLocaleString('pt-BR')
  return String(value)
}

/** How many rows there are: '1 pedido', '1.204 pedidos'. */
export function rowCount(count: number, { one, many }: { one: string; many: string }): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('pt-BR')} ${many}`
}

/** What a long card says under the rows it has: those that lead, the newest. */
export function cutCard(shown: number, inAll: number): string {
  return `Aqui estão as ${shown.toLocaleString('pt-BR')} linhas mais novas de ${inAll.toLocaleString('pt-BR')}.`
}

/** Why a report of so many rows is not made as a PDF. */
export function tooLongForPaper(most: number): string {
  return `Em PDF só até ${most.toLocaleString('pt-BR')} linhas. Use Excel ou CSV, ou peça um período menor.`
}

/** Why a report is not shown at once and what there is to do, by what is in the way and the period it was asked for. */
export function formatReportDelay(
  delay: 'too-long' | 'busy',
  period: { start: string; end: string } | undefined,
): string {
  if (delay === 'busy')
    return 'Outros relatórios estão sendo lidos agora. Tente de novo em instantes ou prepare o arquivo em Excel, CSV ou PDF.'
  if (!period)
    return 'Este relatório é longo demais para mostrar na hora. Prepare o arquivo em Excel, CSV ou PDF.'
  return `O período de ${formatDateText(period.start)} a ${formatDateText(period.end)} é longo demais para mostrar na hora. Escolha um período menor ou prepare o arquivo em Excel, CSV ou PDF.`
}

/** The head of a column in a file of commas, with the unit its numbers have lost. */
export function headForCsv(kind: Kind, label: string): string {
  return kind === 'weight' ? `${label} (kg)` : label
}

/** A cell for a file of commas, where Excel in Brazil is to see numbers: '1234,56' and no unit. */
export function cellForCsv(kind: Kind, value: string | number | null) {
  if (value === null) return null
  if (kind === 'date') return formatDateText(String(value))
  if (kind === 'money') return { number: formatAmount(Number(value)).replaceAll('.', '') }
  if (kind === 'weight') return { number: String(Number(value) / 1000).replace('.', ',') }
  return value
}

function formatDateText(value: string): string {
  return isCivilDate(value) ? formatDate(value) : value
}

/** How a column stands: numbers at the right, dates and codes unbroken. */
export function columnAlign(kind: Kind): 'text' | 'code' | 'num' {
  if (kind === 'text') return 'text'
  return kind === 'code' || kind === 'date' ? 'code' : 'num'
}
