import { expect, test } from 'vitest'
import {
  calculateDueDate,
  calculateDueWithoutRenewal,
  calculateRenewedDue,
  canAwaitDispatch,
  findRenewalBlocker,
  getCurrentStatus,
  getFirstStatus,
  getStatusAfterShipment,
  getUnitAfterShipment,
  isInRenewalWindow,
  isOverdue,
  isUnchangedSinceDispatch,
  listAllowedStatuses,
  renewUnit,
} from '#app/domain/subscriptions/subscription.ts'

test.each([
  [true, true, true, 1],
  [true, false, false, 1],
  [false, false, true, 2],
  [false, false, false, 2],
  [false, true, true, 2],
  [false, true, false, 5],
])(
  'a unit with download %s, subscription %s, copy at purchase %s begins with status %i',
  (isDownload, isSignature, isSentImmediately, status) => {
    expect(getFirstStatus({ isDownload, isSignature, isSentImmediately })).toBe(status)
  },
)

test.each([
  ['2026-11-21', '2027-11-21'],
  ['2028-02-29', '2029-02-28'],
  ['2027-02-28', '2028-02-28'],
  ['2026-12-31', '2027-12-31'],
])('a year from %s ends on %s', (start, due) => {
  expect(calculateDueDate(start, { isSignature: true })).toBe(due)
  expect(calculateDueDate(start, { isSignature: false })).toBeNull()
})

test.each([
  ['2026-10-21', false, false],
  ['2026-10-22', true, false],
  ['2026-11-20', true, false],
  ['2026-11-21', true, false],
  ['2026-11-22', false, true],
])('a unit due on 2026-11-21 is renewable on %s: %s, and overdue: %s', (today, renewable, overdue) => {
  expect([isInRenewalWindow('2026-11-21', today), isOverdue('2026-11-21', today)]).toEqual([
    renewable,
    overdue,
  ])
})

test('a one-off purchase never ends and is never renewed', () => {
  expect([isInRenewalWindow(null, '2099-01-01'), isOverdue(null, '2099-01-01')]).toEqual([false, false])
})

test('every subscription past its due date is expired', () => {
  expect(getCurrentStatus({ status: 5, due: '2026-11-21' }, '2026-11-22')).toBe(4)
  expect(getCurrentStatus({ status: 5, due: '2026-11-21' }, '2026-11-21')).toBe(5)
  expect(getCurrentStatus({ status: 3, due: null }, '2099-01-01')).toBe(3)
})

const printedOneOff = { isDownload: false, isSignature: false, isSentImmediately: true }
const revisionsOnlySubscription = { isDownload: false, isSignature: true, isSentImmediately: false }

test.each([
  { case: 'a waiting copy', sold: printedOneOff, unit: { status: 2, sentOn: null }, expected: true },
  {
    case: 'a waiting next revision',
    sold: revisionsOnlySubscription,
    unit: { status: 2, sentOn: '2026-01-05' },
    expected: true,
  },
  { case: 'a sent copy', sold: printedOneOff, unit: { status: 3, sentOn: '2026-01-05' }, expected: false },
  {
    case: 'a subscription in force',
    sold: revisionsOnlySubscription,
    unit: { status: 5, sentOn: null },
    expected: false,
  },
  {
    case: 'a copy that expired unsent',
    sold: printedOneOff,
    unit: { status: 4, sentOn: null },
    expected: true,
  },
  {
    case: 'a copy that expired after dispatch',
    sold: printedOneOff,
    unit: { status: 4, sentOn: '2026-01-05' },
    expected: false,
  },
  {
    case: 'a download',
    sold: { ...printedOneOff, isDownload: true },
    unit: { status: 1, sentOn: null },
    expected: false,
  },
])('$case awaits dispatch: $expected', ({ sold, unit, expected }) => {
  expect(canAwaitDispatch(sold, unit)).toBe(expected)
})

test.each([
  { isDownload: true, isSignature: true, statuses: [1, 4] },
  { isDownload: true, isSignature: false, statuses: [1] },
  { isDownload: false, isSignature: true, statuses: [5, 2, 4] },
  { isDownload: false, isSignature: false, statuses: [2] },
])(
  'staff can set the statuses $statuses for a unit with download: $isDownload, subscription: $isSignature',
  ({ statuses, ...sold }) => {
    expect(listAllowedStatuses(sold)).toEqual(statuses)
  },
)

