import { expect, test } from 'vitest'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { buildOrderTimeline, type TimelineInput } from '#app/domain/payments/order-timeline.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'

const { pendingPayment, confirmed, cancelled, underReview } = orderStatus

const baseInput: TimelineInput = {
  date: '2026-11-21',
  status: pendingPayment,
  paidOn: null,
  cancelledOn: null,
  shippingType: 'PAC',
  copiesWait: false,
  hasDownload: false,
  shipments: [],
  returns: [],
  owedAmount: 0,
}

const shipment = {
  id: 25,
  status: shipmentStatus.underWay,
  creation_date: '2026-11-24',
  send_date: null,
  complete_date: null,
  return_date: null,
}

const paidFields = { status: confirmed, paidOn: '2026-11-23' }

const readTimeline = (overrides: Partial<TimelineInput>) =>
  buildOrderTimeline({ ...baseInput, ...overrides }).map(({ milestone, phase, date, shipmentId }) =>
    [phase, milestone, ...(date ? [date] : []), ...(shipmentId ? [shipmentId] : [])].join(' '),
  )

test.each<[string, Partial<TimelineInput>, string[]]>([
  ['an unpaid printed order', {}, ['done received 2026-11-21', 'now paid', 'ahead sent', 'ahead delivered']],
  [
    'an order under review',
    { status: underReview, shippingType: shippingTypes.download },
    ['done received 2026-11-21', 'now review', 'ahead paid', 'ahead released'],
  ],
  [
    'a paid download',
    { ...paidFields, shippingType: shippingTypes.download, hasDownload: true },
    ['done received 2026-11-21', 'done paid 2026-11-23', 'done released 2026-11-23'],
  ],
  [
    'a paid order to pack',
    { ...paidFields, copiesWait: true },
    ['done received 2026-11-21', 'done paid 2026-11-23', 'now packed', 'ahead sent', 'ahead delivered'],
  ],
  [
    'a packed order',
    { ...paidFields, copiesWait: true, shipments: [shipment] },
    [
      'done received 2026-11-21',
      'done paid 2026-11-23',
      'done packed 2026-11-24',
      'now sent',
      'ahead delivered',
    ],
  ],
  [
    'a shipment in transit',
    { ...paidFields, shipments: [{ ...shipment, status: shipmentStatus.sent, send_date: '2026-11-25' }] },
    [
      'done received 2026-11-21',
      'done paid 2026-11-23',
      'done packed 2026-11-24',
      'done sent 2026-11-25',
      'now delivered',
    ],
  ],
  [
    'a returned shipment and a delivered one',
    {
      ...paidFields,
      shipments: [
        { ...shipment, status: shipmentStatus.returned, send_date: '2026-11-25', return_date: '2026-11-28' },
        {
          ...shipment,
          id: 26,
          status: shipmentStatus.delivered,
          send_date: '2026-11-25',
          complete_date: '2026-11-27',
        },
      ],
    },
    [
      'done received 2026-11-21',
      'done paid 2026-11-23',
      'done packed 2026-11-24 25',
      'done packed 2026-11-24 26',
      'done sent 2026-11-25 25',
      'done sent 2026-11-25 26',
      'done delivered 2026-11-27 26',
      'done returned 2026-11-28 25',
    ],
  ],
  [
    'a paid order that was cancelled and half refunded',
    {
      status: cancelled,
      paidOn: '2026-11-23',
      cancelledOn: '2026-11-24',
      returns: [{ value: 10_00, on: '2026-11-26', kind: 'refund' }],
      owedAmount: 10_00,
    },
    [
      'done received 2026-11-21',
      'done paid 2026-11-23',
      'done cancelled 2026-11-24',
      'done refund 2026-11-26',
      'now refund',
    ],
  ],
  [
    'an unpaid order that was cancelled',
    { status: cancelled, cancelledOn: '2026-11-22' },
    ['done received 2026-11-21', 'done cancelled 2026-11-22'],
  ],
  [
    'an order with a reversed payment',
    { paidOn: '2026-11-23' },
    ['done received 2026-11-21', 'now paid', 'ahead sent', 'ahead delivered'],
  ],
])('lists the milestones of %s', (_, overrides, lines) => {
  expect(readTimeline(overrides)).toEqual(lines)
})

test('every entry has a unique key', () => {
  const refund = { value: 10_00, on: '2026-11-26', kind: 'refund' } as const
  const keys = buildOrderTimeline({
    ...baseInput,
    ...paidFields,
    shipments: [shipment],
    returns: [refund, refund],
    owedAmount: 1,
  }).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})
