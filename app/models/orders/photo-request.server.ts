import { createHash } from 'node:crypto'
import type { Expression } from 'kysely'
import { unitAircraftSelection } from '#app/domain/accounts/aircraft.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { listPhotoCopies } from '#app/domain/orders/photo-review.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { claimOwnPhoto, releasePhoto } from '#app/models/checkout/photo.server.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { stampChange } from '#app/models/platform/updated-at.server.ts'

const photoInstructionColumns = ['photo_subject as photoSubject', 'photo_note as photoNote'] as const

const requestEffects = ['mail-photo-request'] as const
const DIGEST_LENGTH = 22

/** Returns the lines that need a photo, each with its current photo. Renewals need no photo. */
export function listPhotoLines(orderId: number, reader: DbOrTrx = db) {
  return photoLinesQuery.rows(reader, { orderId })
}

const photoLinesQuery = compileQuery((value: ValueSlots<{ orderId: number }>) =>
  selectPhotoLines(value('orderId'))
    .select(['order_lines.id', 'order_lines.name', 'order_lines.version', 'photo'])
    .select('order_lines.publication_id as publicationId')
    .select(unitAircraftSelection)
    .select(photoInstructionColumns)
    .orderBy('order_lines.id')
    .limit(1000),
)

/** Selects the order's lines that need a photo, without columns. */
export function selectPhotoLines(orderId: Expression<number>) {
  return db
    .selectFrom('order_lines')
    .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
    .where('order_id', '=', orderId)
    .where('renews_subscription_id', 'is', null)
    .where((eb) => eb.or([eb('photo', 'is not', null), eb('has_photo_upload', '=', true)]))
}

export async function needsPhoto(reader: DbOrTrx, orderId: number): Promise<boolean> {
  return (await listPhotoLines(orderId, reader)).length > 0
}

/** Returns the photos and the open request of a review. `digest` changes if the photos or the request change. */
export async function findReview(orderId: number, reader: DbOrTrx = db) {
  const order = await reader
    .selectFrom('orders')
    .select(['id', 'review_since', 'created_at'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  return readReview(reader, order ?? { id: orderId, review_since: null, created_at: null })
}

type ReviewedOrder = { id: number; review_since: Date | null; created_at: Date | null }
export type Review = Awaited<ReturnType<typeof readReview>>

/** Returns the review, like `findReview`, for an order that the caller has read. */
export async function readReview(reader: DbOrTrx, order: ReviewedOrder) {
  const { id: orderId, review_since, created_at } = order
  const since = review_since ?? created_at
  const request = (await findOpenPhotoRequest(orderId, reader)) ?? null
  const lines = await listPhotoLines(orderId, reader)
  return { lines, request, digest: digestReview({ since, requestId: request?.id ?? null, lines }) }
}

type ReviewState = {
  /** start of the review; null for an unknown order */
  since: Date | null
  requestId: number | null
  lines: readonly { id: number; photo: string | null }[]
}

/** Returns a digest that changes with the photos, the request and the start of the review. */
export function digestReview({ since, requestId, lines }: ReviewState): string {
  const photos = lines.map(({ id, photo }) => [id, photo])
  const reviewData = JSON.stringify([since?.getTime() ?? null, requestId, photos])
  return createHash('sha256').update(reviewData).digest('base64url').slice(0, DIGEST_LENGTH)
}

export type PhotoRequestInput = {
  lineIds: readonly number[]
  reason: string
  /** the digest of the review that the page showed */
  seenDigest?: string
}

/** Requests other photos and replaces an open request. Returns 'outdated' if the review has changed. */
export function requestPhotos(
  orderId: number,
  { lineIds, reason, seenDigest }: PhotoRequestInput,
  actor: Actor,
): Promise<'asked' | 'unknown-order' | 'not-possible' | 'outdated' | 'reason-missing' | 'no-lines'> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) return 'unknown-order'
    if (order.status !== orderStatus.underReview) return 'not-possible'
    const trimmedReason = reason.trim()
    if (trimmedReason === '') return 'reason-missing'
    const review = await findReview(orderId, trx)
    if (seenDigest !== undefined && seenDigest !== review.digest) return 'outdated'
    const requestedCopies = listPhotoCopies(review.lines).filter((copy) =>
      copy.lineIds.some((id) => lineIds.includes(id)),
    )
    if (requestedCopies.length === 0) return 'no-lines'
    await closePhotoRequest(trx, orderId)
    const requestedLineIds = requestedCopies.flatMap((copy) => copy.lineIds)
    const requestId = await insertRequest(trx, orderId, trimmedReason, requestedLineIds)
    await recordPhotoHistory(trx, orderId, 'photo-wanted', actor, {
      request: requestId,
      changes: { reason: [null, trimmedReason] },
    })
    await addToOutbox(trx, requestEffects, String(requestId))
    return 'asked'
  })
}

