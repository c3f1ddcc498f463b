import type { z } from 'zod'
import { type LinkReader, signAddresses } from '#app/api/file-link.server.ts'
import { sentBackNames, withoutSentBack } from '#app/api/input.server.ts'
import { ApiError, issuesError } from '#app/api/problem.server.ts'
import { versionHeaders } from '#app/api/version.server.ts'
import { type AddressChange, addressesIn, linkQuery } from '#app/api/wire/file-address.ts'
import { repeatUnseen, unseenIn } from '#app/api/wire/unseen-field.ts'
import type { Scope } from '#app/domain/platform/api-scope.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { TextResponse } from '#app/http/responses.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { specified } from '#app/text/platform/messages.ts'

/** Allowed callers: anybody, any token, partners, staff, superusers (D49, D50). */
export type Access = 'anyone' | 'customer' | 'partner' | 'staff' | 'superuser'

/** The caller; `keyId` and `scopes` are null for a person's token. */
export type Caller = { viewer: Viewer; keyId: number | null; scopes: readonly string[] | null }

/** Context of a call beside its parsed input. */
export type Call = {
  args: RequestArgs
  caller: Caller | undefined
  /** opened by a signed address instead of a token */
  isByLink: boolean
  /** of the header, unique per caller; null where none was sent */
  idempotencyKey: string | null
}

type Parts = { params: z.ZodType; query: z.ZodType; body: z.ZodType }
type Values<P extends Parts> = { [Part in keyof P]: z.output<P[Part]> }
type Raw = { params: Record<string, string>; query: Record<string, string>; body: unknown }

/** An answer with a body of `schema`, or of another media type. */
type Success<A extends z.ZodType> = {
  status: 200 | 201 | 204
  description: string
  schema?: A
  media?: string
  example?: z.output<A>
}

/** Description of an operation in the document, in Portuguese. */
export type Described = {
  /** operationId, unique */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** with slash at the end and parameters in braces, as the specification writes it */
  path: string
  /** other spellings of the path that answer the same */
  aliases?: readonly string[]
  tag: string
  summary: string
  description?: string
  access: Access
  /** what a program's key needs; null where keys are of no use */
  scope: Scope | null
  /** takes Idempotency-Key */
  isCreating?: boolean
  /** a multipart form, which `handle` reads from the request */
  isUpload?: boolean
  /** takes the fields of its answer in the body, too, and does not use them */
  acceptsAnswer?: boolean
  /** answers a record `withVersion`; a call that writes takes If-Match */
  isVersioned?: boolean
  /** answers a file, which a signed address opens as the token does; 'visitors' may hold one, too */
  opensByLink?: true | 'visitors'
  /** statuses the document lists beside those that follow from the rest */
  refuses?: readonly (400 | 403 | 404 | 409)[]
}

type Definition<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
> = Described & {
  params?: P
  query?: Q
  body?: B
  success: Success<A>
  handle(input: Values<{ params: P; query: Q; body: B }>, call: Call): Promise<z.output<A> | Response>
}

/** An operation of the API, whatever its input: the dispatcher runs it, the document shows it. */
export type Operation = Described & {
  params: z.ZodType | undefined
  query: z.ZodType | undefined
  body: z.ZodType | undefined
  success: Success<z.ZodType>
  /** the addresses of files in its answers */
  addresses: AddressChange | undefined
  run(raw: Raw, call: Call): Promise<Response>
}

/** Throws ApiError 400 with every wrong field; `handle` answers with a value of the success schema or a Response. */
export function operation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  definition: Definition<P, Q, B, A>,
): Operation {
  const { params, query, body, success, handle, ...described } = definition
  const sentBack = sentBackNames({ ...described, body, success })
  const addresses = addressesIn(success.schema)
  const judge = async (raw: Raw, call: Call) =>
    handle(
      {
        params: parse(params, raw.params),
        query: parse(query, raw.query),
        body: parse(body, withoutSentBack(raw.body, sentBack)),
      },
      call,
    )
  const unseenFields = new Set([...unseenIn(body), ...unseenIn(query)])
  return {
    ...described,
    params,
    query: query ?? (described.opensByLink ? linkQuery : undefined),
    body,
    success,
    addresses,
    async run(raw, call) {
      const answer = await judge(raw, call).catch((error: unknown) => {
        throw withUnseen(error, unseenFields)
      })
      if (answer instanceof Response) return answer
      if (addresses) signAddresses(addresses, answer, findLinkReader(call.caller))
      return success.status === 204
        ? new Response(null, { status: 204 })
        : new TextResponse(JSON.stringify(answer), {
            status: success.status,
            headers: { 'Content-Type': 'application/json', ...versionHeaders(answer) },
          })
    },
  }
}

/** The caller of an operation that is not for anyone. */
export function requireApiViewer({ caller }: Call): Viewer {
  if (!caller) throw new ApiError(401)
  return caller.viewer
}

/** Returns the reader that this caller's file addresses are signed for. */
export function findLinkReader(caller: Caller | undefined): LinkReader {
  if (!caller) return { kind: 'visitor' }
  const { keyId, viewer } = caller
  return keyId === null ? { kind: 'token', id: viewer.sessionId } : { kind: 'key', id: keyId }
}

/** For a call of which one part needs another scope than the whole. Throws ApiError 403. */
export function requireScope({ caller }: Call, scope: Scope): void {
  if (caller?.scopes && !caller.scopes.includes(scope)) throw new ApiError(403)
}

/** The same refusal; what is wrong with a field that no screen shows stands in `non_field_errors`, too. */
function withUnseen(error: unknown, fields: ReadonlySet<string>): unknown {
  if (!(error instanceof ApiError) || error.status !== 400 || !error.fields) return error
  return new ApiError(400, repeatUnseen(error.fields, fields), error.headers, error)
}

function parse<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S>
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value, { error: wordFor })
  if (parsed.success) return parsed.data
  throw issuesError(parsed.error.issues)
}

/** For what the schema has no words of its own. */
function wordFor(issue: { code?: string; input?: unknown }): string {
  return issue.input === undefined || issue.input === null ? specified.fieldRequired : 'Valor inválido'
}
