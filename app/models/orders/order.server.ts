import { sql } from 'kysely'
import type { BoletoState } from '#app/domain/charges/boleto-state.ts'
import type { CurrentBoleto } from '#app/domain/payments/payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { addressFields } from '#app/models/accounts/address.server.ts'
import { termNames, toBoletoTerms } from '#app/models/charges/boleto-terms.server.ts'
import { hasPaidPix, withCountedPayment } from '#app/models/charges/counted-payment.server.ts'
import { listReturnedMoney, returnedOfOrder } from '#app/models/charges/returned-money.server.ts'
import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

const isRenewal = sql<0 | 1>`renews_subscription_id is not null`.as('isRenewal')

/** Returns an order with its newest boleto; undefined if the order is another customer's. */
export async function findOrderForPayment(orderId: number, profileId: number) {
  const row = await db
    .selectFrom('orders')
    .leftJoin('boletos', 'boletos.current_of', 'orders.id')
    .leftJoin('pix_charges', 'pix_charges.boleto_id', 'boletos.id')
    .where('orders.id', '=', orderId)
    .where('profile_id', '=', profileId)
    .select([
      'orders.id',
      'status',
      'total',
      'total_publications',
      'shipping_value',
      'shipping_type',
      'shipping_days',
      'date',
      'reason',
      'paid_on',
    ])
    .select(boletoColumns)
    .select(['line', 'pix_payload', 'boletos.value as boleto_value', 'pdf_file', 'boletos.id as boleto_id'])
    .select(['pix_charges.state as pix_state', 'payload'])
    .select(termNames)
    .executeTakeFirst()
  if (!row) return undefined
  const { line, pix_payload, boleto_value: value, pdf_file: file, legacy_id, ...orderAndCharge } = row
  const { boleto_id: id, pix_state: pixState, payload, ...order } = orderAndCharge
  const isImported = legacy_id !== null
  const currentBoleto = toCurrentBoleto(row)
  if (!currentBoleto || !line || !value || !id) return { ...order, isImported, boleto: null }
  const chargePayload = pixState === 'active' ? payload : null
  const pixPayload = pix_payload ?? chargePayload
  const terms = toBoletoTerms(row)
  return {
    ...order,
    isImported,
    boleto: { ...currentBoleto, id, line, pixPayload, pixState, value, file, terms },
  }
}

// A paid boleto whose money was refunded counts as written off because another boleto may be paid instead.
export const boletoColumns = [
  'issuer',
  sql<BoletoState | null>`if(boletos.state = 'paid' and not ${withCountedPayment}, 'written-off', boletos.state)`.as(
    'boleto_state',
  ),
  'withdrawn_at',
  'due_date',
  'payable_until',
  'orders.legacy_id',
  withCountedPayment.as('has_money'),
  hasPaidPix.as('has_paid_pix'),
] as const

type BoletoRow = {
  issuer: string | null
  boleto_state: BoletoState | null
  withdrawn_at: Date | null
  due_date: CivilDate | null
  payable_until: CivilDate | null
  has_money: boolean
  has_paid_pix: boolean
}

export function toCurrentBoleto(row: BoletoRow): CurrentBoleto | null {
  const { issuer, boleto_state: state, withdrawn_at, due_date: dueDate, payable_until: payableUntil } = row
  if (!issuer || !state || !dueDate) return null
  const hasMoney = Boolean(row.has_money)
  const isPaidByPix = hasMoney && Boolean(row.has_paid_pix)
  return { issuer, state, isWithdrawn: withdrawn_at !== null, dueDate, payableUntil, isPaidByPix, hasMoney }
}

/** Returns all data of an order for its page; undefined if the order is another customer's. */
export async function findOrderDetail(orderId: number, profileId: number) {
  const order = await db
    .selectFrom('orders')
    .leftJoin('boletos', 'boletos.current_of', 'orders.id')
    .where('orders.id', '=', orderId)
    .where('profile_id', '=', profileId)
    .select([
      'orders.id',
      'status',
      'date',
      'reason',
      'total_publications',
      'shipping_value',
      'total',
      'nfe',
      'paid_on',
    ])
    .select(['shipping_type', 'shipping_days', 'handling_days', 'payer_name', 'terms_version'])
    .select(['purchase_order', 'pdf_file', 'orders.created_at as createdAt'])
    .select(['billing_address_id', 'shipping_address_id'])
    .select(boletoColumns)
    .executeTakeFirst()
  if (!order) return undefined
  const { billing_address_id, shipping_address_id, legacy_id, pdf_file, ...orderFields } = order
  const [lines, billing, shipping] = await Promise.all([
    listLines(orderId),
    findOrderAddress(billing_address_id),
    findOrderAddress(shipping_address_id),
  ])
  const isImported = legacy_id !== null
  const hasBoletoFile = pdf_file !== null
  const boleto = toCurrentBoleto(order)
  return { ...orderFields, isImported, hasBoletoFile, boleto, lines, billing, shipping }
}

