import {
  type FieldErrors,
  type FieldProblem,
  fieldErrors,
  fieldProblems,
  type Issue,
} from '#app/api/field-errors.ts'
import { type ApiCode, apiCodes } from '#app/text/platform/api-codes.ts'
import { apiRefusals, refusalBody } from '#app/text/platform/api-labels.ts'

type Status = keyof typeof apiRefusals
/** `problems` are the messages of `body` with their codes. */
type Coded = { code?: ApiCode; problems?: readonly FieldProblem[] }

/** Every refusal of the API; 400 carries the wrong fields, as 200 does for a contact (D58), the others one `detail`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly body: FieldErrors | ReturnType<typeof refusalBody>
  /** for people, where no field is named */
  readonly detail: string
  /** undefined for a refusal that names none */
  readonly fields: FieldErrors | undefined
  readonly code: ApiCode
  readonly problems: readonly FieldProblem[]

  constructor(
    readonly status: Status,
    body?: FieldErrors | string,
    readonly headers: Record<string, string> = {},
    { code, problems = [] }: Coded = {},
  ) {
    super(`${status}`)
    this.detail = typeof body === 'string' ? body : apiRefusals[status]
    this.fields = typeof body === 'object' ? body : undefined
    this.body = this.fields ?? refusalBody(status, this.detail)
    this.code = code ?? (this.fields ? 'invalid_fields' : codes[status])
    this.problems = problems
  }
}

const codes: Record<Status, ApiCode> = {
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

/** Messages at their fields, with the codes of their issues. */
export function issuesError(issues: readonly Issue[], status: 200 | 400 = 400): ApiError {
  const problems = fieldProblems(issues)
  return new ApiError(status, fieldErrors(problems), {}, { problems })
}

/** One message at one field of the body, nested names by dots: 'billing_address.zip_code'. */
export function fieldError(name: string, message: string, code: ApiCode): ApiError {
  return issuesError([{ path: name.split('.'), message, code }])
}

export const problemMedia = 'application/problem+json'

/** As the specification's clients read it; with codes for callers whose Accept names `problemMedia` (RFC 9457). */
export function problemResponse(problem: ApiError, accept: string | null): Response {
  const { status, body, headers, code, detail, problems } = problem
  if (!accept?.includes(problemMedia)) return Response.json(body, { status, headers })
  const errors = problems.map(({ path, ...each }) => ({
    field: path.join('.') || 'non_field_errors',
    ...each,
  }))
  const refused = status === 200 ? 400 : status
  const coded = { title: apiCodes[code], status: refused, code, detail, errors }
  return new Response(JSON.stringify(coded), {
    status: refused,
    headers: { ...headers, 'Content-Type': problemMedia },
  })
}
