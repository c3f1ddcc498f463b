import { applyCsv, checkCsv } from '#app/import/csv/csv-import.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findImport } from '#app/models/backoffice/import/imports.server.ts'

/** Returns the upload; undefined if it was discarded, has another state or comes from another system. */
async function findUpload(state: 'reading' | 'applying', subject: string) {
  const upload = await findImport(Number(subject))
  if (upload?.state !== state || upload.content === 'system') return undefined
  return { id: upload.id, kind: upload.content, actorUserId: upload.created_by ?? 0 }
}

export const checkCsvJob: Job = {
  queue: 'reports',
  async run(subject) {
    const upload = await findUpload('reading', subject)
    if (upload) await checkCsv(upload)
  },
}

export const applyCsvJob: Job = {
  queue: 'reports',
  async run(subject) {
    const upload = await findUpload('applying', subject)
    if (upload) await applyCsv(upload, upload)
  },
}
