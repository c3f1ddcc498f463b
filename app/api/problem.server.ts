import type { FieldErrors } from '#app/api/field-errors.ts'
import { apiRefusals } from '#app/text/platform/api-labels.ts'

/** Every refusal of the API; 400 carries the wrong fields, as 200 does for a contact (D58), the others one `detail`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly body: FieldErrors | { detail: string }
  readonly headers: Record<string, string>

  constructor(
    readonly status: keyof typeof apiRefusals,
    body?: FieldErrors | string,
    headers: Record<string, string> = {},
  ) {
    super(`${status}`)
    this.body = typeof body === 'object' ? body : { detail: body ?? apiRefusals[status] }
    this.headers = headers
  }
}

/** One message at one field of the body, nested names by dots: 'billing_address.zip_code'. */
export function fieldError(name: string, message: string): ApiError {
  const [last = 'non_field_errors', ...parents] = name.split('.').reverse()
  const innermost: FieldErrors = { [last]: [message] }
  return new ApiError(
    400,
    parents.reduce<FieldErrors>((body, parent) => ({ [parent]: body }), innermost),
  )
}

export function problemResponse({ status, body, headers }: ApiError): Response {
  return Response.json(body, { status, headers })
}
