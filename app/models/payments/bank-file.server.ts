import { createHash } from 'node:crypto'
import type { BankReturn, ReturnEntry, ReturnFault, ReturnFile } from '#app/domain/charges/cnab/cnab-entry.ts'
import { belongsToAgreement } from '#app/domain/payments/bank-file.ts'
import { skipNumbersOfFile } from '#app/models/charges/boleto-number.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { findBankAgreement } from '#app/models/settings/setting.server.ts'

export const linesPerBatch = 500
const PER_PAGE = 50

export type ReadFile = Extract<BankReturn, { valid: true }>

/** The origin of a file. `createdBy` is null for a file from the bank's folder. */
export type BankFileOrigin = {
  name: string
  source: 'upload' | 'folder'
  createdBy: number | null
  sha256: string
  stored_name: string
}

/** 'known': a stored file has the same bytes; 'other-content': a stored file has the same number but other bytes. */
export type RecordedBankFile = { outcome: 'new' | 'known' | 'other-content'; id: number }

/** Returns hash and storage name. The name is the hash, so equal bytes are stored once. */
export function hashBankFile(bytes: Uint8Array): { sha256: string; stored_name: string } {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { sha256, stored_name: `bank-files/${sha256}` }
}

/** Records a file for review, once per bank file. The caller must have stored the bytes. */
export async function recordBankFile(
  parsedFile: ReadFile,
  origin: BankFileOrigin,
): Promise<RecordedBankFile> {
  try {
    return { outcome: 'new', id: await withTransaction((trx) => insertFile(trx, parsedFile, origin)) }
  } catch (error) {
    if (!isDuplicate(error, 'bank_files_key')) throw error
    const knownFile = await db
      .selectFrom('bank_files')
      .select(['id', 'sha256'])
      .where('file_key', '=', escapeKey(parsedFile.file.key))
      .executeTakeFirstOrThrow()
    return { outcome: knownFile.sha256 === origin.sha256 ? 'known' : 'other-content', id: knownFile.id }
  }
}

export function findBankFile(id: number) {
  return selectFiles().where('bank_files.id', '=', id).executeTakeFirst()
}

