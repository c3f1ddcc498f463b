import { expect, test } from 'vitest'
import { findAddressFault, getDeliveryState, getWebhookRetryDelayMs } from '#app/domain/settings/webhook.ts'

const HOUR_MS = 3_600_000

test('retries with growing delays for up to three days', () => {
  const delays: number[] = []
  for (let failures = 1; ; failures++) {
    const delay = getWebhookRetryDelayMs(failures)
    if (delay === undefined) break
    delays.push(delay)
  }
  expect(delays).toHaveLength(9)
  expect(delays).toEqual(delays.toSorted((first, second) => first - second))
  const days = delays.reduce((sum, delay) => sum + delay, 0) / (24 * HOUR_MS)
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThanOrEqual(3)
})

test.each([
  ['https://erp.example/avisos?de=loja', undefined, undefined],
  ['https://erp.example:443/', undefined, undefined],
  ['https://erp.example:80/', undefined, undefined],
  ['https://erp.example:8443/', 'other-port', undefined],
  ['http://erp.example/', 'not-https', undefined],
  ['http://127.0.0.1:4000/', 'not-https', undefined],
  ['https://127.0.0.1/', 'private', undefined],
  ['https://2130706433/', 'private', undefined],
  ['https://172.31.0.9/', 'private', undefined],
  ['https://[::1]/', 'private', undefined],
  ['https://[fd00::9]/', 'private', undefined],
  ['https://[::ffff:10.0.0.1]/', 'private', undefined],
  ['https://198.51.100.7/', 'private', undefined],
  ['https://avisos.localhost/', 'private', undefined],
  ['https://10.erp.example/', undefined, undefined],
  ['https://172.32.0.9/', undefined, undefined],
  ['https://ana:senha@erp.example/', 'with-credentials', 'with-credentials'],
  ['https://:senha@erp.example/', 'with-credentials', 'with-credentials'],
  ['ftp://erp.example/', 'unreadable', 'unreadable'],
  ['file:///etc/passwd', 'unreadable', 'unreadable'],
  ['javascript:alert(1)', 'unreadable', 'unreadable'],
  ['erp.example', 'unreadable', 'unreadable'],
  ['', 'unreadable', 'unreadable'],
] as const)(
  'the address %s has the fault %s, and where private ones are allowed %s',
  (address, usualFault, faultIfPrivateAllowed) => {
    expect([findAddressFault(address, false), findAddressFault(address, true)]).toEqual([
      usualFault,
      faultIfPrivateAllowed,
    ])
  },
)

test('a delivery stays open until it is delivered or abandoned', () => {
  const time = new Date('2026-11-22T12:00:00Z')
  expect(getDeliveryState({ delivered_at: null, given_up_at: null })).toBe('waiting')
  expect(getDeliveryState({ delivered_at: time, given_up_at: null })).toBe('delivered')
  expect(getDeliveryState({ delivered_at: null, given_up_at: time })).toBe('given-up')
})