async function insertRequest(trx: Trx, orderId: number, reason: string, lineIds: number[]) {
  const insertion = await trx
    .insertInto('photo_requests')
    .values({ order_id: orderId, reason })
    .executeTakeFirstOrThrow()
  const requestId = Number(insertion.insertId)
  await trx
    .insertInto('photo_request_lines')
    .values(lineIds.map((order_line_id) => ({ request_id: requestId, order_line_id })))
    .execute()
  return requestId
}

export async function closePhotoRequest(trx: Trx, orderId: number): Promise<void> {
  await closeRequestQuery.run(trx, { orderId })
}

const closeRequestQuery = compileQuery((value: ValueSlots<{ orderId: number }>) =>
  db
    .updateTable('photo_requests')
    .set({ is_open: null })
    .where('order_id', '=', value('orderId'))
    .where('is_open', '=', 1),
)

/** Returns the open request and the lines that still lack a new photo. */
export async function findOpenPhotoRequest(orderId: number, reader: DbOrTrx = db) {
  const request = await openRequestQuery.first(reader, { orderId })
  return request && { ...request, lines: await listRequestedLines(reader, request.id) }
}

const openRequestQuery = compileQuery((value: ValueSlots<{ orderId: number }>) =>
  db
    .selectFrom('photo_requests')
    .select(['id', 'reason', 'created_at as createdAt'])
    .where('order_id', '=', value('orderId'))
    .where('is_open', '=', 1),
)

/** Returns the lines of a request that still lack a new photo. */
function listRequestedLines(reader: DbOrTrx, requestId: number) {
  return reader
    .selectFrom('photo_request_lines')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
    .where('request_id', '=', requestId)
    .where('answered_at', 'is', null)
    .select(['order_lines.id', 'order_lines.name', 'order_lines.version', 'photo'])
    .select('order_lines.publication_id as publicationId')
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select(photoInstructionColumns)
    .orderBy('order_lines.id')
    .execute()
}

export async function findPhotoRequest(id: number) {
  const request = await db
    .selectFrom('photo_requests')
    .select(['order_id as orderId', 'reason', 'is_open as isOpen'])
    .where('id', '=', id)
    .executeTakeFirst()
  return request && { ...request, lines: await listRequestedLines(db, id) }
}

export type SentPhoto = { orderId: number; profileId: number; userId: number; lineId: number; photo: string }

/**
 * Replaces a requested photo for all copies that share the photo. The last requested photo starts another review.
 * Returns false if no photo was requested for the line. Throws PhotoGone if the photo belongs to somebody else.
 */
export function answerPhotoRequest(sentPhoto: SentPhoto, actor: Actor, now = new Date()): Promise<boolean> {
  return withTransaction(async (trx) => {
    const { orderId, lineId, photo } = sentPhoto
    const order = await lockOrder(trx, orderId)
    if (order?.profile_id !== sentPhoto.profileId) return false
    const request = await findOpenPhotoRequest(orderId, trx)
    const copies = listPhotoCopies(request?.lines ?? [])
    const copy = copies.find(({ lineIds }) => lineIds.includes(lineId))
    if (!request || !copy) return false
    const { lineIds, photo: formerPhoto } = copy
    const isLastPhoto = copies.length === 1
    await claimOwnPhoto(trx, photo, sentPhoto.userId, now)
    await trx.updateTable('order_lines').set({ photo }).where('id', 'in', lineIds).execute()
    await stampChange(trx, 'orders', [orderId])
    if (formerPhoto) await releasePhoto(trx, formerPhoto, orderId)
    await markLinesAnswered(trx, { requestId: request.id, lineIds, isLastPhoto }, now)
    if (isLastPhoto)
      await trx.updateTable('orders').set({ review_since: now }).where('id', '=', orderId).execute()
    await recordPhotoHistory(trx, orderId, 'photo-sent', actor, { request: request.id, line: lineId })
    return true
  })
}

type AnsweredLines = { requestId: number; lineIds: number[]; isLastPhoto: boolean }

async function markLinesAnswered(trx: Trx, { requestId, lineIds, isLastPhoto }: AnsweredLines, now: Date) {
  await trx
    .updateTable('photo_request_lines')
    .set({ answered_at: now })
    .where('request_id', '=', requestId)
    .where('order_line_id', 'in', lineIds)
    .execute()
  if (!isLastPhoto) return
  const closedColumns = { is_open: null, answered_at: now }
  await trx.updateTable('photo_requests').set(closedColumns).where('id', '=', requestId).execute()
}

async function recordPhotoHistory(
  trx: Trx,
  orderId: number,
  action: string,
  actor: Actor,
  details: Record<string, unknown>,
) {
  await recordHistory(trx, { entity: 'order', entityId: orderId, action, ...actor, details })
}
