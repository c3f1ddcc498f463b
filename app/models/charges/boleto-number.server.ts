import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import {
  getBoletoNumberRange,
  getBoletoNumberWidth,
  getMaxSkippedNumber,
  getNumberRange,
} from '#app/domain/charges/boleto-number.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { settingIds } from '#app/domain/settings/setting.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { editSetting, findBankAgreement, type SaveContext } from '#app/models/settings/setting.server.ts'

export class NumbersExhausted extends Error {
  override name = 'NumbersExhausted'
  override message = 'the boleto numbers of the agreement are used up'
}

/** Thrown if the boleto number is in use. `lowest` is the first free number. */
export class NumberInUse extends Error {
  override name = 'NumberInUse'
  constructor(readonly lowest: number) {
    super(`numbers below ${lowest} are given`)
  }
}

/** Locks the range and reserves the next number until the transaction ends. Throws NumbersExhausted. */
export async function allocateBoletoNumber(
  trx: Trx,
  agreement: BankAgreement,
  day: CivilDate = toCivilDate(new Date()),
): Promise<number> {
  const range = getNumberRange(agreement)
  const { first, last } = getBoletoNumberRange(agreement, day)
  const rangeState = await lockRange(trx, range)
  const number = Math.max(first, rangeState.next)
  if (number > last) throw new NumbersExhausted()
  await saveRange(trx, range, { next: number + 1, lastUsedNumber: number })
  return number
}

export type BoletoNumbers = Awaited<ReturnType<typeof findBoletoNumbers>>

/** Returns the state of an agreement's numbers. `lastUsedNumber` is the highest used number, or 0. */
export async function findBoletoNumbers(agreement: BankAgreement, reader: DbOrTrx = db) {
  const range = getNumberRange(agreement)
  const row = await reader
    .selectFrom('boleto_numbers')
    .select(['next_number', 'given_through'])
    .where('number_range', '=', range)
    .executeTakeFirst()
  const highestNumbers = await findHighestNumbers(reader, range)
  const { first, last } = getBoletoNumberRange(agreement, toCivilDate(new Date()))
  const { next, lastUsedNumber } = getRangeState(row, highestNumbers)
  const width = getBoletoNumberWidth(agreement)
  return { width, range, last, ...highestNumbers, lastUsedNumber, next: Math.max(first, next) }
}

/**
 * Marks numbers below `from` as used, for example after a restore. Returns 'already' if they are marked, or
 * 'none' if the shop has no agreement. Throws NumberInUse if `from` is too low.
 */
export function raiseBoletoNumbers(from: number, actor: Actor): Promise<'raised' | 'already' | 'none'> {
  return withTransaction(async (trx) => {
    const agreement = await findBankAgreement(trx)
    if (!agreement) return 'none'
    const range = getNumberRange(agreement)
    const { next, lastUsedNumber } = await lockRange(trx, range)
    if (from < next) throw new NumberInUse(next)
    if (from === next && lastUsedNumber === from - 1) return 'already'
    await saveRange(trx, range, { next: from, lastUsedNumber: from - 1 })
    await recordNumberChange(trx, { before: next, after: from }, actor)
    return 'raised'
  })
}

/** Saves agreement and next number in one transaction. Throws NumberInUse or StaleRecordError. */
export function saveBankAgreement(
  agreement: BankAgreement,
  nextNumber: number | undefined,
  saving: SaveContext,
): Promise<void> {
  return editSetting('bankAgreement', agreement, saving, async (trx) => {
    if (nextNumber === undefined) return { before: {}, after: {} }
    const range = getNumberRange(agreement)
    const { next, lastUsedNumber } = await lockRange(trx, range)
    if (nextNumber <= lastUsedNumber) throw new NumberInUse(lastUsedNumber + 1)
    await saveRange(trx, range, { next: nextNumber, lastUsedNumber })
    return { before: { nextNumber: next }, after: { nextNumber } }
  })
}

/** Marks the numbers in a return file as used and records which file raised the next number. */
export async function skipNumbersOfFile(trx: Trx, fileId: number): Promise<void> {
  const agreement = await findBankAgreement(trx)
  const currentRange = agreement && getNumberRange(agreement)
  for (const { range, highest } of await listHighestByRange(trx, fileId)) {
    if (range !== currentRange && !(await isStoredRange(trx, range))) continue
    // The file's own lines are excluded because their numbers would already count as used.
    const rangeState = await lockRange(trx, range, fileId)
    if (highest <= rangeState.lastUsedNumber) continue
    const next = Math.max(rangeState.next, highest + 1)
    await saveRange(trx, range, { next, lastUsedNumber: highest })
    if (range === currentRange && next > rangeState.next)
      await recordSkippedNumbers(trx, fileId, { before: rangeState.next, after: next })
  }
}

