import { formatAccessKey } from '#app/domain/orders/invoices/access-key.ts'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { formatAmount, formatDate, formatReais, formatWeight } from '#app/text/platform/format.ts'

type Kind = 'text' | 'code' | 'key' | 'date' | 'money' | 'count' | 'weight'

/** Null is '-'; text may stand in a date column. */
export function formatCell(kind: Kind, value: string | number | null): string {
  if (value === null || value === '') return '-'
  if (kind === 'date') return formatDateText(String(value))
  if (kind === 'money') return formatReais(Number(value))
  if (kind === 'weight') return formatWeight(Number(value))
  if (kind === 'count') return Number(value).toLocaleString('pt-BR')
  if (kind === 'key') return inThrees(formatAccessKey(String(value)))
  return String(value)
}

/** Breaks after every third group alone, so that a narrow column is no tower. */
function inThrees(groups: string): string {
  return groups
    .split(' ')
    .reduce((text, group, index) => `${text}${index % 3 === 0 ? ' ' : '\u00a0'}${group}`)
}

export function rowCount(count: number, { one, many }: { one: string; many: string }): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('pt-BR')} ${many}`
}

export function cutCard(shown: number, inAll: number): string {
  return `Aqui estão as ${shown.toLocaleString('pt-BR')} linhas mais novas de ${inAll.toLocaleString('pt-BR')}.`
}

export function tooLongForPaper(max: number): string {
  return `Em PDF só até ${max.toLocaleString('pt-BR')} linhas. Use Excel ou CSV, ou peça um período menor.`
}

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

/** CSV numbers have no unit, so the heading names it. */
export function headForCsv(kind: Kind, label: string): string {
  return kind === 'weight' ? `${label} (kg)` : label
}

/** '1234,56' without unit, which Excel in Brazil reads as a number. */
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

export function columnAlign(kind: Kind): 'text' | 'code' | 'num' {
  if (kind === 'text' || kind === 'key') return 'text'
  return kind === 'code' || kind === 'date' ? 'code' : 'num'
}
