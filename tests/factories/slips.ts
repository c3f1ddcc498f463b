import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import { addDays, type CivilDate, civilDateIn } from '#app/domain/platform/calendar.ts'
import { findCurrentBoleto, recordOwnBankBoleto } from '#app/models/charges/boleto.server.ts'
import { nextSlipOf } from '#app/models/charges/slip-reference.server.ts'
import type { OrderRequest } from '#app/models/orders/order-placement.server.ts'
import { db } from '#app/models/platform/db.server.ts'
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
  const next = await nextSlipOf(orderId)
  if (!next) throw new Error('no such order')
  await recordOwnBankBoleto(orderId, bankAgreement, {
    ...next,
    value: total,
    documentDate: today,
    dueDate: dueDate ?? addDays(today, 3),
  })
  return slipOf(orderId)
}

/** The newest slip of an order. Throws where there is none. */
export async function slipOf(orderId: number) {
  const slip = await findCurrentBoleto(orderId)
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
    .set({ issuer: 'asaas', number_range: null, external_id: external, state: 'registered' })
    .where('id', '=', order.slip.id)
    .execute()
  await db.deleteFrom('slip_instructions').where('boleto_id', '=', order.slip.id).execute()
  return { ...order, slip: await slipOf(order.orderId) }
}

type Facts = {
  agreement?: BankAgreement
  documentDate?: string
  dueDate?: string
  order?: Partial<OrderRequest>
}

/** A slip of the own bank for a new customer's order over R$ 80,00, made but not sent. */
export async function makeBankSlip({ order, ...facts }: Facts = {}) {
  const placed = await makeOrder({ [await makeDownload({ price: 80_00 })]: 1 }, order)
  return { ...placed, ...(await giveBankSlip(placed.orderId, facts)) }
}

/** The next slip of an order of R$ 80,00 under the own agreement. */
export async function giveBankSlip(orderId: number, facts: Omit<Facts, 'order'> = {}) {
  const { agreement = bankAgreement, documentDate = '2026-11-20', dueDate = '2026-11-26' } = facts
  const next = await nextSlipOf(orderId)
  if (!next) throw new Error('no such order')
  const dates = { documentDate, dueDate }
  await recordOwnBankBoleto(orderId, agreement, { ...next, value: 80_00, ...dates })
  const slip = await findCurrentBoleto(orderId)
  if (slip?.ordinal !== next.ordinal) throw new Error('the order took no slip')
  return { slipId: slip.id, ourNumber: slip.our_number, printed: slip.our_number_printed }
}
