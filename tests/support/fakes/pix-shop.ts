import { afterAll, beforeEach } from 'vitest'
import { pixKey, startFakePixBank } from '#tests/support/fakes/fake-pix-bank.ts'
import { isEffectOpen, runEffect } from '#tests/support/open-effects.ts'

/** Sets the environment. Tests import this file before the shop, because the shop reads the environment once. */
export const bank = await startFakePixBank()
Object.assign(process.env, bank.environment)

const { db } = await import('#app/models/platform/db.server.ts')
const { findJob } = await import('#app/jobs/registry.server.ts')
const { findCurrentBoleto } = await import('#app/models/charges/boleto.server.ts')
const { saveSetting } = await import('#app/models/settings/setting.server.ts')
const { makeOrder } = await import('#tests/factories/orders.ts')
const { makeDownload } = await import('#tests/factories/publications.ts')
const { openShop } = await import('#tests/factories/shop.ts')

export { db, isEffectOpen, runEffect, saveSetting }
export const { reconcilePix } = await import('#app/jobs/payments/reconcile-pix.server.ts')
export const { enqueuePixReading } = await import('#app/models/payments/pix/pix-payment.server.ts')

beforeEach(async () => {
  bank.reset()
  await openShop()
  await saveSetting('pix', { isOffered: true, key: pixKey, kind: 'cobv' })
})
afterAll(() => bank.close())

/** Creates an unpaid order with its boleto, before its Pix charge is issued. */
export async function makeBoleto() {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await findJob('issue-boleto')?.run(String(orderId), { id: 1 })
  return getNewestCharge(orderId)
}

/** Returns the id and value of an order's newest boleto, and the txid of its Pix charge. */
export async function getNewestCharge(orderId: number) {
  const boleto = await findCurrentBoleto(orderId)
  if (!boleto) throw new Error('no boleto was made')
  const { txid } = await getCharge(boleto.id)
  return { orderId, boletoId: boleto.id, value: boleto.value, txid }
}

/** Creates a boleto with a Pix charge that can be paid. */
export async function makeCharge() {
  const boleto = await makeBoleto()
  await runEffect('issue-pix', boleto.boletoId)
  return boleto
}

export function getCharge(boletoId: number) {
  return db.selectFrom('pix_charges').selectAll().where('boleto_id', '=', boletoId).executeTakeFirstOrThrow()
}

/** Returns an order's status, boletos, charges, received money, open effects and mails. */
export async function readOrderState(orderId: number) {
  const order = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const boletos = await db
    .selectFrom('boletos')
    .leftJoin('pix_charges', 'pix_charges.boleto_id', 'boletos.id')
    .select(['boletos.state', 'withdrawal_reason as why', 'pix_charges.state as pix'])
    .where('order_id', '=', orderId)
    .orderBy('boletos.id')
    .execute()
  const payments = await db
    .selectFrom('payments')
    .select(['event_key', 'source', 'value', 'problem'])
    .orderBy('id')
    .execute()
  const mails = await db
    .selectFrom('outbox')
    .select('job')
    .where('job', 'in', ['mail-payment-confirmed', 'mail-staff-payment'])
    .orderBy('id')
    .execute()
  const instructions = await db
    .selectFrom('boleto_instructions')
    .select('instruction')
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
  return {
    status: order.status,
    boletos,
    payments,
    mails: mails.map(({ job }) => job),
    instructions: instructions.map(({ instruction }) => instruction),
  }
}
