import type { oas31 } from 'zod-openapi'
import { getApiDocument } from '#app/api/document/document.server.ts'
import { buildExample, isReference, resolveReference } from '#app/api/document/examples.ts'
import { listIgnoredFields } from '#app/api/input.server.ts'
import type { Operation } from '#app/api/operation.server.ts'
import { env } from '#app/env.server.ts'
import { answerLabels, apiDocsLabels, typeLabels } from '#app/text/platform/api-guide.ts'

type Schema = oas31.SchemaObject | oas31.ReferenceObject
type Components = Readonly<Record<string, Schema>>

export type ReferenceField = {
  name: string
  type: string
  isRequired: boolean
  description: string
  example: string
}

type ReferenceOperation = {
  id: string
  method: string
  path: string
  aliases: readonly string[]
  summary: string
  paragraphs: string[]
  parameters: ReferenceField[]
  body: ReferenceField[]
  answers: { status: string; text: string }[]
  answerExample: string | null
  curl: string
}

export type Reference = { tag: string; operations: ReferenceOperation[] }[]

const references = new WeakMap<readonly Operation[], Reference>()

/** Returns the texts of each operation, by tag, for the page about the API. Cached. */
export function getApiReference(operations: readonly Operation[]): Reference {
  const reference = references.get(operations) ?? makeReference(operations)
  references.set(operations, reference)
  return reference
}

function makeReference(operations: readonly Operation[]): Reference {
  const document = getApiDocument(operations)
  return (document.tags ?? []).map(({ name: tag }) => ({
    tag,
    operations: operations
      .filter((operation) => operation.tag === tag)
      .map((operation) => describeReference(operation, document)),
  }))
}

function describeReference(operation: Operation, document: oas31.OpenAPIObject): ReferenceOperation {
  const { id, method, path, aliases = [], summary, success } = operation
  const components = document.components?.schemas ?? {}
  const ignoredFields = listIgnoredFields(operation)
  const operationObject = findOperation(document, operation)
  const { requestBody } = operationObject
  const requestContent = requestBody && 'content' in requestBody ? requestBody.content : {}
  const [[mediaType, media] = []] = Object.entries(requestContent)
  const response = operationObject.responses?.[String(success.status)]
  const jsonResponse = response && 'content' in response ? response.content?.['application/json'] : undefined
  return {
    id,
    method,
    path,
    aliases,
    summary,
    paragraphs: (operationObject.description ?? '').split('\n\n'),
    parameters: listParameters(operationObject, components),
    body: listFields(media?.schema, components).filter(({ name }) => !ignoredFields.includes(name)),
    answers: listAnswers(operation, operationObject),
    answerExample: jsonResponse?.example === undefined ? null : JSON.stringify(jsonResponse.example, null, 2),
    curl: formatCurl(operation, { operationObject, mediaType, example: media?.example }),
  }
}

function findOperation(document: oas31.OpenAPIObject, { path, method }: Operation): oas31.OperationObject {
  const item = document.paths?.[path]
  const methods = {
    GET: item?.get,
    POST: item?.post,
    PUT: item?.put,
    PATCH: item?.patch,
    DELETE: item?.delete,
  }
  const operationObject = methods[method]
  if (!operationObject) throw new RangeError(`${method} ${path} is not in the document`)
  return operationObject
}

function listAnswers({ success }: Operation, { responses = {} }: oas31.OperationObject) {
  const refusals = Object.entries(answerLabels).filter(([status]) => status in responses)
  const mediaNote = success.media ? ` (${success.media})` : ''
  return [
    { status: String(success.status), text: `${success.description}${mediaNote}` },
    ...refusals.map(([status, text]) => ({ status, text })),
  ]
}

function listParameters(
  { parameters = [] }: oas31.OperationObject,
  components: Components,
): ReferenceField[] {
  return parameters.flatMap((parameter) => {
    if (!('in' in parameter) || parameter.in === 'cookie') return []
    const field = describeField(parameter.name, parameter.schema ?? {}, {
      components,
      isRequired: parameter.required === true,
    })
    const place = apiDocsLabels.places[parameter.in]
    return [{ ...field, description: field.description ? `${field.description} (${place})` : place }]
  })
}

