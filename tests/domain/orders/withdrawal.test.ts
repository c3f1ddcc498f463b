import { expect, test } from 'vitest'
import {
  canWithdraw,
  findReceipt,
  formatWithdrawalProtocol,
  getLastWithdrawalDay,
  type Receipt,
} from '#app/domain/orders/withdrawal.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'

const paidOn = '2026-11-02'
const download: Receipt = { kind: 'with-payment' }

test.each<{ case: string; receipts: Receipt[]; lastDay: string | null }>([
  { case: 'a download', receipts: [download], lastDay: '2026-11-09' },
  { case: 'no copy', receipts: [], lastDay: '2026-11-09' },
  {
    case: 'a delivered shipment',
    receipts: [{ kind: 'delivered', date: '2026-11-20' }],
    lastDay: '2026-11-27',
  },
  {
    case: 'a shipment delivered before the payment was reported',
    receipts: [{ kind: 'delivered', date: '2026-10-30' }],
    lastDay: '2026-11-09',
  },
  {
    case: 'the later of two deliveries',
    receipts: [
      { kind: 'delivered', date: '2026-11-05' },
      download,
      { kind: 'delivered', date: '2026-12-28' },
    ],
    lastDay: '2027-01-04',
  },
  {
    case: 'a shipment without a delivery date, which counts as received after thirty days',
    receipts: [{ kind: 'sent', date: '2026-11-10' }],
    lastDay: '2026-12-17',
  },
  {
    case: 'a copy that has not arrived',
    receipts: [{ kind: 'delivered', date: '2026-11-05' }, { kind: 'to-come' }],
    lastDay: null,
  },
])('the last day to withdraw with $case is $lastDay', ({ receipts, lastDay }) => {
  expect(getLastWithdrawalDay(paidOn, receipts)).toBe(lastDay)
})

test.each([
  ['2026-11-28T02:59:59.999Z', true],
  ['2026-11-28T03:00:00.000Z', false],
  ['2026-11-20T12:00:00.000Z', true],
])('with the 27th as the last day, a request at %s is in time: %s', (instant, isInTime) => {
  expect(canWithdraw('2026-11-27', toCivilDate(new Date(instant)))).toBe(isInTime)
})

test('allows the withdrawal on any day as long as there is no last day', () => {
  expect(canWithdraw(null, '2036-01-01')).toBe(true)
})

const unsentCopy = { isDownload: false, isCopyDue: true, unit: null, shipments: [] }
const sentOn = '2026-11-05'

test.each([
  { case: 'a download', copy: { ...unsentCopy, isDownload: true }, kind: 'with-payment' },
  { case: 'an unpacked copy', copy: { ...unsentCopy, unit: { sentOn: null } }, kind: 'to-come' },
  {
    case: 'a subscription without a first copy',
    copy: { ...unsentCopy, isCopyDue: false, unit: { sentOn: null } },
    kind: 'with-payment',
  },
  { case: 'a line that needs no unit, such as a renewal', copy: unsentCopy, kind: 'with-payment' },
  {
    case: 'a revision of a subscription without a first copy',
    copy: { ...unsentCopy, isCopyDue: false, shipments: [{ sentOn, deliveredOn: paidOn }] },
    kind: 'with-payment',
  },
  {
    case: 'a packed copy',
    copy: { ...unsentCopy, shipments: [{ sentOn: null, deliveredOn: null }] },
    kind: 'to-come',
  },
  {
    case: 'a shipment in transit',
    copy: { ...unsentCopy, shipments: [{ sentOn: paidOn, deliveredOn: null }] },
    kind: 'sent',
  },
  { case: 'a unit with a date only', copy: { ...unsentCopy, unit: { sentOn: paidOn } }, kind: 'sent' },
  {
    case: 'a delivered shipment',
    copy: { ...unsentCopy, shipments: [{ sentOn: paidOn, deliveredOn: paidOn }] },
    kind: 'delivered',
  },
])('the receipt of $case has the kind $kind', ({ copy, kind }) => {
  expect(findReceipt(copy).kind).toBe(kind)
})

test('counts the first delivered shipment of a copy', () => {
  const shipments = [
    { sentOn: '2027-03-01', deliveredOn: '2027-03-09' },
    { sentOn, deliveredOn: '2026-11-20' },
    { sentOn: null, deliveredOn: null },
  ]
  expect(findReceipt({ ...unsentCopy, shipments })).toEqual({ kind: 'delivered', date: '2026-11-20' })
})

test('formats a protocol as D with at least six digits, so that it differs from an order number', () => {
  expect([formatWithdrawalProtocol(17), formatWithdrawalProtocol(1_234_567)]).toEqual(['D000017', 'D1234567'])
})
