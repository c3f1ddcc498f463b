import { once } from 'node:events'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProviderFailure } from '#app/gateways/provider.server.ts'
import { makeBucketStore } from '#app/gateways/storage/bucket.server.ts'
import { makeFolderStore } from '#app/gateways/storage/folder.server.ts'
import { type FileStore, FileTooLong } from '#app/gateways/storage/store.ts'
import { access, startS3Service } from '#tests/support/fakes/s3-service.ts'

type Service = Awaited<ReturnType<typeof startS3Service>>

const encodeText = (words: string) => new TextEncoder().encode(words)
const MEGABYTE = 1024 * 1024

let folder: string
let bucketService: Service
let strictService: Service

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-storage-'))
  bucketService = await startS3Service()
  strictService = await startS3Service({ isStrict: true })
})

afterAll(async () => {
  await bucketService.end()
  await strictService.end()
  await rm(folder, { recursive: true, force: true })
})

const openBucket = (prefix = '') => makeBucketStore({ ...access, endpoint: bucketService.endpoint, prefix })

const stores: [string, () => FileStore][] = [
  ['a folder', () => makeFolderStore(join(folder, 'files'))],
  ['a bucket', () => openBucket()],
  ['a part of a bucket', () => openBucket('loja/arquivos')],
]

describe.each(stores)('file store: %s', (_, openStore) => {
  let store: FileStore

  beforeAll(() => {
    store = openStore()
  })

  test('returns the newest content of a key', async () => {
    await store.put('prepared/7', encodeText('primeiro'))
    await store.put('prepared/7', encodeText('segundo, à mão'))
    expect(await store.read('prepared/7').then((bytes) => Buffer.from(bytes ?? []).toString())).toBe(
      'segundo, à mão',
    )
    expect(await store.findSize('prepared/7')).toBe(encodeText('segundo, à mão').length)
  })

  test('returns an empty file as empty, and undefined for an unknown key', async () => {
    await store.put('prepared/empty', new Uint8Array())
    expect(await store.findSize('prepared/empty')).toBe(0)
    expect(await store.read('prepared/empty')).toHaveLength(0)
    expect(await store.findSize('prepared/none')).toBeUndefined()
    expect(await store.read('prepared/none')).toBeUndefined()
    expect(await store.get('prepared/none')).toBeUndefined()
    expect(await store.findSize('prepared')).toBeUndefined()
  })

  test('streams a file or a range, with the total size', async () => {
    await store.put('prepared/digits', encodeText('0123456789'))
    const readRange = async (range?: { start: number; end: number }) => {
      const file = await store.get('prepared/digits', range)
      return [file?.size, file && (await new Response(file.stream).text())]
    }
    expect(await readRange()).toEqual([10, '0123456789'])
    expect(await readRange({ start: 2, end: 4 })).toEqual([10, '234'])
    expect(await readRange({ start: 9, end: 9 })).toEqual([10, '9'])
  })

  test('stores a stream of many parts unchanged', async () => {
    const chunk = new Uint8Array(MEGABYTE).map((_byte, index) => index % 251)
    async function* yieldParts() {
      for (let count = 0; count < 12; count++) yield chunk
    }
    expect(await store.putStream('revisions/large', yieldParts(), 12 * MEGABYTE)).toBe(12 * MEGABYTE)
    const stored = await store.read('revisions/large')
    expect(Buffer.compare(stored ?? new Uint8Array(), Buffer.concat(Array(12).fill(chunk)))).toBe(0)
  })

  test('retains the old file when a stream breaks or is too long', async () => {
    async function* yieldParts(breaks: boolean) {
      for (let count = 0; count < 7; count++) yield new Uint8Array(MEGABYTE)
      if (breaks) throw new Error('the line broke')
    }
    await store.put('revisions/kept', encodeText('antes'))
    await expect(store.putStream('revisions/kept', yieldParts(false), 6 * MEGABYTE)).rejects.toThrow(
      FileTooLong,
    )
    await expect(store.putStream('revisions/kept', yieldParts(true), 9 * MEGABYTE)).rejects.toThrow(
      'the line broke',
    )
    await expect(store.putStream('revisions/none', yieldParts(true), 9 * MEGABYTE)).rejects.toThrow(
      'the line broke',
    )
    expect(await store.findSize('revisions/kept')).toBe(5)
    expect(await store.findSize('revisions/none')).toBeUndefined()
  })

  test('does not report an error of the streamed source as an outage of the store', async () => {
    async function* yieldParts(): AsyncGenerator<Uint8Array> {
      yield encodeText('a')
      throw new Error('the line broke')
    }
    const error: unknown = await store.putStream('revisions/none', yieldParts(), 9).catch((thrown) => thrown)
    expect(getProviderFailure(error)).toBeUndefined()
  })

  test('removes a file, and ignores a missing one', async () => {
    await store.put('photos/1', encodeText('x'))
    await store.remove('photos/1')
    await store.remove('photos/1')
    expect(await store.findSize('photos/1')).toBeUndefined()
  })

  test('lists the files directly in a folder that were last modified before a time', async () => {
    await store.put('bank/a.ret', encodeText('a'))
    await store.put('bank/b.ret', encodeText('b'))
    await store.put('bank/old/c.ret', encodeText('c'))
    await store.put('bankrupt/d.ret', encodeText('d'))
    const later = new Date(Date.now() + 60_000)
    expect((await store.list('bank', later)).sort()).toEqual(['bank/a.ret', 'bank/b.ret'])
    expect(await store.list('bank', new Date(Date.now() - 60_000))).toEqual([])
    expect(await store.list('nothing', later)).toEqual([])
  })

  test.each(['../secret', 'a/../../secret', '..'])('rejects the key %s', async (name) => {
    expect(() => store.getLocation(name)).toThrow('file name leaves')
    await expect(async () => store.put(name, encodeText('x'))).rejects.toThrow('file name leaves')
    await expect(async () => store.read(name)).rejects.toThrow('file name leaves')
  })
})

