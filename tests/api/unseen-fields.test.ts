import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildFieldErrors } from '#app/api/field-errors.ts'
import { operations } from '#app/api/registry.server.ts'
import { hiddenField, listHiddenFields, repeatHiddenErrors } from '#app/api/wire/hidden-field.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'

/**
 * Names that have an input, a choice or a selector on the specification's screens (storefront §2, §5,
 * back-office §2), where their message is displayed. Names are written as in a body, without list positions.
 */
const fieldsOnScreens = new Set([
  ...['username', 'password', 'email', 'user.email', 'user.password'],
  ...['user.is_active', 'user.is_staff', 'user.is_superuser', 'is_partner'],
  ...['name', 'company_name', 'cpf', 'cnpj', 'ie', 'phone', 'person_or_company', 'text', 'subject'],
  ...['billing_address', 'shipping_address'].flatMap((address) =>
    ['country', 'zip_code', 'street', 'number', 'complement', 'province', 'city', 'state'].map(
      (field) => `${address}.${field}`,
    ),
  ),
  ...['airplane_prefix', 'airplane_serial_number', 'fuel_type', 'file'].flatMap((field) => [
    field,
    `publications.${field}`,
  ]),
  ...['cep', 'shipping_type'],
  ...[
    'applicability',
    'version',
    'date',
    'price',
    'price_signature',
    'weight',
    'is_signature',
    'is_download',
  ],
  ...['is_sent_immediately', 'has_airplane_info', 'has_photo_upload', 'notify', 'percentage'],
  ...['client', 'order', 'owner', 'value', 'note', 'direct_shipping', 'track_code'],
  ...['creation_date', 'send_date', 'complete_date', 'return_date'],
  ...['status', 'due', 'expedition_date', 'notes', 'nfe', 'reason'],
  ...['start', 'end', 'prefix', 'clientName', 'nameProduct', 'client_id'],
])

test('every body field is on a screen of the specification or is declared hidden', () => {
  // The specification's client does not call operations that the specification does not describe.
  const specifiedOperations = operations.filter(({ path }) => !path.startsWith('/api/webhooks/'))
  const missingFields = specifiedOperations.flatMap(({ id, body }) => {
    const declaredFields = new Set(listHiddenFields(body))
    return listLeaves(body)
      .filter((path) => !declaredFields.has(path) && !fieldsOnScreens.has(path))
      .map((path) => `${id}: ${path}`)
  })
  expect(missingFields).toEqual([])
})

/** Returns all fields with a value, in the notation of `fieldsOnScreens`. */
function listLeaves(schema: z.ZodType | undefined, path = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const innerSchema = schema.unwrap()
    return innerSchema instanceof z.ZodType ? listLeaves(innerSchema, path) : []
  }
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)
    return listLeaves(schema.element, path)
  if (!(schema instanceof z.ZodObject)) return path === '' ? [] : [path]
  const shape: Record<string, z.ZodType> = schema.shape
  return Object.entries(shape).flatMap(([name, field]) =>
    listLeaves(field, path === '' ? name : `${path}.${name}`),
  )
}

test('repeats errors of hidden fields in non_field_errors at any depth', () => {
  const body = z.object({
    name: z.string(),
    repeats: hiddenField(z.number().nullish()),
    lines: hiddenField(z.array(z.object({ value: hiddenField(z.number()), prefix: z.string() }))),
    address: hiddenField(z.object({ city: z.string() }).nullish()),
  })
  const fields = new Set(listHiddenFields(body))
  const repeatIssues = (issues: [path: (string | number)[], message: string][]) =>
    repeatHiddenErrors(buildFieldErrors(issues.map(([path, message]) => ({ path, message }))), fields)
      .non_field_errors
  expect(repeatIssues([[['name'], 'a']])).toBeUndefined()
  expect(repeatIssues([[['lines', 0, 'prefix'], 'a']])).toBeUndefined()
  expect(repeatIssues([[['repeats'], 'a']])).toEqual(['a'])
  expect(repeatIssues([[['lines'], 'a']])).toEqual(['a'])
  expect(
    repeatIssues([
      [['lines', 3, 'value'], 'a'],
      [['name'], 'b'],
    ]),
  ).toEqual(['a'])
  expect(
    repeatIssues([
      [['address', 'city'], 'a'],
      [[], 'b'],
    ]),
  ).toEqual(['b', 'a'])
  expect(
    repeatIssues([
      [['lines', 0, 'value'], 'a'],
      [['lines', 1, 'value'], 'a'],
    ]),
  ).toEqual(['a'])
})

test('declaring a field hidden leaves the original schema unchanged', () => {
  const shared = z.number()
  hiddenField(shared)
  expect(listHiddenFields(z.object({ shared }))).toEqual([])
})

test('repeats errors of equal orders and old prices in non_field_errors, but no login errors', async () => {
  const customer = await makeCustomer()
  const client = await callAs(customer)
  const publication = await makePublication({ price: 80_00 })
  const makeOrderBody = (value: number) => ({
    profile: customer.profileId,
    publications: [{ publication, value }],
    shipping_type: 'À Combinar',
    shipping_value: 0.01,
  })
  const oldAnswer = await client.post('/order/', makeOrderBody(79))
  const [{ value: priceErrors = [] } = {}] = oldAnswer.body.publications
  expect([oldAnswer.status, oldAnswer.body.non_field_errors]).toEqual([400, priceErrors])
  expect(priceErrors).toEqual([expect.stringContaining('R$')])
  expect((await client.post('/order/', makeOrderBody(80))).status).toBe(201)
  const secondAnswer = await client.post('/order/', makeOrderBody(80))
  expect([secondAnswer.status, secondAnswer.body.non_field_errors]).toEqual([400, secondAnswer.body.repeats])
  expect(secondAnswer.body.repeats).toEqual([expect.stringMatching(/pedido nº \d/)])
  const loginAnswer = await new ApiClient().post('/api/token/', {})
  expect(loginAnswer.body).not.toHaveProperty('non_field_errors')
})
