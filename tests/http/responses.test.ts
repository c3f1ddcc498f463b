import { expect, test } from 'vitest'
import { maxFields, notFound, readForm } from '#app/http/responses.server.ts'

async function readStatus(read: () => unknown): Promise<number> {
  try {
    await read()
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status
    throw thrown
  }
  return 200
}

function makePost(type: string | undefined, body: string): Request {
  const headers = new Headers(type === undefined ? {} : { 'Content-Type': type })
  return new Request('http://shop.test/x', { method: 'POST', headers, body: new TextEncoder().encode(body) })
}

const urlencoded = 'application/x-www-form-urlencoded'

test('returns 404 for a missing record', async () => {
  expect(await readStatus(notFound)).toBe(404)
})

test.each([
  [
    urlencoded,
    'a=1&b=%C3%A9&b=2',
    [
      ['a', '1'],
      ['b', 'é'],
      ['b', '2'],
    ],
  ],
  [`${urlencoded}; charset=utf-8`, 'a=+x', [['a', ' x']]],
  [urlencoded, '', []],
  [
    urlencoded,
    'seen%5B0%5D.price=1&billing.zip_code=2',
    [
      ['seen[0].price', '1'],
      ['billing.zip_code', '2'],
    ],
  ],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
    [['a', '1']],
  ],
])('parses a form of type %s: %s', async (type, body, entries) => {
  expect([...(await readForm(makePost(type, body)))]).toEqual(entries)
})

test('rejects more than 100 fields unless the route declares a large form', async () => {
  const makeFields = (count: number) =>
    Array.from({ length: count }, (_, index) => `a.b${index}.c=1`).join('&')
  const readFields = (count: number, maxFieldCount?: number) =>
    readStatus(() => readForm(makePost(urlencoded, makeFields(count)), maxFieldCount))
  expect([await readFields(100), await readFields(101)]).toEqual([200, 400])
  expect([await readFields(6_000, maxFields.large), await readFields(6_001, maxFields.large)]).toEqual([
    200, 400,
  ])
})

test.each([undefined, 'text/plain', 'application/json', 'application/octet-stream', 'text/html', ''])(
  'returns 415 for a body of type %s',
  async (type) => {
    expect(await readStatus(() => readForm(makePost(type, '{}')))).toBe(415)
  },
)

test.each(['multipart/form-data', 'multipart/form-data; boundary=x'])(
  'returns 400 for a broken body of type %s',
  async (type) => {
    expect(await readStatus(() => readForm(makePost(type, 'no parts')))).toBe(400)
  },
)

test.each([
  ['an index beyond any list', 'email[99999999]=x'],
  ['an index of 2^32', 'email[4294967294]=x'],
  ['the form library’s own instruction', '__intent__=x'],
  ['the form library’s own state', '__state__=x'],
  ['a prototype', '__proto__.x=1'],
  ['a nested prototype', 'buyer.__proto__.is_staff=1'],
  ['a constructor', 'constructor.prototype.is_staff=1'],
  ['the prototype of a row', 'rows[0].prototype=1'],
  ['a path of thousands of steps', `a${'.a'.repeat(10_000)}=1`],
  ['a list of lists', 'a[0][0]=1'],
  ['an unclosed bracket', 'a[=1'],
  ['a name longer than any of the shop', `${'a'.repeat(300)}=1`],
  ['no name', '=1'],
  ['thousands of fields', Array.from({ length: 6001 }, (_, index) => `a${index}=`).join('&')],
])('returns 400 for %s', async (_name, body) => {
  expect(await readStatus(() => readForm(makePost(urlencoded, body)))).toBe(400)
})

test('accepts the largest form of the shop', async () => {
  const lines = Array.from({ length: 500 }, (_, index) => `seen[${index}].id=1&seen[${index}].price=1`)
  const form = await readForm(
    makePost(urlencoded, [...lines, 'seen_shipping.TO_BE_AGREED=0', 'checkout_token=x'].join('&')),
    maxFields.large,
  )
  expect([...form]).toHaveLength(1002)
})
