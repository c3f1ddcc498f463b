import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Edge, type RequestData, sendRequest, startEdge } from './test-server.ts'

const MB = 1024 * 1024
const json = { 'Content-Type': 'application/json' }
const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }

let edge: Edge

beforeAll(async () => {
  edge = await startEdge()
})
beforeEach(() => {
  edge.diary.calls.length = 0
})
afterAll(() => edge.close())

function postRequest(request: RequestData) {
  const path = '/api/make_boleto/'
  const headers: Record<string, string> = { ...request.headers }
  if (request.body !== undefined) headers['Content-Length'] = String(request.body.length)
  return edge.send({ method: 'POST', path, ...request, headers })
}

describe('a call of the API', () => {
  test.each([
    ['without an origin', {}],
    ['from another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' }],
    ['with cookies', { Cookie: '__Host-session=abc', 'Sec-Fetch-Site': 'cross-site' }],
    ['with a charset', { 'Content-Type': 'application/json; charset=utf-8' }],
  ])('passes with any origin, cookie and charset: %s', async (_, headers) => {
    const { status, body } = await postRequest({ headers: { ...json, ...headers }, body: '{"order":1}' })
    expect([status, JSON.parse(body)]).toEqual([200, { bytes: 11 }])
    expect(edge.diary.contexts.at(-1)?.cookiesRefused).toBeFalsy()
  })

  test('has a request number and sets no cookie', async () => {
    const { headers } = await edge.send({ path: '/api/get_status/' })
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test.each([
    [
      'a body without its length',
      { headers: { ...json, 'Transfer-Encoding': 'chunked' }, body: undefined },
      411,
    ],
    ['a body over 1 MB', { headers: { ...json, 'Content-Length': String(MB + 1) }, withoutBody: true }, 413],
    ['a form', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'order=1' }, 415],
    ['a form with files', { headers: multipart, body: '--x--\r\n' }, 415],
    ['a body without a type', { headers: {}, body: '{"order":1}' }, 415],
    ['a body of type text', { headers: { 'Content-Type': 'text/plain' }, body: '{"order":1}' }, 415],
  ])('is rejected in JSON before it runs: %s', async (_, request: RequestData, expected) => {
    const { status, headers, body } = await postRequest(request)
    expect(status).toBe(expected)
    expect(headers['content-type']).toContain('application/json')
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect(headers['cache-control']).toBe('no-store')
    const { detail, ...rest } = JSON.parse(body)
    expect([detail, rest]).toEqual([expect.any(String), { non_field_errors: [detail] }])
    expect(edge.diary.calls).toEqual([])
  })

  const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '3' }

  test.each<[string, string, string, Record<string, string>, number]>([
    ['dots', 'POST', '/order/../ui', json, 404],
    ['encoded dots', 'POST', '/order/%2e%2E/ui', json, 404],
    ['dots in a form', 'POST', '/order/1/.%2e/../ui', form, 404],
    ['a dot', 'GET', '/order/./1/', {}, 404],
    ['backslashes', 'POST', '/order/..\\..\\ui', json, 404],
    ['the data request of a page', 'GET', '/order/1.data', {}, 404],
    ['the data request of a list', 'POST', '/order.data', json, 404],
    ['a method used by neither forms nor calls', 'TRACE', '/order/', {}, 405],
    ['an unknown method', 'PROPFIND', '/api/token/', {}, 405],
  ])('with %s never reaches a page: %s %s', async (_, method, path, headers, expected) => {
    const { status, body } = await edge.send({ method, path, headers, withoutBody: true })
    expect([status, JSON.parse(body)]).toMatchObject([expected, { detail: expect.any(String) }])
    expect(edge.diary.calls).toEqual([])
  })

  test('passes a body of 1 MB', async () => {
    const { status, body } = await postRequest({ headers: json, body: Buffer.alloc(MB, ' ') })
    expect([status, JSON.parse(body)]).toEqual([200, { bytes: MB }])
  })
})