/** Returns the order's shipping address, else the billing address. */
export async function findDeliveryAddress(orderId: number) {
  const order = await db
    .selectFrom('orders')
    .select(orderAddressId.as('addressId'))
    .where('id', '=', orderId)
    .executeTakeFirst()
  return order && ((await findOrderAddress(order.addressId)) ?? undefined)
}

function listLines(orderId: number) {
  return db
    .selectFrom('order_lines')
    .where('order_id', '=', orderId)
    .select(['id', 'publication_id as publicationId', 'name', 'version', 'value'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select(['fuel_type as fuel', 'photo'])
    .select(isRenewal)
    .orderBy('id')
    .limit(1000)
    .execute()
}

export async function findOrderAddress(id: number | null) {
  if (id === null) return null
  const address = await db
    .selectFrom('addresses')
    .select(addressFields)
    .where('id', '=', id)
    .executeTakeFirst()
  return address ?? null
}

export const ordersPerPage = 10

export async function listOrders({ profileId, page }: { profileId: number; page: number }) {
  const customerOrders = db.selectFrom('orders').where('profile_id', '=', profileId)
  const [orders, { count }] = await Promise.all([
    customerOrders
      .leftJoin('boletos', 'boletos.current_of', 'orders.id')
      .select([
        'orders.id',
        'status',
        'date',
        'total_publications',
        'shipping_value',
        'shipping_type',
        'total',
      ])
      .select(['reason', returnedOfOrder.as('returned')])
      .select(boletoColumns)
      .orderBy('orders.id', 'desc')
      .limit(ordersPerPage)
      .offset((page - 1) * ordersPerPage)
      .execute(),
    customerOrders.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const lines = await listGroupedLines(orders.map((order) => order.id))
  return {
    rows: orders.map((order) => ({
      ...order,
      returned: Number(order.returned),
      isImported: order.legacy_id !== null,
      boleto: toCurrentBoleto(order),
      lines: lines.filter((line) => line.orderId === order.id),
    })),
    count,
    pages: Math.max(1, Math.ceil(count / ordersPerPage)),
  }
}

/** Returns the data that boletos and mails print. */
export async function findOrderDocument(orderId: number) {
  const order = await db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .innerJoin('addresses', 'addresses.id', 'orders.billing_address_id')
    .where('orders.id', '=', orderId)
    .select(['orders.id', 'status', 'date', 'total_publications', 'shipping_value', 'shipping_type', 'total'])
    .select([
      'shipping_days',
      'handling_days',
      'payer_name',
      'payer_document',
      'email',
      'profiles.name as contact_name',
    ])
    .select([
      'paid_on',
      'nfe',
      'reason',
      'boleto_due_on',
      'profile_id',
      'phone',
      'orders.shipping_address_id',
    ])
    .select('purchase_order')
    .select(addressFields)
    .executeTakeFirst()
  return order && { ...order, lines: await listGroupedLines([orderId]) }
}

export async function listOrderReturns(orderId: number) {
  return (await listReturnedMoney([orderId])).get(orderId) ?? []
}

/** Returns the aircraft of each copy and the fields that group lines. Omits copies without aircraft. */
export function listOrderAircraft(orderId: number) {
  return db
    .selectFrom('order_lines')
    .where('order_id', '=', orderId)
    .where(({ eb, or }) =>
      or([eb('airplane_registration', 'is not', null), eb('airplane_serial_number', 'is not', null)]),
    )
    .select(['publication_id as publicationId', 'name', 'version', 'value'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select('fuel_type as fuel')
    .select(isRenewal)
    .orderBy('id')
    .limit(1000)
    .execute()
}

function listGroupedLines(orderIds: number[]) {
  return db
    .selectFrom('order_lines')
    .where('order_id', 'in', nonEmptyIds(orderIds))
    .select(isRenewal)
    .groupBy(['order_id', 'publication_id', 'name', 'version', 'value', 'isRenewal'])
    .select(['order_id as orderId', 'publication_id as publicationId', 'name', 'version', 'value'])
    .select((eb) => [eb.fn.countAll<number>().as('quantity'), eb.fn.min<number>('id').as('firstId')])
    .orderBy('firstId')
    .execute()
}

export async function findNewestOrderId(profileId: number, since: Date): Promise<number | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return order?.id
}
