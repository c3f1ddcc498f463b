import { z } from 'zod'
import { type CsvKind, csvRecordKinds } from '#app/domain/backoffice/import-kind.ts'
import { validateClientLines } from '#app/import/csv/clients.server.ts'
import { validateFreightLines } from '#app/import/csv/freight.server.ts'
import type { Importer, LineVerdict, PlannedChange } from '#app/import/csv/importer.ts'
import { validatePublicationLines } from '#app/import/csv/publications.server.ts'
import { type CsvLine, readCsv } from '#app/import/csv/read-csv.server.ts'
import { log } from '#app/log.server.ts'
import { EmailTaken } from '#app/models/accounts/user.server.ts'
import { RoleRefused } from '#app/models/accounts/user-edit.server.ts'
import { discardCsvImport } from '#app/models/backoffice/import/csv-retention.server.ts'
import { createCsvImport, setImportState } from '#app/models/backoffice/import/imports.server.ts'
import {
  clearBodies,
  findKeysInUse,
  listStagedRecords,
  markWritten,
  recordValidations,
  rejectRecord,
  type StagedRecord,
  stageRecords,
  startPass,
  type ValidationResult,
} from '#app/models/backoffice/import/staging.server.ts'
import { DateBeforeRevision } from '#app/models/catalogue/publication-edit.server.ts'
import { VersionTaken } from '#app/models/catalogue/revision.server.ts'
import { isDataFault } from '#app/models/platform/db.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { csvLineProblems } from '#app/text/backoffice/csv-import-labels.ts'
import { importPlaces } from '#app/text/backoffice/import-labels.ts'

const PORTION_SIZE = 200

const importers: Readonly<Record<CsvKind, Importer>> = {
  publications: validatePublicationLines,
  freight: validateFreightLines,
  clients: validateClientLines,
}

export type CsvImport = { id: number; kind: CsvKind }
type Upload = { kind: CsvKind; name: string; bytes: Uint8Array; createdBy: number }

/** Stores the lines of a file for validation and returns how many. Throws CsvFault without storing a line. */
export async function stageCsv({ kind, name, bytes, createdBy }: Upload) {
  const id = await createCsvImport(name, kind, createdBy)
  try {
    const pass = await startPass(id)
    let count = 0
    let portion: CsvLine[] = []
    const stagePortion = async () => {
      const records = portion.map(({ line, cells, fault }) => ({
        legacyId: null,
        place: importPlaces.line(line),
        body: fault ? { fault } : { cells },
      }))
      await stageRecords({ importId: id, pass }, csvRecordKinds[kind], records)
      count += portion.length
      portion = []
    }
    for await (const line of readCsv(bytes, kind)) {
      portion.push(line)
      if (portion.length === PORTION_SIZE) await stagePortion()
    }
    await stagePortion()
    return { id, count }
  } catch (error) {
    await discardCsvImport(id)
    throw error
  }
}

/** Validates all lines. To continue after an interruption, call it again. */
export async function checkCsv({ id, kind }: CsvImport): Promise<void> {
  for (;;) {
    const records = await listStagedRecords(
      { importId: id, kind: csvRecordKinds[kind], states: ['read'] },
      0,
      PORTION_SIZE,
    )
    if (records.length === 0) break
    const verdicts = await validateRecords(kind, records)
    await recordValidations(await rejectRepeated({ id, kind }, records, verdicts))
  }
  await setImportState(id, 'checked')
}

const lineBody = z.union([
  z.object({ cells: z.record(z.string(), z.string()) }),
  z.object({ fault: z.string() }),
])

async function validateRecords(kind: CsvKind, records: readonly StagedRecord[]): Promise<LineVerdict[]> {
  const bodies = records.map(({ body }) => lineBody.parse(body))
  const readableCells = bodies.flatMap((body) => ('cells' in body ? [body.cells] : []))
  // The importer returns one verdict for each readable line, in the same order.
  const nextVerdicts = (await importers[kind](readableCells)).values()
  return bodies.map((body) => {
    if ('fault' in body) return { problems: { registro: [body.fault] } }
    return nextVerdicts.next().value ?? unreadableVerdict
  })
}

const unreadableVerdict: LineVerdict = { problems: { registro: [csvLineProblems.notWritten] } }

