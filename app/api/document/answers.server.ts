import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import type { Operation } from '#app/api/operation.server.ts'
import { answerLabels } from '#app/text/platform/api-guide.ts'

type Refusal = keyof typeof answerLabels

const count = z.int()
const seconds = z.int().meta({ description: 'Segundos', example: 42 })

export const limitHeaders = {
  'RateLimit-Limit': count.meta({ description: 'Chamadas por minuto', example: 60 }),
  'RateLimit-Remaining': count.meta({ description: 'O que resta deste minuto', example: 59 }),
  'RateLimit-Reset': seconds.meta({ description: 'Segundos até o próximo minuto', example: 42 }),
  'X-Request-Id': z.string().meta({ description: 'Número da chamada' }),
}

const names: Record<Refusal, string> = {
  400: 'FieldErrors',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedType',
  422: 'KeyReused',
  429: 'TooManyCalls',
  500: 'Failure',
  503: 'Unavailable',
}

const detail = { $ref: '#/components/schemas/Detail' }
const fields = { $ref: '#/components/schemas/FieldErrors' }

/** What refusals answer; FieldErrors is nested as the body is. */
export const problemSchemas = {
  Detail: {
    type: 'object' as const,
    properties: { detail: { type: 'string' as const } },
    required: ['detail'],
    additionalProperties: false,
    example: { detail: 'Não encontrado.' },
  },
  FieldErrors: {
    type: 'object' as const,
    additionalProperties: {
      anyOf: [
        { type: 'array' as const, items: { type: 'string' as const } },
        fields,
        { type: 'array' as const, items: fields },
      ],
    },
    example: { name: ['Campo obrigatório'], billing_address: { zip_code: ['CEP incorreto'] } },
  },
}

export const refusalResponses = Object.fromEntries(
  refusals().map((status) => [names[status], refusalOf(status)]),
)

/** Refusals of an operation: those that follow from what it takes, and its own. */
export function refusalsOf({
  method,
  body,
  query,
  params,
  access,
  refuses = [],
  ...kind
}: Operation): Refusal[] {
  const writes = method !== 'GET'
  const takesBody = body !== undefined || kind.isUpload === true
  const follows: Record<Refusal, boolean> = {
    400: takesBody || query !== undefined || kind.isCreating === true,
    401: true,
    403: access !== 'anyone',
    404: params !== undefined || (writes && access !== 'anyone'),
    409: writes && (access !== 'anyone' || kind.isCreating === true),
    413: takesBody,
    415: takesBody,
    422: kind.isCreating === true,
    429: true,
    500: true,
    503: true,
  }
  return refusals().filter((status) => follows[status] || refuses.some((own) => own === status))
}

export function refusalReference(status: Refusal) {
  return { $ref: `#/components/responses/${names[status]}` }
}

function refusalOf(status: Refusal): ZodOpenApiResponseObject {
  const schema = status === 400 ? { anyOf: [detail, fields] } : detail
  const waits = status === 429 || status === 503
  return {
    description: answerLabels[status],
    content: { 'application/json': { schema } },
    headers: z.object({
      ...(status === 429 ? limitHeaders : { 'X-Request-Id': limitHeaders['X-Request-Id'] }),
      ...(waits ? { 'Retry-After': seconds } : {}),
      ...(status === 401 ? { 'WWW-Authenticate': z.string().meta({ example: 'Bearer' }) } : {}),
    }),
  }
}

function refusals(): Refusal[] {
  return [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503]
}
