import { type CsvKind, csvPortionLines, maxCsvBytes } from '#app/domain/backoffice/import-kind.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart } from '#app/http/multipart.server.ts'
import { checkCsv, stageCsv } from '#app/import/csv/csv-import.server.ts'
import { CsvFault } from '#app/import/csv/read-csv.server.ts'
import { queueCheck } from '#app/models/backoffice/import/imports.server.ts'
import { csvFaults } from '#app/text/backoffice/csv-import-labels.ts'

const uploadLimits = {
  maxFileBytes: maxCsvBytes,
  maxFiles: 1,
  maxFields: 5,
  maxFieldBytes: 1024,
  maxTotalBytes: 3 * maxCsvBytes,
}
const MAX_NAME_LENGTH = 100

/** Stores the CSV and validates it; the worker validates a long file. Returns the import's id or a message. */
export async function receiveCsv(
  { request, context }: RequestArgs,
  { kind, createdBy }: { kind: CsvKind; createdBy: number },
): Promise<number | string> {
  const { files } = await readMultipart(request, uploadLimits, context.clientAddress)
  const sentFile = files.get('file')
  if (!sentFile) return csvFaults.none
  if (sentFile === 'too-large') return csvFaults['too-large']
  try {
    const { id, count } = await stageCsv({
      kind,
      name: cleanName(sentFile.name),
      bytes: sentFile.bytes,
      createdBy,
    })
    if (count > csvPortionLines) await queueCheck(id)
    else await checkCsv({ id, kind })
    return id
  } catch (error) {
    if (error instanceof CsvFault) return error.message
    throw error
  }
}

/** Returns the file name without folders and control characters. */
function cleanName(sentName: string): string {
  const [baseName = ''] = sentName.split(/[/\\]/).slice(-1)
  const printableName = baseName.normalize('NFC').replace(/\p{Cc}/gu, '')
  return printableName.trim().slice(0, MAX_NAME_LENGTH) || 'arquivo.csv'
}
