import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type Breaker, createBreaker } from '#app/gateways/breaker.ts'
import { trackProvider } from '#app/gateways/provider.server.ts'
import { type ByteRange, countBytes, type FileStore } from './store.ts'

export type Bucket = {
  bucket: string
  region: string
  /** address of services other than Amazon's; files are at ENDPOINT/BUCKET/NAME */
  endpoint?: string
  accessKeyId: string
  secretAccessKey: string
  /** prefix of each name, without `/` at its ends */
  prefix: string
  encryption?: 'AES256' | 'aws:kms'
}

/** The milliseconds to connect. Each request is tried at most twice. */
const CONNECT_MS = 1_000
const FIRST_BYTE_MS = 2_000
const READ_MS = 15_000
/** The milliseconds that a connection may be idle, because clients may read slowly. */
const IDLE_MS = 120_000
/** The milliseconds to write a part, and the longest silence while it is written. */
const WRITE_MS = 15_000
const WRITE_SILENCE_MS = 5_000

const MAX_FAILURES = 3
const PAUSE_MS = 10_000

class StoragePaused extends Error {
  override name = 'StoragePaused'
}

/** Stores files in a private bucket by the S3 protocol. */
export function makeBucketStore({
  bucket,
  prefix,
  encryption,
  endpoint,
  ...connectionOptions
}: Bucket): FileStore {
  const createClient = (timeoutsMs: { requestTimeout: number; socketTimeout: number }) =>
    new S3Client({
      region: connectionOptions.region,
      credentials: {
        accessKeyId: connectionOptions.accessKeyId,
        secretAccessKey: connectionOptions.secretAccessKey,
      },
      maxAttempts: 2,
      requestHandler: { connectionTimeout: CONNECT_MS, throwOnRequestTimeout: true, ...timeoutsMs },
      // Services other than Amazon's accept only the protocol's own checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    })
  const reader = createClient({ requestTimeout: FIRST_BYTE_MS, socketTimeout: IDLE_MS })
  const writer = createClient({ requestTimeout: WRITE_MS, socketTimeout: WRITE_SILENCE_MS })
  const { callStorage, findInStorage } = guardWithBreaker(
    createBreaker({ name: 'storage', failures: MAX_FAILURES, pauseMs: PAUSE_MS }),
  )
  const writeOptions = { Bucket: bucket, ...(encryption ? { ServerSideEncryption: encryption } : {}) }

  function toKey(name: string): string {
    const parts = name.split('/')
    if (parts.some((part) => part === '' || part === '.' || part === '..'))
      throw new Error('file name leaves the bucket')
    return prefix ? `${prefix}/${name}` : name
  }

  const toName = (key: string) => (prefix ? key.slice(prefix.length + 1) : key)

  function getObject(name: string, range?: ByteRange) {
    const Range = range && `bytes=${range.start}-${range.end}`
    return findInStorage(() => reader.send(new GetObjectCommand({ Bucket: bucket, Key: toKey(name), Range })))
  }

  async function remove(name: string): Promise<void> {
    await callStorage(() => writer.send(new DeleteObjectCommand({ Bucket: bucket, Key: toKey(name) })))
  }

  return {
    remove,
    getLocation: (name) => `s3://${bucket}/${toKey(name)}`,
    async put(name, bytes) {
      const params = { ...writeOptions, Key: toKey(name), Body: bytes }
      // Files are written in parts, because WRITE_MS limits each request.
      await callStorage(() =>
        new Upload({ client: writer, params, queueSize: 1, leavePartsOnError: false }).done(),
      )
    },
    async putStream(name, source, maxBytes) {
      const { chunks, bytes } = countBytes(source, maxBytes)
      // An error of the source must not be reported as an error of the storage.
      let sourceError: { error: unknown } | undefined
      async function* readBody() {
        try {
          yield* chunks
        } catch (error) {
          sourceError = { error }
          throw error
        }
      }
      const params = {
        ...writeOptions,
        Key: toKey(name),
        Body: Readable.from(readBody(), { objectMode: false }),
      }
      const upload = new Upload({ client: writer, params, queueSize: 2, leavePartsOnError: false })
      await callStorage(() => upload.done(), { isOutage: () => !sourceError }).catch((error: unknown) => {
        throw sourceError ? sourceError.error : error
      })
      return bytes()
    },
    async get(name, range) {
      const object = await getObject(name, range)
      if (!object?.Body) return undefined
      const size = Number(object.ContentRange?.split('/')[1] ?? object.ContentLength)
      return { size, stream: object.Body.transformToWebStream() }
    },
    async read(name) {
      const object = await getObject(name)
      const stopReading = () =>
        object?.Body && 'destroy' in object.Body && object.Body.destroy(new Error('read too slowly'))
      const readTimeout = setTimeout(stopReading, READ_MS)
      return callStorage(async () => object?.Body?.transformToByteArray()).finally(() =>
        clearTimeout(readTimeout),
      )
    },
    async findSize(name) {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: toKey(name) })
      return (await findInStorage(() => reader.send(command)))?.ContentLength
    },
    async list(folder, before) {
      const names: string[] = []
      const listOptions = { Bucket: bucket, Prefix: `${toKey(folder)}/`, Delimiter: '/' }
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await callStorage(() =>
          writer.send(new ListObjectsV2Command({ ...listOptions, ContinuationToken })),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified && LastModified < before) names.push(toName(Key))
        if (!page.NextContinuationToken) return names
        ContinuationToken = page.NextContinuationToken
      }
    },
    async removeStaleParts(before) {
      const listOptions = { Bucket: bucket, ...(prefix ? { Prefix: `${prefix}/` } : {}) }
      const { Uploads = [] } = await callStorage(() =>
        writer.send(new ListMultipartUploadsCommand(listOptions)),
      )
      const staleUploads = Uploads.filter(({ Initiated }) => Initiated && Initiated < before)
      for (const { Key, UploadId } of staleUploads)
        await callStorage(() =>
          writer.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })),
        )
      return staleUploads.length
    },
  }
}

/** Returns functions that call the storage, or throw StoragePaused while the breaker is open. */
function guardWithBreaker(breaker: Breaker) {
  async function callStorage<T>(
    work: () => Promise<T>,
    { isOutage = (error: Error) => !isMissing(error) } = {},
  ): Promise<T> {
    const tryOnce = async () => {
      if (!breaker.isClosed()) throw new StoragePaused('the storage failed a moment ago')
      try {
        const result = await work()
        breaker.succeeded()
        return result
      } catch (error) {
        if (error instanceof Error && isOutage(error)) breaker.failed()
        else breaker.succeeded()
        throw error
      }
    }
    const isAsked = (error: Error) => !(error instanceof StoragePaused)
    return trackProvider('storage', tryOnce, { isOutage, isAsked })
  }

  /** Returns undefined for a missing object, which proves that the storage works. */
  async function findInStorage<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await callStorage(work)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
  return { callStorage, findInStorage }
}

function isMissing(error: unknown): boolean {
  return error instanceof NoSuchKey || error instanceof NotFound
}
