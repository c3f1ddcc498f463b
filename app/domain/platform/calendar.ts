/** A calendar day in São Paulo as 'YYYY-MM-DD', never an instant. */
export type CivilDate = string

const dayMs = 86_400_000

export function isCivilDate(value: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(value)) return false
  return formatUtcDate(toRawUtcMs(value)) === value
}

/** Parses '21/11/2026' or '2026-11-21'. Returns null for other text. */
export function parseCivilDate(text: string): CivilDate | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  const date = day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim()
  return isCivilDate(date) ? date : null
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached format because creating a format takes longer than all statements of a page. */
function getDateFormat(timeZone: string): Intl.DateTimeFormat {
  const cachedFormat = dateFormats.get(timeZone)
  if (cachedFormat) return cachedFormat
  const dateFormat = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  dateFormats.set(timeZone, dateFormat)
  return dateFormat
}

/** Returns the day of an instant: at 02:59 UTC, it is still yesterday in São Paulo. */
export function toCivilDate(instant: Date, timeZone = 'America/Sao_Paulo'): CivilDate {
  const parts = new Map(
    getDateFormat(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}

export function toCivilTime(instant: Date, timeZone = 'America/Sao_Paulo'): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return format.format(instant)
}

/** Returns the instant of a local time; an hour off if a DST change skips that time. */
export function toInstant(date: CivilDate, time: string, timeZone = 'America/Sao_Paulo'): Date {
  const wantedMs = toUtcMs(date) + countMinutes(time) * 60_000
  const toLocalMs = (ms: number) =>
    toUtcMs(toCivilDate(new Date(ms), timeZone)) + countMinutes(toCivilTime(new Date(ms), timeZone)) * 60_000
  const estimatedMs = wantedMs + (wantedMs - toLocalMs(wantedMs))
  return new Date(estimatedMs + (wantedMs - toLocalMs(estimatedMs)))
}

export function addDays(date: CivilDate, days: number): CivilDate {
  if (!Number.isInteger(days)) throw new RangeError(`not a whole number of days: ${days}`)
  return formatUtcDate(toUtcMs(date) + days * dayMs)
}

export function countDaysBetween(from: CivilDate, to: CivilDate): number {
  return (toUtcMs(to) - toUtcMs(from)) / dayMs
}

/** Adds years. 29 February becomes 28 February in years without a leap day. */
export function addYears(date: CivilDate, years: number): CivilDate {
  const year = getYear(date) + years
  const sameDay = `${year}${date.slice(4)}`
  if (isCivilDate(sameDay)) return sameDay
  if (date.endsWith('-02-29')) return `${year}-02-28`
  throw new RangeError(`no civil date ${years} years from ${date}`)
}

/** Returns whether banks are open. They are closed on weekends, national holidays and the year's last weekday. */
export function isBusinessDay(date: CivilDate): boolean {
  const weekday = getWeekday(date)
  return weekday !== 0 && weekday !== 6 && !isBankHoliday(date)
}

/** Adds business days. With 0, returns `date` or the next business day. */
export function addBusinessDays(date: CivilDate, count: number): CivilDate {
  if (!Number.isInteger(count) || count < 0) throw new RangeError(`not a count of business days: ${count}`)
  if (count === 0) return isBusinessDay(date) ? date : addBusinessDays(date, 1)
  let day = date
  for (let remainingDays = count; remainingDays > 0; ) {
    day = addDays(day, 1)
    if (isBusinessDay(day)) remainingDays -= 1
  }
  return day
}

export function getPreviousBusinessDay(date: CivilDate): CivilDate {
  let day = date
  while (!isBusinessDay(day)) day = addDays(day, -1)
  return day
}

/** Returns the earliest date from which `count` business days end today or later. */
export function findFirstDayWithinBusinessDays(today: CivilDate, count: number): CivilDate {
  let day = today
  while (addBusinessDays(addDays(day, -1), count) >= today) day = addDays(day, -1)
  return day
}

// Sources: Leis 662/1949, 6.802/1980, 10.607/2002.
const fixedHolidays = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25']

// Days from Easter Sunday: Carnival Monday and Tuesday, Good Friday, Corpus Christi.
const movableHolidays = [-48, -47, -2, 60]

function isBankHoliday(date: CivilDate): boolean {
  const year = getYear(date)
  const monthDay = date.slice(5)
  if (fixedHolidays.includes(monthDay)) return true
  if (monthDay === '11-20') return year >= 2024 // Lei 14.759/2023
  if (date === getLastWeekday(year)) return true
  return movableHolidays.includes(countDaysBetween(getEasterSunday(year), date))
}

// Returns the last business day of a year, when banks are closed (Resolução CMN 2.932/2002, art. 2).
function getLastWeekday(year: number): CivilDate {
  const lastDay = `${year}-12-31`
  const daysAfterMonday = (getWeekday(lastDay) + 6) % 7
  const daysAfterFriday = Math.max(0, daysAfterMonday - 4)
  return addDays(lastDay, -daysAfterFriday)
}

// Returns the Sunday after the first full moon from 21 March on (Gauss's Gregorian computus).
function getEasterSunday(year: number): CivilDate {
  const yearInMetonicCycle = year % 19
  const century = Math.floor(year / 100)
  const shift = 15 + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const daysToFullMoon = (19 * yearInMetonicCycle + shift) % 30
  const isTooLate = daysToFullMoon === 29 || (daysToFullMoon === 28 && yearInMetonicCycle > 10)
  const fullMoon = addDays(`${year}-03-21`, isTooLate ? daysToFullMoon - 1 : daysToFullMoon)
  return addDays(fullMoon, 7 - getWeekday(fullMoon))
}

export function getWeekday(date: CivilDate): number {
  return new Date(toUtcMs(date)).getUTCDay()
}

function getYear(date: CivilDate): number {
  return new Date(toUtcMs(date)).getUTCFullYear()
}

function countMinutes(time: string): number {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) throw new RangeError(`not a time of day: ${time}`)
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function toUtcMs(date: CivilDate): number {
  if (!isCivilDate(date)) throw new RangeError(`not a civil date: ${date}`)
  return toRawUtcMs(date)
}

function toRawUtcMs(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)))
}

function formatUtcDate(ms: number): CivilDate {
  return new Date(ms).toISOString().slice(0, 10)
}
