import { pipeline } from 'node:stream/promises'
import { type AppLoadContext, createReadableStreamFromReadable } from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import { isApiPath } from '#app/paths.ts'
import { getRequestedAddress } from '../host-check.ts'
import type { Admit } from '../load/admit.ts'
import { runWithBody } from '../load/arriving-body.ts'
import { ClientDisconnected } from '../load/rejected.ts'
import { isUpload } from '../load/request-priority.ts'
import { rejectForOutage } from '../refusal.ts'
import type { Handler } from './areas.ts'

type Options = {
  handle: Handler
  getLoadContext(request: ExpressRequest, response: ExpressResponse): AppLoadContext
  admit: Admit
  findClient(request: ExpressRequest): string | undefined
  redirectRefused?: (
    request: ExpressRequest,
    response: ExpressResponse,
    answer: globalThis.Response,
  ) => Promise<globalThis.Response>
}

/** Replaces Remix's Express adapter, which ignores backpressure and renders for clients that left. */
export function makeRemixHandler({
  handle,
  getLoadContext,
  admit,
  findClient,
  redirectRefused = async (_request, _response, answer) => answer,
}: Options): RequestHandler {
  return async (request, response, next) => {
    try {
      const context = getLoadContext(request, response)
      const handleBody = (body?: Body) =>
        admit(request, () => handle(toWebRequest(request, response, body), context))
      const answer = await (hasBody(request) && !isUpload(request)
        ? runWithBody(request, handleBody, { client: findClient(request) })
        : handleBody(hasBody(request) ? createReadableStreamFromReadable(request) : undefined))
      // Pages explain an outage themselves. For other resources, Remix would report a failure of its own.
      if (answer.status === 500 && context.isOutage) return rejectForOutage(response)
      reachFaultPoint(`${request.method} ${request.path}:made`)
      await send(await redirectRefused(request, response, answer), response)
      reachFaultPoint(`${request.method} ${request.path}:sent`)
    } catch (error) {
      if (!isDisconnect(error)) next(error)
    }
  }
}

/** Adds a signal that stops loaders when the client leaves. API calls that read are too short to need it. */
function toWebRequest(request: ExpressRequest, response: ExpressResponse, body: Body | undefined): Request {
  const isReadingCall = !hasBody(request) && isApiPath(request.path)
  return new Request(getRequestedAddress(request), {
    method: request.method,
    headers: toHeaders(request),
    ...(isReadingCall ? {} : { signal: makeSignal(response) }),
    ...(body ? { body, duplex: 'half' } : {}),
  })
}

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

function hasBody({ method }: ExpressRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function makeSignal(response: ExpressResponse): AbortSignal {
  const abort = new AbortController()
  if (response.closed) abort.abort()
  response.once('close', () => {
    if (!response.writableFinished) abort.abort()
  })
  return abort.signal
}

function toHeaders(request: ExpressRequest): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(request.headers))
    for (const value of [values ?? []].flat()) headers.append(name, value)
  return headers
}

const joinedHeaders = new Set(['set-cookie', 'vary', 'link', 'server-timing'])

export async function send(answer: globalThis.Response, response: ExpressResponse): Promise<void> {
  response.statusMessage = answer.statusText
  response.status(answer.status)
  if (!answer.headers.has('Cache-Control')) response.setHeader('Cache-Control', 'no-store')
  for (const [name, value] of answer.headers) {
    // The response's policy replaces the default one of pages, since browsers would enforce both.
    const isJoined = joinedHeaders.has(name) && response.hasHeader(name)
    // append() joins values and adds a charset but is slow, so it is used only where needed.
    if (name === 'content-type' || isJoined) response.append(name, value)
    else response.setHeader(name, value)
  }
  const text = getWholeText(answer)
  if (text !== undefined) {
    // Without a length, the compression middleware would send the text in chunks.
    response.setHeader('Content-Length', Buffer.byteLength(text))
    response.end(text)
  } else if (answer.body) {
    await pipeline(readChunks(answer.body), response)
  } else {
    response.end()
  }
}

/** Returns a TextResponse's text. Each bundle has its own copy of the class, so a property is checked. */
export function getWholeText(answer: globalThis.Response): string | undefined {
  return 'wholeText' in answer && typeof answer.wholeText === 'string' ? answer.wholeText : undefined
}

async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function isDisconnect(error: unknown): boolean {
  return (
    error instanceof ClientDisconnected ||
    (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  )
}
