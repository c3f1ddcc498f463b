import type { Conflict } from '#app/domain/platform/conflict.ts'
import type { Entity } from '#app/models/platform/history.server.ts'
import { findLastSave } from '#app/models/platform/optimistic-lock.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type Texts = Readonly<Record<string, string>>

/** Shown on an edit conflict: the fields that differ, with both versions. */
export async function conflictOf(
  record: { entity: Entity; id: number },
  { labels, stored, typed }: { labels: Texts; stored: Texts; typed: Texts },
): Promise<Conflict> {
  const last = await findLastSave(record.entity, record.id)
  const fields = Object.entries(labels)
    .filter(([name]) => (stored[name] ?? '') !== (typed[name] ?? ''))
    .map(([name, label]) => ({ label, stored: stored[name] ?? '', typed: typed[name] ?? '' }))
  return { by: last?.actor ?? null, at: last ? formatDateTime(last.at) : null, fields }
}
