import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { oas31 } from 'zod-openapi'
import { getApiDocument } from '#app/api/document/document.server.ts'
import { readFileLink } from '#app/api/file-link.server.ts'
import type { Operation } from '#app/api/operation.server.ts'
import { findOperation } from '#app/api/paths.server.ts'
import { operations } from '#app/api/registry.server.ts'
import { env } from '#app/env.server.ts'
import { isApiPath } from '#app/paths.ts'

const document = getApiDocument(operations)
const validators = new Map<string, ValidateFunction>()
const ajv = makeValidator({})
/** Converts parameters before it validates them, because they are texts in addresses. */
const ajvForQuery = makeValidator({ coerceTypes: true })

function makeValidator(options: { coerceTypes?: boolean }) {
  const validator = new Ajv2020({ strict: false, allErrors: true, ...options })
  addFormats.default(validator)
  validator.addSchema(document, 'openapi')
  return validator
}

export type Exchange = {
  method: string
  url: URL
  /** the parsed JSON of the request; undefined without JSON */
  sent: unknown
  status: number
  /** media type without parameters */
  type: string
  body: unknown
}

/** Throws if a call differs from the API document. The request is checked only if the call succeeded. */
export function checkExchange(exchange: Exchange): void {
  const { method, url, status } = exchange
  const operation = method === 'HEAD' ? undefined : findOperationAt(method, url.pathname)
  if (!operation || status === 405) return
  const faults = [
    ...listResponseFaults(operation, exchange),
    ...listAddressFaults(exchange.body),
    ...(status < 300 ? listRequestFaults(operation, exchange) : []),
  ]
  if (faults.length > 0)
    throw new Error(`${method} ${operation.path} differs from the document:\n${faults.join('\n')}`)
}

/** Returns the faults of all addresses in a body. Browsers open these without headers. */
function listAddressFaults(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listAddressFaults)
  if (typeof value !== 'string' || !value.startsWith(`${env.PUBLIC_URL}/`)) return []
  const url = new URL(value)
  if (!isApiPath(url.pathname)) return []
  const operation = findOperationAt('GET', url.pathname)
  if (!operation?.opensByLink) return [`no address opens ${url.pathname}; is it missing opensByLink?`]
  if (operation.access === 'anyone' || typeof readFileLink(url) === 'object') return []
  return [`${url.pathname} is not signed; is its field declared by fileAddress?`]
}

function findOperationAt(method: string, pathname: string): Operation | undefined {
  try {
    return findOperation(operations, method, pathname).operation
  } catch {
    return undefined
  }
}

function describeOperation({ path, method }: Operation): {
  pointer: string
  operation: oas31.OperationObject
} {
  const name = method.toLowerCase()
  const operation = Object.entries(document.paths?.[path] ?? {}).find(([key]) => key === name)?.[1]
  return { pointer: `/paths/${escapePointer(path)}/${name}`, operation }
}

function listResponseFaults(registered: Operation, { status, type, body }: Exchange): string[] {
  const { pointer, operation } = describeOperation(registered)
  const response = operation.responses?.[String(status)]
  if (!response) return [`answers ${status}, which is not listed; is it missing in "refuses"?`]
  const responsePointer =
    '$ref' in response ? String(response.$ref).slice(1) : `${pointer}/responses/${status}`
  const content = resolvePointer(responsePointer).content
  if (!content || typeof content !== 'object') return body === undefined ? [] : [`${status} has no body`]
  if (!(type in content || '*/*' in content))
    return [`${status} is of type ${type}, not ${Object.keys(content).join(' or ')}`]
  if (!/[/+]json$/.test(type)) return []
  return listFaults(ajv, `${responsePointer}/content/${escapePointer(type)}/schema`, body).map(
    (fault) => `answer ${status}: ${fault}`,
  )
}

function listRequestFaults(registered: Operation, { url, sent }: Exchange): string[] {
  const { pointer, operation } = describeOperation(registered)
  const hasSchema = operation.requestBody && registered.body
  const bodyPointer = `${pointer}/requestBody/content/application~1json/schema`
  const bodyFaults = sent === undefined || !hasSchema ? [] : listFaults(ajv, bodyPointer, sent)
  const parameters = operation.parameters ?? []
  const queryFaults = [...url.searchParams].flatMap(([name, value]) => {
    if (value === '') return []
    const index = parameters.findIndex(
      (parameter) => 'name' in parameter && parameter.in === 'query' && parameter.name === name,
    )
    if (index < 0) return [`the query has ${name}, which is not listed`]
    return listFaults(ajvForQuery, `${pointer}/parameters/${index}/schema`, value).map(
      (fault) => `${name}: ${fault}`,
    )
  })
  return [...bodyFaults.map((fault) => `body: ${fault}`), ...queryFaults]
}

function listFaults(validator: Ajv2020, pointer: string, value: unknown): string[] {
  const key = `${validator === ajv ? 'body' : 'address'} ${pointer}`
  const validate = validators.get(key) ?? validator.compile({ $ref: `openapi#${encodeURI(pointer)}` })
  validators.set(key, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'value'} ${message}`)
}

function resolvePointer(pointer: string): Record<string, unknown> {
  const segments = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  let node: unknown = document
  for (const segment of segments)
    node = typeof node === 'object' && node !== null ? Reflect.get(node, segment) : undefined
  return typeof node === 'object' && node !== null ? Object.fromEntries(Object.entries(node)) : {}
}

function escapePointer(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1')
}
