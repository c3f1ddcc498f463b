import type { BankAgreement } from '#app/domain/bank-agreement.ts'
import { slipReference } from '#app/domain/issued-boleto.ts'
import { ownBankIssuer } from '#app/gateways/boleto-issuer/own-bank.server.ts'
import { findBoleto, recordBoleto } from '#app/models/boleto.server.ts'
import type { OrderRequest } from '#app/models/order-placement.server.ts'
import { makeOrder } from './orders.ts'
import { makeDownload } from './publications.ts'
import { bankAgreement } from './shop.ts'

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
  const known = await findBoleto(orderId)
  const ordinal = known ? known.ordinal + 1 : 0
  const reference = slipReference(orderId, ordinal)
  const dates = { documentDate, dueDate }
  const issued = await ownBankIssuer(agreement).issue({ orderId, ordinal, reference, value: 80_00, ...dates })
  await recordBoleto(orderId, issued)
  const slip = await findBoleto(orderId)
  if (slip?.ordinal !== ordinal) throw new Error('the order took no slip')
  return { slipId: slip.id, ourNumber: slip.our_number, printed: slip.our_number_printed }
}
