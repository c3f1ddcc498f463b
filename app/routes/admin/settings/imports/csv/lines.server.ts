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
  const isGone = await discardCsvImport(id)
  return isGone
    ? redirectWithFlash(paths.admin.csvUpload(kind), { tone: 'good', text: csvImportLabels.discarded })
    : redirectWithFlash(paths.admin.csvLines(id), { tone: 'warn', text: csvImportLabels.before })
}

type Upload = { id: number; kind: CsvKind; state: ImportState }

/** Applies the lines; the worker does so for a long file. Continues after an interrupted request. */
export async function write({ id, kind, state }: Upload, actorUserId: number) {
  const location = paths.admin.csvLines(id)
  const { new: created, changed } = await countCsvOutcomes(id)
  const isQueued = created + changed > csvPortionLines
  const hasBegun = await startApplying(id, { isQueued })
  const isCutOff = state === 'applying' && (await findEffectState('apply-csv', String(id))) === undefined
  if (!hasBegun && !isCutOff)
    return redirectWithFlash(location, { tone: 'warn', text: csvImportLabels.before })
  if (isQueued) return redirectWithFlash(location, { tone: 'good', text: csvImportLabels.queued })
  await applyCsv({ id, kind }, { actorUserId })
  return redirectWithFlash(location, { tone: 'good', text: csvImportLabels.done })
}
