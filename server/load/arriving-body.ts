import type { IncomingMessage } from 'node:http'
import { ClientDisconnected, TooManyRequests } from './rejected.ts'

/** The limit of an API call plus one byte, which detects a longer body. Forms have lower limits. */
const MAX_BODY_BYTES = 1024 * 1024 + 1
const MAX_ARRIVED_BYTES = 64 * 1024 * 1024
/** The share of the memory for one network's bodies, so that a slow sender cannot block all others. */
const CLIENT_SHARE = 1 / 4

type Bytes = Uint8Array<ArrayBuffer>

let arrivedBytes = 0
const arrivedByClient = new Map<string, number>()

type Limits = { client?: string | undefined; maxArrived?: number }

/** Reads the body, then runs `work`: slow senders use only memory. Throws ClientDisconnected or TooManyRequests. */
export async function runWithBody<T>(
  request: IncomingMessage,
  work: (body: Bytes) => Promise<T>,
  { client, maxArrived = MAX_ARRIVED_BYTES }: Limits = {},
): Promise<T> {
  let bytes = 0
  const count = (length: number) => {
    bytes += length
    arrivedBytes += length
    const clientBytes = addClientBytes(client, length)
    if (arrivedBytes > maxArrived || clientBytes > maxArrived * CLIENT_SHARE) throw new TooManyRequests()
    return bytes < MAX_BODY_BYTES
  }
  try {
    return await work(await readBody(request, count))
  } finally {
    arrivedBytes -= bytes
    addClientBytes(client, -bytes)
  }
}

function addClientBytes(client: string | undefined, bytes: number): number {
  if (client === undefined) return 0
  const clientTotal = (arrivedByClient.get(client) ?? 0) + bytes
  if (clientTotal > 0) arrivedByClient.set(client, clientTotal)
  else arrivedByClient.delete(client)
  return clientTotal
}

/** Reads the body until it ends or `count` returns false. */
function readBody(request: IncomingMessage, count: (length: number) => boolean): Promise<Bytes> {
  if (request.destroyed) return Promise.reject(new ClientDisconnected())
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    const takeChunk = (chunk: Buffer) => {
      try {
        chunks.push(chunk)
        if (!count(chunk.length)) finishBody()
      } catch (error) {
        removeListeners()
        reject(error)
      }
    }
    const removeListeners = () => {
      request
        .off('data', takeChunk)
        .off('end', finishBody)
        .off('close', rejectDisconnected)
        .off('error', rejectDisconnected)
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
      .on('data', takeChunk)
      .once('end', finishBody)
      .once('close', rejectDisconnected)
      .once('error', rejectDisconnected)
  })
}
