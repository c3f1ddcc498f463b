import { PassThrough } from 'node:stream'
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { log } from '#app/log.server.ts'
import { isOutage } from '#app/models/db.server.ts'
import '#app/web/context.server.ts'
import { AnswerProvider } from '#app/web/page.ts'

const RENDER_TIMEOUT_MS = 10_000
const RETRY_AFTER_SECONDS = '5'
/** Requests during which the database was away: they are answered 503, not 500. */
const outages = new WeakSet<AppLoadContext>()

export default function handleRequest(
  request: Request,
  givenStatus: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const status = outages.has(context) ? 503 : givenStatus
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  if (status === 503) headers.set('Retry-After', RETRY_AFTER_SECONDS)
  const answer = { status, nonce: context.nonce ?? '', requestId: context.requestId ?? '' }
  const page = (
    <AnswerProvider value={answer}>
      <RemixServer context={remixContext} url={request.url} nonce={answer.nonce} />
    </AnswerProvider>
  )
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce: answer.nonce,
      onAllReady() {
        const body = new PassThrough()
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        pipe(body)
      },
      onShellError: reject,
      onError: (error) => log.error({ err: error, requestId: answer.requestId }, 'render error'),
    })
    setTimeout(abort, RENDER_TIMEOUT_MS).unref()
  })
}

/** The one place where errors of loaders and actions are seen. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return
  if (isOutage(error)) outages.add(context)
  const { pathname } = new URL(request.url)
  const isExpected = error instanceof Error && 'status' in error && error.status === 404
  if (!isExpected)
    log.error({ err: error, requestId: context.requestId, method: request.method, pathname }, 'page error')
}
