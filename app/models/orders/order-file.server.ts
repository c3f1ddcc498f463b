import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { AttachmentKind } from '#app/domain/platform/attachment.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { stampChange } from '#app/models/platform/updated-at.server.ts'

const MAX_FILES = 20
/** Maximum number per order, including issued invoices with correction letters and cancellations */
const MAX_FILES_WITH_INVOICES = 100

export type OrderFileData = {
  file: string
  /** name of the download */
  name: string
  type: string
  bytes: number
}

export type NewOrderFile = OrderFileData & {
  orderId: number
  kind: AttachmentKind
  invoiceId?: number
}

/** Adds a file whose content is already stored. Returns 'nfe-locked' for invoice files of unpaid orders. */
export function addOrderFile(
  file: NewOrderFile,
  actor: Actor,
): Promise<number | 'unknown-order' | 'nfe-locked' | 'too-many'> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, file.orderId)
    if (!order) return 'unknown-order'
    if (isFileLocked(file.kind, order.status)) return 'nfe-locked'
    return insertFileRow(trx, file, actor)
  })
}

/** Inserts the file's row. The caller must have locked the order. */
export async function insertFileRow(
  trx: Trx,
  { orderId, invoiceId, ...file }: NewOrderFile,
  actor: Actor,
  limit = MAX_FILES,
): Promise<number | 'too-many'> {
  if (await hasReachedLimit(trx, orderId, limit)) return 'too-many'
  const insertion = await trx
    .insertInto('order_files')
    .values({ ...file, order_id: orderId, invoice_id: invoiceId ?? null })
    .executeTakeFirstOrThrow()
  await stampChange(trx, 'orders', [orderId])
  await recordFileHistory(trx, orderId, 'file-added', actor, { kind: file.kind, change: [null, file.name] })
  return Number(insertion.insertId)
}

/** Adds an issuer's file once per name. After 'known' and 'too-many' the caller must delete the stored content. */
export async function addIssuedFile(
  trx: Trx,
  file: NewOrderFile & { invoiceId: number },
  actor: Actor,
): Promise<number | 'too-many' | 'known'> {
  const knownFile = await trx
    .selectFrom('order_files')
    .select('id')
    .where('order_id', '=', file.orderId)
    .where('invoice_id', '=', file.invoiceId)
    .where('name', '=', file.name)
    .executeTakeFirst()
  return knownFile ? 'known' : insertFileRow(trx, file, actor, MAX_FILES_WITH_INVOICES)
}

/** Deletes the file's row and returns the storage name, or null if the file is missing or locked. */
export function deleteOrderFileRow(orderId: number, id: number, actor: Actor): Promise<string | null> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const file = await findOrderFile(orderId, id)
    if (!order || !file || isFileLocked(file.kind, order.status)) return null
    const deletion = await trx.deleteFrom('order_files').where('id', '=', id).executeTakeFirst()
    if (deletion.numDeletedRows === 0n) return null
    await stampChange(trx, 'orders', [orderId])
    await recordFileHistory(trx, orderId, 'file-removed', actor, {
      kind: file.kind,
      change: [file.name, null],
    })
    return file.file
  })
}

/** Returns the storage names that belong to no order file. Accepts at most 1000 names. */
export async function listUnknownFiles(files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return []
  const knownFiles = await db.selectFrom('order_files').select('file').where('file', 'in', files).execute()
  const names = new Set(knownFiles.map(({ file }) => file))
  return files.filter((file) => !names.has(file))
}

export function isFileLocked(kind: AttachmentKind, status: number): boolean {
  return kind === 'nfe' && status !== orderStatus.confirmed
}

export function listOrderFiles(orderId: number) {
  return db
    .selectFrom('order_files')
    .select([
      'id',
      'kind',
      'file',
      'name',
      'type',
      'bytes',
      'created_at as createdAt',
      'invoice_id as invoiceId',
    ])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(MAX_FILES_WITH_INVOICES)
    .execute()
}

/** Returns files of orders, newest first, except files of test invoices. */
export function listFilesOfOrders(orderIds: readonly number[]) {
  return selectOrderFiles()
    .select(['order_files.id', 'order_files.order_id as orderId', 'kind', 'name'])
    .where('order_files.order_id', 'in', nonEmptyIds(orderIds))
    .orderBy('order_files.id', 'desc')
    .execute()
}

/** Selects files, except files of invoices from the issuer's test environment. */
export function selectOrderFiles(reader: DbOrTrx = db) {
  return reader
    .selectFrom('order_files')
    .leftJoin('invoices', 'invoices.id', 'order_files.invoice_id')
    .where((eb) => eb.or([eb('is_test', 'is', null), eb('is_test', '=', false)]))
}

export function findOrderFile(orderId: number, id: number) {
  return db
    .selectFrom('order_files')
    .select(['id', 'kind', 'file', 'name', 'type', 'bytes'])
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

/** Returns the files of a paid order for its buyer. Returns none for other users. */
export function listOwnOrderFiles(orderId: number, profileId: number) {
  return selectOwnFiles(orderId, profileId)
    .select(['order_files.id', 'kind', 'name', 'type', 'bytes'])
    .orderBy('order_files.id')
    .limit(MAX_FILES_WITH_INVOICES)
    .execute()
}

export function findOwnOrderFile(orderId: number, id: number, profileId: number) {
  return selectOwnFiles(orderId, profileId)
    .select(['order_files.id', 'kind', 'file', 'name', 'type', 'bytes'])
    .where('order_files.id', '=', id)
    .executeTakeFirst()
}

function selectOwnFiles(orderId: number, profileId: number) {
  return selectOrderFiles()
    .innerJoin('orders', 'orders.id', 'order_files.order_id')
    .where('orders.id', '=', orderId)
    .where('profile_id', '=', profileId)
    .where('paid_on', 'is not', null)
}

async function hasReachedLimit(trx: Trx, orderId: number, limit: number): Promise<boolean> {
  const files = await trx.selectFrom('order_files').select('id').where('order_id', '=', orderId).execute()
  return files.length >= limit
}

type FileChange = { kind: AttachmentKind; change: [from: string | null, to: string | null] }

async function recordFileHistory(
  trx: Trx,
  orderId: number,
  action: string,
  actor: Actor,
  fileChange: FileChange,
) {
  const details = { kind: fileChange.kind, changes: { file: fileChange.change } }
  await recordHistory(trx, { entity: 'order', entityId: orderId, action, ...actor, details })
}