export async function listBankFiles(page: number) {
  const [rows, { count }] = await Promise.all([
    selectFiles()
      .orderBy('bank_files.id', 'desc')
      .limit(PER_PAGE)
      .offset((page - 1) * PER_PAGE)
      .execute(),
    db
      .selectFrom('bank_files')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count, pages: Math.max(1, Math.ceil(count / PER_PAGE)) }
}

export async function countWaitingBankFiles(): Promise<number> {
  const { count } = await db
    .selectFrom('bank_files')
    .where('state', '=', 'read')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns true if the file belongs to another agreement. Returns false if the shop has no agreement. */
export async function isOtherAgreementFile(file: Pick<ReturnFile, 'bank' | 'agreement'>): Promise<boolean> {
  const ownAgreement = await findBankAgreement()
  return ownAgreement !== undefined && !belongsToAgreement(file, ownAgreement)
}

type ApplyRequestResult = 'asked' | 'already' | 'unknown' | 'other-agreement' | 'no-reason'

/**
 * Queues the application of a reviewed file, once. A file of another agreement needs `isVouchedFor`, and a
 * doubtful file needs a `reason`.
 */
export async function requestApplying(
  id: number,
  actorUserId: number,
  { isVouchedFor = false, reason = '' }: { isVouchedFor?: boolean; reason?: string } = {},
): Promise<ApplyRequestResult> {
  const knownFile = await findBankFile(id)
  if (!knownFile) return 'unknown'
  const isUnapplied = knownFile.state === 'read'
  const isDoubtful = knownFile.doubts !== null
  if (isUnapplied && !isVouchedFor && (await isOtherAgreementFile(knownFile))) return 'other-agreement'
  if (isUnapplied && isDoubtful && reason === '') return 'no-reason'
  return enqueueApplying(id, actorUserId, isDoubtful ? reason : '')
}

function enqueueApplying(id: number, actorUserId: number, reason: string): Promise<ApplyRequestResult> {
  return withTransaction(async (trx) => {
    const file = await trx
      .selectFrom('bank_files')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!file) return 'unknown'
    if (file.state !== 'read') return 'already'
    await trx
      .updateTable('bank_files')
      .set({ state: 'applying', applied_by: actorUserId })
      .where('id', '=', id)
      .execute()
    const entry = { entity: 'bank-file', entityId: id, action: 'apply-asked', actorUserId } as const
    await recordHistory(trx, reason === '' ? entry : { ...entry, details: { reason } })
    await addToOutbox(trx, ['apply-bank-file'], String(id))
    return 'asked'
  })
}

/** Parses the stored doubts about a file, which staff review before it is applied. */
export function parseDoubts({ doubts }: { doubts: string | null }): ReturnFault[] {
  return doubts === null ? [] : JSON.parse(doubts)
}

function selectFiles() {
  return db
    .selectFrom('bank_files')
    .leftJoin('profiles as bringer', 'bringer.user_id', 'bank_files.created_by')
    .leftJoin('profiles as applier', 'applier.user_id', 'bank_files.applied_by')
    .select(['bank_files.id', 'bank_files.name', 'bank', 'format', 'agreement', 'sequence', 'file_date'])
    .select([
      'line_count',
      'numbers_through',
      'state',
      'stored_name',
      'source',
      'bank_files.created_at',
      'applied_at',
      'doubts',
    ])
    .select(['bringer.name as broughtBy', 'applier.name as appliedBy'])
}

/** Inserts the file and its records, and marks their boleto numbers as used. */
async function insertFile(trx: Trx, parsedFile: ReadFile, origin: BankFileOrigin): Promise<number> {
  const { bank, format, agreement, sequence, date, key } = parsedFile.file
  const { createdBy, source, ...fileColumns } = origin
  const insertion = await trx
    .insertInto('bank_files')
    .values({
      ...fileColumns,
      source,
      bank,
      format,
      agreement,
      sequence,
      file_key: escapeKey(key),
      file_date: date,
      line_count: parsedFile.entries.length,
      doubts: parsedFile.doubts.length > 0 ? JSON.stringify(parsedFile.doubts) : null,
      created_by: createdBy,
    })
    .executeTakeFirstOrThrow()
  const id = Number(insertion.insertId)
  for (let start = 0; start < parsedFile.entries.length; start += linesPerBatch)
    await insertLines(trx, id, parsedFile.entries.slice(start, start + linesPerBatch))
  await skipNumbersOfFile(trx, id)
  await recordHistory(trx, {
    entity: 'bank-file',
    entityId: id,
    action: 'file-read',
    actorUserId: createdBy,
    source,
    details: { name: origin.name, lines: parsedFile.entries.length },
  })
  return id
}

async function insertLines(trx: Trx, fileId: number, entries: readonly ReturnEntry[]) {
  const findBoletoId = await makeBoletoFinder(trx, entries)
  await trx
    .insertInto('bank_file_lines')
    .values(
      entries.map((entry) => ({
        ...toFileLine(entry),
        bank_file_id: fileId,
        boleto_id: findBoletoId(entry),
      })),
    )
    .execute()
}

function toFileLine(entry: ReturnEntry) {
  return {
    line: entry.line,
    occurrence: entry.occurrence,
    meaning: entry.meaning,
    value: entry.value,
    received: entry.receivedAmount,
    paid: entry.paidAmount,
    fee: entry.fee,
    line_key: escapeKey(entry.lineKey),
    event_key: escapeKey(entry.eventKey),
    our_number: entry.ourNumber,
    boleto_number: entry.boletoNumber,
    number_range: entry.range,
    wallet: entry.wallet,
    control: entry.control,
    payer_name: entry.payerName,
    payer_document: entry.payerDocument,
    document_number: entry.documentNumber,
    occurrence_date: entry.occurrenceDate,
    credit_date: entry.creditDate,
    due_date: entry.dueDate,
    reasons: entry.reasons.join(' '),
  }
}

const NON_ASCII_CHARACTER = /[^\x20-\x7e]/g

/** Converts a key to ASCII because key columns are ASCII and document numbers may contain any character. */
function escapeKey(key: string): string {
  return key.replace(NON_ASCII_CHARACTER, (character) => `%${character.charCodeAt(0).toString(16)}`)
}

type NumberedEntry = { range: string | null; boletoNumber: string }

/** Returns a function that finds our boleto of an entry by range and number. */
export async function makeBoletoFinder(
  trx: Trx,
  entries: readonly NumberedEntry[],
): Promise<(entry: NumberedEntry) => number | null> {
  const ranges = [...new Set(entries.flatMap(({ range }) => range ?? []))]
  if (ranges.length === 0) return () => null
  const numbers = [...new Set(entries.map(({ boletoNumber }) => boletoNumber))]
  const boletos = await trx
    .selectFrom('boletos')
    .select(['id', 'number_range', 'our_number'])
    .where('number_range', 'in', ranges)
    .where('our_number', 'in', numbers)
    .execute()
  const idsByNumber = new Map(
    boletos.map(({ id, number_range, our_number }) => [`${number_range} ${our_number}`, id]),
  )
  return ({ range, boletoNumber }) => idsByNumber.get(`${range} ${boletoNumber}`) ?? null
}
