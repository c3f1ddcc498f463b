import { sql } from 'kysely'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { countWaitingInstructions } from '#app/models/payments/pending-instructions.server.ts'
import { isWriteOffRefused } from '#app/models/payments/refused-instruction.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** A count and the id of the oldest record, which its page opens with. */
export type Promised = { count: number; oldest: number | null }

/** Tasks that texts promise to customers and that a person has to do (D151); each stays until it is done. */
export const promises = [
  'refusedRemittances',
  'refusedBoletos',
  'refusedWriteOffs',
  'missingBoletos',
  'returnedShipments',
  'openFreights',
  'suspendedRenewals',
  'messages',
] as const

export type PromisedWork = Record<(typeof promises)[number], Promised> & {
  /** boletos that wait for a remittance: nobody can pay them before */
  unsentBoletos: number
}

export async function findPromisedWork(): Promise<PromisedWork> {
  const [rows, instructions] = await Promise.all([
    refusedRemittances()
      .unionAll(refusedBoletos())
      .unionAll(refusedWriteOffs())
      .unionAll(missingBoletos())
      .unionAll(returnedShipments())
      .unionAll(openFreights())
      .unionAll(suspendedRenewals())
      .unionAll(messages())
      .execute(),
    countWaitingInstructions(),
  ])
  const promised = (name: (typeof promises)[number]): Promised => {
    const row = rows.find((each) => each.name === name)
    return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? null }
  }
  return {
    refusedRemittances: promised('refusedRemittances'),
    refusedBoletos: promised('refusedBoletos'),
    refusedWriteOffs: promised('refusedWriteOffs'),
    missingBoletos: promised('missingBoletos'),
    returnedShipments: promised('returnedShipments'),
    openFreights: promised('openFreights'),
    suspendedRenewals: promised('suspendedRenewals'),
    messages: promised('messages'),
    unsentBoletos: Number(instructions.registrations),
  }
}

const named = (name: (typeof promises)[number]) => sql<string>`${name}`.as('name')

/** Until staff queue their boletos again, or a return file has answered each of them. */
function refusedRemittances() {
  return db
    .selectFrom('remittances')
    .where('reply', 'in', ['rejected', 'partly-accepted'])
    .where('refused_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('boleto_instructions')
          .innerJoin('boletos', 'boletos.id', 'boleto_instructions.boleto_id')
          .whereRef('boleto_instructions.remittance_id', '=', 'remittances.id')
          .where((eb) =>
            eb.or([
              eb.and([eb('instruction', '=', 'register'), eb('boletos.state', '=', 'sent')]),
              eb.and([
                eb('instruction', '=', 'write-off'),
                eb('boletos.state', 'in', ['sent', 'registered']),
              ]),
            ]),
          )
          .select('boletos.id'),
      ),
    )
    .select(({ fn }) => [
      named('refusedRemittances'),
      fn.count<number>('remittances.id').distinct().as('count'),
      fn.min<number | null>('remittances.id').as('oldest'),
    ])
}

/** "Já estamos vendo o que houve". */
function refusedBoletos() {
  return db
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.current_of')
    .where('boletos.state', '=', 'rejected')
    .where('boletos.withdrawn_at', 'is', null)
    .where('orders.status', '=', orderStatus.pendingPayment)
    .select(({ fn }) => [
      named('refusedBoletos'),
      fn.count<number>('orders.id').distinct().as('count'),
      fn.min<number | null>('orders.id').as('oldest'),
    ])
}

/** "O anterior não vale mais". */
function refusedWriteOffs() {
  return db
    .selectFrom('boletos')
    .where(isWriteOffRefused)
    .select(({ fn }) => [
      named('refusedWriteOffs'),
      fn.count<number>('boletos.order_id').distinct().as('count'),
      fn.min<number | null>('boletos.order_id').as('oldest'),
    ])
}

/** "Vamos enviar o boleto por e-mail". */
function missingBoletos() {
  return db
    .selectFrom('outbox')
    .innerJoin('orders', (join) => join.on(sql<boolean>`orders.id = cast(outbox.subject as unsigned)`))
    .where('outbox.job', '=', 'issue-boleto')
    .where('outbox.done_at', 'is', null)
    .where('outbox.last_error', 'is not', null)
    .where('orders.status', '=', orderStatus.pendingPayment)
    .select(({ fn }) => [
      named('missingBoletos'),
      fn.count<number>('orders.id').distinct().as('count'),
      fn.min<number | null>('orders.id').as('oldest'),
    ])
}

/** "Vamos combinar um novo envio": until it is sent again or its copies are in another shipment. */
function returnedShipments() {
  return db
    .selectFrom('shipments')
    .where('status', '=', shipmentStatus.returned)
    .where('cancelled_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shipment_lines as returned')
          .innerJoin('subscriptions', 'subscriptions.order_line_id', 'returned.order_line_id')
          .leftJoin('shipment_lines as other', (join) =>
            join.onRef('other.order_line_id', '=', 'returned.order_line_id').on('other.holds', '=', 1),
          )
          .whereRef('returned.shipment_id', '=', 'shipments.id')
          .where('other.shipment_id', 'is', null)
          .where('subscriptions.suspended_at', 'is', null)
          .where('subscriptions.status', '=', subscriptionStatus.awaitingDispatch)
          .select('returned.order_line_id'),
      ),
    )
    .select(({ fn }) => [
      named('returnedShipments'),
      fn.count<number>('shipments.id').distinct().as('count'),
      fn.min<number | null>('shipments.id').as('oldest'),
    ])
}

/** "Valor e prazo são combinados com você antes do envio": until the copies are in a shipment. */
function openFreights() {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .leftJoin('shipment_lines', (join) =>
      join.onRef('shipment_lines.order_line_id', '=', 'order_lines.id').on('holds', '=', 1),
    )
    .where('subscriptions.status', '=', subscriptionStatus.awaitingDispatch)
    .where('subscriptions.suspended_at', 'is', null)
    .where('shipment_lines.shipment_id', 'is', null)
    .where('orders.status', '=', orderStatus.confirmed)
    .where('orders.shipping_type', '=', shippingTypes.toBeAgreed)
    .where('orders.shipping_value', '=', 0)
    .select(({ fn }) => [
      named('openFreights'),
      fn.count<number>('orders.id').distinct().as('count'),
      fn.min<number | null>('orders.id').as('oldest'),
    ])
}

/** "Esta assinatura está suspensa: vamos escrever para combinar": until it is lifted or money is given back. */
function suspendedRenewals() {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.renews_subscription_id', 'subscriptions.id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('subscriptions.suspended_at', 'is not', null)
    .where('orders.status', '=', orderStatus.confirmed)
    .where(sql<boolean>`orders.paid_on >= date(subscriptions.suspended_at)`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('refunds').whereRef('refunds.order_id', '=', 'orders.id').select('refunds.id'))),
    )
    .select(({ fn }) => [
      named('suspendedRenewals'),
      fn.count<number>('subscriptions.id').distinct().as('count'),
      fn.min<number | null>('subscriptions.id').as('oldest'),
    ])
}

/** "Vamos responder em até 5 dias". */
function messages() {
  return db
    .selectFrom('contact_messages')
    .where('handled_at', 'is', null)
    .select(({ fn }) => [
      named('messages'),
      fn.count<number>('contact_messages.id').distinct().as('count'),
      fn.min<number | null>('contact_messages.id').as('oldest'),
    ])
}
