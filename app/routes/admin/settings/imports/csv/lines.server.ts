import { type CsvKind, csvPortionLines } from '#app/domain/backoffice/import-kind.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { applyCsv } from '#app/import/csv/csv-import.server.ts'
import { discardCsvImport } from '#app/models/backoffice/import/csv-retention.server.ts'
import {
  countCsvOutcomes,
  type ImportState,
  startApplying,
} from '#app/models/backoffice/import/imports.server.ts'
import { findEffectState } from '#app/models/platform/outbox.server.ts'
import { paths } from '#app/paths.ts'
import { csvImportLabels } from '#app/text/backoffice/csv-import-labels.ts'

/** Deletes an upload that waits for its confirmation. */
export async function discardUpload(id: number, kind: CsvKind) {
  const isDiscarded = await discardCsvImport(id)
  return isDiscarded
    ? redirectWithFlash(paths.admin.csvUpload(kind), { tone: 'good', text: csvImportLabels.discarded })
    : redirectWithFlash(paths.admin.csvLines(id), { tone: 'warn', text: csvImportLabels.before })
}

type Upload = { id: number; kind: CsvKind; state: ImportState }

/** Applies the lines, or queues a long file for the worker. Continues an import that was interrupted. */
export async function applyUpload({ id, kind, state }: Upload, actorUserId: number) {
  const location = paths.admin.csvLines(id)
  const { new: newCount, changed: changedCount } = await countCsvOutcomes(id)
  const isQueued = newCount + changedCount > csvPortionLines
  const hasStarted = await startApplying(id, { isQueued })
  const isInterrupted = state === 'applying' && (await findEffectState('apply-csv', String(id))) === undefined
  if (!hasStarted && !isInterrupted)
    return redirectWithFlash(location, { tone: 'warn', text: csvImportLabels.before })
  if (isQueued) return redirectWithFlash(location, { tone: 'good', text: csvImportLabels.queued })
  await applyCsv({ id, kind }, { actorUserId })
  return redirectWithFlash(location, { tone: 'good', text: csvImportLabels.done })
}
