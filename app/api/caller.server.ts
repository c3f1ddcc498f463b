import type { Caller, Operation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { findTokenHolder } from '#app/models/accounts/session.server.ts'
import { apiKeyStart, findKeyHolder } from '#app/models/backoffice/api-key.server.ts'

/**
 * Finds the caller by a person's bearer token or a program's key; cookies are ignored (D74). Undefined
 * without either; throws ApiError 401 for one that is not valid, and for a person's where a code is needed (D125).
 */
export async function identify({ request, context }: RequestArgs): Promise<Caller | undefined> {
  const header = request.headers.get('Authorization')
  if (header === null || header.trim() === '') return undefined
  const token = /^Bearer\s+(\S{1,200})$/i.exec(header.trim())?.[1]
  // Clients of the specification send what an empty storage gave them.
  if (token === undefined || token === 'null' || token === 'undefined') throw unauthorized()
  if (token.startsWith(apiKeyStart)) {
    const holder = (await findKeyHolder(token)) ?? fail()
    context.onViewer?.(holder.viewer.userId)
    return { viewer: holder.viewer, keyId: holder.keyId, scopes: holder.scopes }
  }
  const viewer = (await findTokenHolder(token)) ?? fail()
  if (viewer.hasSecondFactor || viewer.lacksFactor) throw unauthorized()
  context.onViewer?.(viewer.userId)
  return { viewer, keyId: null, scopes: null }
}

/** Throws ApiError 401 without a token where one is needed, 403 where rights or scopes do not reach. */
export function requireAccess({ access, scope }: Operation, caller: Caller | undefined): void {
  // A key opens no more to its holder than its scopes name, in calls for anyone too.
  const isOutside = (scopes: readonly string[]) => (scope ? !scopes.includes(scope) : access !== 'anyone')
  if (caller?.scopes && isOutside(caller.scopes)) throw new ApiError(403)
  if (access === 'anyone') return
  if (!caller) throw unauthorized()
  const { viewer } = caller
  const isAllowed = {
    customer: true,
    partner: viewer.isPartner,
    staff: viewer.isStaff,
    superuser: viewer.isSuperuser,
  }[access]
  if (!isAllowed) throw new ApiError(403)
}

function fail(): never {
  throw unauthorized()
}

function unauthorized(): ApiError {
  return new ApiError(401, undefined, { 'WWW-Authenticate': 'Bearer' })
}
