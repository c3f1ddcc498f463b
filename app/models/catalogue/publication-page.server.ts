import type { SerialRange } from '#app/domain/catalogue/applicability.ts'
import type { PublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import { listModels, replaceModels } from '#app/models/catalogue/publication-models.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordChange, recordHistory } from '#app/models/platform/history.server.ts'
import { raiseVersion, raiseVersionUnchecked } from '#app/models/platform/optimistic-lock.server.ts'

export type PublicationPageData = {
  kind: PublicationKind
  description: string | null
  contents: string | null
  models: readonly SerialRange[]
}

export type PageFileKind = 'cover' | 'sample'

/** `file` is the storage name and `name` is the name for downloads. Width and height are in pixels. */
export type PageFile = {
  file: string
  name: string
  type: string
  bytes: number
  width: number | null
  height: number | null
}

/** Returns the page of a publication, even if the publication is removed. */
export async function findPublicationPage(id: number) {
  const [row, models, files] = await Promise.all([
    db
      .selectFrom('publications')
      .select(['id', 'name', 'applicability', 'lock_version', 'kind', 'description', 'contents'])
      .where('id', '=', id)
      .executeTakeFirst(),
    listModels(id),
    listPageFiles(id),
  ])
  return row && { ...row, models, ...files }
}

export async function listPageFiles(publicationId: number) {
  const rows = await db
    .selectFrom('publication_files')
    .select(['id', 'kind', 'file', 'name', 'type', 'bytes', 'width', 'height'])
    .where('publication_id', '=', publicationId)
    .execute()
  const findByKind = (kind: PageFileKind) => rows.find((row) => row.kind === kind)
  return { cover: findByKind('cover'), sample: findByKind('sample') }
}

export function findPageFile(publicationId: number, kind: PageFileKind) {
  return db
    .selectFrom('publication_files')
    .innerJoin('publications', 'publications.id', 'publication_id')
    .select(['publication_files.id', 'file', 'publication_files.name', 'type'])
    .where('publication_id', '=', publicationId)
    .where('publication_files.kind', '=', kind)
    .where('active', '=', true)
    .executeTakeFirst()
}

type SaveContext = {
  actorUserId: number
  /** version that the form was loaded with */
  seenVersion: number
  /** formats models for the history */
  formatModels: (ranges: readonly SerialRange[]) => string
}

/** Saves the texts of the publication's page. Returns false for an unknown id. Throws StaleRecordError. */
export function savePublicationPage(
  id: number,
  page: PublicationPageData,
  saving: SaveContext,
): Promise<boolean> {
  const { actorUserId, seenVersion, formatModels } = saving
  return withTransaction(async (trx) => {
    const before = await trx
      .selectFrom('publications')
      .select(['kind', 'description', 'contents'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return false
    await raiseVersion(trx, 'publications', id, seenVersion)
    const previousModels = await listModels(id, trx)
    const { models, ...columns } = page
    await trx.updateTable('publications').set(columns).where('id', '=', id).execute()
    await replaceModels(trx, id, models)
    await recordChange(trx, {
      entity: 'publication',
      entityId: id,
      actorUserId,
      action: 'page-changed',
      before: { ...before, models: formatModels(previousModels) },
      after: { ...columns, models: formatModels(models) },
    })
    return true
  })
}

type PageFileSlot = { publicationId: number; kind: PageFileKind; actorUserId: number }

/** Replaces the publication's file, or deletes it if `file` is null. Returns the old storage name for deletion. */
export function replacePageFile(
  { publicationId, kind, actorUserId }: PageFileSlot,
  file: PageFile | null,
): Promise<string | null> {
  return withTransaction(async (trx) => {
    await raiseVersionUnchecked(trx, 'publications', publicationId)
    const oldFile = await trx
      .selectFrom('publication_files')
      .select(['id', 'file', 'name'])
      .where('publication_id', '=', publicationId)
      .where('kind', '=', kind)
      .executeTakeFirst()
    if (!oldFile && !file) return null
    if (oldFile) await trx.deleteFrom('publication_files').where('id', '=', oldFile.id).execute()
    if (file)
      await trx
        .insertInto('publication_files')
        .values({ publication_id: publicationId, kind, ...file })
        .execute()
    await recordHistory(trx, {
      entity: 'publication',
      entityId: publicationId,
      action: file ? `${kind}-set` : `${kind}-removed`,
      actorUserId,
      details: { changes: { [kind]: [oldFile?.name ?? null, file?.name ?? null] } },
    })
    return oldFile?.file ?? null
  })
}

/** Deletes the publication's page. Returns the storage names of the files that the caller must delete. */
export async function deletePublicationPage(trx: Trx, publicationId: number): Promise<string[]> {
  const files = await trx
    .selectFrom('publication_files')
    .select('file')
    .where('publication_id', '=', publicationId)
    .execute()
  await trx.deleteFrom('publication_files').where('publication_id', '=', publicationId).execute()
  await trx.deleteFrom('publication_models').where('publication_id', '=', publicationId).execute()
  return files.map(({ file }) => file)
}
