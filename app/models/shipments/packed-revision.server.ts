import { createHash } from 'node:crypto'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { isAwaitingDispatch } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { markAwaitingDispatch } from '#app/models/catalogue/revision-due.server.ts'
import { compileQuery, expandList, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { lockShipment } from '#app/models/shipments/shipment.server.ts'
import {
  addRevision,
  selectPackedLines,
  selectShippedContents,
} from '#app/models/shipments/shipped-revision.server.ts'

const DIGEST_LENGTH = 16
const MAX_DETAIL_LENGTH = 500

/** Staff's answer about packed copies. `seenDigest` is the digest that digestBoxQuestion returned for the page. */
export type PackingAnswer = { packedRevision: 'in-force' | 'packed'; seenDigest: string }

type BoxLine = { id: number; name: string; revision: string; packed: string | null }

/** A copy that was packed in another revision than the revision to send. */
export type PackingChange = { id: number; name: string; revision: string; packed: string }

/** Returns copies for which staff must choose between the packed and the current revision. */
export function findBoxChanges(lines: readonly BoxLine[]): PackingChange[] {
  return lines.flatMap(({ id, name, revision, packed }) =>
    packed === null ? [] : [{ id, name, revision, packed }],
  )
}

/** Returns a digest of the question that detects outdated answers, or null if there is no question. */
export function digestBoxQuestion(lines: readonly BoxLine[]): string | null {
  const changes = findBoxChanges(lines)
  if (changes.length === 0) return null
  const questionText = JSON.stringify(changes.map(({ id, packed, revision }) => [id, packed, revision]))
  return createHash('sha256').update(questionText).digest('hex').slice(0, DIGEST_LENGTH)
}

export async function listBoxChanges(ids: readonly number[], reader: DbOrTrx = db) {
  const lines = await selectPackedLines(reader, ids).select('shipment_id as shipmentId').execute()
  return lines.flatMap(({ shipmentId, ...line }) => {
    const lineWithRevision = addRevision(line, { isAwaitingDispatch: true })
    const changes = findBoxChanges([lineWithRevision])
    return changes.map((change) => ({ shipmentId, ...change }))
  })
}

/** Records the sent revisions. Returns copies of older revisions, or 'contents-changed' if the answer is outdated. */
export async function recordSentRevisions(
  trx: Trx,
  id: number,
  answer: PackingAnswer | undefined,
  actor: Actor,
): Promise<PackingChange[] | 'contents-changed'> {
  const lines = await lockContents(trx, id)
  const changes = findBoxChanges(lines)
  const isAnswerCurrent = answer?.seenDigest === digestBoxQuestion(lines)
  if (changes.length > 0 && !isAnswerCurrent) return 'contents-changed'
  const isSentAsPacked = answer?.packedRevision === 'packed'
  const sentLines = lines.map((line) => ({
    id: line.id,
    version: isSentAsPacked ? (line.packed ?? line.revision) : line.revision,
  }))
  for (const [version, lineIds] of groupByVersion(sentLines))
    await setRevisionQuery.run(trx, { id, version, lineIds })
  const action = isSentAsPacked ? 'left-as-packed' : 'contents-swapped'
  if (changes.length > 0) await recordPackingHistory(trx, id, action, changes, actor)
  return isSentAsPacked ? changes : []
}

const setRevisionQuery = compileQuery(
  (value: ValueSlots<{ id: number; version: string; lineIds: readonly number[] }>) =>
    db
      .updateTable('shipment_lines')
      .set({ sent_version: value('version'), packed_version: value('version') })
      .where('shipment_id', '=', value('id'))
      .where('order_line_id', 'in', expandList(value('lineIds'))),
)

/** Replaces packed copies by the current revision. Returns 'contents-changed' if `seenDigest` is outdated. */
export function swapContents(
  id: number,
  { seenDigest, lineId }: { seenDigest: string; lineId?: number | undefined },
  actor: Actor,
): Promise<'changed' | 'already' | 'not-possible' | 'contents-changed' | 'unknown-shipment'> {
  return withTransaction(async (trx) => {
    const shipment = await lockShipment(trx, id)
    if (!shipment) return 'unknown-shipment'
    if (!isAwaitingDispatch(shipment)) return 'not-possible'
    const lines = await lockContents(trx, id)
    const currentDigest = digestBoxQuestion(lines)
    const changes = findBoxChanges(lines).filter((line) => lineId === undefined || line.id === lineId)
    if (changes.length === 0) return 'already'
    if (seenDigest !== currentDigest) return 'contents-changed'
    const newVersions = changes.map((line) => ({ id: line.id, version: line.revision }))
    for (const [packed_version, lineIds] of groupByVersion(newVersions))
      await trx
        .updateTable('shipment_lines')
        .set({ packed_version })
        .where('shipment_id', '=', id)
        .where('order_line_id', 'in', lineIds)
        .execute()
    await recordPackingHistory(trx, id, 'contents-swapped', changes, actor)
    return 'changed'
  })
}

/**
 * Makes subscriptions that are due on `date` or later wait for the current revision after an older revision
 * was sent.
 */
export async function queueOutdatedCopies(
  trx: Trx,
  outdatedCopies: readonly PackingChange[],
  { date, actorUserId }: { date: CivilDate; actorUserId: number | null },
): Promise<void> {
  const dueVersions = outdatedCopies.map(({ id, revision }) => ({ id, version: revision }))
  for (const [version, lineIds] of groupByVersion(dueVersions)) {
    const units = await trx
      .selectFrom('subscriptions')
      .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
      .where('order_line_id', 'in', lineIds)
      .where('is_signature', '=', true)
      .where('subscriptions.status', '=', subscriptionStatus.sent)
      .where('due', '>=', date)
      .select(['subscriptions.id', 'subscriptions.status'])
      .orderBy('subscriptions.id')
      .forUpdate()
      .execute()
    await markAwaitingDispatch(trx, units, { version, actorUserId })
  }
}

const contentsQuery = compileQuery((value: ValueSlots<{ id: number }>) =>
  selectShippedContents(db, value('id')).select('order_lines.publication_id'),
)

const lockPublicationsQuery = compileQuery((value: ValueSlots<{ ids: readonly number[] }>) =>
  db
    .selectFrom('publications')
    .select(['id', 'version'])
    .where('id', 'in', expandList(value('ids')))
    .orderBy('id')
    .forUpdate(),
)

/** Locks the publications because a new revision must be saved before or after this transaction, not during it. */
async function lockContents(trx: Trx, id: number) {
  const lines = await contentsQuery.rows(trx, { id })
  const ids = nonEmptyIds(lines.map((line) => line.publication_id))
  const publications = await lockPublicationsQuery.rows(trx, { ids })
  const versionsById = new Map(publications.map((publication) => [publication.id, publication.version]))
  return lines.map((line) => {
    const version_in_force = versionsById.get(line.publication_id) ?? line.version_in_force
    return addRevision({ ...line, version_in_force }, { isAwaitingDispatch: true })
  })
}

function groupByVersion(lines: readonly { id: number; version: string }[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const { id, version } of lines) groups.set(version, [...(groups.get(version) ?? []), id])
  return groups
}

async function recordPackingHistory(
  trx: Trx,
  id: number,
  action: string,
  changes: readonly PackingChange[],
  actor: Actor,
) {
  const formatNames = (versionField: 'packed' | 'revision') => {
    const names = changes.map((line) => `${line.name} ${line[versionField]}`)
    return names.join('; ').slice(0, MAX_DETAIL_LENGTH)
  }
  const details = { changes: { contents: [formatNames('packed'), formatNames('revision')] } }
  await recordHistory(trx, { entity: 'shipment', entityId: id, action, ...actor, details })
}
