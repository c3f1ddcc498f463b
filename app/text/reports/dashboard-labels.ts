import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { formatDate } from '#app/text/platform/format.ts'

const monthNames = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
]

/** Returns 'novembro de 2026'. */
export function formatMonthName(day: CivilDate): string {
  return `${monthNames[Number(day.slice(5, 7)) - 1] ?? ''} de ${day.slice(0, 4)}`
}

/** Returns 'nov'. */
export function formatShortMonth(day: CivilDate): string {
  return monthNames[Number(day.slice(5, 7)) - 1]?.slice(0, 3) ?? ''
}

/** Returns '21/11'. */
export function formatShortDay(day: CivilDate): string {
  return formatDate(day).slice(0, 5)
}

/** Formats centavos as reais for an axis: '500', '2 mil', '1,5 mi'. */
export function formatShortReais(centavos: Centavos): string {
  const reais = centavos / 100
  if (reais >= 1_000_000) return `${(reais / 1_000_000).toLocaleString('pt-BR')} mi`
  if (reais >= 1_000) return `${(reais / 1_000).toLocaleString('pt-BR')} mil`
  return reais.toLocaleString('pt-BR')
}

export function formatLateReviews(count: number, hours: number): string {
  if (count === 0) return `Nenhum pedido espera há mais de ${hours} h pela análise da foto.`
  return count === 1
    ? `1 pedido espera há mais de ${hours} h pela análise da foto.`
    : `${count.toLocaleString('pt-BR')} pedidos esperam há mais de ${hours} h pela análise da foto.`
}
