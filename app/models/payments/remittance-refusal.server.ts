import { sql } from 'kysely'
import type { RemittanceReply } from '#app/domain/charges/cnab/cnab-reply.ts'
import { belongsToAgreement } from '#app/domain/payments/bank-file.ts'
import { isInstructionValid } from '#app/domain/payments/remittance-agreement.ts'
import { changeBoleto, withdrawInstructions } from '#app/models/charges/boleto-state.server.ts'
import { lockAgreement } from '#app/models/payments/pending-instructions.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { findBankAgreement } from '#app/models/settings/setting.server.ts'

/** Returns the remittance, and how many instructions its rejection would queue again or close. */
export async function findRejectableRemittance(id: number) {
  const file = await db
    .selectFrom('remittances')
    .select(['id', 'sequence', 'created_at as createdAt', 'refused_at as refusedAt'])
    .select(['reply', 'reply_text as replyText'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!file) return undefined
  const unansweredInstructions = await listUnansweredInstructions(db, id)
  const { registrations, writeOffs, withdrawn } = groupInstructions(unansweredInstructions)
  return {
    ...file,
    registrations: registrations.length,
    writeOffs: writeOffs.length,
    withdrawn: withdrawn.length,
  }
}

const MAX_REPLY_LENGTH = 1000
/** space for '; e mais' and the number of omitted lines */
const COUNT_LENGTH = 20

/** Joins as many complete lines as fit and adds the number of omitted lines. */
function joinCompleteLines(lines: readonly string[]): string {
  const fullText = lines.join('; ')
  if (fullText.length <= MAX_REPLY_LENGTH) return fullText
  const shownLines = lines.filter((_, index) => {
    const textUntilLine = lines.slice(0, index + 1).join('; ')
    return textUntilLine.length <= MAX_REPLY_LENGTH - COUNT_LENGTH
  })
  return `${shownLines.join('; ')}; e mais ${lines.length - shownLines.length}`
}

/** Stores the bank's last reply to a whole remittance. Returns 'unknown' if another program sent the remittance. */
export async function recordRemittanceReply(
  reply: Omit<RemittanceReply, 'errors'>,
  now = new Date(),
): Promise<'recorded' | 'known' | 'unknown'> {
  const { bank, format, sequence, sequences, outcome } = reply
  const ownAgreement = await findBankAgreement()
  if (ownAgreement && !belongsToAgreement(reply, ownAgreement)) return 'unknown'
  const replyText = joinCompleteLines(reply.note)
  return withTransaction(async (trx) => {
    const file = await trx
      .selectFrom('remittances')
      .select(['id', 'reply', 'reply_text'])
      .where('bank', '=', bank)
      .where('format', '=', format)
      // The bank's reply contains only the last digits of the sequence.
      .where(sql`sequence % ${sequences}`, '=', sequence)
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!file) return 'unknown'
    if (file.reply === outcome && file.reply_text === replyText) return 'known'
    const replyColumns = { reply: outcome, reply_text: replyText, replied_at: now }
    await trx.updateTable('remittances').set(replyColumns).where('id', '=', file.id).execute()
    return 'recorded'
  })
}

/** Queues unanswered instructions again as new rows. Closes boletos that were withdrawn meanwhile. */
export function rejectRemittance(
  id: number,
  actor: Actor & { actorUserId: number },
): Promise<{ outcome: 'refused'; boletos: number } | { outcome: 'already' | 'unknown' }> {
  return withTransaction(async (trx) => {
    await lockAgreement(trx)
    const file = await lockRemittance(trx, id)
    if (!file) return { outcome: 'unknown' }
    if (file.refused_at) return { outcome: 'already' }
    await trx.updateTable('remittances').set({ refused_at: new Date() }).where('id', '=', id).execute()
    await lockBoletos(trx, id)
    const unansweredInstructions = await listUnansweredInstructions(trx, id)
    const { registrations, writeOffs, withdrawn } = groupInstructions(unansweredInstructions)
    await recordBoletoHistory(trx, unansweredInstructions, 'boleto-file-refused', actor)
    await queueRegistrationsAgain(trx, registrations, actor)
    await queueInstructionsAgain(trx, writeOffs, 'write-off')
    await recordBoletoHistory(trx, writeOffs, 'boleto-write-off-again', actor)
    for (const { boletoId } of withdrawn) await closeUnregistered(trx, boletoId, actor)
    return { outcome: 'refused', boletos: unansweredInstructions.length }
  })
}

