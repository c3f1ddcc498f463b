import { describe, expect, test } from 'vitest'
import { orderStatusFilter, orderStatusInput } from '#app/api/wire/codes.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'

const anyone = new ApiClient()
const openStaffClient = async () => callAs({ userId: await makeStaff() })

test.each(['Em análise', 'em analise', 'EM ANÁLISE', '4'])(
  'a body and a filter parse the order status %s',
  (text) => {
    expect([orderStatusInput.parse(text), orderStatusFilter.parse(text)]).toEqual([4, 4])
  },
)

describe('a value of a wrong type and a missing value have different messages', () => {
  const requiredText = 'Campo obrigatório'
  test.each<[path: string, field: string, wrong: unknown]>([
    ['/api/users_addresses_list/', 'users', [1, 2]],
    ['/api/get_users_from_publication/', 'users', [1, 2]],
    ['/api/get_users_from_publication/', 'publication', 'x'],
    ['/order/', 'publications', 'x'],
    ['/order/', 'profile', 'x'],
    ['/api/get_shipping_price/', 'peso', []],
    ['/api/user/confirm_password/', 'hash', 1],
    ['/api/reports/month_count/', 'start', 5],
  ])('%s: field %s', async (path, field, invalidValue) => {
    const client = await openStaffClient()
    const missingAnswer = await client.post(path, {})
    const invalidAnswer = await client.post(path, { [field]: invalidValue })
    expect([invalidAnswer.status, invalidAnswer.body[field]]).toEqual([400, [expect.any(String)]])
    expect(invalidAnswer.body[field]).not.toEqual([requiredText])
    expect(invalidAnswer.body[field]).not.toEqual(missingAnswer.body[field] ?? [requiredText])
  })
})

test('rejects a page size above the limit instead of reducing it', async () => {
  const { status, body } = await anyone.get('/publication/?limit=1001')
  const errors = ['Até 1000 registros por página']
  expect([status, body]).toEqual([400, { limit: errors, non_field_errors: errors }])
  expect((await anyone.get('/publication/?limit=1000')).status).toBe(200)
})

test.each([
  ['application/json; charset=utf-8', 400],
  ['application/json;charset="UTF-8"', 400],
  ['application/json; charset=iso-8859-1', 415],
])('a body of type %s returns %i', async (type, expected) => {
  const { status } = await anyone.post('/api/token/', '{}', { headers: { 'Content-Type': type } })
  expect(status).toBe(expected)
})
