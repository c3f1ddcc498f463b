import type { PublicationData } from '#app/domain/catalogue/publication-fields.ts'
import { loadConflict } from '#app/http/conflict.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { log } from '#app/log.server.ts'
import { createPublication, findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { listRevisionsForStaff } from '#app/models/catalogue/revision.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { paths } from '#app/paths.ts'
import {
  formatPublicationTexts,
  publicationLabels,
  toPublicationTexts,
} from '#app/text/catalogue/publication-labels.ts'
import { formatVersion } from '#app/text/catalogue/version-label.ts'
import { formatBytes, formatDate, formatDateTime } from '#app/text/platform/format.ts'

/**
 * Creates a publication. Returns undefined and logs the reason if it failed for a cause that the form cannot correct
 * (back-office §8). Sending the form again creates no second publication.
 */
export async function createPublicationOrLog(
  publicationData: PublicationData,
  { actorUserId, token = makeCheckoutToken() }: { actorUserId: number; token: string | undefined },
): Promise<number | undefined> {
  try {
    return await createPublication(publicationData, { actorUserId, token })
  } catch (error) {
    log.error({ err: error }, 'publication not made')
    return undefined
  }
}

/**
 * Returns the stored and the typed values after a conflict, and the version number for the next save. The
 * conflict has no fields if the values are equal.
 */
export async function loadPublicationConflict(
  id: number,
  typedData: PublicationData,
  sent: Record<string, unknown>,
) {
  const storedPublication = (await findPublicationForStaff(id)) ?? notFound()
  const changes = (await isPreviousNote(storedPublication, typedData)) ? null : typedData.changes
  const typedTexts = toPublicationTexts({ ...typedData, changes })
  const { file: _, ...labels } = publicationLabels
  const savedTexts = toPublicationTexts(storedPublication)
  const conflict = await loadConflict(
    { entity: 'publication', id },
    {
      labels,
      stored: formatPublicationTexts(savedTexts),
      typed: formatPublicationTexts(typedTexts),
      sent,
      saved: savedTexts,
    },
  )
  return { lock_version: storedPublication.lock_version, conflict, saved: savedTexts }
}

type RevisionNote = { version: string; changes: string | null }

/** Returns true if the form still contains the previous revision's note, which is not a new note. */
async function isPreviousNote(
  storedPublication: RevisionNote & { id: number },
  { version, changes }: RevisionNote,
): Promise<boolean> {
  if (version !== storedPublication.version || storedPublication.changes !== null || changes === null)
    return false
  const [, previousRevision] = await listRevisionsForStaff(storedPublication.id)
  return previousRevision?.changes === changes
}

type Revision = Awaited<ReturnType<typeof listRevisionsForStaff>>[number]

/** Returns the revisions of a publication for the page. */
export function toRevisionRows(publicationId: number, revisions: readonly Revision[]) {
  return revisions.map((row) => ({
    id: row.id,
    version: formatVersion(row.version),
    date: formatDate(row.date),
    changes: row.changes,
    editHref: paths.admin.publicationRevision(publicationId, row.id),
    holdersHref: paths.admin.publicationClients(publicationId, {
      kind: 'everybody',
      revision: String(row.id),
    }),
    createdText: formatTimeAndPerson(row.created_at, row.maker),
    file: row.file_name
      ? {
          href: paths.admin.publicationRevisionFile(publicationId, row.id),
          name: row.file_name,
          size: formatBytes(row.file_bytes ?? 0),
          description: row.file_at ? `, ${formatTimeAndPerson(row.file_at, row.giver)}` : '',
        }
      : null,
  }))
}

function formatTimeAndPerson(time: Date, person: string | null): string {
  return person ? `${formatDateTime(time)}, ${person}` : formatDateTime(time)
}
