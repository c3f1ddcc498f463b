import { describe, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makePdf } from '#tests/factories/files.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { address, company, makeCustomer, newEmail, person } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeDirectShipment, makePaidOrder, makeShipment, makeStaff } from '#tests/factories/shipments.ts'
import { callAs } from '#tests/support/api-client.ts'

/*
 * Tests ambiguous calls: each is rejected at the ambiguous field and writes nothing. Calls of `order_update_status`
 * and `POST /order/` are tested in tests/api/orders.
 */
async function openStaff() {
  const userId = await makeStaff()
  return { userId, client: await callAs({ userId }) }
}

const countRows = async (table: 'shipments' | 'order_files' | 'profiles') =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

describe('POST /expedition/', () => {
  test('rejects an address without direct_shipping, and an order or lines with direct_shipping', async () => {
    const { client } = await openStaff()
    const { profileId, orderId } = await makePaidOrder()
    const commonFields = { client: profileId, shipping_type: 'PAC' }
    const otherAddress = { ...address, zip_code: '01310-100' }
    const calls = [
      [{ ...commonFields, order: [orderId], shipping_address: otherAddress }, 'shipping_address'],
      [{ ...commonFields, order: [orderId], direct_shipping: 1 }, 'order'],
      [{ ...commonFields, lines: [1], direct_shipping: 1 }, 'lines'],
    ] as const
    for (const [body, field] of calls) {
      const answer = await client.post('/expedition/', body)
      expect([answer.status, Object.keys(answer.body)[0]]).toEqual([400, field])
    }
    expect(await countRows('shipments')).toBe(0)
  })

  test('rejects a profile as owner and a user as client, but accepts a profile as client', async () => {
    const { client, userId } = await openStaff()
    const { profileId, orderId } = await makePaidOrder()
    const { body: profile } = await client.get(`/profile/${profileId}/`)
    const commonFields = { client: profileId, order: [orderId], shipping_type: 'PAC' }
    expect((await client.post('/expedition/', { ...commonFields, owner: profile })).body).toEqual({
      owner: ['Isto é um perfil: envie o número do usuário, user.id'],
    })
    expect((await client.post('/expedition/', { ...commonFields, client: profile.user })).body).toEqual({
      client: ['Isto é um usuário: envie o número do perfil'],
    })
    expect(await countRows('shipments')).toBe(0)
    const acceptedAnswer = await client.post('/expedition/', {
      ...commonFields,
      client: profile,
      owner: { id: userId },
    })
    expect(acceptedAnswer.status).toBe(201)
  })

  test.each(['05/06/2026', '2026-6-5', '05-06-2026'])('rejects the date %s', async (day) => {
    const { client } = await openStaff()
    const { profileId } = await makeCustomer()
    const body = { client: profileId, shipping_type: 'PAC', direct_shipping: 1, creation_date: day }
    const answer = await client.post('/expedition/', body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['creation_date']])
  })
})

test('PUT /expedition/{id}/ rejects two contradictory dates without a status, and an ambiguous date', async () => {
  const { client } = await openStaff()
  const id = await makeDirectShipment((await makeCustomer()).profileId)
  const days = { return_date: '2026-11-06', complete_date: '2026-11-06' }
  const answer = await client.put(`/expedition/${id}/`, days)
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { status: ['Entregue ou de volta ao remetente? Mande a situação'] },
  ])
  const packedShipment = await makeShipment(await makePaidOrder())
  expect((await client.put(`/expedition/${packedShipment}/`, { send_date: '05/06/2026' })).body).toEqual({
    send_date: ['Data incorreta: use ano-mês-dia, como 2026-11-21'],
  })
})

test('PUT /signature/{id}/ and PUT /publication/{id}/ reject an ambiguous date or price', async () => {
  const { client } = await openStaff()
  const publication = await makePublication()
  const dateErrors = ['Data incorreta: use ano-mês-dia, como 2026-11-21']
  expect((await client.put('/signature/1/', { due: '05/06/2027' })).body).toEqual({ due: dateErrors })
  expect((await client.put(`/publication/${publication}/`, { date: '05/06/2026' })).body).toEqual({
    date: dateErrors,
  })
  expect((await client.put(`/publication/${publication}/`, { price: '1.234' })).body).toEqual({
    price: ['Valor com duas leituras: escreva 1234.00 ou 1.234,00'],
  })
})

test('POST /api/order_update_nfe/ without nfe leaves the number unchanged, and null removes the number', async () => {
  const { client } = await openStaff()
  const { orderId } = await makePaidOrder()
  expect((await client.post('/api/order_update_nfe/', { order: orderId, nfe: '77' })).status).toBe(200)
  const answer = await client.post('/api/order_update_nfe/', { order: orderId })
  expect([answer.status, answer.body]).toEqual([400, { nfe: ['Campo obrigatório'] }])
  const loadNfe = () => db.selectFrom('orders').select('nfe').where('id', '=', orderId).executeTakeFirst()
  expect(await loadNfe()).toEqual({ nfe: '77' })
  expect((await client.post('/api/order_update_nfe/', { order: orderId, nfe: null })).status).toBe(200)
  expect(await loadNfe()).toEqual({ nfe: null })
})

test('PUT /api/upload/{id}/ rejects two targets and an unknown kind', async () => {
  const { client } = await openStaff()
  const { orderId } = await makeOrder({ [await makePublication()]: 1 })
  const file = { name: 'danfe.pdf', bytes: await makePdf() }
  const publicationPath = `/api/upload/${orderId}/?target=publication`
  expect((await client.upload('PUT', publicationPath, file, { target: 'order' })).body).toMatchObject({
    target: ['O formulário e o endereço dizem coisas diferentes'],
  })
  const orderPath = `/api/upload/${orderId}/?target=order`
  expect((await client.upload('PUT', orderPath, file, { kind: 'NF-e' })).body).toMatchObject({
    kind: ['Use nfe, ou nada para outro arquivo'],
  })
  expect(await countRows('order_files')).toBe(0)
})

describe('company data without person_or_company', () => {
  const errors = ['Há dados de empresa: mande 1 para empresa ou 0 para pessoa']

  test('creates no profile, unless the call says that it is a person', async () => {
    const { client } = await openStaff()
    const countBefore = await countRows('profiles')
    const body = { name: person.name, cpf: '529.982.247-25', cnpj: company.cnpj, phone: '(14) 99999-0000' }
    const requiredFields = { billing_address: address, user: { email: newEmail() } }
    expect((await client.post('/profile/', { ...body, ...requiredFields })).body).toEqual({
      person_or_company: errors,
    })
    expect(await countRows('profiles')).toBe(countBefore)
    expect(
      (await client.post('/profile/', { ...body, ...requiredFields, person_or_company: 0 })).status,
    ).toBe(201)
  })

  test('is rejected in the update of a person, whose own record is accepted', async () => {
    const { client } = await openStaff()
    const { profileId } = await makeCustomer()
    const path = `/profile/${profileId}/`
    expect((await client.put(path, { cnpj: company.cnpj })).body).toEqual({ person_or_company: errors })
    const { body } = await client.get(path)
    expect((await client.put(path, body)).status).toBe(200)
  })
})
