import { createHmac } from 'node:crypto'
import { removeFileLinks, signAddresses } from '#app/api/file-link.server.ts'
import { type Call, findLinkReader, type Operation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { maxIdempotencyKeyLength } from '#app/domain/platform/idempotency.ts'
import { env } from '#app/env.server.ts'
import { HashQueueFull } from '#app/models/accounts/user.server.ts'
import {
  claimKey,
  type IdempotentCall,
  releaseKey,
  storeResponse,
} from '#app/models/platform/idempotency-key.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'

type RawInput = Parameters<Operation['run']>[0]

const keyPattern = /^[\x21-\x7e]+$/

/**
 * Runs a creating call once per Idempotency-Key and caller within `idempotencyHours`. A repeated call gets
 * the first response. Throws ApiError 422 if its body differs, or 409 while the first call runs. Rejections
 * are not stored.
 */
export async function answerOnce(operation: Operation, rawInput: RawInput, call: Call): Promise<Response> {
  const key = call.args.request.headers.get('Idempotency-Key')
  if (key === null) return operation.run(rawInput, call)
  if (key.length > maxIdempotencyKeyLength || !keyPattern.test(key))
    throw new ApiError(400, `Idempotency-Key: até ${maxIdempotencyKeyLength} caracteres, sem espaços.`)
  const claim: IdempotentCall = {
    keyHash: hashTexts(getCallerKey(call), operation.id, key),
    requestHash: hashTexts(JSON.stringify([rawInput.params, rawInput.body ?? null])),
  }
  const claimResult = await claimKey(claim, new Date())
  if (claimResult === 'other-request') throw new ApiError(422)
  if (claimResult === 'running')
    throw new ApiError(409, 'A primeira chamada com esta chave ainda não terminou.')
  if (claimResult !== 'claimed') return makeStoredResponse(claimResult, operation, call)
  return runAndStore(operation, rawInput, { ...call, idempotencyKey: claim.keyHash.slice(0, 32) }, claim)
}

async function runAndStore(
  operation: Operation,
  rawInput: RawInput,
  call: Call,
  claim: IdempotentCall,
): Promise<Response> {
  try {
    const answer = await operation.run(rawInput, call)
    const body = await answer.clone().text()
    await storeResponse(claim, { status: answer.status, body: removeFileLinks(body) })
    return answer
  } catch (error) {
    if (isRefusal(error)) await releaseKey(claim)
    throw error
  }
}

/** Returns true if the call has written nothing. After other failures, the key must not be used again. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof Response) return error.status < 500
  return error instanceof HashQueueFull || error instanceof StaleRecordError
}

/** Returns the stored response with newly signed addresses of files. */
function makeStoredResponse(
  { status, body }: { status: number; body: string },
  { addresses }: Operation,
  { caller }: Call,
): Response {
  const signedBody = addresses
    ? JSON.stringify(signAddresses(addresses, JSON.parse(body), findLinkReader(caller)))
    : body
  return new Response(signedBody, {
    status,
    headers: { 'Content-Type': 'application/json', 'Idempotency-Replayed': 'true' },
  })
}

function getCallerKey({ caller, args }: Call): string {
  if (!caller) return `network ${args.context.clientAddress ?? ''}`
  return `user ${caller.viewer.userId}`
}

/** Returns a keyed hash because the body may contain a password. */
function hashTexts(...texts: string[]): string {
  return createHmac('sha256', env.COOKIE_SECRETS[0] ?? '')
    .update(texts.join('\n'))
    .digest('hex')
}
