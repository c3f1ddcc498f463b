import { sql } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { raiseVersionUnchecked } from '#app/models/platform/optimistic-lock.server.ts'
import { stampChange } from '#app/models/platform/updated-at.server.ts'

const DAY_MS = 24 * 3_600_000

export class VersionTaken extends Error {
  override name = 'VersionTaken'
}

export class RevisionSuperseded extends Error {
  override name = 'RevisionSuperseded'
}

type NewRevision = {
  publicationId: number
  version: string
  date: CivilDate
  changes: string | null
  createdBy?: number | null
  /** time of creation in another system; now by default */
  createdAt?: Date
}

/** Adds a revision. Earlier revisions keep their files. Throws VersionTaken. */
export async function addRevision(trx: Trx, revision: NewRevision) {
  const { publicationId, version, date, changes, createdBy, createdAt } = revision
  try {
    const insertion = await trx
      .insertInto('revisions')
      .values({
        publication_id: publicationId,
        version,
        date,
        changes,
        made_by_user_id: createdBy ?? null,
        ...(createdAt ? { created_at: createdAt } : {}),
      })
      .executeTakeFirstOrThrow()
    await trx.updateTable('publications').set({ version, date }).where('id', '=', publicationId).execute()
    return Number(insertion.insertId)
  } catch (error) {
    throw isDuplicate(error, 'revisions_version') ? new VersionTaken() : error
  }
}

/** Storage name, original name, MIME type and size in bytes. */
export type RevisionFile = { file: string; name: string; type: string; bytes: number }

/** Sets the revision's file. Stamped copies of the previous file are no longer delivered. */
export async function setRevisionFile(
  trx: Trx,
  revisionId: number,
  { file, name, type, bytes }: RevisionFile,
  actorUserId: number | null = null,
) {
  await trx
    .updateTable('revisions')
    .set({ file, file_name: name, file_type: type, file_bytes: bytes })
    .set({ file_by_user_id: actorUserId, file_at: new Date() })
    .where('id', '=', revisionId)
    .execute()
}

/** Replaces the file and returns its previous storage name. Throws RevisionSuperseded for an older revision. */
export function replaceCurrentFile(
  revision: { publicationId: number; revisionId: number },
  file: RevisionFile,
  actorUserId: number | null,
): Promise<string | null> {
  return withTransaction(async (trx) => {
    const currentRevision = await lockCurrentRevision(trx, revision.publicationId)
    if (currentRevision?.id !== revision.revisionId) throw new RevisionSuperseded()
    await setRevisionFile(trx, currentRevision.id, file, actorUserId)
    await stampChange(trx, 'publications', [revision.publicationId])
    await recordHistory(trx, {
      entity: 'publication',
      entityId: revision.publicationId,
      action: 'file-set',
      actorUserId,
      details: {
        changes: { file: [currentRevision.file_name, file.name] },
        version: currentRevision.version,
      },
    })
    return currentRevision.file
  })
}

export async function lockCurrentRevision(trx: Trx, publicationId: number) {
  const publication = await trx
    .selectFrom('publications')
    .select('version')
    .where('id', '=', publicationId)
    .forUpdate()
    .executeTakeFirst()
  return publication && findRevisionByVersion(trx, publicationId, publication.version)
}

export async function findRevisionFile(publicationId: number, revisionId: number) {
  const row = await db
    .selectFrom('revisions')
    .select(['id', 'version', 'file', 'file_name as name', 'file_type as type', 'file_bytes as bytes'])
    .where('id', '=', revisionId)
    .where('publication_id', '=', publicationId)
    .executeTakeFirst()
  if (!row?.file || !row.name || !row.type) return undefined
  return { ...row, file: row.file, name: row.name, type: row.type }
}

type FileDownload = { publicationId: number; version: string; actorUserId: number; isFromStart: boolean }

/** Records that staff downloaded an unstamped file. Ignores later parts of the same download within a day. */
export async function recordRevisionDownload(download: FileDownload, now = new Date()): Promise<void> {
  const { publicationId, version, actorUserId, isFromStart } = download
  const dayAgo = new Date(now.getTime() - DAY_MS)
  if (!isFromStart && (await isDownloadRecorded(download, dayAgo))) return
  await withTransaction((trx) =>
    recordHistory(trx, {
      entity: 'publication',
      entityId: publicationId,
      action: 'file-fetched',
      actorUserId,
      details: { version },
    }),
  )
}