function lockRemittance(trx: Trx, id: number) {
  return trx
    .selectFrom('remittances')
    .select('refused_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

async function lockBoletos(trx: Trx, remittanceId: number): Promise<void> {
  const boletoIds = trx
    .selectFrom('boleto_instructions')
    .select('boleto_id')
    .where('remittance_id', '=', remittanceId)
  await trx
    .selectFrom('boletos')
    .select('id')
    .where('id', 'in', boletoIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Returns the remittance's unanswered instructions, at most a thousand, except those that were queued again later. */
async function listUnansweredInstructions(reader: DbOrTrx, remittanceId: number) {
  const rows = await reader
    .selectFrom('boleto_instructions')
    .innerJoin('boletos', 'boletos.id', 'boleto_instructions.boleto_id')
    .where('remittance_id', '=', remittanceId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('boleto_instructions as later')
            .select('later.id')
            .whereRef('later.boleto_id', '=', 'boleto_instructions.boleto_id')
            .whereRef('later.instruction', '=', 'boleto_instructions.instruction')
            .whereRef('later.id', '>', 'boleto_instructions.id'),
        ),
      ),
    )
    .select(['boletos.id as boletoId', 'boletos.order_id as orderId', 'instruction', 'boletos.state'])
    .select(['our_number_printed as ourNumber', 'boletos.withdrawn_at as withdrawnAt'])
    .orderBy('boleto_instructions.id')
    .execute()
  return rows.filter(isUnanswered)
}

type SentInstruction = {
  boletoId: number
  orderId: number
  ourNumber: string
  instruction: 'register' | 'write-off'
  state: Parameters<typeof isInstructionValid>[1]['state']
  withdrawnAt: Date | null
}

function isUnanswered({ instruction, state, withdrawnAt }: SentInstruction): boolean {
  if (instruction === 'register') return state === 'sent'
  return isInstructionValid(instruction, { state, isWithdrawn: withdrawnAt !== null })
}

function groupInstructions(sentInstructions: readonly SentInstruction[]) {
  const writeOffs = sentInstructions.filter(({ instruction }) => instruction === 'write-off')
  const registerInstructions = sentInstructions.filter(({ instruction }) => instruction === 'register')
  const registrations = registerInstructions.filter(({ withdrawnAt }) => withdrawnAt === null)
  return {
    writeOffs,
    registrations,
    withdrawn: registerInstructions.filter(({ withdrawnAt }) => withdrawnAt !== null),
  }
}

/** Queues many registrations again, as changeBoleto does for a single boleto. All rows must be locked. */
async function queueRegistrationsAgain(
  trx: Trx,
  sentInstructions: readonly SentInstruction[],
  actor: Actor,
): Promise<void> {
  if (sentInstructions.length === 0) return
  const ids = sentInstructions.map(({ boletoId }) => boletoId)
  await trx
    .updateTable('boletos')
    .set({ state: 'made', state_at: new Date() })
    .where('id', 'in', ids)
    .execute()
  await queueInstructionsAgain(trx, sentInstructions, 'register')
  await recordBoletoHistory(trx, sentInstructions, 'boleto-made-again', actor)
}

async function queueInstructionsAgain(
  trx: Trx,
  sentInstructions: readonly SentInstruction[],
  instruction: SentInstruction['instruction'],
): Promise<void> {
  if (sentInstructions.length === 0) return
  const rows = sentInstructions.map(({ boletoId }) => ({ boleto_id: boletoId, instruction }))
  await trx.insertInto('boleto_instructions').values(rows).execute()
}

/** Closes a boleto without a write-off because the bank never registered the boleto. */
async function closeUnregistered(trx: Trx, boletoId: number, actor: Actor): Promise<void> {
  await withdrawInstructions(trx, boletoId, 'write-off')
  await changeBoleto(trx, boletoId, 'written-off', actor)
}

async function recordBoletoHistory(
  trx: Trx,
  sentInstructions: readonly SentInstruction[],
  action: string,
  actor: Actor,
) {
  const entries = sentInstructions.map(({ orderId, ourNumber }) => ({
    entity: 'order' as const,
    entityId: orderId,
    action,
    ...actor,
    details: { ourNumber },
  }))
  await recordHistory(trx, ...entries)
}
