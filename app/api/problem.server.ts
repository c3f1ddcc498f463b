import {
  buildFieldErrors,
  type FieldErrors,
  type FieldProblem,
  type Issue,
  listFieldProblems,
} from '#app/api/field-errors.ts'
import { type ApiCode, apiCodes } from '#app/text/platform/api-codes.ts'
import { apiRefusals, makeRefusalBody } from '#app/text/platform/api-labels.ts'

type Status = keyof typeof apiRefusals
/** `problems` repeats the field messages of the body, each with its code. */
type ErrorCodes = { code?: ApiCode; problems?: readonly FieldProblem[] }

/**
 * An error response. Its body contains the invalid fields (400, or 200 for contact messages, D58) or a
 * `detail`.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly body: FieldErrors | ReturnType<typeof makeRefusalBody>
  /** message for people, if the error concerns no field */
  readonly detail: string
  /** undefined if the error concerns no field */
  readonly fields: FieldErrors | undefined
  readonly code: ApiCode
  readonly problems: readonly FieldProblem[]

  constructor(
    readonly status: Status,
    body?: FieldErrors | string,
    readonly headers: Record<string, string> = {},
    { code, problems = [] }: ErrorCodes = {},
  ) {
    super(`${status}`)
    this.detail = typeof body === 'string' ? body : apiRefusals[status]
    this.fields = typeof body === 'object' ? body : undefined
    this.body = this.fields ?? makeRefusalBody(status, this.detail)
    this.code = code ?? (this.fields ? 'invalid_fields' : statusCodes[status])
    this.problems = problems
  }
}

const statusCodes: Record<Status, ApiCode> = {
  200: 'invalid_fields',
  400: 'parse_error',
  401: 'not_authenticated',
  403: 'permission_denied',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  411: 'length_required',
  412: 'precondition_failed',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'key_reused',
  429: 'throttled',
  500: 'error',
  503: 'unavailable',
}

/** Returns an error with messages at their fields and the codes of the issues. */
export function makeIssuesError(issues: readonly Issue[], status: 200 | 400 = 400): ApiError {
  const problems = listFieldProblems(issues)
  return new ApiError(status, buildFieldErrors(problems), {}, { problems })
}

/** Returns an error with one message. Dots separate nested names: 'billing_address.zip_code'. */
export function makeFieldError(name: string, message: string, code: ApiCode): ApiError {
  return makeIssuesError([{ path: name.split('.'), message, code }])
}

export const problemMedia = 'application/problem+json'

/**
 * Returns the response in the specification's format, or in that of RFC 9457 if Accept contains
 * `problemMedia`.
 */
export function makeProblemResponse(problem: ApiError, accept: string | null): Response {
  const { status, body, headers, code, detail, problems } = problem
  if (!accept?.includes(problemMedia)) return Response.json(body, { status, headers })
  const errors = problems.map(({ path, ...messageAndCode }) => ({
    field: path.join('.') || 'non_field_errors',
    ...messageAndCode,
  }))
  const failureStatus = status === 200 ? 400 : status
  const problemBody = { title: apiCodes[code], status: failureStatus, code, detail, errors }
  return new Response(JSON.stringify(problemBody), {
    status: failureStatus,
    headers: { ...headers, 'Content-Type': problemMedia },
  })
}
