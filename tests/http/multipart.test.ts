import { describe, expect, test } from 'vitest'
import { type MultipartLimits, readMultipart } from '#app/http/multipart.server.ts'

const limits: MultipartLimits = {
  maxFileBytes: 1000,
  maxFiles: 3,
  maxFields: 20,
  maxFieldBytes: 500,
  maxTotalBytes: 20_000,
}

type Part = { disposition: string; content?: string | Uint8Array }

const makeTextPart = (name: string, content: string): Part => ({
  disposition: `form-data; name="${name}"`,
  content,
})
const makeFilePart = (name: string, content: string | Uint8Array, fileName = 'foto.jpg'): Part => ({
  disposition: `form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/jpeg`,
  content,
})
const makeEmptyFilePart = (name: string): Part => ({
  disposition: `form-data; name="${name}"; filename=""\r\nContent-Type: application/octet-stream`,
})

function makeBody(parts: Part[], closingDelimiter = '--b--\r\n'): Buffer {
  const pieces = parts.flatMap(({ disposition, content = '' }) => [
    Buffer.from(`--b\r\nContent-Disposition: ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(closingDelimiter)])
}

/** Returns a request whose body arrives in chunks of `size` bytes. `chunksRead` counts the chunks that were read. */
function makePost(body: Buffer, { size = 65_536, type = 'multipart/form-data; boundary=b' } = {}) {
  let offset = 0
  const source = { chunksRead: 0 }
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      source.chunksRead += 1
      if (offset >= body.length) return controller.close()
      controller.enqueue(new Uint8Array(body.subarray(offset, offset + size)))
      offset += size
    },
  })
  const headers = { 'Content-Type': type, 'Content-Length': String(body.length) }
  const init = { method: 'POST', headers, body: stream, duplex: 'half' } as const
  return { source, request: new Request('http://shop.test/checkout', init) }
}

async function parseParts(parts: Part[], options: { size?: number } = {}) {
  const { form, files } = await readMultipart(makePost(makeBody(parts), options).request, limits)
  const fileTexts = [...files].map(([name, sent]) => [
    name,
    sent === 'too-large' ? sent : sent.bytes.toString(),
  ])
  return { form: [...form], files: Object.fromEntries(fileTexts) }
}

async function readStatus(readRequest: () => Promise<unknown>): Promise<number> {
  try {
    await readRequest()
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status
    throw thrown
  }
  return 200
}

const readBodyStatus = (body: Buffer, type?: string, bodyLimits = limits) =>
  readStatus(() => readMultipart(makePost(body, { type }).request, bodyLimits))

describe('a form with files', () => {
  const parts = [
    makeTextPart('email', 'ana@exemplo.test'),
    makeFilePart('units[0].photo', '\r\n--x--\r\n--a', 'ação 飛行機.jpg'),
    makeTextPart('billing.city', 'São João'),
    makeTextPart('note', ''),
    makeEmptyFilePart('units[1].photo'),
  ]

  test.each([1, 2, 3, 7, 64, 65_536])('is parsed in chunks of %i bytes', async (size) => {
    expect(await parseParts(parts, { size })).toEqual({
      form: [
        ['email', 'ana@exemplo.test'],
        ['billing.city', 'São João'],
        ['note', ''],
      ],
      files: { 'units[0].photo': '\r\n--x--\r\n--a' },
    })
  })

  test('returns the bytes as sent', async () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256))
    const { files } = await readMultipart(
      makePost(makeBody([makeFilePart('a', bytes)]), { size: 13 }).request,
      limits,
    )
    expect(files.get('a')).toEqual({ bytes, name: 'foto.jpg' })
  })

  test('returns the other fields when a file is too long', async () => {
    const longContent = 'x'.repeat(5000)
    for (const size of [1, 100, 65_536])
      expect(
        await parseParts(
          [
            makeTextPart('a', '1'),
            makeFilePart('b', longContent),
            makeTextPart('c', '3'),
            makeFilePart('d', 'short'),
          ],
          { size },
        ),
      ).toEqual({
        form: [
          ['a', '1'],
          ['c', '3'],
        ],
        files: { b: 'too-large', d: 'short' },
      })
  })

  test.each([
    [1000, 'x'.repeat(1000)],
    [1001, 'too-large'],
  ])('returns a file of %i bytes with a limit of 1000 as %s', async (length, expected) => {
    expect((await parseParts([makeFilePart('a', 'x'.repeat(length))])).files).toEqual({ a: expected })
  })

  test('distinguishes an empty file from a missing one', async () => {
    expect(
      (
        await parseParts([
          makeEmptyFilePart('a'),
          makeFilePart('b', '', 'empty.jpg'),
          makeFilePart('c', 'x', ''),
        ])
      ).files,
    ).toEqual({
      b: '',
      c: 'x',
    })
  })

  test.each(['../../etc/passwd', 'C:\\\\fotos\\\\', 'a;b.jpg', 'a%22b.jpg', 'x'.repeat(500), '💥', ' '])(
    'accepts a file named %s',
    async (fileName) => {
      expect(await parseParts([makeFilePart('a', 'x', fileName)])).toEqual({ form: [], files: { a: 'x' } })
    },
  )

  test('parses a part without a file name as text', async () => {
    const part = {
      disposition: 'form-data; name="a"\r\nContent-Type: application/octet-stream',
      content: '1',
    }
    expect(await parseParts([part])).toEqual({ form: [['a', '1']], files: {} })
  })

  test('returns each value of a repeated name', async () => {
    expect((await parseParts([makeTextPart('a', '1'), makeTextPart('a', '2')])).form).toEqual([
      ['a', '1'],
      ['a', '2'],
    ])
  })

  test('is parsed as no fields when it is empty', async () => {
    expect(await parseParts([])).toEqual({ form: [], files: {} })
  })

  test('is parsed without the text before and after it', async () => {
    const body = Buffer.concat([
      Buffer.from('before\r\n'),
      makeBody([makeTextPart('a', '1')]),
      Buffer.from('after'),
    ])
    const { form } = await readMultipart(makePost(body).request, limits)
    expect([...form]).toEqual([['a', '1']])
  })

  test('is parsed from URL-encoded fields without files', async () => {
    const type = 'application/x-www-form-urlencoded'
    const { form, files } = await readMultipart(makePost(Buffer.from('a=1'), { type }).request, limits)
    expect([[...form], files.size]).toEqual([[['a', '1']], 0])
  })
})

describe('returns 400 for a body that no page sends', () => {
  test.each<[string, Part[]]>([
    ['more fields than allowed', Array.from({ length: 21 }, (_, index) => makeTextPart(`a${index}`, '1'))],
    [
      'more fields without a file than allowed',
      Array.from({ length: 21 }, (_, index) => makeEmptyFilePart(`a${index}`)),
    ],
    ['far more parts than allowed', Array.from({ length: 200 }, (_, index) => makeTextPart(`a${index}`, ''))],
    ['more files than allowed', Array.from({ length: 4 }, (_, index) => makeFilePart(`a${index}`, 'x'))],
    ['two files in one field', [makeFilePart('a', 'x'), makeFilePart('a', 'y')]],
    ['a field that is too long', [makeTextPart('a', 'x'.repeat(501))]],
    ['a text without a name', [{ disposition: 'form-data', content: '1' }, makeTextPart('__x', '')]],
    ['an empty name', [makeTextPart('', '1')]],
    ['a file without a name', [{ disposition: 'form-data; filename="x.jpg"', content: '1' }]],
    ['a name longer than any of the shop', [makeTextPart('a'.repeat(300), '1')]],
    [
      'a part header without end',
      [{ disposition: `form-data; name="${'a'.repeat(9000)}"`, content: '1' }, makeTextPart('[', '')],
    ],
    ['an index beyond any list', [makeFilePart('units[99999999].photo', 'x')]],
    ['a list of lists', [makeFilePart('units[0][1].photo', 'x')]],
    ['the form library’s own instruction', [makeTextPart('__intent__', 'x')]],
    ['a prototype', [makeFilePart('__proto__', 'x')]],
  ])('with %s', async (_name, parts) => {
    expect(await readBodyStatus(makeBody(parts))).toBe(400)
  })

  test.each([
    [
      'a body that ends in a field',
      makeBody([makeTextPart('a', '1')], '--b\r\nContent-Disposition: form-data; name="b"\r\n\r\nx'),
    ],
    [
      'a body that ends in a file',
      makeBody([makeFilePart('a', 'x'), makeFilePart('b', 'y')], '').subarray(0, -1),
    ],
    ['a body that ends in a long file', makeBody([makeFilePart('a', 'x'.repeat(5000))], '')],
    ['a body that ends in a head', Buffer.from('--b\r\nContent-Disposition: form-da')],
    ['a body without its end', makeBody([makeTextPart('a', '1')], '')],
    ['a body with another boundary', Buffer.from('--c\r\n\r\n--c--\r\n')],
    ['no parts', Buffer.from('no parts')],
    ['an empty body', Buffer.alloc(0)],
  ])('with a broken structure: %s', async (_name, body) => {
    expect(await readBodyStatus(body)).toBe(400)
  })

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
  ])('with type %s', async (type) => {
    expect(await readBodyStatus(makeBody([makeTextPart('a', '1')]), type)).toBe(400)
  })
})

test.each(['text/plain', 'application/json', 'multipart/mixed; boundary=b', ''])(
  'returns 415 for a body of type %j',
  async (type) => {
    expect(await readBodyStatus(makeBody([makeTextPart('a', '1')]), type)).toBe(415)
  },
)

test('returns 413 for a body above the limit without reading it', async () => {
  const body = makeBody([makeFilePart('a', 'x'.repeat(900)), makeFilePart('b', 'x'.repeat(100_000))])
  const { request, source } = makePost(body, { size: 1000 })
  expect(await readStatus(() => readMultipart(request, limits))).toBe(413)
  expect(source.chunksRead).toBeLessThan(30)
})

test('reads a rejected body to its end, so that the browser shows the response', async () => {
  const body = makeBody([makeTextPart('__x', ''), makeFilePart('a', 'x'.repeat(15_000))])
  const { request, source } = makePost(body, { size: 1000 })
  expect(await readStatus(() => readMultipart(request, limits))).toBe(400)
  expect(source.chunksRead).toBeGreaterThan(15)
})

test('returns 400 when the browser disconnects during an upload', async () => {
  const disconnectedBody = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(makeBody([makeFilePart('a', 'x')], '')))
    },
    pull(controller) {
      controller.error(new Error('gone'))
    },
  })
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
  const init = { method: 'POST', headers, body: disconnectedBody, duplex: 'half' } as const
  const request = new Request('http://shop.test/checkout', init)
  expect(await readStatus(() => readMultipart(request, limits))).toBe(400)
})

const formHeaders = { 'Content-Type': 'multipart/form-data; boundary=b' }

/** Sends a request whose body arrives only when the test calls `send` and `end`. */
function makeSlowBody(client: string, bodyLimits = limits) {
  let bodyController: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      bodyController = controller
    },
  })
  const init = { method: 'POST', headers: formHeaders, body, duplex: 'half' } as const
  const status = readStatus(() =>
    readMultipart(new Request('http://shop.test/checkout', init), bodyLimits, client),
  )
  const wholeForm = new Uint8Array(makeBody([makeTextPart('a', '1')]))
  return {
    status,
    send: (bytes: number) => bodyController?.enqueue(new Uint8Array(bytes)),
    end() {
      bodyController?.enqueue(wholeForm)
      bodyController?.close()
    },
  }
}

test('twelve idle connections do not block another request', async () => {
  const largeLimits = { ...limits, maxTotalBytes: 100 * 1024 * 1024 }
  const idleBodies = Array.from({ length: 12 }, (_, index) => makeSlowBody(`client-${index}`, largeLimits))
  expect(await readBodyStatus(makeBody([makeTextPart('a', '1')]), undefined, largeLimits)).toBe(200)
  for (const slowBody of idleBodies) slowBody.end()
  expect(await Promise.all(idleBodies.map((slowBody) => slowBody.status))).toEqual(Array(12).fill(200))
})

test('returns 503 to the fifth concurrent body of one client, but not to another client or after the bodies end', async () => {
  const openBodies = Array.from({ length: 5 }, () => makeSlowBody('one'))
  const otherClientBody = makeSlowBody('another')
  for (const slowBody of [...openBodies, otherClientBody]) slowBody.end()
  expect(await Promise.all(openBodies.map((slowBody) => slowBody.status))).toEqual([200, 200, 200, 200, 503])
  expect(await otherClientBody.status).toBe(200)
  const laterBody = makeSlowBody('one')
  laterBody.end()
  expect(await laterBody.status).toBe(200)
})

test('returns 503 to one of three senders when all bodies together exceed the memory limit, until they end', async () => {
  const smallLimits = { ...limits, maxFileBytes: 50_000, maxTotalBytes: 60_000 }
  const requestBody = makeBody([makeFilePart('a', 'x'.repeat(40_000))])
  const firstPost = makePost(requestBody, { size: 10_000 })
  const simultaneousPosts = [
    firstPost,
    makePost(requestBody, { size: 10_000 }),
    makePost(requestBody, { size: 10_000 }),
  ]
  // Two bodies of 40,000 bytes fit into the memory limit of 90,000 bytes, but not three.
  const statuses = await Promise.all(
    simultaneousPosts.map(({ request }, index) =>
      readStatus(() => readMultipart(request, smallLimits, `client-${index}`, 90_000)),
    ),
  )
  expect(statuses.toSorted()).toEqual([200, 200, 503])
  expect(
    await readStatus(() => readMultipart(makePost(requestBody).request, smallLimits, 'client-0', 90_000)),
  ).toBe(200)
})

test('rejects a body that is too long, even under overload', async () => {
  const longBody = makeBody([makeFilePart('a', 'x'.repeat(40_000))])
  const { request } = makePost(longBody, { size: 900 })
  const exhaustedMemory = 0
  expect(await readStatus(() => readMultipart(request, limits, undefined, exhaustedMemory))).toBe(413)
})