test.each([
  { status: 2, formerStatus: null, sent: false, delivered: false },
  { status: 3, formerStatus: null, sent: true, delivered: true },
  { status: 5, formerStatus: null, sent: false, delivered: true },
  { status: 4, formerStatus: 2, sent: false, delivered: false },
  { status: 4, formerStatus: 3, sent: true, delivered: true },
  { status: 4, formerStatus: 5, sent: false, delivered: true },
  { status: 4, formerStatus: null, sent: true, delivered: true },
])(
  'a unit in status $status, before expiry $formerStatus, is unchanged since dispatch: $sent, and since delivery: $delivered',
  ({ status, formerStatus, sent, delivered }) => {
    expect(isUnchangedSinceDispatch({ status, formerStatus }, { isDelivered: false })).toBe(sent)
    expect(isUnchangedSinceDispatch({ status, formerStatus }, { isDelivered: true })).toBe(delivered)
  },
)

test.each([
  { event: 'sent', from: [2, 3, 4, 5], subscription: [3, 3, 4, 3], oneOff: [3, 3, 4, 3] },
  { event: 'delivered', from: [2, 3, 4, 5], subscription: [2, 5, 4, 5], oneOff: [2, 3, 4, 5] },
  { event: 'returned', from: [2, 3, 4, 5], subscription: [2, 2, 4, 5], oneOff: [2, 2, 4, 5] },
] as const)(
  'a shipment that is $event moves units from $from to $subscription in a subscription, else to $oneOff',
  ({ event, from, subscription, oneOff }) => {
    const listStatusesAfter = (isSignature: boolean) =>
      from.map((status) => getStatusAfterShipment(event, { status, isSignature }))
    expect(listStatusesAfter(true)).toEqual(subscription)
    expect(listStatusesAfter(false)).toEqual(oneOff)
  },
)

const renewable = {
  due: '2026-11-21',
  isSuspended: false,
  isWithdrawn: false,
  openOrderId: null,
  active: true,
  renewalPrice: 60_00,
}

test.each([
  [{}, '2026-11-21', null],
  [{}, '2026-10-22', null],
  [{}, '2026-10-21', 'too-early'],
  [{}, '2026-11-22', 'overdue'],
  [{ due: null }, '2026-11-21', 'one-off'],
  [{ openOrderId: 7 }, '2026-11-21', 'ordered'],
  [{ openOrderId: 7 }, '2026-11-22', 'ordered'],
  [{ isSuspended: true }, '2026-11-21', 'suspended'],
  [{ isWithdrawn: true }, '2026-11-21', 'withdrawn'],
  [{ isSuspended: true, isWithdrawn: true }, '2026-11-21', 'suspended'],
  [{ active: false }, '2026-11-21', 'not-sold'],
  [{ renewalPrice: null }, '2026-11-21', 'not-sold'],
])('the renewal of a subscription with %o on %s is prevented by: %s', (overrides, today, blocker) => {
  expect(findRenewalBlocker({ ...renewable, ...overrides }, today)).toBe(blocker)
})

test.each([
  [4, null, true, 1],
  [4, null, false, 5],
  [4, 2, false, 2],
  [4, 3, false, 3],
  [1, null, true, 1],
  [2, null, false, 2],
  [3, null, false, 3],
  [5, null, false, 5],
])(
  'a unit in state %i, formerly %s, download: %s, has state %i after its renewal',
  (status, formerStatus, isDownload, expectedStatus) => {
    expect(renewUnit({ status, formerStatus, due: '2028-02-29' }, { isDownload })).toEqual({
      status: expectedStatus,
      due: '2029-02-28',
    })
    expect(calculateRenewedDue('2026-12-31')).toBe('2027-12-31')
  },
)

test('undoing a renewal restores the due date, or subtracts a year after a later change', () => {
  const renewal = { before: '2028-02-29', after: '2029-02-28' }
  expect(calculateDueWithoutRenewal('2029-02-28', renewal)).toBe('2028-02-29')
  expect(calculateDueWithoutRenewal('2030-06-30', renewal)).toBe('2029-06-30')
  expect(calculateDueWithoutRenewal(null, renewal)).toBeNull()
})

test.each([
  { event: 'sent', formerStatus: 2, expected: { status: 4, formerStatus: 3 } },
  { event: 'delivered', formerStatus: 3, expected: { status: 4, formerStatus: 5 } },
  { event: 'returned', formerStatus: 3, expected: { status: 4, formerStatus: 2 } },
  { event: 'sent', formerStatus: null, expected: { status: 4, formerStatus: null } },
] as const)(
  '$event: the status before expiry changes from $formerStatus to $expected.formerStatus',
  ({ event, formerStatus, expected }) => {
    expect(getUnitAfterShipment(event, { status: 4, formerStatus, isSignature: true })).toEqual(expected)
  },
)
