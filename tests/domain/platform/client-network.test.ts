import { expect, test } from 'vitest'
import { toClientNetwork } from '#app/domain/platform/client-network.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('limits count the address %s as the network %s', (address, network) => {
  expect(toClientNetwork(address)).toBe(network)
  expect(toClientNetwork(network)).toBe(network)
})

test.each([
  '',
  'unknown',
  '1.2.3',
  '2001:db8',
  ':::1',
  '1::2::3',
  '2001:db8:1:2:3:4:5:6:7',
  '::ffff:300.0.0.1',
  '::g',
])('returns «%s» unchanged, which is no address', (text) => {
  expect(toClientNetwork(text)).toBe(text)
})
