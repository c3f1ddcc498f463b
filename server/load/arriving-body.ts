import type { IncomingMessage } from 'node:http'
import { ClientDisconnected, TooManyRequests } from './rejected.ts'

/** The limit of an API call plus one byte, which detects a longer body. Forms have lower limits. */
const MAX_BODY_BYTES = 1024 * 1024 + 1
const MAX_ARRIVED_BYTES = 64 * 1024 * 1024
/** The share of the memory for one network's bodies, so that a slow sender cannot block all others. */
const CLIENT_SHARE = 1 / 4

type Bytes = Uint8Array<ArrayBuffer>

let arrived = 0
const arrivedFrom = new Map<string, number>()

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
    arrived += length
    const own = countFrom(client, length)
    if (arrived > maxArrived || own > maxArrived * CLIENT_SHARE) throw new TooManyRequests()
    return bytes < MAX_BODY_BYTES
  }
  try {
    return await work(await read(request, count))
  } finally {
    arrived -= bytes
    countFrom(client, -bytes)
  }
}

function countFrom(client: string | undefined, bytes: number): number {
  if (client === undefined) return 0
  const now = (arrivedFrom.get(client) ?? 0) + bytes
  if (now > 0) arrivedFrom.set(client, now)
  else arrivedFrom.delete(client)
  return now
}

/** Reads the body until it ends or `count` returns false. */
function read(request: IncomingMessage, count: (length: number) => boolean): Promise<Bytes> {
  if (request.destroyed) return Promise.reject(new ClientDisconnected())
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      try {
        chunks.push(chunk)
        if (!count(chunk.length)) finishBody()
      } catch (error) {
        stop()
        reject(error)
      }
    }
    const stop = () => {
      request.off('data', take).off('end', finishBody).off('close', leave).off('error', leave)
      request.on('error', () => undefined).pause()
    }
    const finishBody = () => {
      stop()
      resolve(Buffer.concat(chunks))
    }
    const leave = () => {
      stop()
      reject(new ClientDisconnected())
    }
    request.on('data', take).once('end', finishBody).once('close', leave).once('error', leave)
  })
}
