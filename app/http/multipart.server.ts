import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { env } from '#app/env.server.ts'
import { isSafeFieldName, readForm } from '#app/http/responses.server.ts'

/** The limits of a body. A file input without a chosen file counts as a field. */
export type MultipartLimits = {
  maxFileBytes: number
  maxFiles: number
  maxFields: number
  maxFieldBytes: number
  maxTotalBytes: number
}

export type SentFile = { bytes: Buffer; name: string } | 'too-large'

/** A parsed form. `files` omits file inputs without a chosen file. File names are not trusted. */
export type SentForm = {
  form: FormData
  files: Map<string, SentFile>
  fileNames: Map<string, string>
  clientAddress?: string | undefined
}

/** This process's share of the memory for bodies. Above it, clients get 503. */
const MAX_BYTES_AT_ONCE = Math.max(64, 256 / env.WEB_PROCESSES) * 1024 * 1024
const MAX_BOUNDARY_LENGTH = 70
const MAX_PART_HEAD_LENGTH = 4 * 1024
const MAX_READINGS_PER_CLIENT = 4
let bytesBeingRead = 0
const readingsByClient = new Map<string, number>()

/** Reads a form. Discards too large files. Throws 400 or 415 if malformed, 413 if too long, 503 under load. */
export async function readMultipart(
  request: Request,
  limits: MultipartLimits,
  clientAddress?: string,
  maxAtOnce = MAX_BYTES_AT_ONCE,
): Promise<SentForm> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.startsWith('multipart/form-data'))
    return {
      form: await readForm(request, limits.maxFields),
      files: new Map(),
      fileNames: new Map(),
      clientAddress,
    }
  const isOverLimit = bytesBeingRead >= maxAtOnce || countReadings(clientAddress) >= MAX_READINGS_PER_CLIENT
  if (isOverLimit) return rejectUnderLoad(request, limits)
  changeReadingCount(clientAddress, 1)
  try {
    return { ...(await readParts(request, type, { ...limits, maxAtOnce })), clientAddress }
  } finally {
    changeReadingCount(clientAddress, -1)
  }
}

/** Returns how many bodies of the client are being read; 0 for unknown addresses, which have no limit. */
function countReadings(clientAddress: string | undefined): number {
  return clientAddress === undefined ? 0 : (readingsByClient.get(clientAddress) ?? 0)
}

function changeReadingCount(clientAddress: string | undefined, step: 1 | -1) {
  if (clientAddress === undefined) return
  const readingCount = countReadings(clientAddress) + step
  if (readingCount > 0) readingsByClient.set(clientAddress, readingCount)
  else readingsByClient.delete(clientAddress)
}

type ReadingLimits = MultipartLimits & { maxAtOnce: number }

async function readParts(request: Request, type: string, limits: ReadingLimits): Promise<SentForm> {
  const collector = new Collector(limits)
  const parser = createParser(type, limits)
  if (!parser || !request.body) throw new Response(null, { status: 400 })
  parser.on('field', (name, value, _isNameCut, isCut) => collector.addField(name, value, isCut))
  parser.on('file', (name, stream, fileName) => collector.addFile(name, stream, fileName))
  parser.on('partsLimit', () => collector.reject())
  const bufferedTotal = { bytes: 0 }
  const chunks = readChunks(request.body, limits.maxTotalBytes, bufferedTotal, limits.maxAtOnce)
  try {
    await pipeline(chunks, parser)
  } catch (error) {
    if (error instanceof TooManyBytesAtOnce) return rejectUnderLoad(request, limits)
    throw new Response(null, { status: error instanceof BodyTooLong ? 413 : 400 })
  } finally {
    bytesBeingRead -= bufferedTotal.bytes
  }
  return collector.getForm()
}

/** Collects parts. Reads on after a rejection because browsers show the response only after sending the whole body. */
class Collector {
  private readonly form = new FormData()
  private readonly files = new Map<string, SentFile>()
  private readonly fileNames = new Map<string, string>()
  private readonly limits: MultipartLimits
  private fields = 0
  private isRejected = false

  constructor(limits: MultipartLimits) {
    this.limits = limits
  }

  reject(): void {
    this.isRejected = true
  }

  addField(name: string | undefined, value: string, isCut: boolean): void {
    this.fields += 1
    const isOverLimit = isCut || this.fields > this.limits.maxFields
    if (isAllowedName(name) && !isOverLimit) this.form.append(name, value)
    else this.reject()
  }

  addFile(name: string | undefined, stream: BusboyFileStream, fileName: string): void {
    let chunks: Buffer[] = []
    let isTooLarge = false
    stream.on('data', (chunk: Buffer) => {
      if (!this.isRejected && !isTooLarge) chunks.push(chunk)
    })
    stream.on('limit', () => {
      isTooLarge = true
      chunks = []
    })
    stream.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const isFileMissing = bytes.length === 0 && fileName === '' && !isTooLarge
      if (isFileMissing) this.countEmptyFileField(name)
      else this.storeFile(name, isTooLarge ? 'too-large' : { bytes, name: fileName }, fileName)
      chunks = []
    })
    // This event also follows a truncated body.
    stream.on('error', () => this.reject())
  }

  getForm(): SentForm {
    if (this.isRejected) throw new Response(null, { status: 400 })
    return { form: this.form, files: this.files, fileNames: this.fileNames }
  }

  private countEmptyFileField(name: string | undefined): void {
    this.fields += 1
    if (this.fields > this.limits.maxFields || !isAllowedName(name)) this.reject()
  }

  private storeFile(name: string | undefined, file: SentFile, fileName: string): void {
    const isFileLimitReached = this.files.size >= this.limits.maxFiles
    if (isAllowedName(name) && !this.files.has(name) && !isFileLimitReached) {
      this.files.set(name, file)
      this.fileNames.set(name, fileName)
    } else this.reject()
  }
}

