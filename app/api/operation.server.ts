import type { z } from 'zod'
import { type FileLinkHolder, signAddresses } from '#app/api/file-link.server.ts'
import { listIgnoredFields, removeIgnoredFields } from '#app/api/input.server.ts'
import { ApiError, makeIssuesError } from '#app/api/problem.server.ts'
import { getVersionHeaders } from '#app/api/version.server.ts'
import { type FileAddressVisitor, findFileAddresses, linkQuery } from '#app/api/wire/file-address.ts'
import { listHiddenFields, repeatHiddenErrors } from '#app/api/wire/hidden-field.ts'
import type { Scope } from '#app/domain/platform/api-scope.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { TextResponse } from '#app/http/responses.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { specTexts } from '#app/text/platform/messages.ts'

/** The callers of an operation: anybody, any token, partners, staff, superusers (D49, D50). */
export type Access = 'anyone' | 'customer' | 'partner' | 'staff' | 'superuser'

/** The authenticated caller. For a person's token, `keyId` and `scopes` are null. */
export type Caller = { viewer: Viewer; keyId: number | null; scopes: readonly string[] | null }

/** The context of a call, apart from its parsed input. */
export type Call = {
  args: RequestArgs
  caller: Caller | undefined
  /** true for a call by a signed address instead of a token */
  isByLink: boolean
  /** hash of the caller and the header Idempotency-Key; null without the header */
  idempotencyKey: string | null
}

type InputSchemas = { params: z.ZodType; query: z.ZodType; body: z.ZodType }
type ParsedInput<Schemas extends InputSchemas> = { [Part in keyof Schemas]: z.output<Schemas[Part]> }
type RawInput = { params: Record<string, string>; query: Record<string, string>; body: unknown }

/** A response whose body matches `schema`, or has another media type. */
type Success<AnswerSchema extends z.ZodType> = {
  status: 200 | 201 | 204
  description: string
  schema?: AnswerSchema
  media?: string
  example?: z.output<AnswerSchema>
}

/** The description of an operation for the OpenAPI document. Its texts are in Portuguese. */
export type OperationDescription = {
  /** unique operationId */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** with a final slash and parameters in braces, as in the specification */
  path: string
  /** other spellings of the path */
  aliases?: readonly string[]
  tag: string
  summary: string
  description?: string
  access: Access
  /** scope that a program's key needs; null if no key may call it */
  scope: Scope | null
  /** true if the operation accepts Idempotency-Key */
  isCreating?: boolean
  /** true for a multipart form, which `handle` reads itself */
  isUpload?: boolean
  /** true if the body may contain the fields of its response, which are ignored */
  acceptsOwnResponse?: boolean
  /** true if the response has the record's version, from `attachVersion`; a change then accepts If-Match */
  isVersioned?: boolean
  /** the file also opens by a signed address; with 'visitors', also by addresses signed without an account */
  opensByLink?: true | 'visitors'
  /** statuses of errors that the declaration does not imply */
  refusalStatuses?: readonly (400 | 403 | 404 | 409)[]
}

type Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> = OperationDescription & {
  params?: Params
  query?: Query
  body?: Body
  success: Success<Answer>
  handle(
    input: ParsedInput<{ params: Params; query: Query; body: Body }>,
    call: Call,
  ): Promise<z.output<Answer> | Response>
}

/** An operation with any input, which the dispatcher runs and the OpenAPI document describes. */
export type Operation = OperationDescription & {
  params: z.ZodType | undefined
  query: z.ZodType | undefined
  body: z.ZodType | undefined
  success: Success<z.ZodType>
  /** finds the addresses of files in a response */
  addresses: FileAddressVisitor | undefined
  run(rawInput: RawInput, call: Call): Promise<Response>
}

/**
 * Declares an operation. Running it throws ApiError 400 with all invalid fields, before `handle` is called.
 */
export function defineOperation<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(definition: Definition<Params, Query, Body, Answer>): Operation {
  const { params, query, body, success, handle, ...descriptionFields } = definition
  const ignoredFields = listIgnoredFields({ ...descriptionFields, body, success })
  const addresses = findFileAddresses(success.schema)
  const parseAndHandle = async (rawInput: RawInput, call: Call) =>
    handle(
      {
        params: parse(params, rawInput.params),
        query: parse(query, rawInput.query),
        body: parse(body, removeIgnoredFields(rawInput.body, ignoredFields)),
      },
      call,
    )
  const hiddenFields = new Set([...listHiddenFields(body), ...listHiddenFields(query)])
  return {
    ...descriptionFields,
    params,
    query: query ?? (descriptionFields.opensByLink ? linkQuery : undefined),
    body,
    success,
    addresses,
    async run(rawInput, call) {
      const answer = await parseAndHandle(rawInput, call).catch((error: unknown) => {
        throw repeatHiddenFieldErrors(error, hiddenFields)
      })
      if (answer instanceof Response) return answer
      if (addresses) signAddresses(addresses, answer, findLinkReader(call.caller))
      if (success.status === 204) return new Response(null, { status: 204 })
      const headers = { 'Content-Type': 'application/json', ...getVersionHeaders(answer) }
      return new TextResponse(JSON.stringify(answer), { status: success.status, headers })
    },
  }
}

/** Returns the caller of an operation that requires one. Throws ApiError 401 if there is none. */
export function requireApiViewer({ caller }: Call): Viewer {
  if (!caller) throw new ApiError(401)
  return caller.viewer
}

/** Returns the reader for whom this caller's addresses of files are signed. */
export function findLinkReader(caller: Caller | undefined): FileLinkHolder {
  if (!caller) return { kind: 'visitor' }
  const { keyId, viewer } = caller
  return keyId === null ? { kind: 'token', id: viewer.sessionId } : { kind: 'key', id: keyId }
}

/** Throws ApiError 403 if the key lacks `scope`. Used if part of a call needs a scope of its own. */
export function requireScope({ caller }: Call, scope: Scope): void {
  if (caller?.scopes && !caller.scopes.includes(scope)) throw new ApiError(403)
}

/** Copies messages of fields that the specification's screens do not show into `non_field_errors`. */
function repeatHiddenFieldErrors(error: unknown, fields: ReadonlySet<string>): unknown {
  if (!(error instanceof ApiError) || error.status !== 400 || !error.fields) return error
  return new ApiError(400, repeatHiddenErrors(error.fields, fields), error.headers, error)
}

function parse<Schema extends z.ZodType>(schema: Schema | undefined, value: unknown): z.output<Schema>
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsedValue = schema.safeParse(value, { error: describeIssue })
  if (parsedValue.success) return parsedValue.data
  throw makeIssuesError(parsedValue.error.issues)
}

/** Returns a message for issues that have none in the schema. */
function describeIssue(issue: { code?: string; input?: unknown }): string {
  return issue.input === undefined || issue.input === null ? specTexts.fieldRequired : 'Valor inválido'
}
