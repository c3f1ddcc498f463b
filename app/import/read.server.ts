import { type ImportKind, importKinds } from '#app/domain/backoffice/import-kind.ts'
import type { ImportSource, SourceRecord } from '#app/import/kinds.ts'
import {
  deleteMissingRecords,
  stageRecords,
  startPass,
} from '#app/models/backoffice/import/staging.server.ts'

const PORTION_SIZE = 200
const MAX_ID = 4_294_967_295

type OnProgress = (kind: ImportKind, count: number) => void

/** Stages all records of the source. Reading again replaces those that are not applied. */
export async function readSource(
  importId: number,
  source: ImportSource,
  onProgress: OnProgress = () => {},
): Promise<void> {
  const pass = await startPass(importId)
  for (const kind of importKinds) {
    let portion: SourceRecord[] = []
    let count = 0
    const stagePortion = () => stageRecords({ importId, pass }, kind, portion.map(toStagedRecord))
    for await (const record of source.read(kind)) {
      portion.push(record)
      count += 1
      if (portion.length < PORTION_SIZE) continue
      await stagePortion()
      portion = []
    }
    await stagePortion()
    onProgress(kind, count)
  }
  await deleteMissingRecords(importId, pass)
}

function toStagedRecord({ place, value }: SourceRecord) {
  return { legacyId: readLegacyId(value), place, body: value }
}

/** Returns the record's number in the old system; null if it is invalid, which validation reports. */
function readLegacyId(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null
  const id = Number(value.id)
  return Number.isInteger(id) && id >= 1 && id <= MAX_ID ? id : null
}
