import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import type { Operation } from '#app/api/operation.server.ts'
import { problemMedia } from '#app/api/problem.server.ts'
import { apiCodes } from '#app/text/platform/api-codes.ts'
import { answerLabels } from '#app/text/platform/api-guide.ts'
import { apiRefusals } from '#app/text/platform/api-labels.ts'

type Refusal = keyof typeof answerLabels

const headers = {
  RateLimit: describeHeader('RateLimit', z.string(), {
    description: 'O que resta (r) e em quantos segundos se renova (t), pelo nome do limite',
    example: '"calls";r=59;t=42',
  }),
  'RateLimit-Policy': describeHeader('RateLimit-Policy', z.string(), {
    description:
      'Chamadas (q) por segundos (w): calls, ou reads para o que é público e para arquivos pelo endereço',
    example: '"calls";q=60;w=60',
  }),
  'RateLimit-Limit': describeHeader('RateLimit-Limit', z.int(), {
    description: 'Chamadas por minuto',
    example: 60,
  }),
  'RateLimit-Remaining': describeHeader('RateLimit-Remaining', z.int(), {
    description: 'O que resta deste minuto',
    example: 59,
  }),
  'RateLimit-Reset': describeHeader('RateLimit-Reset', z.int(), {
    description: 'Segundos até o próximo minuto',
    example: 42,
  }),
  'X-Request-Id': describeHeader('X-Request-Id', z.string(), {
    description: 'Número da chamada',
    example: '6f0c2f5e-0c55-4a1c-9d0e-2b7a5b1c7a11',
  }),
  'Retry-After': describeHeader('Retry-After', z.int(), {
    description: 'Segundos até valer a pena repetir',
    example: 42,
  }),
  'WWW-Authenticate': describeHeader('WWW-Authenticate', z.string(), { example: 'Bearer' }),
  'Idempotency-Replayed': describeHeader('Idempotency-Replayed', z.string().optional(), {
    description: 'true: a resposta da primeira chamada com esta chave',
    example: 'true',
  }),
  ETag: describeHeader('ETag', z.string().optional(), {
    description: 'A versão do registro, para If-Match; falta em uma resposta repetida',
    example: '"3"',
  }),
  'Content-Disposition': describeHeader('Content-Disposition', z.string().optional(), {
    description: 'Nome do arquivo',
    example: 'attachment; filename="Certificate.pdf"',
  }),
}

type HeaderName = keyof typeof headers

const commonResponseHeaders = ['X-Request-Id'] as const
export const countedResponseHeaders = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  ...commonResponseHeaders,
] as const

export function pickHeaders(names: readonly HeaderName[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, headers[name]])))
}

function describeHeader<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  details: { description?: string; example: unknown },
) {
  return schema.meta({ ...details, header: { id: name } })
}

const responseNames: Record<Refusal, string> = {
  400: 'FieldErrors',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'OtherVersion',
  413: 'TooLarge',
  415: 'UnsupportedType',
  422: 'KeyReused',
  429: 'TooManyCalls',
  500: 'Failure',
  503: 'Unavailable',
}

const detailReference = { $ref: '#/components/schemas/Detail' }
const fieldErrorsReference = { $ref: '#/components/schemas/FieldErrors' }
const problemReference = { $ref: '#/components/schemas/Problem' }
const codeProperty = {
  type: 'string' as const,
  description: `Um código estável; a lista pode crescer. ${listCodes()}`,
}

function listCodes(): string {
  return Object.entries(apiCodes)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join('; ')
}

/** Schemas of error responses. FieldErrors has the nesting of the request's body. */
export const problemSchemas = {
  Detail: {
    type: 'object' as const,
    properties: {
      detail: { type: 'string' as const },
      non_field_errors: {
        type: 'array' as const,
        items: { type: 'string' as const },
        description: 'A mesma frase, exceto com 401, 404 e 500',
      },
    },
    required: ['detail'],
    additionalProperties: false,
    example: { detail: 'Não encontrado.' },
  },
  FieldErrors: {
    type: 'object' as const,
    additionalProperties: {
      anyOf: [
        { type: 'array' as const, items: { type: 'string' as const } },
        fieldErrorsReference,
        { type: 'array' as const, items: fieldErrorsReference },
      ],
    },
    example: { name: ['Campo obrigatório'], billing_address: { zip_code: ['CEP incorreto'] } },
  },
  Problem: {
    type: 'object' as const,
    description: `A recusa com códigos (RFC 9457), para quem manda Accept: ${problemMedia}`,
    properties: {
      title: { type: 'string' as const, description: 'O que o código quer dizer' },
      status: { type: 'integer' as const },
      code: codeProperty,
      detail: { type: 'string' as const },
      errors: {
        type: 'array' as const,
        items: {
          type: 'object' as const,
          properties: {
            field: { type: 'string' as const, description: 'Nomes aninhados e posições com pontos' },
            code: codeProperty,
            message: { type: 'string' as const },
          },
          required: ['field', 'code', 'message'],
          additionalProperties: false,
        },
      },
    },
    required: ['title', 'status', 'code', 'detail', 'errors'],
    additionalProperties: false,
    example: {
      title: apiCodes.invalid_fields,
      status: 400,
      code: 'invalid_fields',
      detail: apiRefusals[400],
      errors: [{ field: 'billing_address.zip_code', code: 'invalid', message: 'CEP incorreto' }],
    },
  },
}

export const refusalResponses = Object.fromEntries(
  listRefusalStatuses().map((status) => [responseNames[status], describeRefusal(status)]),
)

/** Returns the error statuses that an operation's declaration implies or lists. */
export function listRefusals(operation: Operation): Refusal[] {
  const { method, access, scope, isCreating = false, isVersioned = false, refusalStatuses = [] } = operation
  // Some POST operations only read: their scope ends with `:read`.
  const isWriting = method !== 'GET' && !scope?.endsWith(':read')
  const hasBody = operation.body !== undefined || operation.isUpload === true
  const isImplied: Record<Refusal, boolean> = {
    400: true,
    401: true,
    403: access !== 'anyone' || scope !== null,
    404: operation.params !== undefined || (isWriting && access !== 'anyone'),
    409: isWriting && (access !== 'anyone' || isCreating),
    412: isVersioned && isRecordChange(operation),
    413: hasBody,
    415: hasBody,
    422: isCreating,
    429: true,
    500: true,
    503: true,
  }
  return listRefusalStatuses().filter(
    (status) => isImplied[status] || refusalStatuses.some((listedStatus) => listedStatus === status),
  )
}

/** Returns true for a change of an existing record, which another client may have changed meanwhile. */
export function isRecordChange({
  method,
  isCreating = false,
}: Pick<Operation, 'method' | 'isCreating'>): boolean {
  return method !== 'GET' && !isCreating
}

export function makeRefusalReference(status: Refusal) {
  return { $ref: `#/components/responses/${responseNames[status]}` }
}

function describeRefusal(status: Refusal): ZodOpenApiResponseObject {
  const schema = status === 400 ? { anyOf: [detailReference, fieldErrorsReference] } : detailReference
  return {
    description: answerLabels[status],
    content: { 'application/json': { schema }, [problemMedia]: { schema: problemReference } },
    headers: pickHeaders([
      ...(status === 429 ? countedResponseHeaders : commonResponseHeaders),
      ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ]),
  }
}

function listRefusalStatuses(): Refusal[] {
  return [400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503]
}
