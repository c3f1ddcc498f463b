import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { getApiDocument } from '#app/api/document/document.server.ts'
import { operations } from '#app/api/registry.server.ts'
import { env } from '#app/env.server.ts'
import { checkExchange } from '#tests/support/api/contract.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { shopOrigin } from '#tests/support/request.ts'

const document = getApiDocument(operations)

/** Every operation of the document with its path, including aliases. */
const listedOperations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)

test('the document is valid against the OpenAPI 3.1 schema', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(document.openapi).toBe('3.1.0')
})

test('the document is public and cacheable at /api/openapi.json', async () => {
  const anyone = new ApiClient()
  const { status, body, headers } = await anyone.get('/api/openapi.json')
  expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(document))])
  expect(headers.get('Cache-Control')).toBe('public, max-age=300')
  // The document is built only once.
  expect(getApiDocument(operations)).toBe(document)
})

test('the document contains every registered operation with its aliases', () => {
  const expected = operations.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((anyPath) => `${method} ${anyPath}`),
  )
  expect(listedOperations.map(({ name }) => name).sort()).toEqual(expected.sort())
  expect(new Set(expected).size).toBe(expected.length)
})

test('operations have unique ids, and paths end with a slash or .json', () => {
  const ids = listedOperations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([])
  const oddNames = listedOperations.map(({ name }) => name).filter((name) => !/(\/|\.json)$/.test(name))
  expect(oddNames).toEqual([])
})

describe.each(listedOperations)('$name', ({ operation }) => {
  test('has a summary, a tag, its callers, and a schema or file type of its response', () => {
    expect(operation.summary).toMatch(/^\p{Lu}.*[^.]$/u)
    expect(document.tags).toContainEqual({ name: operation.tags[0] })
    expect(operation.description).toContain('Quem chama: ')
    const [status = ''] = Object.keys(operation.responses).filter((anyStatus) => anyStatus.startsWith('2'))
    const { content } = operation.responses[status]
    if (status === '204') expect(content).toBeUndefined()
    else for (const media of Object.values(content)) expect(media).toHaveProperty('schema')
    expect(Object.keys(content ?? {}).length > 0 || status === '204').toBe(true)
  })

  test('lists its error responses, each with a body', () => {
    const errorStatuses = Object.keys(operation.responses).filter((anyStatus) => !anyStatus.startsWith('2'))
    expect(errorStatuses).toEqual(expect.arrayContaining(['401', '429', '500', '503']))
    if (operation.requestBody) expect(errorStatuses).toEqual(expect.arrayContaining(['400', '413', '415']))
    for (const status of errorStatuses) {
      const name = operation.responses[status].$ref.replace('#/components/responses/', '')
      expect(document.components?.responses?.[name]).toMatchObject({
        content: { 'application/json': { schema: expect.anything() } },
      })
    }
  })

  test('has an example of its JSON body, if it has one', () => {
    const jsonBody = operation.requestBody?.content['application/json']
    expect(jsonBody === undefined || jsonBody.example !== undefined).toBe(true)
  })
})

const operationsWithBody = operations.flatMap(({ id, path, method, body }) =>
  body ? [{ id, path, method, body }] : [],
)

test.each(operationsWithBody)('$method $path accepts its own example', ({ path, method, body }) => {
  const { operation } = listedOperations.find(({ name }) => name === `${method} ${path}`) ?? {}
  const parsed = body.safeParse(operation?.requestBody.content['application/json'].example)
  expect(parsed.error?.issues ?? []).toEqual([])
})

test('only creating calls accept Idempotency-Key and list 409 and 422', () => {
  const creatingIds = operations.filter(({ isCreating }) => isCreating).map(({ id }) => id)
  const idsWithKey = listedOperations.flatMap(({ operation }) => {
    const hasKeyParameter = operation.parameters?.some(
      ({ name }: { name: string }) => name === 'Idempotency-Key',
    )
    if (hasKeyParameter)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['409', '422']))
    return hasKeyParameter && !/Alias\d$/.test(operation.operationId) ? [operation.operationId] : []
  })
  expect(idsWithKey).toEqual(creatingIds)
})

test('the document has two security schemes, and operations list the accepted ones with their scopes', () => {
  expect(Object.keys(document.components?.securitySchemes ?? {})).toEqual(['token', 'key'])
  const security = Object.fromEntries(
    listedOperations.map(({ operation }) => [operation.operationId, operation.security]),
  )
  expect(security.listPublications).toEqual([{}, { token: [] }, { key: ['catalogue:read'] }])
  expect(security.createToken).toEqual([{}, { token: [] }])
  expect(security.reportPaidOrders).toEqual([{ token: [] }, { key: ['reports:read'] }])
})

test('the document describes limits, repeated calls, CORS and lists, and names its server', () => {
  const { description } = document.info
  for (const expectedText of [
    `${env.API_CALLS_PER_MINUTE} chamadas por minuto`,
    'Idempotency-Key',
    'CORS',
    '1 MB',
    'results',
  ])
    expect.soft(description).toContain(expectedText)
  expect(document.servers).toEqual([{ url: env.PUBLIC_URL }])
})

describe('the check of exchanges against the document', () => {
  const url = new URL('/api/reports/month_count', shopOrigin)
  const validExchange = {
    method: 'POST',
    url,
    sent: { status: 1 },
    status: 200,
    type: 'application/json',
    body: 4,
  }
  test.each([
    ['a response of another type', { body: 'four' }],
    ['a body of another type', { sent: { status: 9 } }],
    ['an unlisted status', { status: 201 }],
    ['a response that is not JSON', { type: 'text/html', body: undefined }],
    ['an unlisted parameter', { url: new URL('?month=1', url) }],
  ])('reports %s', (_, difference) => {
    expect(() => checkExchange(validExchange)).not.toThrow()
    expect(() => checkExchange({ ...validExchange, ...difference })).toThrow('differs from the document')
  })

  test('accepts an invalid request body when the call was rejected, but no invalid error body', () => {
    const rejectedExchange = {
      ...validExchange,
      sent: { status: 9 },
      status: 400,
      body: { status: ['Valor inválido'] },
    }
    expect(() => checkExchange(rejectedExchange)).not.toThrow()
    expect(() => checkExchange({ ...rejectedExchange, body: { status: 9 } })).toThrow('answer 400')
  })
})
