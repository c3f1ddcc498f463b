import type { FieldErrors } from '#app/api/field-errors.ts'

/** Every refusal of the API; 400 carries the wrong fields, as 200 does for a contact (D58), the others one `detail`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly body: FieldErrors | { detail: string }
  readonly headers: Record<string, string>

  constructor(
    readonly status: keyof typeof details,
    body?: FieldErrors | string,
    headers: Record<string, string> = {},
  ) {
    super(`${status}`)
    this.body = typeof body === 'object' ? body : { detail: body ?? details[status] }
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

const details = {
  200: '',
  400: 'O pedido não pôde ser entendido.',
  401: 'As credenciais não foram informadas ou não valem mais.',
  403: 'Você não tem permissão para isto.',
  404: 'Não encontrado.',
  405: 'Método não permitido.',
  409: 'O registro mudou enquanto isso, e nada foi alterado agora.',
  411: 'O envio não informa o seu tamanho.',
  413: 'O envio passa do tamanho aceito.',
  415: 'O corpo precisa ser JSON, ou um formulário com arquivo nos envios.',
  422: 'A chave Idempotency-Key já foi usada com outro conteúdo.',
  429: 'Muitas chamadas. Espere um pouco e tente de novo.',
  500: 'Um erro foi encontrado.',
  503: 'O serviço não está disponível agora. Tente de novo em instantes.',
} as const

export function problemResponse({ status, body, headers }: ApiError): Response {
  return Response.json(body, { status, headers })
}
