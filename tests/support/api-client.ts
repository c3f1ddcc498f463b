import type { AppLoadContext } from '@remix-run/node'
import { afterAll, beforeEach, expect, vi } from 'vitest'
import { answerCall } from '#app/api/dispatch.server.ts'
import { operations } from '#app/api/registry.server.ts'
import { env } from '#app/env.server.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { startSession } from '#app/models/accounts/session.server.ts'
import { countCall } from '#app/models/platform/api-call.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  findFileRequest,
  makePreparedName,
  markFileReady,
} from '#app/models/platform/prepared-file.server.ts'
import { checkExchange } from '#tests/support/api/contract.ts'
import { shopOrigin } from '#tests/support/request.ts'

type CallOptions = { key?: string; headers?: Record<string, string>; context?: AppLoadContext }

/** A client that compares each request and response with the API document. */
export class ApiClient {
  constructor(readonly token?: string) {}

  get(path: string, options: CallOptions = {}) {
    return this.call('GET', path, undefined, options)
  }

  post(path: string, body?: unknown, options: CallOptions = {}) {
    return this.call('POST', path, body, options)
  }

  put(path: string, body?: unknown, options: CallOptions = {}) {
    return this.call('PUT', path, body, options)
  }

  delete(path: string, options: CallOptions = {}) {
    return this.call('DELETE', path, undefined, options)
  }

  /** Sends a form with a file in the field `file`. */
  upload(
    method: 'POST' | 'PUT',
    path: string,
    file: { name: string; bytes: Uint8Array },
    fields: Record<string, string> = {},
  ) {
    const body = new FormData()
    for (const [name, text] of Object.entries(fields)) body.append(name, text)
    body.append('file', new File([new Uint8Array(file.bytes)], file.name))
    return this.send(new Request(new URL(path, shopOrigin), { method, body, headers: this.headers() }))
  }

  async call(method: string, path: string, body: unknown, { key, headers = {}, context }: CallOptions = {}) {
    const requestHeaders = this.headers(headers)
    if (key !== undefined) requestHeaders.set('Idempotency-Key', key)
    if (body !== undefined && !requestHeaders.has('Content-Type'))
      requestHeaders.set('Content-Type', 'application/json')
    const url = new URL(path, shopOrigin)
    const request = new Request(url, {
      method,
      headers: requestHeaders,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return this.send(request, context)
  }

  private headers(extraHeaders: Record<string, string> = {}): Headers {
    return new Headers({ ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}), ...extraHeaders })
  }

  private async send(request: Request, context: AppLoadContext = {}) {
    const { method, url } = request
    const requestBody = parseJson(await request.clone().text())
    const response = await answerCall({ request, context, params: {} }, operations)
    const { status, headers } = response
    const [type = ''] = (headers.get('Content-Type') ?? '').split(';')
    const bytes = Buffer.from(await response.arrayBuffer())
    const body = /[/+]json$/.test(type) ? JSON.parse(bytes.toString()) : undefined
    checkExchange({ method, url: new URL(url), sent: requestBody, status, type, body })
    return { status, headers, bytes, body }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function callAs({ userId }: { userId: number }): Promise<ApiClient> {
  return new ApiClient(await startSession(userId, 'test', 'api'))
}

/** Matches the signed address of a file. */
export function matchSignedAddress(path: string): unknown {
  const pattern = `${env.PUBLIC_URL}${path}?link=`.replace(/[.?/]/g, '\\$&')
  return expect.stringMatching(new RegExp(`^${pattern}[tkv]\\d+\\.\\d+\\.[\\w-]{43}$`))
}

export const preparedBytes = Buffer.from('%PDF-1.7 made by a test')

/** Requests a file, receives 503, stores the file as the worker does and requests it again. */
export async function callUntilFileIsReady<Reply>(call: () => Promise<Reply>) {
  const firstAnswer = await call()
  const { id } = await db
    .selectFrom('prepared_files')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await putFile(makePreparedName(id), preparedBytes)
  await markFileReady(id, { file: makePreparedName(id), bytes: preparedBytes.length })
  return { firstAnswer, answer: await call(), request: await findFileRequest(id) }
}

/** Multiplies the limits of calls in a test file. Afterwards, releases the calls that this process has reserved. */
export function raiseCallLimits(factor: number) {
  beforeEach(() => {
    vi.spyOn(env, 'LIMIT_FACTOR', 'get').mockReturnValue(factor)
  })
  afterAll(() => countCall('', 1, new Date(0)))
}