function isAllowedName(name: string | undefined): name is string {
  return name !== undefined && isSafeFieldName(name)
}

/** Returns a parser; undefined if the boundary is not valid (RFC 2046: at most 70 characters). */
function createParser(type: string, limits: MultipartLimits) {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(type) ?? []
  const boundary = quoted ?? bare ?? ''
  if (boundary === '' || boundary.length > MAX_BOUNDARY_LENGTH) return undefined
  const headers: BusboyHeaders = { 'content-type': type }
  return new Busboy({
    headers,
    preservePath: true,
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    limits: {
      fieldSize: limits.maxFieldBytes,
      fileSize: limits.maxFileBytes,
      parts: limits.maxFields + limits.maxFiles,
      headerPairs: 10,
      headerSize: MAX_PART_HEAD_LENGTH,
    },
  })
}

class BodyTooLong extends Error {
  override name = 'BodyTooLong'
}

class TooManyBytesAtOnce extends Error {
  override name = 'TooManyBytesAtOnce'
}

/** Yields the body. Counts it in `bytesBeingRead` and `buffered`; the caller subtracts the bytes it no longer holds. */
async function* readChunks(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  buffered = { bytes: 0 },
  maxAtOnce = Number.POSITIVE_INFINITY,
) {
  const reader = body.getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.length
    buffered.bytes += value.length
    bytesBeingRead += value.length
    if (bytes > maxBytes) {
      void reader.cancel()
      throw new BodyTooLong()
    }
    if (bytesBeingRead > maxAtOnce) {
      bytesBeingRead -= buffered.bytes
      buffered.bytes = 0
      // The body is not cancelled, because rejectUnderLoad reads its rest.
      reader.releaseLock()
      throw new TooManyBytesAtOnce()
    }
    yield value
  }
}

/**
 * Discards the rest of the body and throws a 503, because too many bytes of all requests are being read at
 * once.
 */
async function rejectUnderLoad(request: Request, limits: MultipartLimits): Promise<never> {
  const bufferedTotal = { bytes: 0 }
  try {
    if (request.body)
      for await (const _chunk of readChunks(request.body, limits.maxTotalBytes, bufferedTotal)) {
        // The body is read and discarded because browsers show the response only after sending the whole body.
        bytesBeingRead -= bufferedTotal.bytes
        bufferedTotal.bytes = 0
      }
  } catch (error) {
    throw error instanceof BodyTooLong ? new Response(null, { status: 413 }) : error
  } finally {
    bytesBeingRead -= bufferedTotal.bytes
  }
  throw new Response(null, { status: 503, headers: { 'Retry-After': '10' } })
}

/** A file in the body. The caller must read all bytes. The name is not trusted. */
export type IncomingFile = { name: string; bytes: AsyncIterable<Uint8Array> }

type Streaming<Stored> = {
  /** the only field that may contain a file */
  field: string
  maxFieldBytes: number
  maxFields: number
  /** stores the file; called at most once */
  store: (file: IncomingFile) => Promise<Stored>
}

/** Streams a file to `store`, not through memory. Throws the errors of `store`, and 400 or 415 for malformed bodies. */
export async function streamMultipart<Stored>(request: Request, streaming: Streaming<Stored>) {
  const type = request.headers.get('Content-Type') ?? ''
  const { field, maxFields, maxFieldBytes } = streaming
  if (!type.startsWith('multipart/form-data'))
    return { form: await readForm(request, maxFields), stored: undefined }
  const limits = { maxFields, maxFieldBytes, maxFiles: 1, maxFileBytes: Infinity, maxTotalBytes: Infinity }
  const parser = createParser(type, limits)
  if (!parser || !request.body) throw new Response(null, { status: 400 })
  const collector = new Collector(limits)
  const failure = new AbortController()
  let incoming: { stream: BusboyFileStream; stored: Promise<Stored> } | undefined
  parser.on('field', (name, value, _isNameCut, isCut) => collector.addField(name, value, isCut))
  parser.on('partsLimit', () => collector.reject())
  parser.on('file', (name, stream, fileName) => {
    // A truncated body is an error here, too. Destroying the stream makes `store` fail.
    stream.on('error', (error) => stream.destroy(error))
    const isUnexpected = name !== field || incoming !== undefined
    if (isUnexpected) collector.reject()
    if (isUnexpected || fileName === '') return stream.resume()
    incoming = { stream, stored: streaming.store({ name: fileName, bytes: stream }) }
    incoming.stored.catch(() => failure.abort())
  })
  try {
    await pipeline(readBytes(request.body), parser, { signal: failure.signal })
  } catch {
    // If `store` failed, this throws its error.
    if (failure.signal.aborted) await incoming?.stored
    // Otherwise the body is malformed, so `store` is made to fail and awaited.
    incoming?.stream.destroy(new Error('the body ended too early'))
    await incoming?.stored.catch(() => undefined)
    throw new Response(null, { status: 400 })
  }
  return { form: collector.getForm().form, stored: await incoming?.stored }
}

/** Yields the body. Does not cancel it, because that would close the connection before the response is sent. */
async function* readBytes(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
