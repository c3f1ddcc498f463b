import { expect, test } from 'vitest'
import { cancelBoleto, db, fake, makeBoleto, stateOf } from '#tests/support/fakes/gateway-shop.ts'

const event = { id: 1 }
const pending = 1
const confirmed = 2

/** What retiring a boleto leaves to this job. */
async function withdrawn() {
  const boleto = await makeBoleto()
  const given = { withdrawn_at: new Date(), withdrawal_reason: 'expired' as const }
  await db.updateTable('boletos').set(given).where('id', '=', boleto.boletoId).execute()
  return { ...boleto, run: () => cancelBoleto.run(String(boleto.boletoId), event) }
}

test('a boleto that was given up is cancelled at the gateway and written off, once', async () => {
  const { orderId, externalId, run } = await withdrawn()
  for (const _ of [1, 2]) await run()
  expect(fake.payments).toMatchObject([{ id: externalId, deleted: true }])
  expect(fake.asked('DELETE', /./)).toHaveLength(1)
  expect(await stateOf(orderId)).toMatchObject({ status: pending, boletos: ['written-off'], payments: [] })
})

test('one that was paid meanwhile is not cancelled: its money is received, late', async () => {
  const { orderId, externalId, value, run } = await withdrawn()
  await fake.pay(externalId)
  await run()
  expect(fake.asked('DELETE', /./)).toEqual([])
  expect(await stateOf(orderId)).toMatchObject({
    status: confirmed,
    boletos: ['paid'],
    payments: [{ value, problem: null }],
    mails: ['mail-payment-confirmed', 'mail-staff-payment'],
  })
})

test('one that is paid between the question and the cancellation is received too', async () => {
  const { orderId, externalId, run } = await withdrawn()
  fake.state.beforeDelete = () => void fake.pay(externalId)
  await run()
  expect(fake.asked('DELETE', /./)).toHaveLength(1)
  expect(await stateOf(orderId)).toMatchObject({ status: confirmed, boletos: ['paid'] })
})

test('one that is cancelled there already is written off', async () => {
  const { orderId, externalId, run } = await withdrawn()
  await fake.deleteThere(externalId)
  await run()
  expect(await stateOf(orderId)).toMatchObject({ boletos: ['written-off'] })
  expect(fake.asked('DELETE', /./)).toEqual([])
})

test('one the gateway does not know is for a person: it may be payable all the same', async () => {
  const { orderId, run } = await withdrawn()
  fake.payments.length = 0
  const refusal = { name: 'JobRefused', message: 'the gateway does not know this boleto' }
  await expect(run()).rejects.toMatchObject(refusal)
  expect(await stateOf(orderId)).toMatchObject({ boletos: ['registered'] })
})

test('a rejected key is attempted again', async () => {
  const { orderId, run } = await withdrawn()
  fake.state.key = 'another'
  await expect(run()).rejects.toMatchObject({ name: 'RemoteFault', message: 'access' })
  fake.state.key = fake.environment.ASAAS_API_KEY
  await run()
  expect(await stateOf(orderId)).toMatchObject({ boletos: ['written-off'] })
})

test('a cancellation whose answer was lost is found done the next time', async () => {
  const { orderId, run } = await withdrawn()
  fake.fail('done-cut', { method: 'DELETE', times: 1 })
  await expect(run()).rejects.toThrow('unreachable')
  expect(await stateOf(orderId)).toMatchObject({ boletos: ['registered'] })
  await run()
  expect(fake.asked('DELETE', /./)).toHaveLength(1)
  expect(await stateOf(orderId)).toMatchObject({ boletos: ['written-off'] })
})

test('one the gateway keeps is for a person, in the gateway’s words', async () => {
  const { orderId, run } = await withdrawn()
  fake.state.keeps = 'Cobrança em processamento.'
  await expect(run()).rejects.toMatchObject({ name: 'JobRefused', message: 'Cobrança em processamento.' })
  expect(await stateOf(orderId)).toMatchObject({ boletos: ['registered'] })
})

test('a boleto that does not exist is no fault', async () => {
  await expect(cancelBoleto.run('4000000', event)).resolves.toBeUndefined()
})
