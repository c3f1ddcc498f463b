import { expect, test } from 'vitest'
import { shipmentTypes } from '#app/domain/checkout/carriers/carriers.ts'
import {
  findShipmentTransition,
  getDefaultShipmentType,
  type ShipmentEvent,
  shipmentStatus,
  shipmentTransitions,
  validateTrackingCode,
} from '#app/domain/shipments/shipment.ts'

test.each([
  { event: 'sent', from: [1], to: 2 },
  { event: 'delivered', from: [2], to: 3 },
  { event: 'returned', from: [2], to: 4 },
  { event: 'resent', from: [4], to: 2 },
] as const)(
  'a shipment is $event only from the statuses $from, and then has the status $to',
  ({ event, from, to }) => {
    const possibleStatuses = [0, 1, 2, 3, 4, 5].filter((status) => findShipmentTransition(status, event))
    expect(possibleStatuses).toEqual(from)
    expect(findShipmentTransition(from[0], event)?.to).toBe(to)
  },
)

test('mails the customer at each dispatch only', () => {
  const events = Object.values(shipmentTransitions).flatMap((row) => Object.entries(row))
  const mailingEvents = events.filter(([, { effects }]) => effects.includes('mail-dispatched'))
  expect(mailingEvents.map(([event]) => event)).toEqual(['sent', 'resent'] satisfies ShipmentEvent[])
})

test('every state of a shipment is reachable', () => {
  const reachedStatuses = Object.values(shipmentTransitions).flatMap((row) =>
    Object.values(row).map(({ to }) => to),
  )
  expect(new Set([shipmentStatus.underWay, ...reachedStatuses])).toEqual(new Set([1, 2, 3, 4]))
})

const validCode = 'AA123456785BR'

test.each([
  ...(['SEDEX', 'PAC', 'REGISTRADA'] as const).flatMap((type) => [
    { type, typed: null, is: { fault: 'track-code-required' } },
    { type, typed: '  ', is: { fault: 'track-code-required' } },
    { type, typed: 'aa 123 456 785 br', is: { code: validCode } },
    { type, typed: 'AA123456789BR', is: { fault: 'track-code-wrong' } },
    { type, typed: 'qualquer', is: { fault: 'track-code-wrong' } },
    { type, typed: 'RR473124829PT', is: { fault: 'track-code-wrong' } },
  ]),
  { type: 'ACOBRAR', typed: null, is: { code: null } },
  { type: 'ACOBRAR', typed: validCode, is: { code: validCode } },
  { type: 'ACOBRAR', typed: 'AA123456789BR', is: { fault: 'track-code-wrong' } },
  { type: 'SIMPLES', typed: '', is: { code: null } },
  { type: 'SIMPLES', typed: validCode, is: { fault: 'track-code-unexpected' } },
] as const)('validates the code $typed for the service $type', ({ type, typed, is }) => {
  expect(validateTrackingCode(type, typed)).toEqual(is)
})

test('suggests the carrier’s service that the buyer paid, otherwise none', () => {
  const boughtServices = ['SEDEX', 'PAC', 'TO_BE_AGREED', 'INTERNAL', 'DOWNLOAD']
  expect(boughtServices.map(getDefaultShipmentType)).toEqual(['SEDEX', 'PAC', null, null, null])
  expect(shipmentTypes).toHaveLength(5)
})
