import {
  addBusinessDays as addBusinessDaysElsewhere,
  isBusinessDay as isBusinessDayElsewhere,
} from '@brazilian-utils/brazilian-utils'
import { describe, expect, test } from 'vitest'
import {
  addBusinessDays,
  addDays,
  addYears,
  countDaysBetween,
  findFirstDayWithinBusinessDays,
  getPreviousBusinessDay,
  isBusinessDay,
  isCivilDate,
  toCivilDate,
  toCivilTime,
  toInstant,
} from '#app/domain/platform/calendar.ts'

describe('civil dates', () => {
  test.each(['2026-11-21', '2028-02-29', '2000-02-29', '1997-10-07', '9999-12-31'])(
    'accepts the date %s',
    (date) => {
      expect(isCivilDate(date)).toBe(true)
    },
  )

  test.each([
    '2027-02-29',
    '1900-02-29',
    '2026-00-10',
    '2026-13-01',
    '2026-04-31',
    '2026-01-00',
    '2026-1-1',
    '21/11/2026',
    '2026-11-21T00:00:00Z',
    '0099-01-01',
    '2026-11-21 ',
    '',
  ])('rejects the date %j', (date) => {
    expect(isCivilDate(date)).toBe(false)
    expect(() => addDays(date, 1)).toThrow(RangeError)
    expect(() => countDaysBetween('2026-01-01', date)).toThrow(RangeError)
    expect(() => addYears(date, 1)).toThrow(RangeError)
  })

  test.each([
    ['2026-11-21T15:04:00Z', '2026-11-21'],
    ['2026-11-21T02:59:59Z', '2026-11-20'],
    ['2026-11-21T03:00:00Z', '2026-11-21'],
    ['2027-01-01T02:00:00Z', '2026-12-31'],
    ['2018-12-01T02:30:00Z', '2018-12-01'], // summer time, until 2019
  ])('%s is %s in São Paulo', (instant, date) => {
    expect(toCivilDate(new Date(instant))).toBe(date)
  })

  test('returns the date in another time zone', () => {
    expect(toCivilDate(new Date('2026-11-21T02:00:00Z'), 'UTC')).toBe('2026-11-21')
    expect(toCivilDate(new Date('2026-11-21T04:30:00Z'), 'America/Rio_Branco')).toBe('2026-11-20')
  })

  test('rejects an invalid instant', () => {
    expect(() => toCivilDate(new Date('never'))).toThrow(RangeError)
  })
})

describe('date arithmetic', () => {
  test.each([
    ['2026-11-21', 1, '2026-11-22'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2018-11-03', 1, '2018-11-04'], // a day whose midnight does not exist in São Paulo
    ['1997-10-07', 10000, '2025-02-22'],
  ])('%s plus %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
    expect(countDaysBetween(date, expected)).toBe(days)
  })

  test('rejects half days', () => {
    expect(() => addDays('2026-11-21', 0.5)).toThrow(RangeError)
  })

  test.each([
    ['2026-11-21', 1, '2027-11-21'],
    ['2028-02-29', 1, '2029-02-28'],
    ['2028-02-29', 4, '2032-02-29'],
    ['2027-02-28', 1, '2028-02-28'],
    ['2028-02-29', -1, '2027-02-28'],
    ['2096-02-29', 4, '2100-02-28'],
  ])('%s plus %i years is %s', (date, years, expected) => {
    expect(addYears(date, years)).toBe(expected)
  })

  test('rejects years after 9999', () => {
    expect(() => addYears('9999-12-31', 1)).toThrow(RangeError)
  })
})

