import type { oas31 } from 'zod-openapi'
import { isReference, resolveReference } from '#app/api/document/examples.ts'
import type { Chance } from '#tests/support/attacks/chance.ts'
import { hostileTexts, makeHostileValue } from '#tests/support/attacks/hostile-form.ts'

type Schema = oas31.SchemaObject | oas31.ReferenceObject
/** Values of existing records, by the names of their fields in paths and bodies. */
export type KnownValues = Readonly<Record<string, string | number>>

const maxDepth = 12
const oddNumbers = [0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -(2 ** 31)]
const days = ['2026-11-22', '1998-01-01', '2099-12-31', '2026-02-30', '31/12/2026', '0000-00-00']
const brokenBodies = ['', '{', 'null', '[]', '"texto"', '1e999', '{"a":1,"a":2}', '{"__proto__":{"a":1}}']

/**
 * Returns a generator of calls to the API. Most values fit the document's schema, some do not, and existing records
 * occur often.
 */
export function makeCalls(document: oas31.OpenAPIObject, knownValues: KnownValues, chance: Chance) {
  const components = document.components?.schemas ?? {}
  const { below, pick } = chance
  const isRare = () => below(12) === 0

  function makeValue(schema: Schema | undefined, name: string, depth = 0): unknown {
    if (!schema || depth > maxDepth || isRare()) return makeHostileValue([name, 'id', '__proto__'], chance)
    if (isReference(schema)) return makeValue(resolveReference(schema, components), name, depth + 1)
    const { example, anyOf, oneOf, enum: options, const: constant, properties } = schema
    const knownValue = knownValues[name]
    if (knownValue !== undefined && below(3) > 0) return knownValue
    if (properties) return makeObject(schema, depth)
    const choices = anyOf ?? oneOf
    if (choices) return makeValue(pick(choices), name, depth + 1)
    if (example !== undefined && below(2) === 0) return example
    if (options) return pick(options)
    if (constant !== undefined) return constant
    return makeTypedValue(schema, name, depth)
  }

  function makeObject({ properties = {}, required = [] }: oas31.SchemaObject, depth: number) {
    const names = Object.keys(properties).filter((name) =>
      required.includes(name) ? below(20) > 0 : below(3) > 0,
    )
    const entries = names.map((name) => [name, makeValue(properties[name], name, depth + 1)])
    if (isRare()) entries.push([pick(['unknown', 'lock_version', 'is_superuser', '__proto__']), true])
    return Object.fromEntries(entries)
  }

  function makeTypedValue(schema: oas31.SchemaObject, name: string, depth: number): unknown {
    switch ([schema.type].flat()[0]) {
      case 'array':
        return Array.from({ length: below(4) }, () => makeValue(schema.items, name, depth + 1))
      case 'integer':
      case 'number':
        return below(2) === 0 ? below(100) : pick([...oddNumbers, ...Object.values(knownValues)])
      case 'boolean':
        return below(2) === 0
      case 'null':
        return null
      default:
        return below(3) === 0 ? pick(days) : pick(hostileTexts.slice(0, -1))
    }
  }

  function makePath(path: string): string {
    return path.replace(/([\w-]+\/)?\{(\w+)\}/g, (_, previousSegment: string | undefined, name: string) => {
      const knownValue = knownValues[previousSegment?.slice(0, -1) ?? ''] ?? knownValues[name]
      const isKnownUsed = knownValue !== undefined && below(4) > 0
      const value = isKnownUsed ? knownValue : pick([...hostileTexts.slice(0, 30), 1, 2 ** 32])
      return `${previousSegment ?? ''}${encodeURIComponent(toWellFormed(String(value))) || '0'}`
    })
  }

  function makeQuery({ parameters = [] }: oas31.OperationObject): URLSearchParams {
    const query = new URLSearchParams()
    for (const parameter of parameters) {
      if (!('in' in parameter) || parameter.in !== 'query' || below(2) === 0) continue
      const value = makeValue(parameter.schema, parameter.name)
      query.append(parameter.name, typeof value === 'object' ? '' : String(value).slice(0, 5_000))
    }
    if (isRare()) query.append(pick(['unknown', 'link', 'page', 'ordering']), pick(hostileTexts.slice(0, 30)))
    return query
  }

  function makeBody({ requestBody }: oas31.OperationObject): string | FormData | undefined {
    if (!requestBody || !('content' in requestBody)) return undefined
    if (requestBody.content['multipart/form-data']) return makeForm()
    if (isRare()) return pick([...brokenBodies, '['.repeat(20_000), `{"a":"${'x'.repeat(70_000)}"}`])
    const media = requestBody.content['application/json']
    if (below(3) === 0) return JSON.stringify(media?.example, replaceId)
    return JSON.stringify(makeValue(media?.schema, '', below(4)))
  }

  /** Replaces ids in an example by those of existing records. */
  function replaceId(name: string, value: unknown): unknown {
    return typeof knownValues[name] === typeof value ? knownValues[name] : value
  }

  function makeForm(): FormData {
    const form = new FormData()
    const bytes = pick(['%PDF-1.4\n%%EOF\n', '\x89PNG\r\n\x1a\n', 'GIF89a', '', '<svg/>', 'x'.repeat(9_999)])
    if (below(8) > 0) form.append(pick(['file', 'file', 'file', 'photo']), new File([bytes], pickFileName()))
    if (below(2) === 0) form.append('target', pick(['publication', 'order', 'unknown', '']))
    if (isRare()) form.append('file', toWellFormed(pick(hostileTexts.slice(0, 30))))
    return form
  }

  function pickFileName(): string {
    return toWellFormed(pick(['a.pdf', 'a.png', '../../a.pdf', '\0', 'é'.repeat(300), '']))
  }

  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]: [string, oas31.OperationObject]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

  function makeHeaders(body: unknown): Record<string, string> {
    const type = isRare() ? pick(['text/plain', 'application/json; charset=latin1', 'x']) : 'application/json'
    return {
      ...(typeof body === 'string' ? { 'Content-Type': type } : {}),
      ...(isRare() ? { 'Idempotency-Key': pick(['a', 'b', ' ', 'x'.repeat(200), '"', 'a,b']) } : {}),
      ...(isRare() ? { 'If-Match': pick(['"0"', '"1"', '*', 'W/"1"', 'x', '""']) } : {}),
      ...(isRare() ? { Accept: 'application/problem+json' } : {}),
    }
  }

  return function nextCall() {
    const { method, path, operation } = pick(operations)
    const body = makeBody(operation)
    const query = String(makeQuery(operation))
    const address = `${makePath(path)}${query === '' ? '' : `?${query}`}`
    return { id: operation.operationId ?? path, method, address, body, headers: makeHeaders(body) }
  }
}

/** Replaces halves of characters (lone surrogates), as HTTP clients do. */
function toWellFormed(text: string): string {
  return Buffer.from(text).toString()
}
