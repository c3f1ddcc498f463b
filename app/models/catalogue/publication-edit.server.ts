import { createHash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { type PublicationData, publicationColumns } from '#app/domain/catalogue/publication-fields.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { qualifiedColumns } from '#app/models/catalogue/publication.server.ts'
import { deletePublicationPage } from '#app/models/catalogue/publication-page.server.ts'
import { addRevision, lockCurrentRevision } from '#app/models/catalogue/revision.server.ts'
import { markAwaitingDispatch } from '#app/models/catalogue/revision-due.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import {
  getOriginAction,
  type Origin,
  recordChange,
  recordHistory,
} from '#app/models/platform/history.server.ts'
import { lockVersion, raiseVersion } from '#app/models/platform/optimistic-lock.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { announceEvent, type EventPayload } from '#app/models/settings/webhook-event.server.ts'

const UNITS_AT_ONCE = 500
const FORM_KEY_LENGTH = 32

/** Thrown if a revision's date precedes `latest`, the date of the newest revision. */
export class DateBeforeRevision extends Error {
  override name = 'DateBeforeRevision'
  readonly latest: CivilDate
  constructor(latest: CivilDate) {
    super(`A revision of ${latest} already exists`)
    this.latest = latest
  }
}

/** Returns a publication for staff, even a removed one. */
export function findPublicationForStaff(id: number) {
  return db
    .selectFrom('publications')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.publication_id', '=', 'publications.id')
        .onRef('revisions.version', '=', 'publications.version'),
    )
    .select(['publications.id', 'lock_version', 'removed_at', ...qualifiedColumns])
    .select(['revisions.id as revisionId', 'changes', 'file_name', 'file_bytes'])
    .where('publications.id', '=', id)
    .executeTakeFirst()
}

type CreationContext = { actorUserId: number; token: string; legacyId?: number; origin?: Origin }

/** Creates a publication and returns its id. A repeat of the same form (`token`) returns the first id. */
export async function createPublication(
  fields: PublicationData,
  { token, ...context }: CreationContext,
): Promise<number> {
  const formKey = createHash('sha256')
    .update(JSON.stringify([token, fields]))
    .digest('hex')
    .slice(0, FORM_KEY_LENGTH)
  try {
    return await insertPublication(fields, { ...context, formKey })
  } catch (error) {
    const firstId = isDuplicate(error, 'publications_form') ? await findIdByForm(formKey) : undefined
    if (firstId === undefined) throw error
    return firstId
  }
}

async function findIdByForm(formKey: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('publications')
    .select('id')
    .where('form_key', '=', formKey)
    .executeTakeFirst()
  return row?.id
}

type InsertContext = Omit<CreationContext, 'token'> & { formKey: string }

function insertPublication(fields: PublicationData, context: InsertContext): Promise<number> {
  const { actorUserId, formKey, legacyId = null, origin } = context
  return withTransaction(async (trx) => {
    const { changes, ...row } = fields
    const insertion = await trx
      .insertInto('publications')
      .values({ ...row, form_key: formKey, legacy_id: legacyId })
      .executeTakeFirstOrThrow()
    const id = Number(insertion.insertId)
    const { version, date } = fields
    await addRevision(trx, { publicationId: id, version, date, changes, createdBy: actorUserId })
    const entry = { entity: 'publication', entityId: id, actorUserId } as const
    await recordChange(trx, { ...entry, ...getOriginAction(origin, 'created'), before: {}, after: fields })
    return id
  })
}

/** `seenVersion` is the record version that the form displayed. */
export type SaveContext = { actorUserId: number; seenVersion: number; today: CivilDate; origin?: Origin }

/**
 * Saves a publication. A new version creates a revision and makes printed subscriptions wait for dispatch. The same
 * version corrects the current revision. Returns the number of waiting subscriptions. Throws StaleRecordError,
 * VersionTaken and DateBeforeRevision.
 */
export function savePublication(id: number, fields: PublicationData, saving: SaveContext) {
  return withTransaction(async (trx) => {
    const currentRevision = await lockCurrentRevision(trx, id)
    const before = await findStoredData(trx, id)
    if (!currentRevision || !before) return undefined
    await raiseVersion(trx, 'publications', id, saving.seenVersion)
    const isNew = fields.version !== currentRevision.version
    // An unchanged text in the form describes the old revision, not the new one.
    const isTextOfOldRevision = isNew && fields.changes === currentRevision.changes
    const after = { ...fields, changes: isTextOfOldRevision ? null : fields.changes }
    if (isNew || fields.date !== currentRevision.date)
      await rejectEarlierDate(trx, {
        publicationId: id,
        date: fields.date,
        exceptId: isNew ? 0 : currentRevision.id,
      })
    const waitingCount = isNew
      ? await startRevision(trx, id, after, saving)
      : await correctRevision(trx, currentRevision.id, after)
    await writeData(trx, id, after)
    const { actorUserId, origin } = saving
    await recordChange(trx, {
      entity: 'publication',
      entityId: id,
      actorUserId,
      ...(isNew ? { action: 'new-revision', source: origin } : getOriginAction(origin, 'changed')),
      before: { ...before, changes: currentRevision.changes },
      after,
    })
    if (isNew) await announceEvent(trx, 'publication.revised', () => describePublication(trx, id))
    return { isNewRevision: isNew, waiting: waitingCount }
  })
}

