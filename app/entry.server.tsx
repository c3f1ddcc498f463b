import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { getProviderFailure } from '#app/gateways/provider.server.ts'
import { log, maskTokens } from '#app/log.server.ts'
import { HashQueueFull } from '#app/models/accounts/user.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import '#app/http/context.server.ts'
import { ResponseProvider } from '#app/http/page.ts'
import { TextResponse } from '#app/http/responses.server.ts'
import { getRetryAfter } from '#app/http/retry-after.server.ts'

/** The Retry-After of pages with status 503. For requests above a limit, getRetryAfter returns the wait. */
const OUTAGE_RETRY_SECONDS = '5'
/** Requests during an outage of database or storage, which get 503 instead of 500. */
const outageRequests = new WeakSet<AppLoadContext>()
/** Requests above the limit of concurrent password checks, which get 503 with another text. */
const overloadedRequests = new WeakSet<AppLoadContext>()

export default async function handleRequest(
  request: Request,
  remixStatus: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const isBusy = overloadedRequests.has(context)
  const status = isBusy || outageRequests.has(context) ? 503 : remixStatus
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  const retryAfter = status === 503 ? OUTAGE_RETRY_SECONDS : getRetryAfter(context)
  if (retryAfter) headers.set('Retry-After', retryAfter)
  const answer = {
    status,
    nonce: context.nonce ?? '',
    scriptHashes: context.scriptHashes,
    requestId: context.requestId ?? '',
    isBusy,
  }
  // React does not run in the browser, so the page contains no markers and data for it.
  const html = renderToStaticMarkup(
    <ResponseProvider value={answer}>
      <RemixServer
        context={{ ...remixContext, serverHandoffStream: undefined }}
        url={request.url}
        nonce={answer.nonce}
      />
    </ResponseProvider>,
  )
  return new TextResponse(`<!DOCTYPE html>${html}`, { status, headers })
}

export function handleDataRequest(response: Response): Response {
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
  return response
}

export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return
  const isBusy = error instanceof HashQueueFull
  if (isBusy) overloadedRequests.add(context)
  if (isOutage(error) || getProviderFailure(error)) {
    outageRequests.add(context)
    context.isOutage = true
  }
  const { pathname } = new URL(request.url)
  const isClientFault = isRouteErrorResponse(error) && error.status < 500
  const data = {
    err: error,
    requestId: context.requestId,
    method: request.method,
    pathname: maskTokens(pathname),
  }
  if (isBusy) log.warn(data, 'too many passwords at once')
  else if (isClientFault) log.info({ ...data, err: undefined, status: error.status }, 'refused')
  else log.error(data, 'page error')
}