describe('an upload by the API', () => {
  const uploads = [
    ['POST', '/api/order_upload_image/'],
    ['PUT', '/api/upload/12'],
  ]

  test.each(uploads)('%s %s accepts a form with a file of 10 MB', async (method, path) => {
    const body = Buffer.alloc(10 * MB + 500)
    const answer = await postRequest({ method, path, headers: multipart, body })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { bytes: body.length }])
  })

  test.each(uploads)('%s %s rejects a longer file, and JSON', async (method, path) => {
    const headers = { ...multipart, 'Content-Length': String(11 * MB + 1) }
    expect((await postRequest({ method, path, headers, withoutBody: true })).status).toBe(413)
    expect((await postRequest({ method, path, headers: json, body: '{}' })).status).toBe(415)
    expect(edge.diary.calls).toEqual([])
  })
})

describe('a page of another origin', () => {
  const friend = 'https://friend.test'
  const preflight = {
    method: 'OPTIONS',
    path: '/api/make_boleto/',
    headers: {
      Origin: friend,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
    },
  }

  test('cannot call the API unless a setting lists its origin', async () => {
    const { status, headers } = await edge.send(preflight)
    expect([status, headers['access-control-allow-origin']]).toEqual([204, undefined])
    const answer = await postRequest({ headers: { ...json, Origin: friend }, body: '{}' })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  describe('with an origin listed in a setting', () => {
    let openEdge: Edge
    beforeAll(async () => {
      openEdge = await startEdge({ apiOrigins: [friend, 'https://other.test'] })
    })
    afterAll(() => openEdge.close())

    test('can send a preflight, which allows no cookies', async () => {
      const { status, headers } = await openEdge.send(preflight)
      expect(status).toBe(204)
      expect(headers).toMatchObject({
        'access-control-allow-origin': friend,
        'access-control-allow-headers': expect.stringContaining('Idempotency-Key,If-Match'),
        'access-control-allow-methods': expect.stringContaining('PUT'),
        'access-control-max-age': '600',
        vary: expect.stringContaining('Origin'),
      })
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    })

    test('can read the response and its headers', async () => {
      const length = { 'Content-Length': '2' }
      const validCall = { method: 'POST', path: '/api/make_boleto', body: '{}' }
      const { status, headers } = await sendRequest(openEdge.port, {
        ...validCall,
        headers: { ...json, ...length, Origin: friend, 'Sec-Fetch-Site': 'cross-site' },
      })
      expect([status, headers['access-control-allow-origin']]).toEqual([200, friend])
      for (const name of ['Retry-After', 'ETag'])
        expect(headers['access-control-expose-headers']).toContain(name)
    })

    test.each(['https://evil.test', 'https://friend.test.evil.test', 'http://friend.test', 'null'])(
      'rejects the origin %s',
      async (Origin) => {
        const { headers } = await openEdge.send({ ...preflight, headers: { ...preflight.headers, Origin } })
        expect(headers['access-control-allow-origin']).toBeUndefined()
      },
    )

    test('cannot read pages', async () => {
      for (const path of ['/ui', '/api/docs']) {
        const { headers } = await openEdge.send({ path, headers: { Origin: friend } })
        expect.soft(headers['access-control-allow-origin']).toBeUndefined()
      }
    })
  })
})

describe('a page of the shop', () => {
  test('rejects JSON', async () => {
    const headers = { ...json, 'Sec-Fetch-Site': 'same-origin', 'Content-Length': '2' }
    const { status } = await edge.send({ method: 'POST', path: '/checkout', headers, body: '{}' })
    expect([status, edge.diary.calls]).toEqual([415, []])
  })

  test('rejects a form of another site', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' }
    const { status } = await edge.send({ method: 'POST', path: '/ui', headers, body: 'a=1' })
    expect([status, edge.diary.calls]).toEqual([403, []])
  })
})