async function isDownloadRecorded(
  { publicationId, version, actorUserId }: FileDownload,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('history')
    .select('id')
    .where('entity', '=', 'publication')
    .where('entity_id', '=', publicationId)
    .where('action', '=', 'file-fetched')
    .where('actor_user_id', '=', actorUserId)
    .where('created_at', '>', since)
    .where(sql<string>`json_unquote(json_extract(details, '$.version'))`, '=', version)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isFileUsed(file: string): Promise<boolean> {
  const [revision, preparedFile] = await Promise.all([
    db.selectFrom('revisions').select('id').where('file', '=', file).limit(1).executeTakeFirst(),
    db.selectFrom('prepared_files').select('id').where('file', '=', file).limit(1).executeTakeFirst(),
  ])
  return Boolean(revision ?? preparedFile)
}

export function listRevisionsForStaff(publicationId: number) {
  return db
    .selectFrom('revisions')
    .leftJoin('profiles as maker', 'maker.user_id', 'made_by_user_id')
    .leftJoin('profiles as giver', 'giver.user_id', 'file_by_user_id')
    .select(['revisions.id', 'version', 'date', 'changes', 'file_name', 'file_bytes', 'file_at'])
    .select(['revisions.created_at', 'maker.name as maker', 'giver.name as giver'])
    .where('publication_id', '=', publicationId)
    .orderBy('date', 'desc')
    .orderBy('revisions.id', 'desc')
    .limit(200)
    .execute()
}

export async function listRevisions(publicationId: number, reader: DbOrTrx = db) {
  const rows = await reader
    .selectFrom('revisions')
    .select(['id', 'version', 'date', 'changes', 'file', 'file_name', 'file_type', 'file_bytes'])
    .where('publication_id', '=', publicationId)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...row, hasFile: row.file !== null }))
}

/** Returns the revision, or undefined if it belongs to another publication. */
export function findRevision(publicationId: number, revisionId: number, reader: DbOrTrx = db) {
  return reader
    .selectFrom('revisions')
    .select(['id', 'version', 'date', 'changes'])
    .where('id', '=', revisionId)
    .where('publication_id', '=', publicationId)
    .executeTakeFirst()
}

/** Sets the description of a revision's changes. Returns false for an unknown revision. */
export function describeRevision(
  { publicationId, revisionId }: { publicationId: number; revisionId: number },
  changes: string | null,
  actorUserId: number,
): Promise<boolean> {
  return withTransaction(async (trx) => {
    const currentRevision = await lockCurrentRevision(trx, publicationId)
    const revision = currentRevision && (await findRevision(publicationId, revisionId, trx))
    if (!revision) return false
    if (revision.changes === changes) return true
    await trx.updateTable('revisions').set({ changes }).where('id', '=', revisionId).execute()
    if (currentRevision.id === revisionId) await raiseVersionUnchecked(trx, 'publications', publicationId)
    await recordHistory(trx, {
      entity: 'publication',
      entityId: publicationId,
      action: 'revision-described',
      actorUserId,
      details: { changes: { changes: [revision.changes, changes] }, version: revision.version },
    })
    return true
  })
}

function findRevisionByVersion(reader: DbOrTrx, publicationId: number, version: string) {
  return reader
    .selectFrom('revisions')
    .select(['id', 'version', 'date', 'changes', 'file', 'file_name'])
    .where('publication_id', '=', publicationId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Returns the newest revisions of publications on sale, each with the version before it. */
export function listNewRevisions(limit: number, sortColumn: 'date' | 'created_at' = 'date') {
  return db
    .selectFrom('revisions')
    .innerJoin('publications', 'publications.id', 'publication_id')
    .where('active', '=', true)
    .select(['revisions.id', 'publication_id', 'name', 'applicability'])
    .select(['revisions.version', 'revisions.date', 'changes', 'revisions.created_at'])
    .select((eb) =>
      eb
        .selectFrom('revisions as earlier')
        .select('earlier.version')
        .whereRef('earlier.publication_id', '=', 'revisions.publication_id')
        .whereRef('earlier.date', '<', 'revisions.date')
        .orderBy('earlier.date', 'desc')
        .orderBy('earlier.id', 'desc')
        .limit(1)
        .as('version_before'),
    )
    .orderBy(`revisions.${sortColumn}`, 'desc')
    .orderBy('revisions.id', 'desc')
    .limit(limit)
    .execute()
}
