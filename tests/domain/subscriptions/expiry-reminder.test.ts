import { expect, test } from 'vitest'
import { addDays } from '#app/domain/platform/calendar.ts'
import { findReminderStep, listReminderWindows } from '#app/domain/subscriptions/expiry-reminder.ts'

const today = '2026-11-21'

test.each([
  [31, null],
  [30, 30],
  [27, 30],
  [16, 30],
  [15, 15],
  [8, 15],
  [7, 7],
  [2, 7],
  [1, 1],
  [0, 1],
  [-1, -1],
  [-7, -1],
  [-8, null],
  [-400, null],
])('with %d days left, the reminder step is %j', (days, step) => {
  expect(findReminderStep(addDays(today, days), today)).toBe(step)
})

test('due-date windows agree with the step of each due date', () => {
  for (let days = -20; days <= 60; days++) {
    const due = addDays(today, days)
    const steps = listReminderWindows(today).filter(({ from, to }) => from <= due && due <= to)
    expect(steps.map(({ step }) => step)).toEqual(
      [findReminderStep(due, today)].filter((step) => step !== null),
    )
  }
})

test('reminds five times on the listed days when run daily', () => {
  const due = '2028-02-29'
  const days = Array.from({ length: 60 }, (_, index) => addDays(due, index - 45))
  const dayByStep = new Map<number, string>()
  for (const day of days) {
    const step = findReminderStep(due, day)
    if (step !== null && !dayByStep.has(step)) dayByStep.set(step, day)
  }
  expect([...dayByStep]).toEqual([
    [30, '2028-01-30'],
    [15, '2028-02-14'],
    [7, '2028-02-22'],
    [1, '2028-02-28'],
    [-1, '2028-03-01'],
  ])
})
