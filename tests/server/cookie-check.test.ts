import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCookies, parseMark } from '#server/cookie-check.ts'

const app = express()
app.use(checkCookies)
app.post('*', (request, response) => {
  const { to = '/list', set = 'cart=abc; Path=/; HttpOnly', status = '303' } = request.query
  if (set !== '') response.append('Set-Cookie', String(set))
  response.status(Number(status)).set('Location', String(to)).end()
})
app.get('*', (request, response) => {
  response.set('Cache-Control', 'public, max-age=60')
  if (request.path === '/checkout') return response.redirect(302, '/cart?a=1')
  response.json({ url: request.originalUrl, refused: response.locals.cookiesRefused === true })
})

let origin: string
let server: ReturnType<typeof app.listen>
beforeAll(async () => {
  await new Promise<void>((ready) => {
    server = app.listen(0, '127.0.0.1', ready)
  })
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => new Promise((closed) => server.close(closed)))

const fetchPath = (path: string, options: RequestInit = {}) =>
  fetch(`${origin}${path}`, { redirect: 'manual', ...options })
const findLocation = async (path: string, headers: Record<string, string> = {}) =>
  (await fetchPath(path, { method: 'POST', headers })).headers.get('Location')
const getNow = () => Date.now().toString(36)

describe('a form sent without the shop’s cookies', () => {
  test.each([
    ['/add', /^\/list\?cookies=[0-9a-z]{8}$/],
    ['/add?to=%2Flist%3Fpage%3D2%23top', /^\/list\?page=2&cookies=[0-9a-z]{8}#top$/],
    ['/login?set=__Host-session%3Dx%3B%20Secure', /^\/list\?cookies=/],
    ['/add?status=302', /^\/list\?cookies=/],
  ])('%s redirects to a marked address', async (path, location) => {
    expect(await findLocation(path)).toMatch(location)
    expect(await findLocation(path, { Cookie: 'other=1' })).toMatch(location)
  })

  test.each([
    ['/add?set=', '/list'],
    ['/out?set=cart%3D%3B%20Max-Age%3D0%3B%20Path%3D%2F', '/list'],
    ['/add?set=other%3D1', '/list'],
    ['/add?status=200', '/list'],
    ['/add?to=%2F%2Fevil.test%2F', '//evil.test/'],
    ['/add?to=https%3A%2F%2Fevil.test%2F', 'https://evil.test/'],
  ])('%s is not changed', async (path, location) => {
    expect(await findLocation(path)).toBe(location)
  })
})

test.each(['cart=abc', 'a=1; __Host-session=x', 'flash=y'])('marks no redirect with %s', async (Cookie) => {
  expect(await findLocation('/add', { Cookie })).toBe('/list')
})

test('a page reached without the shop’s cookie shows the notice, is not cached and removes the mark from its address', async () => {
  for (const Cookie of ['', 'other=1']) {
    const answer = await fetchPath(`/list?page=2&cookies=${getNow()}`, { headers: { Cookie } })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await answer.json()).toEqual({ url: '/list?page=2', refused: true })
  }
})

test('a redirect preserves the mark in the address for the page with the notice', async () => {
  const mark = getNow()
  const answer = await fetchPath(`/checkout?cookies=${mark}`)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, `/cart?a=1&cookies=${mark}`])
  expect((await fetchPath('/checkout')).headers.get('Location')).toBe('/cart?a=1')
})

test.each([
  ['with the cookie', () => `/list?a=1&cookies=${getNow()}&b=%2F`, 'cart=abc', '/list?a=1&b=%2F'],
  ['opened later', () => '/list?cookies=abc', '', '/list'],
  ['marked in the future', () => `/list?cookies=${(Date.now() + 3_600_000).toString(36)}`, '', '/list'],
  ['of another host', () => `/.//evil.test?cookies=${getNow()}`, 'cart=abc', '/'],
  ['of another host, by two slashes', () => '//evil.test/?cookies=abc', '', '/'],
])('%s removes the mark and redirects inside the shop only', async (_, path, Cookie, location) => {
  const answer = await fetchPath(path(), { headers: { Cookie } })
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, location])
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

test('an empty mark in an address is ignored', async () => {
  const answer = await fetchPath('/list?cookies=&page=2')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=60')
  expect(await answer.json()).toEqual({ url: '/list?cookies=&page=2', refused: false })
  expect(parseMark('/list')).toEqual({ address: '/list', markedAt: undefined })
})
