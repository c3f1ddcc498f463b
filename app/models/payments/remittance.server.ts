import type { CnabBank, RemittanceAgreement } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { writeRemittance } from '#app/domain/charges/cnab/cnab-remittance.ts'
import {
  isInstructionValid,
  listFileFormats,
  listRemittanceFaults,
  maxBoletosPerFile,
} from '#app/domain/payments/remittance-agreement.ts'
import { type CivilDate, toCivilDate, toCivilTime } from '#app/domain/platform/calendar.ts'
import {
  findRemittanceBasis,
  listWaitingInstructions,
  lockAgreement,
  type RemittanceGap,
  sumWaitingInstructions,
  type WaitingInstruction,
} from '#app/models/payments/pending-instructions.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

/** Maximum number of instructions on the page */
const MAX_SHOWN = 2_000

/** Returns totals and the oldest instructions, divided into ready and faulty instructions. */
export async function listRemittanceInstructions(today: CivilDate) {
  const [basis, total, oldestInstructions] = await Promise.all([
    findRemittanceBasis(),
    sumWaitingInstructions(),
    listWaitingInstructions({ limit: MAX_SHOWN }),
  ])
  const { agreement, missing, bank, format: agreedFormat } = basis
  const checkedInstructions: WaitingInstruction[] = oldestInstructions.map((instruction) => ({
    ...instruction,
    faults: agreement ? listRemittanceFaults(agreement, instruction, today, agreedFormat) : [],
  }))
  const ready = checkedInstructions.filter(({ faults }) => faults.length === 0)
  const faulty = checkedInstructions.filter(({ faults }) => faults.length > 0)
  const formats = listFileFormats(agreedFormat, ready)
  const hasMore = oldestInstructions.length === MAX_SHOWN
  return { bank, agreedFormat, formats, missing, total, ready, faulty, hasMore }
}

export type RemittanceResult =
  | { outcome: 'made'; id: number; boletos: number }
  /** nothing was left to send, for example after a concurrent request */
  | { outcome: 'nothing' }
  | { outcome: 'not-ready'; missing: RemittanceGap[] }

/** Creates a file of at most 1000 boletos. `chosenFormat` is used only if the agreement states no format. */
export function createRemittance(
  chosenFormat: CnabFormat,
  actor: Actor & { actorUserId: number },
  now = new Date(),
): Promise<RemittanceResult> {
  return withTransaction(async (trx) => {
    await lockAgreement(trx)
    const basis = await findRemittanceBasis(trx)
    if (!basis.agreement) return { outcome: 'not-ready', missing: basis.missing }
    const { agreement } = basis
    const format = basis.format ?? chosenFormat
    const today = toCivilDate(now)
    const isReady: InstructionCheck = (instruction) =>
      listRemittanceFaults(agreement, instruction, today, format).length === 0
    const readyInstructions = await findReadyInstructions(trx, isReady)
    const instructions = await lockValidInstructions(trx, readyInstructions)
    if (instructions.length === 0) return { outcome: 'nothing' }
    const id = await storeFile(trx, instructions, { ...basis, format, now, userId: actor.actorUserId })
    await markSent(trx, id, instructions, actor)
    return { outcome: 'made', id, boletos: instructions.length }
  })
}

type UncheckedInstruction = Awaited<ReturnType<typeof listWaitingInstructions>>[number]
type InstructionCheck = (instruction: UncheckedInstruction) => boolean

/** Returns the oldest instruction of each boleto. Skips faulty instructions. */
async function findReadyInstructions(trx: Trx, isReady: InstructionCheck): Promise<UncheckedInstruction[]> {
  const readyByBoleto = new Map<number, UncheckedInstruction>()
  let afterId = 0
  for (;;) {
    const batch = await listWaitingInstructions({ after: afterId, limit: maxBoletosPerFile }, trx)
    for (const instruction of batch.filter(isReady))
      if (!readyByBoleto.has(instruction.boletoId)) readyByBoleto.set(instruction.boletoId, instruction)
    const lastInstruction = batch.at(-1)
    const isLastBatch = batch.length < maxBoletosPerFile
    const isFileFull = readyByBoleto.size >= maxBoletosPerFile
    if (!lastInstruction || isLastBatch || isFileFull)
      return [...readyByBoleto.values()].slice(0, maxBoletosPerFile)
    afterId = lastInstruction.id
  }
}

/** Locks boletos, then instructions. Returns the instructions that are still valid. */
async function lockValidInstructions(
  trx: Trx,
  candidates: UncheckedInstruction[],
): Promise<UncheckedInstruction[]> {
  if (candidates.length === 0) return []
  const boletos = await lockBoletos(trx, listIds(candidates, 'boletoId'))
  const unsentRows = await lockUnsentInstructions(trx, listIds(candidates, 'id'))
  const boletosById = new Map(boletos.map((boleto) => [boleto.id, boleto]))
  const unsentIds = new Set(unsentRows.map(({ id }) => id))
  return candidates.filter(({ id, boletoId, boleto }) => {
    const lockedBoleto = boletosById.get(boletoId)
    const isSendable = lockedBoleto !== undefined && isInstructionValid(boleto.instruction, lockedBoleto)
    return isSendable && unsentIds.has(id)
  })
}

