import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readBody } from '#app/api/body.server.ts'
import { limitCalls } from '#app/api/call-limit.server.ts'
import { FileLinkExpired, identifyCaller, requireAccess } from '#app/api/caller.server.ts'
import { allowEverySite, isOpenedByBrowser, renderFilePage } from '#app/api/file-page.server.ts'
import { answerOnce } from '#app/api/idempotency.server.ts'
import { checkQueryNames } from '#app/api/input.server.ts'
import type { Call, Operation } from '#app/api/operation.server.ts'
import { findOperation } from '#app/api/paths.server.ts'
import { ApiError, makeProblemResponse } from '#app/api/problem.server.ts'
import { getProviderFailure } from '#app/gateways/provider.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { getRetryAfter } from '#app/http/retry-after.server.ts'
import { log } from '#app/log.server.ts'
import { HashQueueFull } from '#app/models/accounts/user.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'

type Args = LoaderFunctionArgs | ActionFunctionArgs

/** Runs an API call and returns its response. Errors are returned as error responses. */
export async function answerCall(args: Args, operations: readonly Operation[]): Promise<Response> {
  const answer = await dispatch(args, operations).catch((error: unknown) =>
    makeProblemResponse(toApiError(error, args), args.request.headers.get('Accept')),
  )
  answer.headers.set('Content-Language', 'pt-BR')
  const retryAfter = answer.status === 429 && getRetryAfter(args.context)
  if (retryAfter) answer.headers.set('Retry-After', retryAfter)
  if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store')
  return answer
}

async function dispatch(args: Args, operations: readonly Operation[]): Promise<Response> {
  const { request } = args
  const url = new URL(request.url)
  const { operation, params } = findOperation(operations, request.method, url.pathname)
  if (!isOpenedByBrowser(operation, request)) return runOperation(args, operation, params)
  const answer = await runOperation(args, operation, params).catch((error: unknown) => {
    const problem = toApiError(error, args)
    const isPage = request.headers.get('Accept')?.includes('text/html')
    return isPage
      ? renderFilePage(problem, args.context.requestId)
      : makeProblemResponse(problem, request.headers.get('Accept'))
  })
  return allowEverySite(answer)
}

async function runOperation(
  args: Args,
  operation: Operation,
  params: Record<string, string>,
): Promise<Response> {
  const { request } = args
  const url = new URL(request.url)
  const identity = await identifyCaller(args, operation).catch(async (error: unknown) => {
    const isExpired = error instanceof FileLinkExpired
    // A wrong token counts against the limit of its network; an expired link counts as a public read.
    await limitCalls(args, isExpired ? { caller: undefined, isByLink: true, operation } : undefined)
    if (!isExpired) await recordSecurity(args, 'key-refused')
    throw error
  })
  const limits = await limitCalls(args, { ...identity, operation })
  await checkAccess(args, operation, identity)
  checkQueryNames(operation.query, url.searchParams)
  const rawInput = {
    params,
    // Clients send every parameter; unused ones are empty.
    query: Object.fromEntries([...url.searchParams].filter(([, text]) => text !== '')),
    body: operation.isUpload ? undefined : await readBody(request),
  }
  const call: Call = { args, ...identity, idempotencyKey: null }
  const answer = operation.isCreating
    ? await answerOnce(operation, rawInput, call)
    : await operation.run(rawInput, call)
  for (const [name, value] of Object.entries(limits)) answer.headers.set(name, value)
  return answer
}

/** Checks the caller's rights. Records denied calls, and calls that list people (D127). */
async function checkAccess(
  args: Args,
  operation: Operation,
  identity: Pick<Call, 'caller' | 'isByLink'>,
): Promise<void> {
  const { caller } = identity
  const userId = caller?.viewer.userId
  const details = { operation: operation.id, ...(caller?.keyId ? { key: caller.keyId } : {}) }
  try {
    requireAccess(operation, identity)
  } catch (error) {
    if (userId !== undefined) await recordSecurity(args, 'role-refused', { userId, details })
    throw error
  }
  if (userId !== undefined && isPeopleList(operation))
    await recordSecurity(args, 'list-read', { userId, details })
}

function isPeopleList({ method, scope, path }: Operation): boolean {
  const isList = method === 'GET' && !path.includes('{')
  return isList && (scope === 'people:read' || scope === 'reports:read')
}

/** Converts errors of models and of page code, which rejects requests by throwing a Response. */
function toApiError(error: unknown, { request, context }: Args): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof StaleRecordError) return new ApiError(request.headers.has('If-Match') ? 412 : 409)
  const isTemporary = error instanceof HashQueueFull || isOutage(error) || getProviderFailure(error)
  if (isTemporary) return new ApiError(503, undefined, { 'Retry-After': '5' })
  if (error instanceof Response) return convertResponse(error)
  if (request.signal.aborted) return new ApiError(400)
  const { pathname } = new URL(request.url)
  log.error({ err: error, requestId: context.requestId, method: request.method, pathname }, 'api error')
  return new ApiError(500)
}

/** Converts a thrown response into an API error with the same status, or 500 for an unexpected status. */
function convertResponse({ status, headers }: Response): ApiError {
  const retryAfter = headers.get('Retry-After')
  const retryHeaders: Record<string, string> = retryAfter ? { 'Retry-After': retryAfter } : {}
  switch (status) {
    case 400:
    case 403:
    case 404:
    case 409:
    case 413:
    case 415:
    case 429:
    case 503:
      return new ApiError(status, undefined, retryHeaders)
    default:
      return new ApiError(500)
  }
}
