import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  return () => vi.unstubAllEnvs()
})

/** Returns the cookies of a shop served at this address. */
async function loadCookiesAt(publicUrl: string) {
  vi.stubEnv('PUBLIC_URL', publicUrl)
  return import('#app/http/cookies.server.ts')
}

const splitParts = (line: string) => line.split('; ').slice(1).sort()

test.each([
  ['session', 'sessionCookie', 30 * 24 * 3600],
  ['cart', 'cartCookie', 365 * 24 * 3600],
  ['device', 'deviceCookie', 365 * 24 * 3600],
  ['flash', 'flashCookie', 60],
  ['entry', 'entryCookie', 30 * 60],
] as const)('the %s cookie is HttpOnly and SameSite over plain http', async (name, key, maxAge) => {
  const { [key]: cookie } = await loadCookiesAt('http://localhost:3000')
  const line = await cookie.serialize('value')
  expect(line).toMatch(new RegExp(`^${name}=`))
  expect(splitParts(line)).toEqual(['HttpOnly', `Max-Age=${maxAge}`, 'Path=/', 'SameSite=Lax'])
})

test.each(['sessionCookie', 'cartCookie', 'deviceCookie', 'flashCookie', 'entryCookie'] as const)(
  'over https %s is Secure and bound to the host',
  async (key) => {
    const { [key]: cookie } = await loadCookiesAt('https://loja.aeropub.test')
    const line = await cookie.serialize('value')
    expect(line).toMatch(/^__Host-(session|cart|device|flash|entry)=/)
    expect(splitParts(line)).toContain('Secure')
    expect(splitParts(line)).toContain('Path=/')
    expect(line).not.toMatch(/Domain=/i)
  },
)

test('ignores an unprefixed cookie over https, which another host may have set', async () => {
  const { sessionCookie } = await loadCookiesAt('https://loja.aeropub.test')
  const line = await sessionCookie.serialize('token')
  const planted = line.split(';')[0]?.replace('__Host-', '') ?? ''
  expect(await sessionCookie.parse(planted)).toBeNull()
  expect(await sessionCookie.parse(`__Host-${planted}`)).toBe('token')
})

test('clears a cookie with the same name and flags', async () => {
  const { sessionCookie, clearCookie } = await loadCookiesAt('https://loja.aeropub.test')
  const line = await clearCookie(sessionCookie)
  expect(line).toMatch(/^__Host-session=/)
  expect(splitParts(line)).toEqual(['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure'])
})

test('ignores a message cookie that was altered or signed elsewhere', async () => {
  const { flashCookie } = await loadCookiesAt('http://localhost:3000')
  const pair = (await flashCookie.serialize({ text: 'Olá' })).split(';')[0] ?? ''
  expect(await flashCookie.parse(pair)).toEqual({ text: 'Olá' })
  expect(await flashCookie.parse(pair.replace('flash=e', 'flash=f'))).toBeNull()
  expect(await flashCookie.parse(pair.split('.')[0] ?? '')).toBeNull()
})

test('signs with the new secret and accepts cookies of the old one', async () => {
  const [first, second] = ['a'.repeat(40), 'b'.repeat(40)]
  vi.stubEnv('COOKIE_SECRETS', first)
  const before = await loadCookiesAt('http://localhost:3000')
  const pair = (await before.flashCookie.serialize('hello')).split(';')[0] ?? ''
  vi.resetModules()
  vi.stubEnv('COOKIE_SECRETS', `${second}, ${first}`)
  const after = await loadCookiesAt('http://localhost:3000')
  expect(await after.flashCookie.parse(pair)).toBe('hello')
  vi.resetModules()
  vi.stubEnv('COOKIE_SECRETS', second)
  expect(await (await loadCookiesAt('http://localhost:3000')).flashCookie.parse(pair)).toBeNull()
})

test.each(['session=', 'session=%E0%A4%A', 'session=!!!', 'session=eyJ', ';;;=', 'session'])(
  'ignores the broken cookie header «%s»',
  async (header) => {
    const { sessionCookie } = await loadCookiesAt('http://localhost:3000')
    const value = await sessionCookie.parse(header)
    expect(value === null || value === '' || typeof value === 'object').toBe(true)
  },
)
