import type { z } from 'zod'
import { sentBackNames, withoutSentBack } from '#app/api/input.server.ts'
import { ApiError, issuesError } from '#app/api/problem.server.ts'
import { versionHeaders } from '#app/api/version.server.ts'
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
  run(raw: Raw, call: Call): Promise<Response>
}

/** Throws ApiError 400 with every wrong field; `handle` answers with a value of the success schema or a Response. */
export function operation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  definition: Definition<P, Q, B, A>,
): Operation {
  const { params, query, body, success, handle, ...described } = definition
  const sentBack = sentBackNames({ ...described, body, success })
  return {
    ...described,
    params,
    query,
    body,
    success,
    async run(raw, call) {
      const input = {
        params: parse(params, raw.params),
        query: parse(query, raw.query),
        body: parse(body, withoutSentBack(raw.body, sentBack)),
      }
      const answer = await handle(input, call)
      if (answer instanceof Response) return answer
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
export function viewerOf({ caller }: Call): Viewer {
  if (!caller) throw new ApiError(401)
  return caller.viewer
}

/** For a call of which one part needs another scope than the whole. Throws ApiError 403. */
export function requireScope({ caller }: Call, scope: Scope): void {
  if (caller?.scopes && !caller.scopes.includes(scope)) throw new ApiError(403)
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
