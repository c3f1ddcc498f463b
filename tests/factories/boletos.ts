import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import { addDays, type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import type { ChargeRules } from '#app/domain/settings/charges.ts'
import { findCurrentBoleto, recordOwnBankBoleto } from '#app/models/charges/boleto.server.ts'
import { findNextBoleto } from '#app/models/charges/boleto-reference.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeOrder } from './orders.ts'
import { makeDownload } from './publications.ts'
import type { OrderRowData } from './rows/orders.ts'
import { bankAgreement } from './shop.ts'

/**
 * Creates the next boleto of an order under the shop's own agreement, due in three days by default. Returns its row.
 */
export async function giveBoleto(orderId: number, dueDate?: CivilDate) {
  const today = toCivilDate(new Date())
  const { total } = await db
    .selectFrom('orders')
    .select('total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const next = await findNextBoleto(orderId)
  if (!next) throw new Error('no such order')
  await recordOwnBankBoleto(orderId, bankAgreement, {
    ...next,
    value: total,
    documentDate: today,
    dueDate: dueDate ?? addDays(today, 3),
  })
  return getNewestBoleto(orderId)
}

/** Returns the newest boleto of an order. Throws if there is none. */
export async function getNewestBoleto(orderId: number) {
  const boleto = await findCurrentBoleto(orderId)
  if (!boleto) throw new Error('no boleto')
  return boleto
}

/** Creates an order of a download, with a boleto of its value. */
export async function makeOrderWithBoleto(dueDate?: CivilDate) {
  const order = await makeOrder({ [await makeDownload()]: 1 })
  return { ...order, boleto: await giveBoleto(order.orderId, dueDate) }
}

/** Creates an order with a boleto that the gateway registered. Only the fields that the shop reads are realistic. */
export async function makeGatewayBoleto() {
  const order = await makeOrderWithBoleto()
  const externalId = `pay_${order.orderId}`
  await db
    .updateTable('boletos')
    .set({ issuer: 'asaas', number_range: null, external_id: externalId, state: 'registered' })
    .where('id', '=', order.boleto.id)
    .execute()
  // Only boletos of the own bank have instructions.
  await db.deleteFrom('boleto_instructions').where('boleto_id', '=', order.boleto.id).execute()
  return { ...order, boleto: await getNewestBoleto(order.orderId) }
}

type BoletoData = {
  agreement?: BankAgreement
  documentDate?: string
  dueDate?: string
  rules?: ChargeRules
  order?: OrderRowData
}

/** Creates an unsent boleto of the own bank for a new customer's order of R$ 80,00. */
export async function makeBankBoleto({ order, ...data }: BoletoData = {}) {
  const placed = await makeOrder({ [await makeDownload({ price: 80_00 })]: 1 }, order)
  return { ...placed, ...(await giveBankBoleto(placed.orderId, data)) }
}

/** Creates the next boleto of R$ 80,00 of an order, by default under the shop's own agreement. */
export async function giveBankBoleto(orderId: number, data: Omit<BoletoData, 'order'> = {}) {
  const { agreement = bankAgreement, documentDate = '2026-11-20', dueDate = '2026-11-26', rules } = data
  const next = await findNextBoleto(orderId)
  if (!next) throw new Error('no such order')
  const request = { ...next, value: 80_00, documentDate, dueDate, ...(rules && { rules }) }
  await recordOwnBankBoleto(orderId, agreement, request)
  const boleto = await findCurrentBoleto(orderId)
  if (boleto?.ordinal !== next.ordinal) throw new Error('no new boleto was recorded')
  return { boletoId: boleto.id, ourNumber: boleto.our_number, printed: boleto.our_number_printed }
}
