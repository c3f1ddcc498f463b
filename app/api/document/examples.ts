import type { oas31 } from 'zod-openapi'

type Schema = oas31.SchemaObject | oas31.ReferenceObject
type Components = Readonly<Record<string, Schema>>

const MAX_DEPTH = 16

/** Returns an example of a schema, built from the examples or the types of its fields. */
export function buildExample(schema: Schema | undefined, components: Components, depth = 0): unknown {
  if (!schema || depth > MAX_DEPTH) return null
  if (isReference(schema)) return buildExample(resolveReference(schema, components), components, depth + 1)
  const { example, examples, anyOf, oneOf, allOf } = schema
  const candidates = [example, examples?.[0], schema.const, schema.default, schema.enum?.[0]]
  const exampleValue = candidates.find((value) => value !== undefined)
  if (exampleValue !== undefined) return exampleValue
  const choices = anyOf ?? oneOf ?? allOf
  if (choices) return buildExample(choices[0], components, depth + 1)
  return makeExampleByType(schema, components, depth)
}

export function isReference(schema: Schema): schema is oas31.ReferenceObject {
  return '$ref' in schema && typeof schema.$ref === 'string'
}

export function resolveReference(
  { $ref }: oas31.ReferenceObject,
  components: Components,
): Schema | undefined {
  return components[$ref.replace('#/components/schemas/', '')]
}

function makeExampleByType(schema: oas31.SchemaObject, components: Components, depth: number): unknown {
  const [type] = [schema.type].flat()
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          buildExample(property, components, depth + 1),
        ]),
      )
    case 'array':
      return schema.items ? [buildExample(schema.items, components, depth + 1)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return schema.format === 'date-time' ? '2026-11-22T15:00:00.000Z' : 'texto'
    default:
      return null
  }
}

/** Adds an example to each JSON body and response. */
export function addExamples(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const components = document.components?.schemas ?? {}
  const pathItems = [...Object.values(document.paths ?? {}), ...Object.values(document.webhooks ?? {})]
  for (const pathItem of pathItems)
    for (const operation of Object.values(pathItem)) {
      if (typeof operation !== 'object' || operation === null || !('responses' in operation)) continue
      const bodies = [operation.requestBody, ...Object.values(operation.responses)]
      for (const body of bodies) {
        const media = body && 'content' in body ? body.content?.['application/json'] : undefined
        if (media?.schema) media.example ??= buildExample(media.schema, components)
      }
    }
  return document
}