type NumberChange = { before: number; after: number }

async function recordSkippedNumbers(trx: Trx, fileId: number, change: NumberChange) {
  await trx
    .updateTable('bank_files')
    .set({ numbers_through: change.after - 1 })
    .where('id', '=', fileId)
    .execute()
  await recordNumberChange(trx, change, { actorUserId: null, source: 'bank-file' })
}

function recordNumberChange(trx: Trx, { before, after }: NumberChange, actor: Actor): Promise<number> {
  return recordHistory(trx, {
    entity: 'setting',
    entityId: settingIds.bankAgreement,
    action: 'boleto-numbers-raised',
    ...actor,
    details: { changes: { nextNumber: [String(before), String(after)] } },
  })
}

async function listHighestByRange(trx: Trx, fileId: number) {
  const rows = await trx
    .selectFrom('bank_file_lines')
    .where('bank_file_id', '=', fileId)
    .where('number_range', 'is not', null)
    .select(['number_range as range', 'boleto_number as number'])
    .execute()
  const highestByRange = new Map<string, number>()
  for (const { range, number } of rows)
    if (range !== null && number <= getMaxSkippedNumber(range))
      highestByRange.set(range, Math.max(highestByRange.get(range) ?? 0, Number(number)))
  return [...highestByRange].map(([range, highest]) => ({ range, highest }))
}

async function isStoredRange(trx: Trx, range: string): Promise<boolean> {
  const row = await trx
    .selectFrom('boleto_numbers')
    .select('number_range')
    .where('number_range', '=', range)
    .executeTakeFirst()
  return row !== undefined
}

type RangeState = { next: number; lastUsedNumber: number }

/** Locks a number range and creates it if missing. All other rows must have been locked before. */
async function lockRange(trx: Trx, range: string, exceptFileId?: number): Promise<RangeState> {
  if (!(await isStoredRange(trx, range)))
    await trx
      .insertInto('boleto_numbers')
      .values({ number_range: range, next_number: 1 })
      .onDuplicateKeyUpdate({ number_range: range })
      .execute()
  const row = await trx
    .selectFrom('boleto_numbers')
    .select(['next_number', 'given_through'])
    .where('number_range', '=', range)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return getRangeState(row, await findHighestNumbers(trx, range, exceptFileId))
}

/** Returns the state of a range. Numbers of boletos and bank files count as used, even above the stored number. */
function getRangeState(
  row: { next_number: number; given_through: number } | undefined,
  { highestBoleto, highestSeen }: HighestNumbers,
): RangeState {
  const lastUsedNumber = Math.max(row?.given_through ?? 0, highestBoleto ?? 0, highestSeen ?? 0)
  return { next: Math.max(row?.next_number ?? 1, lastUsedNumber + 1), lastUsedNumber }
}

type HighestNumbers = { highestBoleto: number | null; highestSeen: number | null }

/** Returns the highest used numbers. Compares them as texts because all numbers of a range have the same length. */
async function findHighestNumbers(
  reader: DbOrTrx,
  range: string,
  exceptFileId?: number,
): Promise<HighestNumbers> {
  const ownHighest = await reader
    .selectFrom('boletos')
    .where('number_range', '=', range)
    .select((eb) => eb.fn.max<string | null>('our_number').as('highest'))
    .executeTakeFirstOrThrow()
  let seenLines = reader.selectFrom('bank_file_lines').where('number_range', '=', range)
  if (exceptFileId !== undefined) seenLines = seenLines.where('bank_file_id', '<>', exceptFileId)
  const seenHighest = await seenLines
    .where('boleto_number', '<=', getMaxSkippedNumber(range))
    .select('boleto_number as highest')
    .orderBy('boleto_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    highestBoleto: toNumberOrNull(ownHighest.highest),
    highestSeen: toNumberOrNull(seenHighest?.highest ?? null),
  }
}

function toNumberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text)
}

async function saveRange(trx: Trx, range: string, { next, lastUsedNumber }: RangeState): Promise<void> {
  await trx
    .updateTable('boleto_numbers')
    .set({ next_number: next, given_through: lastUsedNumber, updated_at: new Date() })
    .where('number_range', '=', range)
    .execute()
}
