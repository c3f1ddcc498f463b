import { beforeEach, expect, test } from 'vitest'
import { openShop } from '#tests/factories/shop.ts'
import { ApiClient } from '#tests/support/api-client.ts'

beforeEach(openShop)

const requestFreight = (body: unknown) => new ApiClient().post('/api/get_shipping_price/', body)
const box = { comprimento: 36, largura: 26, altura: 5, diametro: 36 }

test('POST /api/get_shipping_price/ – Shipping quote: cep, peso; returns a list of services', async () => {
  const { status, body } = await requestFreight({ cep: '18600000', peso: '2', ...box })
  expect(status).toBe(200)
  expect(body).toEqual([
    { service: 'PAC', Valor: '35,90', PrazoEntrega: 6, MsgErro: '' },
    { service: 'SEDEX', Valor: '63,70', PrazoEntrega: 2, MsgErro: '' },
  ])
})

test.each<[string, unknown]>([
  ['outside the delivery area', { cep: '69900000', peso: '2' }],
  ['above the weight limit', { cep: '18600000', peso: 31 }],
])('returns a single entry with MsgErro %s', async (_, body) => {
  expect((await requestFreight(body)).body).toEqual([
    { service: '', Valor: '0,00', PrazoEntrega: 0, MsgErro: expect.stringContaining('Nenhum serviço') },
  ])
})

test.each([
  [{}, { cep: ['Campo obrigatório'], peso: ['Campo obrigatório'] }],
  [
    { cep: '1', peso: 'muito' },
    { cep: [expect.stringContaining('CEP incorreto')], peso: [expect.stringContaining('Peso incorreto')] },
  ],
])('returns 400 with field errors: %o', async (body, errors) => {
  const answer = await requestFreight(body)
  expect([answer.status, answer.body]).toMatchObject([400, errors])
})