describe('business days', () => {
  test.each([
    ['2026-01-01', 'New Year'],
    ['2026-02-16', 'Carnival Monday'],
    ['2026-02-17', 'Carnival Tuesday'],
    ['2026-04-03', 'Good Friday'],
    ['2026-04-21', 'Tiradentes'],
    ['2026-05-01', 'Labour Day'],
    ['2026-06-04', 'Corpus Christi'],
    ['2026-09-07', 'Independence'],
    ['2026-10-12', 'Aparecida'],
    ['2026-11-02', 'All Souls'],
    ['2024-11-15', 'Republic'],
    ['2026-11-20', 'Black Awareness'],
    ['2026-12-25', 'Christmas'],
    ['2026-12-31', 'the last day of the year'],
    ['2028-12-29', 'the last weekday of the year, a Friday'],
    ['2027-12-31', 'the last weekday of the year'],
    ['2026-11-21', 'a Saturday'],
    ['2026-11-22', 'a Sunday'],
  ])('banks are closed on %s, %s', (date) => {
    expect(isBusinessDay(date)).toBe(false)
  })

  test.each([
    ['2026-11-23', 'an ordinary Monday'],
    ['2026-02-18', 'Ash Wednesday'],
    ['2023-11-20', 'Black Awareness before it was national'],
    ['2026-07-09', 'a holiday of São Paulo alone'],
    ['2026-12-24', 'Christmas Eve'],
    ['2026-12-30', 'the last day of business for the public'],
    ['2028-12-28', 'the day before the last weekday'],
  ])('banks settle on %s, %s', (date) => {
    expect(isBusinessDay(date)).toBe(true)
  })

  test.each([
    ['2026-11-19', 1, '2026-11-23'],
    ['2026-11-18', 3, '2026-11-24'],
    ['2026-02-13', 1, '2026-02-18'],
    ['2026-12-24', 1, '2026-12-28'],
    ['2026-12-30', 1, '2027-01-04'],
    ['2026-11-23', 0, '2026-11-23'],
    ['2026-11-21', 0, '2026-11-23'],
    ['2026-11-20', 0, '2026-11-23'],
    ['2026-11-21', 1, '2026-11-23'],
  ])('%s plus %i business days is %s', (date, count, expected) => {
    expect(addBusinessDays(date, count)).toBe(expected)
  })

  test.each([
    ['2026-02-16', '2026-02-13'],
    ['2027-01-01', '2026-12-30'],
    ['2026-11-23', '2026-11-23'],
  ])('the last business day up to %s is %s', (date, expected) => {
    expect(getPreviousBusinessDay(date)).toBe(expected)
  })

  test('finds the first date whose three following business days reach today', () => {
    for (let today = '2026-01-01'; today < '2027-03-01'; today = addDays(today, 1)) {
      const firstDay = findFirstDayWithinBusinessDays(today, 3)
      expect(addBusinessDays(firstDay, 3) >= today).toBe(true)
      expect(addBusinessDays(addDays(firstDay, -1), 3) < today).toBe(true)
    }
  })

  test.each([-1, 1.5, Number.NaN])('rejects the count %d', (count) => {
    expect(() => addBusinessDays('2026-11-23', count)).toThrow(RangeError)
  })

  test('agrees with another implementation from 2001 to 2050, except Carnival Monday and the last weekday', () => {
    let differingCount = 0
    for (let date = '2001-01-01'; date < '2051-01-01'; date = addDays(date, 1)) {
      if (isBusinessDay(date) === isBusinessDayElsewhere(getLocalNoon(date))) continue
      differingCount += 1
      expect([date, isBusinessDay(date), isBusinessDayElsewhere(getLocalNoon(addDays(date, 1)))]).toEqual([
        date,
        false,
        false,
      ])
    }
    // Two days a year, each before a day on which banks are closed.
    expect(differingCount).toBe(100)
  })

  test('counts like another implementation away from Carnival', () => {
    for (let date = '2026-03-01'; date < '2026-12-20'; date = addDays(date, 1)) {
      expect(addBusinessDaysElsewhere(getLocalNoon(date), 5)).toEqual(getLocalNoon(addBusinessDays(date, 5)))
    }
  })
})

function getLocalNoon(date: string): Date {
  return new Date(`${date}T12:00:00`)
}

describe('clock times', () => {
  test.each([
    ['2026-11-21T03:05:00Z', '00:05'],
    ['2026-11-21T02:59:59Z', '23:59'],
    ['2026-11-21T03:00:00Z', '00:00'],
    ['2026-11-21T15:04:59Z', '12:04'],
  ])('at %s a clock in São Paulo shows %s', (instant, time) => {
    expect(toCivilTime(new Date(instant))).toBe(time)
  })

  test('converts date and time, even in summer time', () => {
    expect(toInstant('2026-11-21', '00:05')).toEqual(new Date('2026-11-21T03:05:00Z'))
    expect(toInstant('2019-01-10', '00:05')).toEqual(new Date('2019-01-10T02:05:00Z'))
    expect(toInstant('2026-12-31', '23:59')).toEqual(new Date('2027-01-01T02:59:00Z'))
  })

  test('shifts a skipped time by at most an hour', () => {
    const instant = toInstant('2018-11-04', '00:05')
    expect(Math.abs(instant.getTime() - Date.parse('2018-11-04T03:05:00Z'))).toBeLessThanOrEqual(3_600_000)
  })

  test.each(['24:00', '0:05', '12:60', '', '12:04:00'])('rejects the time %j', (time) => {
    expect(() => toInstant('2026-11-21', time)).toThrow(RangeError)
  })
})
