import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate } from '#app/text/platform/format.ts'

export function formatRowCount(count: number, { one, many }: { one: string; many: string }): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('pt-BR')} ${many}`
}

export function formatCutCard(shownCount: number, totalCount: number): string {
  return `Aqui estão as ${shownCount.toLocaleString('pt-BR')} linhas mais novas de ${totalCount.toLocaleString('pt-BR')}.`
}

const conjunctionFormat = new Intl.ListFormat('pt-BR', { type: 'conjunction' })
const maxNamedColumns = 6

/** Returns the names of the columns that only files have, or their number if there are many. */
export function formatFileColumns(
  labels: readonly string[],
  { offersJson }: { offersJson: boolean },
): string {
  const files = conjunctionFormat.format(['Excel', 'CSV', ...(offersJson ? ['JSON'] : [])])
  if (labels.length > maxNamedColumns) return `${files} têm mais ${labels.length} colunas.`
  return `${files} têm também: ${conjunctionFormat.format(labels)}.`
}

export function formatTooLongForPaper(max: number): string {
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

function formatDateText(value: string): string {
  return isCivilDate(value) ? formatDate(value) : value
}
