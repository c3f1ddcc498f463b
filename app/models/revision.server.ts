import type { CivilDate } from '#app/domain/calendar.ts'
import { db, isDuplicate, type Reader, type Trx } from '#app/models/db.server.ts'

/** The publication has this version already. */
export class VersionTaken extends Error {
  override name = 'VersionTaken'
}

type NewRevision = { publicationId: number; version: string; date: CivilDate; changes: string | null }

/** Makes a new version the current one; those before stay with their files (D36). Throws VersionTaken. */
export async function addRevision(trx: Trx, { publicationId, version, date, changes }: NewRevision) {
  try {
    const made = await trx
      .insertInto('revisions')
      .values({ publication_id: publicationId, version, date, changes })
      .executeTakeFirstOrThrow()
    await trx.updateTable('publications').set({ version, date }).where('id', '=', publicationId).execute()
    return Number(made.insertId)
  } catch (error) {
    throw isDuplicate(error, 'revisions_version') ? new VersionTaken() : error
  }
}

/** Name in the storage, name and type of the staff's file, bytes. */
export type RevisionFile = { file: string; name: string; type: string; bytes: number }

/** The file of a revision; copies of one that was there before are no longer handed out. */
export async function setRevisionFile(
  trx: Trx,
  revisionId: number,
  { file, name, type, bytes }: RevisionFile,
) {
  await trx
    .updateTable('revisions')
    .set({ file, file_name: name, file_type: type, file_bytes: bytes })
    .where('id', '=', revisionId)
    .execute()
}

/** The revisions of a publication, newest first; at the most 200. */
export async function listRevisions(publicationId: number, reader: Reader = db) {
  const rows = await reader
    .selectFrom('revisions')
    .select(['id', 'version', 'date', 'changes', 'file', 'file_name', 'file_type', 'file_bytes'])
    .where('publication_id', '=', publicationId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...row, hasFile: row.file !== null }))
}