/** Rejects lines about a record that an earlier line already has. */
async function rejectRepeated(
  { id, kind }: CsvImport,
  records: readonly StagedRecord[],
  verdicts: readonly LineVerdict[],
): Promise<ValidationResult[]> {
  const keys = verdicts.flatMap((verdict) => ('key' in verdict ? listKeys(verdict) : []))
  const usedKeys = await findKeysInUse(id, csvRecordKinds[kind], keys)
  return records.map((record, index) => {
    const verdict = verdicts[index] ?? unreadableVerdict
    const isRepeated = 'key' in verdict && listKeys(verdict).some((key) => usedKeys.has(key))
    if ('key' in verdict) for (const key of listKeys(verdict)) usedKeys.add(key)
    return toValidationResult(
      record.id,
      isRepeated ? { problems: { registro: [csvLineProblems.repeated] } } : verdict,
    )
  })
}

function listKeys({ key, otherKey }: PlannedChange): string[] {
  return otherKey ? [key, otherKey] : [key]
}

function toValidationResult(id: number, verdict: LineVerdict): ValidationResult {
  const data = { id, status: null, amount: null }
  if ('problems' in verdict) return { ...data, state: 'refused', problems: verdict.problems, keyText: null }
  const { key: keyText, otherKey = null, targetId, changes } = verdict
  return {
    ...data,
    keyText,
    otherKey,
    targetId,
    changes,
    problems: null,
    state: isUnchanged(verdict) ? 'known' : 'ready',
  }
}

function isUnchanged({ changes }: PlannedChange): boolean {
  return changes !== null && Object.keys(changes).length === 0
}

type Actor = { actorUserId: number }

/** Writes the displayed lines without sending mails. To continue after an interruption, call it again. */
export async function applyCsv({ id, kind }: CsvImport, actor: Actor): Promise<void> {
  for (;;) {
    const records = await listStagedRecords(
      { importId: id, kind: csvRecordKinds[kind], states: ['ready'] },
      0,
      PORTION_SIZE,
    )
    if (records.length === 0) break
    const verdicts = await validateRecords(kind, records)
    for (const [index, record] of records.entries())
      await applyLine(kind, record, { verdict: verdicts[index] ?? unreadableVerdict, actor })
  }
  await clearBodies(id, { isPersonal: kind === 'clients' })
  await setImportState(id, 'done')
}

type LineAttempt = { verdict: LineVerdict; actor: Actor; isRetry?: boolean }

/**
 * Writes a line. Rejects it if its change is no longer the displayed one. Validates again after a conflict,
 * once.
 */
async function applyLine(
  kind: CsvKind,
  record: StagedRecord,
  { verdict, actor, isRetry }: LineAttempt,
): Promise<void> {
  if ('problems' in verdict) return rejectRecord(record.id, verdict.problems)
  if (isUnchanged(verdict)) return markWritten(record.id, verdict.targetId)
  if (!isAsDisplayed(record, verdict))
    return rejectRecord(record.id, { registro: [csvLineProblems.meanwhile] })
  try {
    const token = `csv-line-${record.id}`
    await markWritten(record.id, await verdict.write({ ...actor, token }))
  } catch (error) {
    if (!isLineError(error)) throw error
    if (isRetry || isDataFault(error)) return rejectLine(record, error)
    const [currentVerdict = unreadableVerdict] = await validateRecords(kind, [record])
    return applyLine(kind, record, { verdict: currentVerdict, actor, isRetry: true })
  }
}

function isAsDisplayed(record: StagedRecord, { targetId, changes }: PlannedChange): boolean {
  return record.targetId === targetId && JSON.stringify(record.changes) === JSON.stringify(changes)
}

/** Returns true for an error of the line. Others, such as a lost connection, end the run. */
function isLineError(error: unknown): boolean {
  const kinds = [StaleRecordError, EmailTaken, VersionTaken, DateBeforeRevision, RoleRefused]
  return kinds.some((kind) => error instanceof kind) || isDataFault(error)
}

async function rejectLine({ id }: StagedRecord, error: unknown): Promise<void> {
  log.warn({ err: error, record: id }, 'line not imported')
  const text = isDataFault(error) ? csvLineProblems.notWritten : csvLineProblems.meanwhile
  await rejectRecord(id, { registro: [text] })
}
