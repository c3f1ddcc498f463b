import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { cancelOrder } from '#app/models/orders/order-status.server.ts'
import { markAsPaid } from '#app/models/payments/manual-payment.server.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { removeBuyerAccount, renewElsewhere } from '#tests/factories/payment-bars.ts'

type OrderFacts = { orderId: number; value: number; paidOn: string; staff: Actor }

/** Returns functions that bring the order of a money case into its state before the money arrives. */
export function prepareOrder({ orderId, value, paidOn, staff }: OrderFacts) {
  return {
    cancel: () => cancelOrder(orderId, staff),
    async reject() {
      const status = orderStatus.cancelled
      await db
        .updateTable('orders')
        .set({ status, reason: 'Foto ilegível' })
        .where('id', '=', orderId)
        .execute()
    },
    async payOtherwise() {
      const boleto = await findCurrentBoleto(orderId)
      const payment = {
        eventKey: 'bank/other',
        source: 'bank-file',
        value,
        paidOn,
        creditedOn: paidOn,
      } as const
      const byFile = { actorUserId: null, source: 'bank-file' }
      return receivePayment({ ...payment, boletoId: boleto?.id ?? null }, byFile, toCivilDate(new Date()))
    },
    markAsPaid: () => markAsPaid(orderId, staff, paidOn, { isRenewalAccepted: false }),
    renewElsewhere: () => renewElsewhere(orderId),
    removeAccount: () => removeBuyerAccount(orderId),
  }
}
