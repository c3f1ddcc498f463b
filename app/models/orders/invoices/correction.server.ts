import { maxCorrections } from '#app/domain/orders/invoices/invoice.ts'
import { changeLockedInvoice, findIssuedInvoice } from '#app/models/orders/invoices/issued-invoice.server.ts'
import { type DbOrTrx, db, isDuplicate } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

const correctionJob = 'correct-invoice'

type CorrectionRequest = {
  orderId: number
  invoiceId: number
  /** number of letters that the page showed, because a repeated form must not request a second letter */
  seenCount: number
  text: string
}

export type CorrectionAnswer = 'asked' | 'unknown' | 'over' | 'under-way' | 'too-many'

/** Requests a correction letter of an NF-e, which replaces earlier letters (Ajuste SINIEF 7/2005, cl. 14-A). */
export async function requestCorrection(
  { orderId, invoiceId, seenCount, text }: CorrectionRequest,
  actor: Actor,
): Promise<CorrectionAnswer> {
  const knownInvoice = await findIssuedInvoice(invoiceId)
  if (knownInvoice?.orderId !== orderId || knownInvoice.model !== 'nfe') return 'unknown'
  try {
    return await changeLockedInvoice(invoiceId, async (trx, invoice) => {
      if (invoice.state !== 'authorised') return 'over'
      const letters = await listCorrections(invoiceId, trx)
      const hasOpenLetter = letters.some(({ state }) => state === 'asked')
      const isPageOutdated = letters.length !== seenCount
      if (hasOpenLetter || isPageOutdated) return 'under-way'
      const acceptedLetters = letters.filter(({ state }) => state === 'done')
      if (acceptedLetters.length >= maxCorrections) return 'too-many'
      const row = { invoice_id: invoiceId, state: 'asked', is_open: 1, text } as const
      const insertion = await trx.insertInto('invoice_corrections').values(row).executeTakeFirstOrThrow()
      await addToOutbox(trx, [correctionJob], String(insertion.insertId))
      await recordHistory(trx, {
        entity: 'order',
        entityId: orderId,
        action: 'invoice-correction-asked',
        ...actor,
        details: { model: invoice.model },
      })
      return 'asked'
    })
  } catch (error) {
    if (isDuplicate(error, 'invoice_corrections_open')) return 'under-way'
    throw error
  }
}

export function listOrderCorrections(orderId: number) {
  return db
    .selectFrom('invoice_corrections as letter')
    .innerJoin('invoices', 'invoices.id', 'letter.invoice_id')
    .select(['letter.id', 'letter.invoice_id as invoiceId', 'letter.state', 'ordinal', 'text'])
    .select(['letter.messages', 'settled_at as settledAt'])
    .where('order_id', '=', orderId)
    .orderBy('letter.id', 'desc')
    .execute()
}

export function listCorrections(invoiceId: number, reader: DbOrTrx = db) {
  return reader
    .selectFrom('invoice_corrections')
    .select(['id', 'state', 'ordinal', 'text', 'messages', 'settled_at as settledAt'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .execute()
}

/** Returns a correction letter. `before` is the highest ordinal of earlier letters, or 0. */
export async function findCorrection(id: number) {
  const letter = await db
    .selectFrom('invoice_corrections')
    .select(['id', 'invoice_id as invoiceId', 'state', 'ordinal', 'text'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!letter) return undefined
  const { before } = await db
    .selectFrom('invoice_corrections')
    .select((eb) => eb.fn.max<number | null>('ordinal').as('before'))
    .where('invoice_id', '=', letter.invoiceId)
    .where('id', '<', id)
    .executeTakeFirstOrThrow()
  return { ...letter, before: before ?? 0 }
}

export type CorrectionLetter = NonNullable<Awaited<ReturnType<typeof findCorrection>>>

export function settleCorrection(id: number, ordinal: number): Promise<void> {
  return settleLetter(id, { state: 'done', ordinal, messages: null }, 'invoice-corrected')
}

/** Marks the letter as rejected. `messages` are the texts of the revenue office. */
export function markCorrectionRefused(id: number, messages: readonly string[]): Promise<void> {
  const outcome = { state: 'refused', ordinal: null, messages: messages.join('\n') } as const
  return settleLetter(id, outcome, 'invoice-correction-refused')
}

type LetterOutcome = { state: 'done' | 'refused'; ordinal: number | null; messages: string | null }

/** Stores the outcome of a requested letter. Ignores a letter that already has an outcome. */
async function settleLetter(id: number, outcome: LetterOutcome, action: string): Promise<void> {
  const letter = await findCorrection(id)
  if (!letter) return
  await changeLockedInvoice(letter.invoiceId, async (trx, { orderId, model }) => {
    const update = await trx
      .updateTable('invoice_corrections')
      .set({ ...outcome, is_open: null, settled_at: new Date() })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .executeTakeFirst()
    if (update.numUpdatedRows === 0n) return
    await recordHistory(trx, {
      entity: 'order',
      entityId: orderId,
      action,
      actorUserId: null,
      source: 'fiscal',
      details: { model, ordinal: outcome.ordinal },
    })
  })
}
