import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  return () => vi.unstubAllEnvs()
})

/** Imports the cookies of a shop whose address is `publicUrl`. */
async function loadCookiesAt(publicUrl: string) {
  vi.stubEnv('PUBLIC_URL', publicUrl)
  return import('#app/http/cookies.server.ts')
}

const listAttributes = (setCookie: string) => setCookie.split('; ').slice(1).sort()

test.each([
  ['session', 'sessionCookie', 30 * 24 * 3600],
  ['cart', 'cartCookie', 365 * 24 * 3600],
  ['device', 'deviceCookie', 365 * 24 * 3600],
  ['flash', 'flashCookie', 60],
  ['entry', 'entryCookie', 30 * 60],
] as const)('the %s cookie is HttpOnly and SameSite over plain http', async (name, key, maxAge) => {
  const { [key]: cookie } = await loadCookiesAt('http://localhost:3000')
  const setCookie = await cookie.serialize('value')
  expect(setCookie).toMatch(new RegExp(`^${name}=`))
  expect(listAttributes(setCookie)).toEqual(['HttpOnly', `Max-Age=${maxAge}`, 'Path=/', 'SameSite=Lax'])
})

test.each(['sessionCookie', 'cartCookie', 'deviceCookie', 'flashCookie', 'entryCookie'] as const)(
  'over https %s is Secure and bound to the host',
  async (key) => {
    const { [key]: cookie } = await loadCookiesAt('https://loja.aeropub.test')
    const setCookie = await cookie.serialize('value')
    expect(setCookie).toMatch(/^__Host-(session|cart|device|flash|entry)=/)
    expect(listAttributes(setCookie)).toContain('Secure')
    expect(listAttributes(setCookie)).toContain('Path=/')
    expect(setCookie).not.toMatch(/Domain=/i)
  },
)

test('ignores an unprefixed cookie over https, which another host may have set', async () => {
  const { sessionCookie } = await loadCookiesAt('https://loja.aeropub.test')
  const setCookie = await sessionCookie.serialize('token')
  const unprefixedPair = setCookie.split(';')[0]?.replace('__Host-', '') ?? ''
  expect(await sessionCookie.parse(unprefixedPair)).toBeNull()
  expect(await sessionCookie.parse(`__Host-${unprefixedPair}`)).toBe('token')
})

test('clears a cookie with the same name and attributes', async () => {
  const { sessionCookie, clearCookie } = await loadCookiesAt('https://loja.aeropub.test')
  const setCookie = await clearCookie(sessionCookie)
  expect(setCookie).toMatch(/^__Host-session=/)
  expect(listAttributes(setCookie)).toEqual(['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure'])
})

test('ignores a message cookie that was altered or signed elsewhere', async () => {
  const { flashCookie } = await loadCookiesAt('http://localhost:3000')
  const cookiePair = (await flashCookie.serialize({ text: 'Olá' })).split(';')[0] ?? ''
  expect(await flashCookie.parse(cookiePair)).toEqual({ text: 'Olá' })
  expect(await flashCookie.parse(cookiePair.replace('flash=e', 'flash=f'))).toBeNull()
  expect(await flashCookie.parse(cookiePair.split('.')[0] ?? '')).toBeNull()
})

test('signs with the new secret and accepts cookies of the old one', async () => {
  const [oldSecret, newSecret] = ['a'.repeat(40), 'b'.repeat(40)]
  vi.stubEnv('COOKIE_SECRETS', oldSecret)
  const cookiesBefore = await loadCookiesAt('http://localhost:3000')
  const cookiePair = (await cookiesBefore.flashCookie.serialize('hello')).split(';')[0] ?? ''
  vi.resetModules()
  vi.stubEnv('COOKIE_SECRETS', `${newSecret}, ${oldSecret}`)
  const cookiesAfter = await loadCookiesAt('http://localhost:3000')
  expect(await cookiesAfter.flashCookie.parse(cookiePair)).toBe('hello')
  vi.resetModules()
  vi.stubEnv('COOKIE_SECRETS', newSecret)
  expect(await (await loadCookiesAt('http://localhost:3000')).flashCookie.parse(cookiePair)).toBeNull()
})

test.each(['session=', 'session=%E0%A4%A', 'session=!!!', 'session=eyJ', ';;;=', 'session'])(
  'ignores the broken cookie header «%s»',
  async (header) => {
    const { sessionCookie } = await loadCookiesAt('http://localhost:3000')
    const value = await sessionCookie.parse(header)
    expect(value === null || value === '' || typeof value === 'object').toBe(true)
  },
)
