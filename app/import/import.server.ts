import { type ImportKind, importKinds } from '#app/domain/backoffice/import-kind.ts'
import { applyRecords } from '#app/import/apply.server.ts'
import { checkRecords } from '#app/import/check.server.ts'
import { fetchFiles } from '#app/import/files.server.ts'
import type { ImportSource } from '#app/import/kinds.ts'
import { readSource } from '#app/import/read.server.ts'
import { createImport, findOpenImport, setImportState } from '#app/models/backoffice/import/imports.server.ts'
import { clearBodies } from '#app/models/backoffice/import/staging.server.ts'
import { compareTotals } from '#app/models/backoffice/import/totals.server.ts'

type OnProgress = (kind: ImportKind, count: number) => void

/**
 * Reads the source, validates all records and returns the import's id. If `isApplied`, continues an import
 * that is already partly written without reading the source again. Throws SourceError.
 */
export async function checkImport(
  source: ImportSource,
  { isApplied, onProgress }: { isApplied: boolean; onProgress?: OnProgress },
): Promise<number> {
  const openImport = await findOpenImport(source.name)
  const id = openImport?.id ?? (await createImport(source.name))
  if (isApplied && openImport?.state === 'applying') return id
  await readSource(id, source, onProgress)
  await checkRecords(id)
  await setImportState(id, 'checked')
  return id
}

/** Writes valid records with their files, then compares both systems. Sends no mails. */
export async function applyImport(id: number, source: ImportSource, onProgress?: OnProgress): Promise<void> {
  await setImportState(id, 'applying')
  await applyRecords(id, onProgress)
  await fetchFiles(id, source)
  await setImportState(id, 'done', await compareTotals(id, importKinds))
  await clearBodies(id)
}
