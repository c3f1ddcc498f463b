import { beforeEach, expect, test } from 'vitest'
import { getApiDocument } from '#app/api/document/document.server.ts'
import { listFieldProblems } from '#app/api/field-errors.ts'
import { operations } from '#app/api/registry.server.ts'
import { apiCodes } from '#app/text/platform/api-codes.ts'
import { makeOrderWithBoleto } from '#tests/factories/boletos.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'

beforeEach(openShop)

const problemOptions = { headers: { Accept: 'application/problem+json' } }
const anyone = new ApiClient()

/** Returns the fields of a rejection with their codes; each must have a message. */
function listCodes({ body }: { body: { errors: { field: string; code: string; message: string }[] } }) {
  for (const { message } of body.errors) expect(message).not.toBe('')
  return body.errors.map(({ field, code }) => `${field}: ${code}`)
}

test('returns codes for a rejection and its fields on request, and the specification’s shape otherwise', async () => {
  const body = { username: '', passwordd: 'x' }
  const uncodedAnswer = await anyone.post('/api/token/', body)
  expect([
    uncodedAnswer.status,
    uncodedAnswer.headers.get('Content-Type'),
    Object.keys(uncodedAnswer.body).sort(),
  ]).toEqual([400, 'application/json', ['password', 'passwordd', 'username']])
  const { status, headers, body: problem } = await anyone.post('/api/token/', body, problemOptions)
  expect([status, headers.get('Content-Type')]).toEqual([400, 'application/problem+json'])
  expect(problem).toMatchObject({ status: 400, code: 'invalid_fields', title: apiCodes.invalid_fields })
  expect(problem.errors).toContainEqual({
    field: 'passwordd',
    code: 'unknown_field',
    message: uncodedAnswer.body.passwordd[0],
  })
  expect(listCodes({ body: problem }).sort()).toEqual([
    'password: required',
    'passwordd: unknown_field',
    'username: required',
  ])
})

test.each([
  ['not_authenticated', 401, () => anyone.get('/order/', problemOptions)],
  ['not_found', 404, () => anyone.get('/publication/4000000/', problemOptions)],
  ['method_not_allowed', 405, () => anyone.get('/api/token/', problemOptions)],
  ['parse_error', 400, () => anyone.post('/api/token/', '{', problemOptions)],
  [
    'permission_denied',
    403,
    async () => (await callAs(await makeCustomer())).get('/expedition/', problemOptions),
  ],
] as const)('returns the code %s with its status', async (code, status, call) => {
  const answer = await call()
  expect([answer.status, answer.body]).toEqual([
    status,
    { title: apiCodes[code], status, code, detail: expect.any(String), errors: [] },
  ])
})

test('lists return codes for wrong query parameters', async () => {
  const answer = await anyone.get(
    '/publication/?limit=1001&ordering=x&pag=2&page=0&id__gt=1&id__gt=2',
    problemOptions,
  )
  // Values are checked only when all names are right.
  expect(listCodes(answer).sort()).toEqual(['id__gt: repeated_parameter', 'pag: unknown_parameter'])
  const codedAnswer = await anyone.get('/publication/?limit=1001&ordering=x&page=0', problemOptions)
  expect(listCodes(codedAnswer).sort()).toEqual([
    'limit: max_value',
    'ordering: invalid_choice',
    'page: min_value',
  ])
})

test('an order returns a code at each rejected line', async () => {
  const { userId, profileId } = await makeCustomer()
  const client = await callAs({ userId })
  const publication = await makeDownload()
  const makeOrderBody = (changes: object) => ({
    profile: profileId,
    publications: [{ publication, value: 1 }],
    shipping_type: 'Download',
    shipping_value: 0,
    ...changes,
  })
  expect(listCodes(await client.post('/order/', makeOrderBody({}), problemOptions))).toEqual([
    'publications.0.value: price_changed',
  ])
  const removedOrder = makeOrderBody({ publications: [{ publication: 4_000_000, value: 80 }] })
  expect(listCodes(await client.post('/order/', removedOrder, problemOptions))).toEqual([
    'publications.0.publication: not_on_sale',
  ])
  const validOrder = makeOrderBody({ publications: [{ publication, value: 80 }] })
  expect((await client.post('/order/', validOrder)).status).toBe(201)
  expect(listCodes(await client.post('/order/', validOrder, problemOptions))).toEqual([
    'repeats: order_repeated',
  ])
})

test('a call that uses a page’s form returns codes for missing and locked fields', async () => {
  const staff = await callAs({ userId: await makeStaff() })
  const body = { name: '', version: 'Rev. 1', date: '2026-11-20', price: 80, is_download: true }
  expect(
    listCodes(
      await staff.post('/publication/', { ...body, applicability: 'x'.repeat(4_000) }, problemOptions),
    ),
  ).toEqual(expect.arrayContaining(['name: required']))
  const { orderId } = await makeOrderWithBoleto()
  const nfeAnswer = await staff.post('/api/order_update_nfe/', { order: orderId, nfe: '12' }, problemOptions)
  expect(listCodes(nfeAnswer)).toEqual(['nfe: locked'])
})

test('the contact call returns errors in the specification’s shape, and as a problem on request', async () => {
  const uncodedAnswer = await anyone.post('/api/contact/', { name: 'Ana' })
  expect([uncodedAnswer.status, Object.keys(uncodedAnswer.body).sort()]).toEqual([200, ['email', 'text']])
  const problemAnswer = await anyone.post('/api/contact/', { name: 'Ana' }, problemOptions)
  expect([problemAnswer.status, listCodes(problemAnswer).sort()]).toEqual([
    400,
    ['email: required', 'text: required'],
  ])
})

test('the API document lists every code', () => {
  const { Problem } = getApiDocument(operations).components?.schemas ?? {}
  const text = JSON.stringify(Problem)
  for (const [code, meaning] of Object.entries(apiCodes)) expect(text).toContain(`\`${code}\`: ${meaning}`)
  for (const code of Object.keys(apiCodes)) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
})

test('a schema issue has the code of its kind', () => {
  const issue = { path: ['a', 0], message: 'Valor inválido' }
  const findCodes = (code: string, origin?: string) =>
    listFieldProblems([{ ...issue, code, ...(origin === undefined ? {} : { origin }) }]).map(
      (fieldProblem) => fieldProblem.code,
    )
  expect(findCodes('too_big', 'string')).toEqual(['max_length'])
  expect(findCodes('too_big', 'array')).toEqual(['max_length'])
  expect(findCodes('too_small', 'number')).toEqual(['min_value'])
  expect(findCodes('custom')).toEqual(['invalid'])
  expect(listFieldProblems([{ path: [], message: '', code: 'unrecognized_keys', keys: ['b', 'c'] }])).toEqual(
    [
      { path: ['b'], message: 'Campo desconhecido', code: 'unknown_field' },
      { path: ['c'], message: 'Campo desconhecido', code: 'unknown_field' },
    ],
  )
})
