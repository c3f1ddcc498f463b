import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { getApiDocument } from '#app/api/document/document.server.ts'
import { operations } from '#app/api/registry.server.ts'

type Json = Record<string, unknown>

const document: Json = JSON.parse(JSON.stringify(getApiDocument(operations)))

/** Makes all object schemas reject unlisted properties, so that a misspelt property in an example fails. */
function closeSchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeSchemas)
  if (typeof value !== 'object' || value === null) return value
  const closedProperties = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, closeSchemas(part)]),
  )
  const isOpen =
    'properties' in closedProperties &&
    'type' in closedProperties &&
    !('additionalProperties' in closedProperties)
  return isOpen ? { ...closedProperties, additionalProperties: false } : closedProperties
}

/** Returns every example of the document with the JSON pointer to its schema. */
function listExamples(value: unknown, pointer: string): { pointer: string; example: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  const innerExamples = Object.entries(value).flatMap(([name, part]) =>
    name === 'example'
      ? []
      : listExamples(part, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
  if (!('example' in value)) return innerExamples
  return [
    { pointer: 'schema' in value ? `${pointer}/schema` : pointer, example: value.example },
    ...innerExamples,
  ]
}

test('every example matches its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(Object(closeSchemas(document)), 'openapi')
  const examples = listExamples(document, '')
  const faultyExamples = examples.flatMap(({ pointer, example }) => {
    const validate = ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` })
    return validate(example) ? [] : [`${pointer}: ${ajv.errorsText(validate.errors)}`]
  })
  expect(faultyExamples).toEqual([])
  expect(examples.length).toBeGreaterThan(200)
})
