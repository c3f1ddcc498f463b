import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'
import { maxPhotoBytes } from '#app/domain/platform/attachment.ts'
import { PhotoRefused } from '#app/gateways/photo.server.ts'
import {
  maxFileBytes,
  setRevisionFileFrom,
  type UploadFault,
} from '#app/http/backoffice/revision-upload.server.ts'
import { storePhotoUpload } from '#app/http/checkout/photo-upload.server.ts'
import { FileMissing, type ImportSource } from '#app/import/kinds.ts'
import { orderRecord, publicationRecord } from '#app/import/records.ts'
import { listRevisionsWithoutFile, setLinePhoto } from '#app/models/backoffice/import/files.server.ts'
import { findLineAt, groupLinesByOrder, listLines } from '#app/models/backoffice/import/order-lines.server.ts'
import {
  listStagedRecords,
  type Problems,
  recordProblems,
  type StagedRecord,
} from '#app/models/backoffice/import/staging.server.ts'
import { importProblems } from '#app/text/backoffice/import-labels.ts'
import { publicationMessages, uploadLabels } from '#app/text/catalogue/publication-labels.ts'
import { photoLabels } from '#app/text/orders/photo-labels.ts'

const PORTION_SIZE = 50
const MEGABYTE = 1024 * 1024

type OnProgress = (kind: ImportKind, count: number) => void

/**
 * Downloads the files of records: files of publications into the current revision, photos into order lines.
 * Keeps existing files, so a repeat is harmless. Records each failure as a problem of its record.
 */
export async function fetchFiles(
  importId: number,
  source: ImportSource,
  onProgress: OnProgress = () => {},
): Promise<void> {
  onProgress(
    'publications',
    await forEachPortion(importId, 'publications', (records) => fetchRevisions(source, records)),
  )
  onProgress('orders', await forEachPortion(importId, 'orders', (records) => fetchPhotos(source, records)))
}

async function forEachPortion(
  importId: number,
  kind: ImportKind,
  fetchPortion: (records: readonly StagedRecord[]) => Promise<number>,
): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const records = await listStagedRecords(
      { importId, kind, states: ['applied', 'known'] },
      after,
      PORTION_SIZE,
    )
    const lastRecord = records.at(-1)
    if (!lastRecord) return count
    count += await fetchPortion(records)
    after = lastRecord.id
  }
}

/** Downloads the publications' missing files. Returns the number of stored files. */
async function fetchRevisions(source: ImportSource, records: readonly StagedRecord[]): Promise<number> {
  const filesByLegacyId = new Map(
    records.flatMap(({ id, legacyId, body, problems }) => {
      const { file } = publicationRecord.parse(body)
      return legacyId !== null && file ? [[legacyId, { id, file, problems }] as const] : []
    }),
  )
  let count = 0
  for (const { legacyId, ...revision } of await listRevisionsWithoutFile([...filesByLegacyId.keys()])) {
    const record = filesByLegacyId.get(legacyId ?? 0)
    if (!record) continue
    const problem = await fetchOrFindProblem(async () => {
      const fault = await setRevisionFileFrom(await source.openFile(record.file), revision, null)
      return fault && formatFault(fault)
    })
    const otherProblems = removeFileProblems(record.problems)
    await recordProblems(
      record.id,
      problem === undefined ? otherProblems : { ...otherProblems, file: [problem] },
    )
    if (problem === undefined) count += 1
  }
  return count
}

function formatFault(fault: UploadFault): string {
  return fault === 'too-long' ? publicationMessages.fileTooLong(maxFileBytes / MEGABYTE) : uploadLabels[fault]
}

/** Downloads the orders' missing photos. Returns the number of stored photos. */
async function fetchPhotos(source: ImportSource, records: readonly StagedRecord[]): Promise<number> {
  const orders = records.flatMap(({ id, legacyId, body, problems: problemsBefore }) => {
    const lines = orderRecord.parse(body).publications
    return legacyId !== null && lines.some(({ file }) => file)
      ? [{ id, legacyId, lines, problemsBefore }]
      : []
  })
  const storedLines = groupLinesByOrder(await listLines(orders.map(({ legacyId }) => legacyId)))
  let count = 0
  for (const { id, legacyId, lines, problemsBefore } of orders) {
    const problems = removeFileProblems(problemsBefore)
    for (const [index, { file }] of lines.entries()) {
      const line = findLineAt(storedLines.get(legacyId) ?? [], lines, index)
      if (!file || line?.photo) continue
      const problem = line
        ? await fetchOrFindProblem(() => fetchPhoto(source, file, { id: line.id, userId: line.user_id }))
        : importProblems.lineGone
      if (problem !== undefined) problems[`publications.${index}.file`] = [problem]
      else count += 1
    }
    await recordProblems(id, problems)
  }
  return count
}

function removeFileProblems(problems: Problems): Problems {
  const isFileField = (field: string) => /(^|\.)file$/.test(field)
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !isFileField(field)))
}

async function fetchPhoto(source: ImportSource, link: string, line: { id: number; userId: number }) {
  const { bytes } = await source.openFile(link)
  const photoBytes = await readWhole(bytes)
  if (!photoBytes) return photoLabels['too-large']
  try {
    await setLinePhoto(line.id, await storePhotoUpload(photoBytes, { userId: line.userId }), line.userId)
    return undefined
  } catch (error) {
    if (error instanceof PhotoRefused) return photoLabels[error.code]
    throw error
  }
}

/** Returns the bytes of a photo; undefined if it is too large. */
async function readWhole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > maxPhotoBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns the problem that `fetchFile` returns, or the problem of a file that the source cannot deliver. */
async function fetchOrFindProblem(fetchFile: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await fetchFile()
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    return error.reason === 'gone' ? importProblems.fileGone : importProblems.fileElsewhere
  }
}