/** Returns true if an order, subscription, copy, price quote or revision notice refers to the publication. */
export async function isPublicationUsed(id: number, reader: Pick<Trx, 'selectFrom'> = db): Promise<boolean> {
  const references = (['order_lines', 'subscriptions', 'copies', 'price_quote_lines'] as const).map((table) =>
    reader.selectFrom(table).select('id').where('publication_id', '=', id).limit(1).executeTakeFirst(),
  )
  const notice = reader
    .selectFrom('revision_notices')
    .innerJoin('revisions', 'revisions.id', 'revision_id')
    .select('revision_notices.id')
    .where('publication_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  const uses = await Promise.all([...references, notice])
  return uses.some(Boolean)
}

/** Hides a used publication or deletes an unused one. Returns the files to delete. Throws StaleRecordError. */
export function removePublication(
  id: number,
  actorUserId: number,
  seenVersion?: number,
): Promise<string[] | undefined> {
  return withTransaction(async (trx) => {
    await lockVersion(trx, 'publications', id, seenVersion)
    const knownRevision = await lockCurrentRevision(trx, id)
    if (!knownRevision) return undefined
    await recordHistory(trx, { entity: 'publication', entityId: id, action: 'removed', actorUserId })
    if (await isPublicationUsed(id, trx)) {
      await trx
        .updateTable('publications')
        .set((eb) => ({ active: false, removed_at: new Date(), lock_version: eb('lock_version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      return []
    }
    return deletePublication(trx, id)
  })
}

async function deletePublication(trx: Trx, id: number): Promise<string[]> {
  const rows = await trx.selectFrom('revisions').select('file').where('publication_id', '=', id).execute()
  const pageFiles = await deletePublicationPage(trx, id)
  await trx.deleteFrom('cart_items').where('publication_id', '=', id).execute()
  await trx.deleteFrom('revisions').where('publication_id', '=', id).execute()
  await trx.deleteFrom('publication_taxes').where('publication_id', '=', id).execute()
  await trx.deleteFrom('publications').where('id', '=', id).execute()
  return [...pageFiles, ...rows.flatMap(({ file }) => (file === null ? [] : [file]))]
}

function findStoredData(trx: Trx, id: number) {
  return trx.selectFrom('publications').select(publicationColumns).where('id', '=', id).executeTakeFirst()
}

async function writeData(trx: Trx, id: number, { changes: _, ...row }: PublicationData): Promise<void> {
  await trx
    .updateTable('publications')
    .set(row)
    .$if(row.active, (update) => update.set({ removed_at: null }))
    .where('id', '=', id)
    .execute()
}

type RevisionDate = { publicationId: number; date: CivilDate; exceptId: number }

/** Throws DateBeforeRevision if the date precedes another revision, because downloads use the newest date. */
async function rejectEarlierDate(trx: Trx, { publicationId, date, exceptId }: RevisionDate): Promise<void> {
  const { latest } = await trx
    .selectFrom('revisions')
    .select((eb) => eb.fn.max<CivilDate | null>('date').as('latest'))
    .where('publication_id', '=', publicationId)
    .where('id', '!=', exceptId)
    .executeTakeFirstOrThrow()
  if (latest !== null && date < latest) throw new DateBeforeRevision(latest)
}

/** Corrects the current revision. Returns 0 because no subscription waits for a corrected revision. */
async function correctRevision(trx: Trx, revisionId: number, { date, changes }: PublicationData) {
  await trx.updateTable('revisions').set({ date, changes }).where('id', '=', revisionId).execute()
  return 0
}

async function startRevision(trx: Trx, publicationId: number, fields: PublicationData, saving: SaveContext) {
  const { version, date, changes } = fields
  await addRevision(trx, { publicationId, version, date, changes, createdBy: saving.actorUserId })
  const waitingUnits = await lockActivePrintedUnits(trx, publicationId, saving.today)
  for (let start = 0; start < waitingUnits.length; start += UNITS_AT_ONCE)
    await markAwaitingDispatch(trx, waitingUnits.slice(start, start + UNITS_AT_ONCE), {
      version,
      actorUserId: saving.actorUserId,
    })
  return waitingUnits.length
}

/** Returns the condition for paid printed subscriptions without a pending copy, which wait for a new version. */
export function isActivePrintedCopy(today: CivilDate) {
  const { active, sent } = subscriptionStatus
  return (eb: ExpressionBuilder<Database, 'subscriptions' | 'order_lines'>) =>
    eb.and([
      eb('subscriptions.status', 'in', [active, sent]),
      eb('order_lines.is_download', '=', false),
      eb('suspended_at', 'is', null),
      eb('due', '>=', today),
    ])
}

function lockActivePrintedUnits(trx: Trx, publicationId: number, today: CivilDate) {
  return trx
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .select(['subscriptions.id', 'subscriptions.status'])
    .where('subscriptions.publication_id', '=', publicationId)
    .where(isActivePrintedCopy(today))
    .orderBy('subscriptions.id')
    .forUpdate()
    .execute()
}

/** Returns a publication and its current revision for webhooks. */
async function describePublication(trx: Trx, id: number): Promise<EventPayload[]> {
  const publication = await trx
    .selectFrom('publications')
    .select(['id', 'name', 'version', 'date', 'active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [{ id, data: { publication } }]
}
