import { readFileLink } from '#app/api/file-link.server.ts'
import type { Call, Caller, Operation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { findSessionHolder, findTokenHolder } from '#app/models/accounts/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { apiKeyPrefix, findKeyHolder } from '#app/models/backoffice/api-key.server.ts'
import { fileLinkOver } from '#app/text/platform/api-labels.ts'

type Identity = Pick<Call, 'caller' | 'isByLink'>

/** The error for a signed address that has expired or whose reader has logged out. It is not logged as an attack. */
export class FileLinkExpired extends ApiError {}

/**
 * Identifies the caller by a person's bearer token, a program's key or a signed address, not by cookies (D74).
 * Throws ApiError 401 if one of them is invalid. Without any of them, the caller is undefined.
 */
export async function identifyCaller(args: RequestArgs, operation: Operation): Promise<Identity> {
  const header = args.request.headers.get('Authorization')?.trim()
  const identity = header
    ? { caller: await findCallerByHeader(header), isByLink: false }
    : await identifyByLink(args.request, operation)
  if (identity.caller) args.context.onViewer?.(identity.caller.viewer.userId)
  return identity
}

async function findCallerByHeader(header: string): Promise<Caller> {
  const token = /^Bearer\s+(\S{1,200})$/i.exec(header)?.[1]
  // The specification's clients send the text "null" or "undefined" if they have no token.
  if (token === undefined || token === 'null' || token === 'undefined') throw makeUnauthorized()
  const isKey = token.startsWith(apiKeyPrefix)
  const caller = isKey ? await findCallerByKey(token) : makeTokenCaller(await findTokenHolder(token))
  if (!caller) throw makeUnauthorized()
  return caller
}

async function identifyByLink({ url }: Request, { opensByLink }: Operation): Promise<Identity> {
  const reader = opensByLink && readFileLink(new URL(url))
  if (!reader) return { caller: undefined, isByLink: false }
  if (reader === 'over') throw new FileLinkExpired(401, fileLinkOver)
  if (reader === 'wrong') throw new ApiError(401, fileLinkOver)
  if (reader.kind === 'visitor') return { caller: undefined, isByLink: true }
  const { kind, id } = reader
  const caller = kind === 'key' ? await findCallerByKey(id) : makeTokenCaller(await findSessionHolder(id))
  if (!caller) throw new FileLinkExpired(401, fileLinkOver)
  return { caller, isByLink: true }
}

async function findCallerByKey(key: string | number): Promise<Caller | undefined> {
  const holder = await findKeyHolder(key)
  return holder && { viewer: holder.viewer, keyId: holder.keyId, scopes: holder.scopes }
}

function makeTokenCaller(viewer: Viewer | undefined): Caller | undefined {
  return viewer && !viewer.isFactorMissing ? { viewer, keyId: null, scopes: null } : undefined
}

/** Throws ApiError 401 if a required token is missing, or 403 if role or scopes do not allow the operation. */
export function requireAccess(
  { access, scope, opensByLink }: Operation,
  { caller, isByLink }: Identity,
): void {
  // A key needs the operation's scope even if anyone may call it. Without a scope, it must be open to anyone.
  const lacksScope = (scopes: readonly string[]) => (scope ? !scopes.includes(scope) : access !== 'anyone')
  if (caller?.scopes && lacksScope(caller.scopes)) throw new ApiError(403)
  if (access === 'anyone') return
  if (!caller && isByLink && opensByLink === 'visitors') return
  if (!caller) throw makeUnauthorized()
  const { viewer } = caller
  const isAllowed = {
    customer: true,
    partner: viewer.isPartner,
    staff: viewer.isStaff,
    superuser: viewer.isSuperuser,
  }[access]
  if (!isAllowed) throw new ApiError(403)
}

function makeUnauthorized(): ApiError {
  return new ApiError(401, undefined, { 'WWW-Authenticate': 'Bearer' })
}
