import { expect, test } from 'vitest'
import {
  cancelBoleto,
  db,
  fake,
  makeGatewayBoleto,
  readOrderState,
} from '#tests/support/fakes/gateway-shop.ts'

const event = { id: 1 }
const pending = 1
const confirmed = 2

/** Creates a withdrawn boleto. Returns it with a function that runs the job for it. */
async function makeWithdrawnBoleto() {
  const boleto = await makeGatewayBoleto()
  const withdrawal = { withdrawn_at: new Date(), withdrawal_reason: 'expired' as const }
  await db.updateTable('boletos').set(withdrawal).where('id', '=', boleto.boletoId).execute()
  return { ...boleto, run: () => cancelBoleto.run(String(boleto.boletoId), event) }
}

test('cancels a withdrawn boleto at the gateway once and writes it off', async () => {
  const { orderId, externalId, run } = await makeWithdrawnBoleto()
  for (const _ of [1, 2]) await run()
  expect(fake.payments).toMatchObject([{ id: externalId, deleted: true }])
  expect(fake.listRequests('DELETE', /./)).toHaveLength(1)
  expect(await readOrderState(orderId)).toMatchObject({
    status: pending,
    boletos: ['written-off'],
    payments: [],
  })
})

test('receives a boleto paid in the meantime as a late payment instead of cancelling it', async () => {
  const { orderId, externalId, value, run } = await makeWithdrawnBoleto()
  await fake.pay(externalId)
  await run()
  expect(fake.listRequests('DELETE', /./)).toEqual([])
  expect(await readOrderState(orderId)).toMatchObject({
    status: confirmed,
    boletos: ['paid'],
    payments: [{ value, problem: null }],
    mails: ['mail-payment-confirmed', 'mail-staff-payment'],
  })
})

test('receives a boleto paid between the lookup and the cancellation', async () => {
  const { orderId, externalId, run } = await makeWithdrawnBoleto()
  fake.state.beforeDelete = () => void fake.pay(externalId)
  await run()
  expect(fake.listRequests('DELETE', /./)).toHaveLength(1)
  expect(await readOrderState(orderId)).toMatchObject({ status: confirmed, boletos: ['paid'] })
})

test('writes off a boleto that is already cancelled at the gateway', async () => {
  const { orderId, externalId, run } = await makeWithdrawnBoleto()
  await fake.deleteInGateway(externalId)
  await run()
  expect(await readOrderState(orderId)).toMatchObject({ boletos: ['written-off'] })
  expect(fake.listRequests('DELETE', /./)).toEqual([])
})

test('leaves a boleto unknown to the gateway to staff, since it may still be payable', async () => {
  const { orderId, run } = await makeWithdrawnBoleto()
  fake.payments.length = 0
  const refusal = { name: 'JobRefused', message: 'the gateway does not know this boleto' }
  await expect(run()).rejects.toMatchObject(refusal)
  expect(await readOrderState(orderId)).toMatchObject({ boletos: ['registered'] })
})

test('retries a cancellation after a rejected key', async () => {
  const { orderId, run } = await makeWithdrawnBoleto()
  fake.state.key = 'another'
  await expect(run()).rejects.toMatchObject({ name: 'RemoteFault', message: 'access' })
  fake.state.key = fake.environment.ASAAS_API_KEY
  await run()
  expect(await readOrderState(orderId)).toMatchObject({ boletos: ['written-off'] })
})

test('detects on the next attempt that a cancellation with a lost response succeeded', async () => {
  const { orderId, run } = await makeWithdrawnBoleto()
  fake.fail('done-cut', { method: 'DELETE', times: 1 })
  await expect(run()).rejects.toThrow('unreachable')
  expect(await readOrderState(orderId)).toMatchObject({ boletos: ['registered'] })
  await run()
  expect(fake.listRequests('DELETE', /./)).toHaveLength(1)
  expect(await readOrderState(orderId)).toMatchObject({ boletos: ['written-off'] })
})

test('leaves a boleto that the gateway refuses to cancel to staff, with the gateway’s message', async () => {
  const { orderId, run } = await makeWithdrawnBoleto()
  fake.state.deletionRefusal = 'Cobrança em processamento.'
  await expect(run()).rejects.toMatchObject({ name: 'JobRefused', message: 'Cobrança em processamento.' })
  expect(await readOrderState(orderId)).toMatchObject({ boletos: ['registered'] })
})

test('ignores the cancellation of a missing boleto', async () => {
  await expect(cancelBoleto.run('4000000', event)).resolves.toBeUndefined()
})
