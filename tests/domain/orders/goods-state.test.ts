import { expect, test } from 'vitest'
import { type CopyData, type GoodsState, getGoodsState } from '#app/domain/orders/goods-state.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'

const { downloadReleased, awaitingDispatch, sent, expired, active } = subscriptionStatus
const unit = { status: awaitingDispatch, statusBeforeExpiry: null, sentOn: null, isSuspended: false } as const
const expiredUnit = { ...unit, status: expired, statusBeforeExpiry: awaitingDispatch }

const waitingCopy: CopyData = {
  isDownload: false,
  isSignature: false,
  isSentImmediately: true,
  withdrawal: null,
  isOrderPaid: true,
  unit,
  shipment: null,
}
const sentUnit = { ...unit, status: sent, sentOn: '2026-11-05' }

const cases: [string, Partial<CopyData>, GoodsState | null][] = [
  ['waits for dispatch', {}, 'to-send'],
  ['is of an unpaid order', { unit: null, isOrderPaid: false }, null],
  ['is of a cancelled order', { isOrderPaid: false }, null],
  ['is suspended', { unit: { ...unit, isSuspended: true } }, null],
  ['is a download', { isDownload: true, unit: { ...unit, status: downloadReleased } }, null],
  ['is packed', { shipment: 'packed' }, 'packed'],
  ['was sent', { shipment: 'sent', unit: sentUnit }, 'sent'],
  ['was sent with an older revision and waits for the next', { shipment: 'sent' }, 'sent'],
  ['arrived', { shipment: 'delivered', unit: sentUnit }, 'delivered'],
  [
    'arrived as a subscription',
    { shipment: 'delivered', unit: { ...sentUnit, status: active } },
    'delivered',
  ],
  ['arrived and waits for the next revision', { shipment: 'delivered' }, 'to-send'],
  ['came back', { shipment: 'returned' }, 'returned'],
  ['came back, and its order was cancelled', { shipment: 'returned', isOrderPaid: false }, 'returned'],
  ['expired before it left', { isSignature: true, unit: expiredUnit }, 'to-send'],
  [
    'was moved in as expired',
    { isSignature: true, unit: { ...expiredUnit, statusBeforeExpiry: null } },
    null,
  ],
  [
    'was moved in as active and expired',
    { isSignature: true, unit: { ...expiredUnit, statusBeforeExpiry: active } },
    null,
  ],
  [
    'is a subscription that starts with the next revision',
    { isSignature: true, isSentImmediately: false, unit: { ...unit, status: active } },
    null,
  ],
  ['was sent before the shop recorded shipments', { unit: sentUnit }, 'sent'],
  ['is under withdrawal', { withdrawal: 'open', shipment: 'sent' }, 'in-withdrawal'],
  ['was returned by its buyer', { withdrawal: 'accepted', shipment: 'delivered' }, 'given-back'],
]

test.each(cases)('returns the state of a copy that %s', (_, data, expected) => {
  expect(getGoodsState({ ...waitingCopy, ...data })).toBe(expected)
})
