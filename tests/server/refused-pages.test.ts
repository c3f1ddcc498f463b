import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RefusedPage, RefusedPageKey } from '#app/models/platform/refused-page.server.ts'
import { type Edge, startEdge } from './test-server.ts'

let edge: Edge
let isSessionOpen = true
let isDatabaseDown = false
const pages = new Map<string, RefusedPage>()
let tokenCount = 0

function formatId({ token, owner }: RefusedPageKey) {
  return `${token} ${owner}`
}

beforeAll(async () => {
  edge = await startEdge({
    refusedForms: { limit: { max: 1_000, windowMs: 60_000 } },
    refusedPages: {
      newToken: () => {
        tokenCount += 1
        return `token-${tokenCount}`.padEnd(22, 'x')
      },
      save: async (key, page) => {
        if (isDatabaseDown) throw new Error('the database is away')
        pages.set(formatId(key), page)
      },
      find: async (key) => pages.get(formatId(key)),
      remove: async (key) => void pages.delete(formatId(key)),
      isSessionOpen: async () => isSessionOpen,
    },
  })
})
afterAll(() => edge.close())
beforeEach(() => {
  pages.clear()
  isSessionOpen = true
  isDatabaseDown = false
})

const cartCookie = { Cookie: 'cart=mine' }
const browserHeaders = {
  ...cartCookie,
  'Sec-Fetch-Site': 'same-origin',
  'Sec-Fetch-Dest': 'document',
  Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'Content-Type': 'application/x-www-form-urlencoded',
}

function postForm(path: string, headers: Record<string, string> = {}) {
  const requestHeaders = { ...browserHeaders, 'Content-Length': '3', ...headers }
  return edge.send({ method: 'POST', path, body: 'a=1', headers: requestHeaders })
}

/** Posts a form that is rejected. Returns the address of its page. */
async function postRejectedForm(path = '/refused-page', headers: Record<string, string> = {}) {
  const reply = await postForm(path, headers)
  expect(reply.status).toBe(303)
  return String(reply.headers.location)
}

test('a rejected form redirects a browser to its page, which Back and Reload show', async () => {
  const location = await postRejectedForm('/refused-page?of=7')
  expect(location).toMatch(/^\/refused-page\?of=7&refused=[\w-]{22}$/)
  for (let visit = 0; visit < 2; visit++) {
    const page = await edge.send({ path: location, headers: cartCookie })
    expect([page.status, page.headers['cache-control']]).toEqual([400, 'no-store'])
    expect(page.body).toContain('<p>texto</p>')
    const [, nonce] = /nonce-([^']+)'/.exec(String(page.headers['content-security-policy'])) ?? []
    expect(page.body).toContain(`<script nonce="${nonce}">`)
  }
})

test.each([
  ['a script', { 'Sec-Fetch-Dest': 'empty', Accept: '*/*' }],
  ['a program', { Accept: '*/*' }],
])('%s receives the rejection itself', async (_name, headers) => {
  expect((await postForm('/refused-page', headers)).status).toBe(400)
  expect(pages.size).toBe(0)
})

test('a browser without Sec-Fetch-Dest is redirected if it accepts HTML', async () => {
  const { 'Sec-Fetch-Dest': _, ...oldBrowserHeaders } = browserHeaders
  const { status } = await edge.send({
    method: 'POST',
    path: '/refused-page',
    body: 'a=1',
    headers: { ...oldBrowserHeaders, 'Content-Length': '3' },
  })
  expect(status).toBe(303)
})

test('another person, another address or an ended session is redirected to the page without the form', async () => {
  const ownCookie = { Cookie: 'session=mine' }
  const location = await postRejectedForm('/refused-page', ownCookie)
  const fetchPlain = async (path: string, headers: Record<string, string>) => {
    const reply = await edge.send({ path, headers })
    return [reply.status, reply.headers.location]
  }
  expect((await edge.send({ path: location, headers: ownCookie })).status).toBe(400)
  expect(await fetchPlain(location, { Cookie: 'session=other' })).toEqual([302, '/refused-page'])
  expect(await fetchPlain(location, {})).toEqual([302, '/refused-page'])
  expect(await fetchPlain(location.replace('refused-page', 'ui'), ownCookie)).toEqual([302, '/ui'])
  isSessionOpen = false
  expect(await fetchPlain(location, ownCookie)).toEqual([302, '/refused-page'])
})

test('a form rejected again retains its address, and an accepted form deletes it', async () => {
  const rejectedLocation = await postRejectedForm()
  expect(await postRejectedForm(rejectedLocation)).toBe(rejectedLocation)
  expect(
    await postRejectedForm('/refused-page', { Referer: `http://localhost:3000${rejectedLocation}` }),
  ).toBe(rejectedLocation)
  expect(pages.size).toBe(1)
  const { status } = await postForm('/refused-page?accepted=1', {
    Referer: `http://localhost:3000${rejectedLocation}`,
  })
  expect([status, pages.size]).toEqual([303, 0])
  expect((await edge.send({ path: rejectedLocation, headers: cartCookie })).headers.location).toBe(
    '/refused-page',
  )
})

test('the application sees the mark of a rejected form neither in the address nor in the referrer', async () => {
  const rejectedLocation = await postRejectedForm()
  await postForm(`${rejectedLocation}&of=7`, { Referer: `http://localhost:3000${rejectedLocation}` })
  expect(edge.diary.calls.at(-1)).toBe('POST /refused-page?of=7 from http://localhost:3000/refused-page')
})

test('the address of a rejected page contains no person', async () => {
  const location = await postRejectedForm('/refused-page?form_owner=7.0.abc&of=7')
  expect(location).toMatch(/^\/refused-page\?of=7&refused=[\w-]{22}$/)
  expect((await edge.send({ path: location, headers: cartCookie })).status).toBe(400)
})

test('a rejected form without cookies receives a cookie, without which its page does not open', async () => {
  const { headers } = await postForm('/refused-page?cookie=1', { Cookie: '' })
  const cookies = headers['set-cookie'] ?? []
  const refusedCookie = cookies
    .map((cookie) => cookie.split(';')[0] ?? '')
    .find((cookie) => cookie.startsWith('refused='))
  expect(String(headers['set-cookie'])).toMatch(/cart=new.*refused=[^,]*HttpOnly; SameSite=Lax/s)
  const location = String(headers.location).replace(/&cookies=\w+/, '')
  const fetchStatusWith = async (cookie: string) =>
    (await edge.send({ path: location, headers: { Cookie: cookie } })).status
  expect(await fetchStatusWith(`${refusedCookie}; cart=new`)).toBe(400)
  expect(await fetchStatusWith('')).toBe(302)
  expect(await fetchStatusWith('cart=new')).toBe(302)
  expect(await fetchStatusWith('session=other')).toBe(302)
})

test('a rejected form with an expired session has its page', async () => {
  isSessionOpen = false
  const expiredCookie = { Cookie: 'session=over' }
  const location = await postRejectedForm('/refused-page', expiredCookie)
  expect((await edge.send({ path: location, headers: expiredCookie })).status).toBe(400)
})

test('the rejection is the response when the page cannot be stored', async () => {
  isDatabaseDown = true
  expect((await postForm('/refused-page')).status).toBe(400)
})

test('a rejection without a page is sent unchanged', async () => {
  expect((await postForm('/refusing')).status).toBe(400)
})