test('a key prefix separates the shop’s files from the rest of the bucket', async () => {
  await openBucket().put('prepared/other', encodeText('x'))
  expect(await openBucket('loja').findSize('prepared/other')).toBeUndefined()
})

test('signs requests, and the service rejects a wrong key', async () => {
  const store = makeBucketStore({ ...access, endpoint: strictService.endpoint })
  await store.put('prepared/secret', encodeText('x'))
  expect(await store.findSize('prepared/secret')).toBe(1)
  const stranger = makeBucketStore({ ...access, endpoint: strictService.endpoint, secretAccessKey: 'wrong' })
  await expect(stranger.read('prepared/secret')).rejects.toThrow()
})

test('deletes old partial files of killed writers, and retains recent ones', async () => {
  const store = makeFolderStore(join(folder, 'parts'))
  await store.put('prepared/7.abc.part', encodeText('half'))
  const longAgo = new Date(1_000)
  await utimes(store.getLocation('prepared/7.abc.part'), longAgo, longAgo)
  await store.put('prepared/8.abc.part', encodeText('half'))
  expect(await store.removeStaleParts(new Date(longAgo.getTime() + 1))).toBe(1)
  expect(await store.findSize('prepared/8.abc.part')).toBe(4)
})

/** Starts a server that records each request line and responds with the result of `answer`. */
async function startRecordingServer(answer: (line: string) => { status: number; body?: string }) {
  const requests: { line: string; headers: NodeJS.Dict<string | string[]> }[] = []
  const fake = createServer((request, response) => {
    const line = `${request.method} ${request.url}`
    requests.push({ line, headers: request.headers })
    request.resume().once('end', () => {
      const { status, body } = answer(line)
      response.writeHead(status, { 'Content-Type': 'application/xml' }).end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(fake, 'listening')
  const address = fake.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { requests, endpoint: `http://127.0.0.1:${port}`, close: () => fake.close() }
}

test('aborts unfinished uploads that began before a time, and no later ones', async () => {
  const makeUpload = (key: string, date: string) =>
    `<Upload><Key>${key}</Key><UploadId>id-${key}</UploadId><Initiated>${date}</Initiated></Upload>`
  const list = `<?xml version="1.0"?><ListMultipartUploadsResult>${makeUpload('old', '2026-01-01T00:00:00.000Z')}${makeUpload('new', '2026-03-01T00:00:00.000Z')}</ListMultipartUploadsResult>`
  const fake = await startRecordingServer((line) =>
    line.startsWith('GET') ? { status: 200, body: list } : { status: 204 },
  )
  const store = makeBucketStore({ ...access, endpoint: fake.endpoint })
  expect(await store.removeStaleParts(new Date('2026-02-01'))).toBe(1)
  expect(fake.requests.map(({ line }) => line.replace(/[?&]x-id=\w+/, ''))).toEqual([
    'GET /aeropub/?uploads=',
    'DELETE /aeropub/old?uploadId=id-old',
  ])
  fake.close()
})

test('requests encryption of files from the bucket service', async () => {
  const fake = await startRecordingServer(() => ({ status: 200 }))
  await makeBucketStore({ ...access, endpoint: fake.endpoint, encryption: 'AES256' }).put(
    'a',
    encodeText('x'),
  )
  expect(fake.requests[0]?.headers['x-amz-server-side-encryption']).toBe('AES256')
  fake.close()
})

test.each([
  ['does not respond at its address', undefined],
  ['fails', 503],
])('reports an outage when the service %s', async (_, status) => {
  const fake = await startRecordingServer(() => ({ status: status ?? 200 }))
  if (!status) fake.close()
  const store = makeBucketStore({ ...access, endpoint: fake.endpoint })
  const error: unknown = await store.put('a', encodeText('x')).catch((thrown) => thrown)
  expect(getProviderFailure(error)).toEqual({ provider: 'storage', isAsked: true })
  fake.close()
})

test('rejects requests after the time limit of an unresponsive service, and then sends none', {
  timeout: 10_000,
  meta: { slow: 'waits for a time limit' },
}, async () => {
  let requestCount = 0
  const silentServer = createServer(() => {
    requestCount += 1
  }).listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  const address = silentServer.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const store = makeBucketStore({ ...access, endpoint: `http://127.0.0.1:${port}` })
  const blockedRequests = await Promise.allSettled([store.get('a'), store.read('a'), store.findSize('a')])
  expect(blockedRequests.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  const countBefore = requestCount
  const error: unknown = await store.put('a', encodeText('x')).catch((thrown) => thrown)
  expect(getProviderFailure(error)).toEqual({ provider: 'storage', isAsked: false })
  expect(requestCount).toBe(countBefore)
  silentServer.closeAllConnections()
  silentServer.close()
})

test('still sends requests after five look-ups of a missing file', async () => {
  const store = openBucket()
  for (let times = 0; times < 5; times++) expect(await store.findSize('prepared/none')).toBeUndefined()
  await store.put('prepared/1', encodeText('x'))
  expect(await store.findSize('prepared/1')).toBe(1)
})
