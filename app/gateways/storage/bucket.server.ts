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
import { atProvider } from '#app/gateways/provider.server.ts'
import { type ByteRange, counted, type FileStore } from './store.ts'

export type Bucket = {
  bucket: string
  region: string
  /** of a service other than Amazon's, asked as ENDPOINT/BUCKET/NAME */
  endpoint?: string
  accessKeyId: string
  secretAccessKey: string
  /** before each name, without `/` at its ends */
  prefix: string
  /** what the service is asked to encrypt with */
  encryption?: 'AES256' | 'aws:kms'
}

const CONNECT_MS = 2_000
const ANSWER_MS = 15_000
/** Of a connection on which nothing moves: a client may read a file slowly. */
const IDLE_MS = 120_000

/** Files in a bucket of a service that speaks the S3 protocol. Nobody but the shop reads it: no address is given out. */
export function bucketStore({ bucket, prefix, encryption, endpoint, ...own }: Bucket): FileStore {
  const client = new S3Client({
    region: own.region,
    credentials: { accessKeyId: own.accessKeyId, secretAccessKey: own.secretAccessKey },
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
    },
    // Other services than Amazon's know the checksums of the protocol alone.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  })
  const written = { Bucket: bucket, ...(encryption ? { ServerSideEncryption: encryption } : {}) }

  function keyOf(name: string): string {
    const parts = name.split('/')
    if (parts.some((part) => part === '' || part === '.' || part === '..'))
      throw new Error('file name leaves the bucket')
    return prefix ? `${prefix}/${name}` : name
  }

  const nameOf = (key: string) => (prefix ? key.slice(prefix.length + 1) : key)

  function object(name: string, range?: ByteRange) {
    const Range = range && `bytes=${range.start}-${range.end}`
    return ifThere(() => client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name), Range })))
  }

  async function remove(name: string): Promise<void> {
    await asked(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) })))
  }

  return {
    remove,
    locationOf: (name) => `s3://${bucket}/${keyOf(name)}`,
    async put(name, bytes) {
      const params = { ...written, Key: keyOf(name), Body: bytes }
      // In parts, each with a time of its own: a request has ANSWER_MS for all it sends.
      await asked(() => new Upload({ client, params, queueSize: 1, leavePartsOnError: false }).done())
    },
    async putStream(name, source, maxBytes) {
      const { chunks, bytes } = counted(source, maxBytes)
      // An error of the source is not one of the storage, whatever the upload makes of it.
      let broken: { error: unknown } | undefined
      async function* body() {
        try {
          yield* chunks
        } catch (error) {
          broken = { error }
          throw error
        }
      }
      const params = { ...written, Key: keyOf(name), Body: Readable.from(body(), { objectMode: false }) }
      const upload = new Upload({ client, params, queueSize: 2, leavePartsOnError: false })
      await atProvider('storage', () => upload.done(), { isOutage: () => !broken }).catch(
        (error: unknown) => {
          throw broken ? broken.error : error
        },
      )
      return bytes()
    },
    async get(name, range) {
      const found = await object(name, range)
      if (!found?.Body) return undefined
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength)
      return { size, stream: found.Body.transformToWebStream() }
    },
    async read(name) {
      return ifThere(async () => (await object(name))?.Body?.transformToByteArray())
    },
    async sizeOf(name) {
      const head = new HeadObjectCommand({ Bucket: bucket, Key: keyOf(name) })
      return (await ifThere(() => client.send(head)))?.ContentLength
    },
    async list(folder, before) {
      const found: string[] = []
      const asks = { Bucket: bucket, Prefix: `${keyOf(folder)}/`, Delimiter: '/' }
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await asked(() => client.send(new ListObjectsV2Command({ ...asks, ContinuationToken })))
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified && LastModified < before) found.push(nameOf(Key))
        if (!page.NextContinuationToken) return found
        ContinuationToken = page.NextContinuationToken
      }
    },
    async removeStaleParts(before) {
      const asks = { Bucket: bucket, ...(prefix ? { Prefix: `${prefix}/` } : {}) }
      const { Uploads = [] } = await asked(() => client.send(new ListMultipartUploadsCommand(asks)))
      const stale = Uploads.filter(({ Initiated }) => Initiated && Initiated < before)
      for (const { Key, UploadId } of stale)
        await asked(() => client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })))
      return stale.length
    },
  }
}

function asked<T>(work: () => Promise<T>): Promise<T> {
  return atProvider('storage', work, { isOutage: (error) => !isMissing(error) })
}

/** Undefined where the bucket has no such object, which the storage has answered. */
async function ifThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await asked(work)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof NoSuchKey || error instanceof NotFound
}
