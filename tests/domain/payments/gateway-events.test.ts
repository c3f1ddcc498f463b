import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventTreatments, gatewayEvents, getEventTreatment } from '#app/domain/payments/gateway-events.ts'
import { getEventAdvice, getGatewayEventName, namedEvents } from '#app/text/payments/gateway-event-labels.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/gateway-events.md'), 'utf8')

function listDocumented(): [string, string][] {
  const [, table = ''] = /<!-- events:begin -->([\s\S]*)<!-- events:end -->/.exec(page) ?? []
  return [...table.matchAll(/^\| `(\w+)` +\| (\w+) +\| [^|]+ \| [^|]*\|$/gm)].map(
    ([, name = '', treatment = '']) => [name, treatment],
  )
}

test('the documents list each event and its treatment in the code’s order', () => {
  expect(listDocumented()).toEqual(Object.entries(gatewayEvents))
  expect(listDocumented().length).toBeGreaterThan(25)
})

test('the documents explain exactly the existing treatments', () => {
  expect([...page.matchAll(/^- `(\w+)`:/gm)].map(([, name]) => name)).toEqual([...eventTreatments])
})

test('each event has a label for staff, and each waiting event an instruction', () => {
  expect(namedEvents.toSorted()).toEqual(Object.keys(gatewayEvents).toSorted())
  for (const name of namedEvents) expect(getGatewayEventName(name)).not.toBe(name)
  const flaggedEvents = Object.keys(gatewayEvents).filter((name) => getEventTreatment(name) === 'flag')
  expect(getEventAdvice('PAYMENT_RESTORED', 'flagged')).toContain('restaurou')
  for (const name of flaggedEvents) expect(getEventAdvice(name, 'flagged')).toMatch(/Asaas|estorno/)
})

test.each(['INVOICE_CREATED', 'PAYMENT_', 'payment_received', 'constructor', '__proto__', ''])(
  'rejects the gateway event %j as unknown',
  (name) => {
    expect(getEventTreatment(name)).toBe('unknown')
    expect(getGatewayEventName(name)).toBe(name)
  },
)
