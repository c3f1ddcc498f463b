import { beforeEach, expect, test } from 'vitest'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { cancelOrder } from '#app/models/orders/order-status.server.ts'
import { receivePayment, recordReversal } from '#app/models/payments/payment.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { giveBoleto } from '#tests/support/boletos.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const mailStaffPayment = requireMailJob('mail-staff-payment')

beforeEach(openShop)

const actor = { actorUserId: null, source: 'bank-file' }
const today = '2026-11-21'

async function makeBoleto() {
  const { orderId } = await makeOrder({ [await makeDownload({ price: 80_00 })]: 1 })
  await giveBoleto(orderId)
  return { orderId, boletoId: (await findCurrentBoleto(orderId))?.id ?? null }
}

let lastKey = 0

function makePaymentData(boletoId: number | null, value = 80_00) {
  lastKey += 1
  const eventKey = `bank/test-${lastKey}`
  return { eventKey, source: 'bank-file', boletoId, value, paidOn: '2026-11-20', creditedOn: null } as const
}

/** Returns the mail to staff about the last payment; undefined if there is none. */
async function readLastMail() {
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const eventId = 600 + lastKey
  await mailStaffPayment.run(String(id), { id: eventId })
  if (!(await listMailFiles()).includes(`evt-${eventId}.eml`)) return undefined
  const { headers, body } = await readMail(eventId)
  expect(headers).toContain('To: atendimento@aeropub.test')
  expect(body).toContain(`/admin/payments/${id}`)
  expect(body).toContain('CNPJ')
  return body
}

test('reports a payment without a boleto of the shop with all available details', async () => {
  await receivePayment(makePaymentData(null, 12_34), actor, today)
  const body = await readLastMail()
  for (const expectedText of ['não pertence a nenhum boleto', 'R$ 12,34', '20/11/2026', 'arquivo retorno'])
    expect(body).toContain(expectedText)
})

test('reports a different amount with both values', async () => {
  const { orderId, boletoId } = await makeBoleto()
  await receivePayment(makePaymentData(boletoId, 79_99), actor, today)
  const body = await readLastMail()
  for (const expectedText of ['R$ 79,99', 'R$ 80,00', `nº ${orderId}`, 'não foi confirmado'])
    expect(body).toContain(expectedText)
})

test('reports a double payment, a reversal and a payment of a cancelled order by their kind, but no expected payment', async () => {
  const { boletoId } = await makeBoleto()
  await receivePayment(makePaymentData(boletoId), actor, today)
  expect(await readLastMail(), 'as it should be').toBeUndefined()
  await receivePayment(makePaymentData(boletoId), actor, today)
  expect(await readLastMail()).toContain('já está pago')
  await recordReversal(makePaymentData(boletoId), actor)
  expect(await readLastMail()).toContain('foi desfeito')
  const lateBoleto = await makeBoleto()
  await cancelOrder(lateBoleto.orderId, actor)
  await receivePayment(makePaymentData(lateBoleto.boletoId), actor, today)
  expect(await readLastMail()).toContain('O pedido foi confirmado')
})

test('reports that the order of a payment was rejected', async () => {
  const { orderId, boletoId } = await makeBoleto()
  const cancelled = 3
  await db
    .updateTable('orders')
    .set({ status: cancelled, reason: 'A foto não serve.' })
    .where('id', '=', orderId)
    .execute()
  await receivePayment(makePaymentData(boletoId), actor, today)
  expect(await readLastMail()).toContain('foi reprovado')
})

test('skips payments that were resolved in the meantime', async () => {
  await receivePayment(makePaymentData(null), actor, today)
  await db
    .updateTable('payments')
    .set({ resolution: 'dismissed' })
    .where('problem', '=', 'unmatched')
    .execute()
  expect(await readLastMail()).toBeUndefined()
})

test('sends no mail without a payment', async () => {
  await expect(mailStaffPayment.run('4000000', { id: 699 })).rejects.toThrow('no payment for this mail')
})
