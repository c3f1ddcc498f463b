import { findPublicationForStaff } from '#app/models/publication-edit.server.ts'
import type { listRevisionsForStaff } from '#app/models/revision.server.ts'
import { formatBytes, formatDate, formatDateTime } from '#app/text/format.ts'
import { publicationLabels, publicationTexts, readableTexts } from '#app/text/publication-words.ts'
import { conflictOf } from '#app/web/conflict.server.ts'
import { paths } from '#app/web/paths.ts'
import { notFound } from '#app/web/responses.server.ts'

/** Both versions of a publication for whoever saved second, and the count with which saving again goes through. */
export async function publicationConflict(id: number, payload: Record<string, unknown>) {
  const stored = (await findPublicationForStaff(id)) ?? notFound()
  const typed = Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  )
  const { file: _, ...labels } = publicationLabels
  const conflict = await conflictOf(
    { entity: 'publication', id },
    { labels, stored: readableTexts(publicationTexts(stored)), typed: readableTexts(typed) },
  )
  return { edits: stored.edits, conflict }
}

type Revision = Awaited<ReturnType<typeof listRevisionsForStaff>>[number]

/** The revisions of a publication as the page shows them. */
export function revisionRows(publicationId: number, revisions: readonly Revision[]) {
  return revisions.map((row) => ({
    id: row.id,
    version: `v.${row.version}`,
    date: formatDate(row.date),
    changes: row.changes,
    made: `${formatDateTime(row.created_at)}${row.maker ? `, ${row.maker}` : ''}`,
    file: row.file_name
      ? {
          href: paths.admin.publicationRevisionFile(publicationId, row.id),
          name: row.file_name,
          size: formatBytes(row.file_bytes ?? 0),
          given: row.file_at ? `, ${formatDateTime(row.file_at)}${row.giver ? `, ${row.giver}` : ''}` : '',
        }
      : null,
  }))
}
