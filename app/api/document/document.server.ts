import { z } from 'zod'
import {
  createDocument,
  type oas31,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import {
  countedResponseHeaders,
  isRecordChange,
  listRefusals,
  makeRefusalReference,
  pickHeaders,
  problemSchemas,
  refusalResponses,
} from '#app/api/document/answers.server.ts'
import { addExamples } from '#app/api/document/examples.ts'
import { listIgnoredFields } from '#app/api/input.server.ts'
import type { Operation } from '#app/api/operation.server.ts'
import { defaultPageSize, maxPageSize } from '#app/api/wire/lists.ts'
import { webhookBodies } from '#app/api/wire/webhook-events.ts'
import { apiScopes } from '#app/domain/platform/api-scope.ts'
import { env } from '#app/env.server.ts'
import { accessLabels, apiDocsLabels, makeApiGuide } from '#app/text/platform/api-guide.ts'

export type Document = oas31.OpenAPIObject

const documents = new WeakMap<readonly Operation[], Document>()

/** Returns the OpenAPI 3.1 document of these operations. Cached. */
export function getApiDocument(operations: readonly Operation[]): Document {
  const document = documents.get(operations) ?? makeDocument(operations)
  documents.set(operations, document)
  return document
}

export function listGuideSections() {
  return makeApiGuide({
    callsPerMinute: env.API_CALLS_PER_MINUTE,
    readsPerMinute: env.API_PUBLIC_READS_PER_MINUTE,
    pageSize: defaultPageSize,
    maxPageSize,
  })
}

function makeDocument(operations: readonly Operation[]): Document {
  const definition: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: `Aeropub: ${apiDocsLabels.title}`,
      version: '1',
      description: listGuideSections()
        .map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n'))
        .join('\n\n'),
    },
    servers: [{ url: env.PUBLIC_URL }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: describePaths(operations),
    webhooks: describeWebhooks(),
    components: {
      schemas: problemSchemas,
      responses: refusalResponses,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'O `access` de POST /api/token/' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: `A chave de um programa. Permissões: ${apiScopes.join(', ')}.`,
        },
      },
    },
  }
  return addExamples(createDocument(definition, { override: removeSafeBounds }))
}

/** Removes the default bounds of integers, which contain no information. */
function removeSafeBounds({ jsonSchema }: ZodOpenApiOverrideContext): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function describePaths(operations: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations)
    for (const [index, path] of [operation.path, ...(operation.aliases ?? [])].entries()) {
      const id = index === 0 ? operation.id : `${operation.id}Alias${index}`
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation, id) }
    }
  return paths
}

/** Describes the bodies that the shop posts to the addresses of webhooks. */
function describeWebhooks(): ZodOpenApiPathsObject {
  const toOperationId = (event: string) =>
    `on${event.replace(/(^|\.)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}`
  const header = z.object({
    'Webhook-Id': z.string().meta({ description: 'Do evento, igual a cada tentativa' }),
    'Webhook-Timestamp': z.string().meta({ description: 'Segundos desde 1970, desta tentativa' }),
    'Webhook-Signature': z.string().meta({ description: 'v1,… de cada segredo, separadas por espaço' }),
  })
  return Object.fromEntries(
    webhookBodies.map(({ event, title, body }) => [
      event,
      {
        post: {
          operationId: toOperationId(event),
          tags: ['Webhooks'],
          summary: title,
          security: [],
          requestParams: { header },
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
          responses: { '2XX': { description: 'Recebido, em até dez segundos' } },
        },
      },
    ]),
  )
}

function describeOperation(operation: Operation, id: string): ZodOpenApiOperationObject {
  const { tag, summary, description, access, scope } = operation
  const keyNote = scope === null ? '' : ` Chave: \`${scope}\`.`
  const callerNote = `Quem chama: ${accessLabels[access]}.${keyNote}`
  const security: oas31.SecurityRequirementObject[] = [
    { token: [] },
    ...(scope === null ? [] : [{ key: [scope] }]),
  ]
  const requestBody = describeBody(operation)
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, callerNote].filter(Boolean).join('\n\n'),
    security: access === 'anyone' || operation.opensByLink ? [{}, ...security] : security,
    requestParams: {
      ...(operation.params instanceof z.ZodObject ? { path: operation.params } : {}),
      ...(operation.query instanceof z.ZodObject ? { query: operation.query } : {}),
      ...listRequestHeaders(operation),
    },
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [String(operation.success.status)]: describeSuccess(operation),
      ...Object.fromEntries(
        listRefusals(operation).map((status) => [String(status), makeRefusalReference(status)]),
      ),
    },
  }
}

const idempotencyKey = z
  .string()
  .max(128)
  .optional()
  .meta({ description: 'Para repetir sem criar duas vezes', example: '7c1f9d0e' })

const ifMatch = z
  .string()
  .optional()
  .meta({ description: 'O ETag da versão que se leu: se há outra, a resposta é 412', example: '"3"' })

function listRequestHeaders({ isCreating, isVersioned, method }: Operation) {
  const header = {
    ...(isCreating ? { 'Idempotency-Key': idempotencyKey } : {}),
    ...(isVersioned && isRecordChange({ method, isCreating }) ? { 'If-Match': ifMatch } : {}),
  }
  return Object.keys(header).length > 0 ? { header: z.object(header) } : {}
}

const unusedField = z.unknown().optional().meta({ description: 'Aceito como foi respondido e não usado' })

/** Returns the body's schema, extended with the response fields that the operation accepts but ignores. */
function findAcceptedBody(operation: Operation): z.ZodType | undefined {
  const { body } = operation
  const names = listIgnoredFields(operation)
  if (names.length === 0 || !(body instanceof z.ZodObject)) return body
  const cachedSchema = acceptedSchemas.get(body)
  if (cachedSchema) return cachedSchema
  const unusedFields = Object.fromEntries(names.map((name) => [name, unusedField]))
  const schema = body.extend(unusedFields).meta(body.meta() ?? {})
  acceptedSchemas.set(body, schema)
  return schema
}

const acceptedSchemas = new WeakMap<z.ZodObject, z.ZodType>()

function describeBody(operation: Operation): ZodOpenApiOperationObject['requestBody'] {
  const { isUpload } = operation
  const body = findAcceptedBody(operation)
  if (isUpload) {
    const file = { type: 'string' as const, format: 'binary', description: apiDocsLabels.fileField }
    const schema = { type: 'object' as const, properties: { file }, required: ['file'] }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (!body) return undefined
  return { required: !body.safeParse(undefined).success, content: { 'application/json': { schema: body } } }
}

function describeSuccess({ success, isCreating, isVersioned }: Operation): ZodOpenApiResponseObject {
  const { schema, media, example } = success
  const jsonContent = schema && {
    'application/json': { schema, ...(example === undefined ? {} : { example }) },
  }
  const isFile = media !== undefined && media !== 'application/json'
  const fileContent = isFile ? { [media]: { schema: binary } } : {}
  const content = { ...jsonContent, ...fileContent }
  return {
    description: success.description,
    ...(Object.keys(content).length > 0 ? { content } : {}),
    headers: pickHeaders([
      ...countedResponseHeaders,
      ...(isCreating ? (['Idempotency-Replayed'] as const) : []),
      ...(isVersioned && success.status !== 204 ? (['ETag'] as const) : []),
      ...(isFile ? (['Content-Disposition'] as const) : []),
    ]),
  }
}

const binary = { type: 'string' as const, format: 'binary' }
