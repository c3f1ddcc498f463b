import {
  findInvoiceTransition,
  type InvoiceModel,
  type InvoiceState,
  isValidInvoice,
} from '#app/domain/orders/invoices/invoice.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { insertFileRow, type OrderFileData } from '#app/models/orders/order-file.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordChange } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { stampShipmentsOfOrder } from '#app/models/platform/updated-at.server.ts'

export const invoiceColumns = [
  'id',
  'order_id as orderId',
  'model',
  'state',
  'reference',
  'series',
  'number',
  'access_key as key',
  'protocol',
  'authorised_at as authorisedAt',
  'cancelled_at as cancelledAt',
  'cancel_reason as cancelReason',
  'messages',
  'asked_at as askedAt',
  'is_test as isTest',
  'layout',
  'lock_version',
] as const

/** Returns all invoices, newest first, including rejected and cancelled invoices. */
export function listInvoices(orderId: number, reader: DbOrTrx = db) {
  return reader
    .selectFrom('invoices')
    .select(invoiceColumns)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
}

export function findInvoice(orderId: number, id: number, reader: DbOrTrx = db) {
  return reader
    .selectFrom('invoices')
    .select(invoiceColumns)
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the invoices of a paid order for its buyer. Returns none for other users. */
export function listOwnInvoices(orderId: number, profileId: number) {
  return db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .where('orders.id', '=', orderId)
    .where('profile_id', '=', profileId)
    .where('paid_on', 'is not', null)
    .where('invoices.state', 'in', ['authorised', 'cancelling'])
    .where('is_test', '=', false)
    .select(['invoices.id', 'model', 'series', 'number', 'access_key as key'])
    .orderBy('invoices.id')
    .execute()
}

/** Returns true if the order's NF-e number comes from an invoice, which prevents staff from editing the number. */
export async function hasLiveInvoice(orderId: number, reader: DbOrTrx = db): Promise<boolean> {
  const row = await reader
    .selectFrom('invoices')
    .select('id')
    .where('order_id', '=', orderId)
    .where('model', '=', 'nfe')
    .where('is_live', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the id of the order with another invoice of this access key. Cancelled invoices count, too. */
async function findOrderIdByKey(trx: Trx, key: string, exceptInvoiceId: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('invoices')
    .select('order_id')
    .where('access_key', '=', key)
    .where('id', '!=', exceptInvoiceId)
    .executeTakeFirst()
  return row?.order_id
}

export type RecordedInvoice = {
  orderId: number
  /** null records a new invoice */
  invoiceId: number | null
  /** version that the page was loaded with; 0 for a new invoice */
  seenVersion: number
  model: InvoiceModel
  key: string | null
  series: string | null
  number: string
  protocol: string | null
  authorisedAt: Date
  files: readonly OrderFileData[]
}

export type RecordFault = 'unknown-order' | 'not-paid' | 'taken' | 'over' | 'too-many' | { keyOf: number }

/** Records an invoice that was issued elsewhere and sets the order's NF-e number. Throws StaleRecordError. */
export async function recordInvoice(invoice: RecordedInvoice, actor: Actor): Promise<number | RecordFault> {
  try {
    return await withTransaction((trx) => storeRecordedInvoice(trx, invoice, actor))
  } catch (error) {
    if (isDuplicate(error, 'invoices_live')) return 'taken'
    throw error
  }
}

async function storeRecordedInvoice(
  trx: Trx,
  invoice: RecordedInvoice,
  actor: Actor,
): Promise<number | RecordFault> {
  const { orderId, invoiceId, seenVersion, model, key } = invoice
  const order = await lockOrder(trx, orderId)
  if (!order) return 'unknown-order'
  if (order.status !== orderStatus.confirmed) return 'not-paid'
  const before = invoiceId === null ? undefined : await findInvoice(orderId, invoiceId, trx)
  if (invoiceId !== null && before?.lock_version !== seenVersion) throw new StaleRecordError()
  const state = findInvoiceTransition(before?.state ?? 'new', 'recorded')
  if (state === null || before?.isTest) return 'over'
  const knownOrderId = key === null ? undefined : await findOrderIdByKey(trx, key, invoiceId ?? 0)
  if (knownOrderId !== undefined) return { keyOf: knownOrderId }
  const columns = {
    model,
    state,
    is_live: isValidInvoice({ state, isTest: false }) ? 1 : null,
    access_key: key,
    series: invoice.series,
    number: invoice.number,
    protocol: invoice.protocol,
    authorised_at: invoice.authorisedAt,
  }
  const id = await writeInvoice(trx, { orderId, invoiceId }, columns)
  for (const file of invoice.files) {
    const insertedFile = await insertFileRow(trx, { ...file, orderId, kind: 'nfe', invoiceId: id }, actor)
    if (insertedFile === 'too-many') throw new TooManyFiles()
  }
  // An NF-e that staff correct to an NFS-e leaves the order without an NF-e number.
  const otherNfe = before?.model === 'nfe' ? null : order.nfe
  const nfe = model === 'nfe' ? invoice.number : otherNfe
  await trx.updateTable('orders').set({ nfe }).where('id', '=', orderId).execute()
  await stampShipmentsOfOrder(trx, orderId)
  await recordChange(trx, {
    entity: 'order',
    entityId: orderId,
    action: 'invoice-recorded',
    ...actor,
    before: { nfe: order.nfe, invoice_key: before?.key ?? null, invoice_number: before?.number ?? null },
    after: { nfe, invoice_key: key, invoice_number: invoice.number },
    details: { model },
  })
  return id
}

export class TooManyFiles extends Error {
  override name = 'TooManyFiles'
}

type InvoiceColumns = {
  model: InvoiceModel
  state: InvoiceState
  is_live: number | null
  access_key: string | null
  series: string | null
  number: string
  protocol: string | null
  authorised_at: Date
}

/** Updates the invoice, or inserts a new one with the order's next reference. Returns its id. */
async function writeInvoice(
  trx: Trx,
  { orderId, invoiceId }: { orderId: number; invoiceId: number | null },
  columns: InvoiceColumns,
): Promise<number> {
  if (invoiceId !== null) {
    await trx
      .updateTable('invoices')
      .set((eb) => ({ ...columns, lock_version: eb('lock_version', '+', 1) }))
      .where('id', '=', invoiceId)
      .execute()
    return invoiceId
  }
  const { count } = await trx
    .selectFrom('invoices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const reference = `pedido-${orderId}-${columns.model}-${count + 1}`
  const insertion = await trx
    .insertInto('invoices')
    .values({ ...columns, order_id: orderId, reference })
    .executeTakeFirstOrThrow()
  return Number(insertion.insertId)
}

type Cancellation = {
  orderId: number
  invoiceId: number
  seenVersion: number
  cancelledAt: Date
  reason: string
}

/** Records a cancellation made elsewhere. The order may then have another invoice. Throws StaleRecordError. */
export function cancelInvoice(
  { orderId, invoiceId, seenVersion, cancelledAt, reason }: Cancellation,
  actor: Actor,
): Promise<'cancelled' | 'unknown' | 'over'> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const invoice = order && (await findInvoice(orderId, invoiceId, trx))
    if (!invoice) return 'unknown'
    const state = findInvoiceTransition(invoice.state, 'cancelled')
    if (state === null) return 'over'
    if (invoice.lock_version !== seenVersion) throw new StaleRecordError()
    await trx
      .updateTable('invoices')
      .set({ state, is_live: null, cancelled_at: cancelledAt, lock_version: seenVersion + 1 })
      .where('id', '=', invoiceId)
      .execute()
    const nfe = invoice.model === 'nfe' && !invoice.isTest ? null : order.nfe
    await trx.updateTable('orders').set({ nfe }).where('id', '=', orderId).execute()
    await stampShipmentsOfOrder(trx, orderId)
    await recordChange(trx, {
      entity: 'order',
      entityId: orderId,
      action: 'invoice-cancelled',
      ...actor,
      before: { nfe: order.nfe, invoice_state: invoice.state },
      after: { nfe, invoice_state: state },
      details: { model: invoice.model, reason },
    })
    return 'cancelled'
  })
}
