import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { type Centavos, formatAmount, groupThousands } from '#app/domain/platform/money.ts'

export { formatAmount }

/** Returns 'R$ 1.234,56' with an ordinary space; never '-R$ 0,00'. */
export function formatReais(centavos: Centavos): string {
  return `${centavos < 0 ? '-' : ''}R$ ${formatAmount(Math.abs(centavos))}`
}

/** Returns '2,00%' for 200 hundredths of a percent. */
export function formatPercent(hundredths: number): string {
  return `${(hundredths / 100).toFixed(2).replace('.', ',')}%`
}

export function formatDate(date: CivilDate): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!match) throw new RangeError(`not a civil date: ${date}`)
  const [, year, month, day] = match
  return `${day}/${month}/${year}`
}

const saoPauloTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Returns São Paulo time: '21/11/2026 às 12:04'. */
export function formatDateTime(instant: Date): string {
  const dateParts = new Map(saoPauloTime.formatToParts(instant).map(({ type, value }) => [type, value]))
  const date = `${dateParts.get('day')}/${dateParts.get('month')}/${dateParts.get('year')}`
  return `${date} às ${dateParts.get('hour')}:${dateParts.get('minute')}`
}

/** Returns São Paulo's date, hour and minute as if they were UTC, in ms, for programs without time zones. */
export function toSaoPauloClock(instant: Date): number {
  const [day, month = 1, year = 0, hour, minute] = formatDateTime(instant).split(/\D+/).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute)
}

/** Formats a CPF or CNPJ with punctuation. Returns other text unchanged. */
export function formatDocument(cpfOrCnpj: string): string {
  if (/^\d{11}$/.test(cpfOrCnpj)) return cpfOrCnpj.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cpfOrCnpj)) return cpfOrCnpj
  return cpfOrCnpj.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5')
}

/** Returns a weight as text: '1,25 kg' for 1250 grams. */
export function formatWeight(grams: number): string {
  if (!Number.isSafeInteger(grams) || grams < 0) throw new RangeError(`not whole grams: ${grams}`)
  const digits = String(grams).padStart(4, '0')
  const decimals = digits.slice(-3).replace(/0+$/, '')
  const kilograms = groupThousands(digits.slice(0, -3))
  return decimals ? `${kilograms},${decimals} kg` : `${kilograms} kg`
}

/** Returns '2,3 MB', or whole kB below a megabyte. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.max(1, Math.round(bytes / 1024))} kB`
  return `${(bytes / 1_048_576).toFixed(1).replace('.', ',')} MB`
}
