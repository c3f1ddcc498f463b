import { addDays, type CivilDate, civilDateIn } from '#app/domain/calendar.ts'
import { slipReference } from '#app/domain/issued-boleto.ts'
import { ownBankIssuer } from '#app/gateways/boleto-issuer/own-bank.server.ts'
import { findBoleto, recordBoleto } from '#app/models/boleto.server.ts'
import { db } from '#app/models/db.server.ts'
import { makeOrder } from './orders.ts'
import { makeDownload } from './publications.ts'
import { bankAgreement } from './shop.ts'

/** Gives an order its next slip under the own agreement, due three days from now unless said; gives its row. */
export async function giveSlip(orderId: number, dueDate?: CivilDate) {
  const today = civilDateIn(new Date())
  const { total } = await db
    .selectFrom('orders')
    .select('total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const known = await findBoleto(orderId)
  const ordinal = known ? known.ordinal + 1 : 0
  const slip = await ownBankIssuer(bankAgreement).issue({
    orderId,
    ordinal,
    reference: slipReference(orderId, ordinal),
    value: total,
    documentDate: today,
    dueDate: dueDate ?? addDays(today, 3),
  })
  await recordBoleto(orderId, slip)
  return slipOf(orderId)
}

/** The newest slip of an order. Throws where there is none. */
export async function slipOf(orderId: number) {
  const slip = await findBoleto(orderId)
  if (!slip) throw new Error('no slip')
  return slip
}

/** An order of a download, with a slip of its value. */
export async function makeOrderWithSlip(dueDate?: CivilDate) {
  const order = await makeOrder({ [await makeDownload()]: 1 })
  return { ...order, slip: await giveSlip(order.orderId, dueDate) }
}

/** A slip as the gateway registered it, for the same order; only what the shop looks at is real. */
export async function makeGatewaySlip() {
  const order = await makeOrderWithSlip()
  const external = `pay_${order.orderId}`
  await db
    .updateTable('boletos')
    .set({ issuer: 'asaas', external_id: external, state: 'registered' })
    .where('id', '=', order.slip.id)
    .execute()
  await db.deleteFrom('slip_instructions').where('boleto_id', '=', order.slip.id).execute()
  return { ...order, slip: await slipOf(order.orderId) }
}
