import type { IncomingMessage } from 'node:http'
import { ClientDisconnected, TooManyRequests } from './rejected.ts'

/** The limit of an API call plus one byte, which detects a longer body. Forms have lower limits. */
const MAX_BODY_BYTES = 1024 * 1024 + 1
/** The limit for all bodies in memory. */
const MAX_ARRIVED_BYTES = 64 * 1024 * 1024
/** The share of this limit for one client's bodies, so that a slow sender cannot block all others. */
const CLIENT_SHARE = 1 / 4

type Bytes = Uint8Array<ArrayBuffer>

let arrivedBytes = 0
const arrivedBytesByClient = new Map<string, number>()

type Limits = { client?: string | undefined; maxArrivedBytes?: number }

/**
 * Reads the whole body before it runs `work`, so that slow senders occupy nothing but memory.
 * Throws ClientDisconnected or TooManyRequests.
 */
export async function runWithBody<T>(
  request: IncomingMessage,
  work: (body: Bytes) => Promise<T>,
  { client, maxArrivedBytes = MAX_ARRIVED_BYTES }: Limits = {},
): Promise<T> {
  let bytes = 0
  const countBytes = (length: number) => {
    bytes += length
    arrivedBytes += length
    const clientBytes = addClientBytes(client, length)
    if (arrivedBytes > maxArrivedBytes || clientBytes > maxArrivedBytes * CLIENT_SHARE)
      throw new TooManyRequests()
    return bytes < MAX_BODY_BYTES
  }
  try {
    return await work(await readBody(request, countBytes))
  } finally {
    arrivedBytes -= bytes
    addClientBytes(client, -bytes)
  }
}

/** Adds to the bytes of a client's bodies and returns their sum; 0 for an unknown client. */
function addClientBytes(client: string | undefined, bytes: number): number {
  if (client === undefined) return 0
  const clientBytes = (arrivedBytesByClient.get(client) ?? 0) + bytes
  if (clientBytes > 0) arrivedBytesByClient.set(client, clientBytes)
  else arrivedBytesByClient.delete(client)
  return clientBytes
}

/** Reads the body until it ends or `countBytes` returns false. */
function readBody(request: IncomingMessage, countBytes: (length: number) => boolean): Promise<Bytes> {
  if (request.destroyed) return Promise.reject(new ClientDisconnected())
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    const handleChunk = (chunk: Buffer) => {
      try {
        chunks.push(chunk)
        if (!countBytes(chunk.length)) finishBody()
      } catch (error) {
        removeListeners()
        reject(error)
      }
    }
    const removeListeners = () => {
      request
        .off('data', handleChunk)
        .off('end', finishBody)
        .off('close', rejectDisconnected)
        .off('error', rejectDisconnected)
      // A later error without a listener would end the process.
      request.on('error', () => undefined).pause()
    }
    const finishBody = () => {
      removeListeners()
      resolve(Buffer.concat(chunks))
    }
    const rejectDisconnected = () => {
      removeListeners()
      reject(new ClientDisconnected())
    }
    request
      .on('data', handleChunk)
      .once('end', finishBody)
      .once('close', rejectDisconnected)
      .once('error', rejectDisconnected)
  })
}
