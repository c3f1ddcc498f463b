import { type CivilDate, parseCivilDate } from '#app/domain/platform/calendar.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { formatDate } from '#app/text/platform/format.ts'
import type { FilterField } from './sheet.server.ts'

const wrongDay = 'Data inválida. Use dia/mês/ano.'
const wrongOrder = 'A data final é anterior à inicial.'

/** Parses a period. For an invalid period, `period` is undefined and the fields contain errors. */
export function parsePeriodFilter(
  params: URLSearchParams,
  defaultPeriod: Period,
): { fields: FilterField[]; period: Period | undefined } {
  const start = parseDay(params, 'start', defaultPeriod.start)
  const end = parseDay(params, 'end', defaultPeriod.end)
  const isReversed = start.day !== null && end.day !== null && start.day > end.day
  const fields: FilterField[] = [
    { kind: 'day', name: 'start', label: 'Data inicial', ...start.field },
    {
      kind: 'day',
      name: 'end',
      label: 'Data final',
      ...end.field,
      ...(isReversed ? { errors: [wrongOrder] } : {}),
    },
  ]
  const isValid = start.day !== null && end.day !== null && !isReversed
  return { fields, period: isValid ? { start: start.day ?? '', end: end.day ?? '' } : undefined }
}

function parseDay(params: URLSearchParams, name: string, defaultDay: CivilDate) {
  const sentDay = params.get(name)
  if (sentDay === null || sentDay.trim() === '') return { day: defaultDay, field: { value: defaultDay } }
  const day = parseCivilDate(sentDay)
  return { day, field: day ? { value: day } : { value: sentDay, errors: [wrongDay] } }
}

/** Returns a period as text: 'De 01/11/2026 a 30/11/2026'. */
export function formatPeriod({ start, end }: Period): string {
  return start === end ? `Em ${formatDate(start)}` : `De ${formatDate(start)} a ${formatDate(end)}`
}

/** Returns '2026-11-01_2026-11-30', for names of files. */
export function formatPeriodFileName({ start, end }: Period): string {
  return `${start}_${end}`
}
