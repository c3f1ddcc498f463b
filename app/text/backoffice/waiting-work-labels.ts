import { toCivilDate, toCivilTime } from '#app/domain/platform/calendar.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { formatAge } from '#app/text/platform/job-labels.ts'

const HOUR_MS = 3_600_000

/** Returns 'há 3 dias · até 27/11' or 'há 26 h · prazo vencido em 26/11, 15:04'; no age in the first hour. */
export function formatWorkWait(row: { since: Date | null; until: Date | null }, now: Date): string {
  const waitedMs = row.since === null ? 0 : now.getTime() - row.since.getTime()
  const age = waitedMs < HOUR_MS ? '' : formatAge(waitedMs)
  return [age, row.until === null ? '' : formatDeadline(row.until, now)].filter(Boolean).join(' · ')
}

/** Returns '3 neste aviso' if the mail is about only some of the waiting records; otherwise ''. */
export function formatNotifiedCount(row: { count: number; notifiedCount: number }): string {
  return row.notifiedCount >= row.count ? '' : `${row.notifiedCount.toLocaleString('pt-BR')} neste aviso`
}

function formatDeadline(until: Date, now: Date): string {
  return until <= now ? `prazo vencido em ${formatDeadlineTime(until)}` : `até ${formatDeadlineTime(until)}`
}

/** Formats a deadline: by its date for whole days, by its time for hours. */
function formatDeadlineTime(until: Date): string {
  // Midnight ends the day before.
  if (toCivilTime(until) === '00:00') return formatShortDay(new Date(until.getTime() - 1))
  return `${formatShortDay(until)}, ${toCivilTime(until)}`
}

/** Returns '21/11'. */
function formatShortDay(instant: Date): string {
  return formatDate(toCivilDate(instant)).slice(0, 5)
}

export const healthLabels = {
  backup: 'Cópia de segurança',
  mails: 'E-mails',
  background: 'Segundo plano',
  bank: 'Banco',
} as const
