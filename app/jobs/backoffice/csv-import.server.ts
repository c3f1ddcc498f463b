import { applyCsv, checkCsv } from '#app/import/csv/csv-import.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findImport } from '#app/models/backoffice/import/imports.server.ts'

/** Returns the upload in this state; undefined if it was discarded or has another state. */
async function findIn(state: 'reading' | 'applying', subject: string) {
  const found = await findImport(Number(subject))
  if (found?.state !== state || found.content === 'system') return undefined
  return { id: found.id, kind: found.content, actorUserId: found.created_by ?? 0 }
}

export const checkCsvJob: Job = {
  queue: 'reports',
  async run(subject) {
    const found = await findIn('reading', subject)
    if (found) await checkCsv(found)
  },
}

export const applyCsvJob: Job = {
  queue: 'reports',
  async run(subject) {
    const found = await findIn('applying', subject)
    if (found) await applyCsv(found, found)
  },
}