const jsonTypes: Readonly<Record<string, string>> = typeLabels.json

const MAX_DEPTH = 6

/** Returns all fields. Nested fields have names such as `billing_address.zip_code` and `publications[].value`. */
function listFields(
  schema: Schema | undefined,
  components: Components,
  prefix = '',
  depth = 0,
): ReferenceField[] {
  const { properties = {}, required = [] } = resolveSchema(schema, components)
  return Object.entries(properties).flatMap(([name, property]) => {
    const fullName = `${prefix}${name}`
    const field = describeField(fullName, property, { components, isRequired: required.includes(name) })
    if (depth >= MAX_DEPTH) return [field]
    const { items } = resolveSchema(property, components)
    const innerFields = items
      ? listFields(items, components, `${fullName}[].`, depth + 1)
      : listFields(property, components, `${fullName}.`, depth + 1)
    return [field, ...innerFields]
  })
}

type FieldContext = { components: Components; isRequired: boolean }

function describeField(
  name: string,
  schema: Schema,
  { components, isRequired }: FieldContext,
): ReferenceField {
  const plainSchema = isReference(schema) ? resolveReference(schema, components) : schema
  const { properties, items } = resolveSchema(schema, components)
  const isNested = properties !== undefined || items !== undefined
  return {
    name,
    type: describeType(schema, components),
    isRequired,
    description: plainSchema && !isReference(plainSchema) ? (plainSchema.description ?? '') : '',
    example: isNested ? '' : JSON.stringify(buildExample(schema, components)),
  }
}

/** Returns the referenced schema, or the non-null choice of a nullable schema. */
function resolveSchema(schema: Schema | undefined, components: Components): oas31.SchemaObject {
  if (!schema) return {}
  if (isReference(schema)) return resolveSchema(resolveReference(schema, components), components)
  const choice = schema.anyOf?.find((option) => isReference(option) || option.type !== 'null')
  return schema.properties || schema.items || !choice ? schema : resolveSchema(choice, components)
}

function describeType(schema: Schema, components: Components): string {
  const plainSchema = isReference(schema) ? resolveReference(schema, components) : schema
  if (!plainSchema || isReference(plainSchema)) return ''
  const choices = plainSchema.anyOf ?? plainSchema.oneOf
  if (choices)
    return joinNames(choices.flatMap((choice) => describeType(choice, components).split(separatorPattern)))
  if (plainSchema.format === 'binary') return typeLabels.file
  if (plainSchema.format === 'date') return typeLabels.date
  const allowedValues = plainSchema.enum ?? [plainSchema.const]
  const typeNames = [plainSchema.type ?? allowedValues.map((value) => typeof value)].flat()
  return joinNames(typeNames.map((name) => jsonTypes[name] ?? name))
}

/** Joins names to a list such as 'inteiro, texto ou null'. */
function joinNames(names: readonly string[]): string {
  const uniqueNames = [...new Set(names)]
  const lastName = uniqueNames.pop() ?? ''
  return uniqueNames.length === 0 ? lastName : `${uniqueNames.join(', ')}${typeLabels.or}${lastName}`
}

const separatorPattern = new RegExp(`, |${typeLabels.or}`)

type CurlInput = {
  operationObject: oas31.OperationObject
  mediaType: string | undefined
  example: unknown
}

function formatCurl(
  { method, path, access }: Operation,
  { operationObject, mediaType, example }: CurlInput,
): string {
  let examplePath: string = path
  for (const parameter of operationObject.parameters ?? []) {
    if (!('in' in parameter) || parameter.in !== 'path') continue
    const value = String(buildExample(parameter.schema, {}))
    examplePath = examplePath.replace(`{${parameter.name}}`, value)
  }
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${env.PUBLIC_URL}${examplePath}'`,
    ...(access === 'anyone' ? [] : [`-H 'Authorization: Bearer TOKEN'`]),
    ...(mediaType === 'application/json'
      ? [`-H 'Content-Type: application/json'`, `-d '${quoteExample(example)}'`]
      : []),
    ...(mediaType === 'multipart/form-data' ? [`-F 'file=@arquivo'`] : []),
  ].join(' \\\n  ')
}

function quoteExample(example: unknown): string {
  return JSON.stringify(example).replaceAll("'", "'\\''")
}