function listIds(instructions: UncheckedInstruction[], name: 'id' | 'boletoId'): number[] {
  return instructions.map((instruction) => instruction[name])
}

async function lockBoletos(trx: Trx, ids: number[]) {
  const boletos = await trx
    .selectFrom('boletos')
    .select(['id', 'state', 'withdrawn_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return boletos.map(({ id, state, withdrawn_at }) => ({ id, state, isWithdrawn: withdrawn_at !== null }))
}

function lockUnsentInstructions(trx: Trx, ids: number[]) {
  return trx
    .selectFrom('boleto_instructions')
    .select('id')
    .where('id', 'in', ids)
    .where('remittance_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

type RemittanceFile = {
  agreement: RemittanceAgreement
  company: { name: string; cnpj: string }
  nextSequence: number
  format: CnabFormat
  now: Date
  userId: number
}

/** Stores the file with the bank's next number. Returns the id of its row. */
async function storeFile(trx: Trx, instructions: UncheckedInstruction[], file: RemittanceFile) {
  const { agreement, company, format, now, userId } = file
  const { bank } = agreement
  const sequence = Math.max(await findNextSequence(trx, bank), file.nextSequence)
  const content = writeRemittance({
    format,
    agreement,
    sequence,
    date: toCivilDate(now),
    time: toCivilTime(now),
    company: { name: company.name, document: company.cnpj },
    boletos: instructions.map(({ boleto }) => boleto),
  })
  const insertion = await trx
    .insertInto('remittances')
    .values({
      bank,
      format,
      sequence,
      boletos: instructions.length,
      content,
      created_at: now,
      created_by: userId,
    })
    .executeTakeFirstOrThrow()
  return Number(insertion.insertId)
}

async function findNextSequence(trx: Trx, bank: CnabBank): Promise<number> {
  const lastRemittance = await trx
    .selectFrom('remittances')
    .select('sequence')
    .where('bank', '=', bank)
    .orderBy('sequence', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return (lastRemittance?.sequence ?? 0) + 1
}

/** Marks many boletos as sent, as changeBoleto does for a single boleto. All rows must be locked. */
async function markSent(
  trx: Trx,
  remittanceId: number,
  instructions: UncheckedInstruction[],
  actor: Actor,
): Promise<void> {
  await trx
    .updateTable('boleto_instructions')
    .set({ remittance_id: remittanceId })
    .where('id', 'in', listIds(instructions, 'id'))
    .execute()
  const registrations = instructions.filter(({ boleto }) => boleto.instruction === 'register')
  if (registrations.length > 0)
    await trx
      .updateTable('boletos')
      .set({ state: 'sent', state_at: new Date() })
      .where('id', 'in', listIds(registrations, 'boletoId'))
      .execute()
  await recordHistory(trx, ...instructions.map((instruction) => toHistoryEntry(instruction, actor)))
}

function toHistoryEntry({ orderId, ourNumberPrinted, boleto }: UncheckedInstruction, actor: Actor) {
  const action = boleto.instruction === 'register' ? 'boleto-sent' : 'boleto-write-off-sent'
  const details = { ourNumber: ourNumberPrinted }
  return { entity: 'order' as const, entityId: orderId, action, ...actor, details }
}

export const remittancesPerPage = 20

/** Returns remittances, newest first. `hasContent` is 0 after the retention period. */
export async function listRemittances(page: number) {
  const [rows, { count }] = await Promise.all([
    db
      .selectFrom('remittances')
      .leftJoin('profiles', 'profiles.user_id', 'created_by')
      .select([
        'remittances.id',
        'bank',
        'format',
        'sequence',
        'boletos',
        'remittances.created_at as createdAt',
        'refused_at as refusedAt',
        'reply',
        'reply_text as replyText',
      ])
      .select('profiles.name as by')
      .select((eb) => eb('content', '<>', '').as('hasContent'))
      .orderBy('remittances.id', 'desc')
      .limit(remittancesPerPage)
      .offset((page - 1) * remittancesPerPage)
      .execute(),
    db
      .selectFrom('remittances')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count, pages: Math.max(1, Math.ceil(count / remittancesPerPage)) }
}

export function findRemittance(id: number) {
  return db
    .selectFrom('remittances')
    .select(['id', 'bank', 'sequence', 'content', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findLastFormat(): Promise<CnabFormat | undefined> {
  const lastRemittance = await db
    .selectFrom('remittances')
    .select('format')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!lastRemittance) return undefined
  return lastRemittance.format === 240 ? 240 : 400
}
