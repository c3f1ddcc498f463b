import { createHmac } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '#app/env.server.ts'
import { type Address, type Resolve, resolveEndpoint } from '#app/gateways/webhook/address.server.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 4 * 1024
const MAX_ERROR_LENGTH = 200

/** A webhook. Each of `secrets` signs the body and the time of sending, `at`. */
export type Message = { address: string; secrets: readonly string[]; id: string; body: string; at: Date }
/** The outcome of a delivery. `status` is null if no response arrived; `error` is null on success. */
export type Answer = { status: number | null; error: string | null }

type PostOptions = { allowPrivate?: boolean; resolve?: Resolve; limitMs?: number }

/** Posts the message once, within ten seconds. Does not follow redirects. Returns failures instead of throwing. */
export async function postWebhook(message: Message, options: PostOptions = {}): Promise<Answer> {
  const { allowPrivate = env.WEBHOOKS_ALLOW_PRIVATE, resolve, limitMs = TIMEOUT_MS } = options
  const abortController = new AbortController()
  const timeoutAnswer: Answer = { status: null, error: 'no answer in time' }
  const timeout = pause(limitMs, timeoutAnswer, { signal: abortController.signal }).catch(() => timeoutAnswer)
  try {
    return await Promise.race([
      send(message, abortController.signal, { allowPrivate, ...(resolve && { resolve }) }),
      timeout,
    ])
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : String(error) }
  } finally {
    abortController.abort()
  }
}

type ResolveOptions = Parameters<typeof resolveEndpoint>[1]

async function send(message: Message, signal: AbortSignal, resolveOptions: ResolveOptions): Promise<Answer> {
  const url = new URL(message.address)
  const address = await resolveEndpoint(url, resolveOptions)
  const response = await sendRequest(url, address, message, signal)
  const status = response.statusCode ?? 0
  const beginning = await readBeginning(response)
  if (status >= 200 && status < 300) return { status, error: null }
  const bodyNote = beginning === '' ? '' : `: ${beginning}`
  return { status, error: `answer ${status}${bodyNote}` }
}

function sendRequest(
  url: URL,
  address: Address,
  message: Message,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = buildHeaders(message)
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, agent: false, lookup: makeLookup(address), signal }, resolve)
      .on('error', reject)
      .end(message.body)
  })
}

function buildHeaders({ secrets, id, body, at }: Message) {
  const timestamp = Math.floor(at.getTime() / 1000)
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'Aeropub-Webhooks/1',
    'Webhook-Id': id,
    'Webhook-Timestamp': timestamp,
    'Webhook-Signature': secrets.map((secret) => signWebhook(secret, { id, timestamp, body })).join(' '),
  }
}

/** Returns a lookup that answers with the checked address instead of querying the DNS again. */
function makeLookup({ address, family }: Address): LookupFunction {
  return (_hostname, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family)
}

/** Returns the beginning of the response as one line. Does not read the rest. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (length >= MAX_ANSWER_BYTES) break
  }
  response.destroy()
  const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8')
  return text
    .replace(/[\s\p{Cc}\p{Cf}\uFFFD]+/gu, ' ')
    .trim()
    .slice(0, MAX_ERROR_LENGTH)
}

export type SignedContent = { id: string; timestamp: number; body: string }

/** Returns 'v1,' and the HMAC-SHA256 of "id.timestamp.body" (Standard Webhooks). */
export function signWebhook(secret: string, { id, timestamp, body }: SignedContent): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
