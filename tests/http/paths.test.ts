import { expect, test } from 'vitest'
import { getSafeRedirect, isLoginPage, paths } from '#app/paths.ts'

test.each([
  '/',
  '/checkout',
  '/payment/7',
  '/publications?search=asa&page=2',
  '/publications?search=AT-402%2F502',
  '/publications?search=a%5Cb',
  '/login?redirectTo=%2Fcheckout',
  '/x?next=https://evil.test',
  '/checkout#frete',
  '/ç%20ão',
  '/a..b',
  '/@evil.test',
  '/https:evil.test',
])('accepts the path %s', (target) => {
  const url = new URL(getSafeRedirect(target, '/fallback'), 'https://shop.test')
  expect(url.origin).toBe('https://shop.test')
  expect(url.href).toBe(new URL(target, 'https://shop.test').href)
})

const foreignAddresses = [
  'https://evil.test',
  'HTTPS://evil.test',
  'http:evil.test',
  'https:evil.test',
  'https:/evil.test',
  '//evil.test',
  '///evil.test',
  '////evil.test',
  '/\\evil.test',
  '\\/evil.test',
  '\\\\evil.test',
  '/%2f%2fevil.test',
  '/%2F/evil.test',
  '/%5cevil.test',
  '/%5C%5Cevil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  '/\0/evil.test',
  '/a//../..//evil.test',
  '/..//evil.test',
  '/.//evil.test',
  '/a/..//evil.test',
  '/a\\..\\evil.test',
  '/checkout\r\nSet-Cookie: session=x',
  '/x?a=\r\nLocation: https://evil.test',
  '/\u0085/evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'mailto:x@evil.test',
  'blob:https://evil.test/x',
  '@evil.test',
  'evil.test',
  'checkout',
  './checkout',
  '../checkout',
  '?a=1',
  '#a',
  '',
  ' ',
]

test.each(foreignAddresses)('replaces %j by the fallback', (target) => {
  expect(getSafeRedirect(target, '/fallback')).toBe('/fallback')
})

test.each([undefined, null, 7, {}, ['/checkout'], true])('replaces %j by the home page', (target) => {
  expect(getSafeRedirect(target)).toBe('/')
})

test('a safe path stays in the shop, even when parsed again', {
  meta: { slow: 'tries thousands of addresses' },
}, () => {
  const parts = ['/', '//', '\\', '%2f', '%5c', '..', '.', 'evil.test', '@', ':', '?', '#', '\t', ' ', 'x']
  const pairs = parts.flatMap((first) => parts.map((second) => `${first}${second}`))
  for (const start of pairs)
    for (const end of pairs) {
      const address = `/${start}${end}`
      const safePath = getSafeRedirect(address, '/fallback')
      const url = new URL(safePath, 'https://shop.test/deep/path')
      expect(url.host, address).toBe('shop.test')
      expect(safePath.startsWith('//'), address).toBe(false)
      expect(getSafeRedirect(safePath, '/fallback')).toBe(safePath)
    }
})

test.each([
  [paths.home(), '/'],
  [paths.publications(), '/publications'],
  [paths.publications({ page: 1 }), '/publications'],
  [paths.publications({ search: '', page: 2 }), '/publications?page=2'],
  [paths.publications({ search: 'a b&c/d', page: 3 }), '/publications?search=a+b%26c%2Fd&page=3'],
  [paths.publication(7), '/publications/7'],
  [paths.currentVersions(), '/status'],
  [paths.renew(7), '/manage/7/renew'],
  [paths.renewals({ ids: [1, 2] }), '/renew?s=1&s=2'],
  [paths.renewals({ all: true }), '/renew?all=1'],
  [paths.renewals(), '/renew'],
  [paths.cart(), '/cart'],
  [paths.checkout(), '/checkout'],
  [paths.checkout('frete'), '/checkout#frete'],
  [paths.payment(7), '/payment/7'],
  [paths.boleto(7), '/payment/7/boleto.pdf'],
  [paths.orders({ page: 2 }), '/orders?page=2'],
  [paths.photo('0123456789abcdef0123456789abcdef.jpg'), '/photo/0123456789abcdef0123456789abcdef.jpg'],
  [paths.manage(), '/manage'],
  [paths.contact(), '/contact'],
  [paths.account(), '/account'],
  [paths.addresses('entrega'), '/account/addresses#entrega'],
  [paths.fleet({ page: 2 }), '/account/fleet?page=2'],
  [paths.aircraftRemoval(7), '/account/fleet/7/removal'],
  [paths.dataExportFile(), '/account/export.json'],
  [paths.login(), '/login'],
  [paths.login({ redirectTo: '/payment/7?x=1' }), '/login?redirectTo=%2Fpayment%2F7%3Fx%3D1'],
  [paths.logout(), '/logout'],
])('%s is the address %s of the specification', (builtPath, address) => {
  expect(builtPath).toBe(address)
})

test('five paths built by the shop are safe', () => {
  const builtPaths = [
    paths.home(),
    paths.publications({ search: 'AT-402/502 100%', page: 2 }),
    paths.checkout('frete'),
    paths.boleto(7),
    paths.login({ redirectTo: '/checkout' }),
  ]
  for (const path of builtPaths) expect(getSafeRedirect(path, '/fallback')).toBe(path)
})

test.each([
  ['/login', true],
  ['/login?redirectTo=%2F', true],
  ['/recover', true],
  ['/change_pass/abc', true],
  ['/change_email/abc', true],
  ['/Change_Pass/abc', true],
  ['/', false],
  ['/logins', false],
  ['/checkout?x=/login', false],
])('%s is a login page: %s', (path, expected) => {
  expect(isLoginPage(path)).toBe(expected)
})

test('one subscription has its own renewal page, several share one', () => {
  expect(paths.renew(7)).toBe('/manage/7/renew')
  expect(paths.renewals({ ids: [7, 8] })).toBe('/renew?s=7&s=8')
})
