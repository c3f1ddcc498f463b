import { readAccessKey } from '#app/domain/orders/invoices/access-key.ts'
import {
  findInvoiceTransition,
  getPollDelayMs,
  type InvoiceEvent,
  type InvoiceModel,
  type InvoiceState,
  isIssuedElsewhere,
  isValidInvoice,
} from '#app/domain/orders/invoices/invoice.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { invoiceColumns } from '#app/models/orders/invoices/invoice.server.ts'
import { planOrderInvoices } from '#app/models/orders/invoices/invoice-data.server.ts'
import {
  type DbOrTrx,
  db,
  isDuplicate,
  readDatabaseClock,
  type Trx,
  withTransaction,
} from '#app/models/platform/db.server.ts'
import { type Actor, recordChange } from '#app/models/platform/history.server.ts'
import { addAllToOutbox, addToOutbox } from '#app/models/platform/outbox.server.ts'
import { stampShipmentsOfOrder } from '#app/models/platform/updated-at.server.ts'

const issueJob = 'issue-invoice'
const readJob = 'read-invoice'
const keepFilesJob = 'keep-invoice-files'
const cancelJob = 'cancel-invoice'

const MAX_PROTOCOL_LENGTH = 30
const MAX_NFSE_CODE_LENGTH = 50

const issuerActor: Actor = { actorUserId: null, source: 'fiscal' }

type InvoiceRequest = {
  orderId: number
  model: InvoiceModel
  /** number of invoices that the page showed, so that a repeated form requests only one */
  seenCount: number
}

export type InvoiceRequestResult =
  | number
  | 'unknown-order'
  | 'not-paid'
  | 'taken'
  | 'incomplete'
  | 'not-wanted'

/** Requests an invoice for the order from the issuer. The invoice's reference is never reused. */
export async function requestInvoice(
  { orderId, model, seenCount }: InvoiceRequest,
  actor: Actor,
): Promise<InvoiceRequestResult> {
  try {
    return await withTransaction(async (trx) => {
      const order = await lockOrder(trx, orderId)
      if (!order) return 'unknown-order'
      if (order.status !== orderStatus.confirmed || order.paid_on === null) return 'not-paid'
      const knownInvoices = await trx
        .selectFrom('invoices')
        .select(['model', 'state', 'is_test as isTest'])
        .where('order_id', '=', orderId)
        .execute()
      const isIssuedHere = knownInvoices.some((invoice) => invoice.model === model && isValidInvoice(invoice))
      const isPageOutdated = knownInvoices.length !== seenCount
      if (isIssuedHere || isPageOutdated || isIssuedElsewhere(order.nfe, knownInvoices)) return 'taken'
      const plan = await planOrderInvoices(orderId, { reader: trx })
      if (!plan?.ok) return 'incomplete'
      const request = plan.requests.find((plannedRequest) => plannedRequest.model === model)
      if (!request) return 'not-wanted'
      const isTest = request.environment === 'test'
      const state = findInvoiceTransition('new', 'asked') ?? 'draft'
      const reference = `pedido-${orderId}-${model}-${knownInvoices.length + 1}`
      const asked_at = await readDatabaseClock()
      const insertion = await trx
        .insertInto('invoices')
        .values({
          order_id: orderId,
          model,
          state,
          reference,
          asked_at,
          is_test: isTest,
          is_live: isValidInvoice({ state, isTest }) ? 1 : null,
          layout: request.model === 'nfse' ? request.layout : null,
        })
        .executeTakeFirstOrThrow()
      const id = Number(insertion.insertId)
      await addToOutbox(trx, [issueJob], String(id))
      const newInvoice = { id, orderId, model, state: null, isTest }
      await recordStateChange(trx, newInvoice, { action: 'invoice-asked', state, actor })
      return id
    })
  } catch (error) {
    if (isDuplicate(error, 'invoices_live') || isDuplicate(error, 'invoices_reference')) return 'taken'
    throw error
  }
}

/** Returns an invoice that was requested through the shop; undefined if staff recorded the invoice. */
export function findIssuedInvoice(id: number, reader: DbOrTrx = db) {
  return reader
    .selectFrom('invoices')
    .select(invoiceColumns)
    .where('id', '=', id)
    .where('asked_at', 'is not', null)
    .executeTakeFirst()
}

export type IssuedInvoice = NonNullable<Awaited<ReturnType<typeof findIssuedInvoice>>>

/**
 * Returns true if the order is paid. Callers check again before they send, because orders may be cancelled.
 */
export async function isOrderPaid(orderId: number, reader: DbOrTrx = db): Promise<boolean> {
  const order = await reader
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('status', '=', orderStatus.confirmed)
    .where('paid_on', 'is not', null)
    .executeTakeFirst()
  return order !== undefined
}

export type InvoiceAnswer = {
  state: 'processing' | 'authorised' | 'refused' | 'cancelled'
  series: string | null
  number: string | null
  key: string | null
  protocol: string | null
  messages: readonly string[]
}

export type StoredAnswer = 'settled' | 'waiting' | 'waited-too-long' | 'refused' | 'no-key' | 'key-taken'

const eventsByAnswer: Readonly<Record<InvoiceAnswer['state'], InvoiceEvent>> = {
  processing: 'sent',
  authorised: 'authorised',
  refused: 'refused',
  cancelled: 'cancelled',
}

/** Stores the issuer's reply. `attempt` counts the polls after the first request. */
export async function storeInvoiceAnswer(
  id: number,
  answer: InvoiceAnswer,
  attempt: number,
): Promise<StoredAnswer> {
  const now = await readDatabaseClock()
  try {
    return await changeLockedInvoice(id, (trx, invoice) =>
      applyAnswer(trx, invoice, { answer, attempt, now }),
    )
  } catch (error) {
    if (isDuplicate(error, 'invoices_key')) return 'key-taken'
    throw error
  }
}

type AnswerContext = { answer: InvoiceAnswer; attempt: number; now: Date }

/** Applies the issuer's reply to the locked invoice and to the order's NF-e number. */
async function applyAnswer(
  trx: Trx,
  invoice: IssuedInvoice,
  { answer, attempt, now }: AnswerContext,
): Promise<StoredAnswer> {
  const { id, orderId, model } = invoice
  if (answer.state === 'processing') return scheduleNextPoll(trx, invoice, attempt, now)
  const state = findInvoiceTransition(invoice.state, eventsByAnswer[answer.state])
  if (state === null) return 'settled'
  const key = parseAccessKey(model, answer.key)
  if (answer.state === 'authorised' && (key === undefined || answer.number === null)) return 'no-key'
  const isAuthorised = answer.state === 'authorised'
  const authorisedColumns = {
    access_key: key ?? null,
    series: answer.series,
    number: answer.number,
    protocol: answer.protocol?.slice(0, MAX_PROTOCOL_LENGTH) ?? null,
    authorised_at: now,
  }
  const columnsByAnswer = { authorised: authorisedColumns, cancelled: { cancelled_at: now }, refused: {} }
  await updateInvoice(trx, invoice, {
    state,
    ...columnsByAnswer[answer.state],
    messages: answer.messages.join('\n') || null,
  })
  if (model === 'nfe' && !invoice.isTest && answer.state !== 'refused') {
    await trx
      .updateTable('orders')
      .set({ nfe: isAuthorised ? answer.number : null })
      .where('id', '=', orderId)
      .execute()
    await stampShipmentsOfOrder(trx, orderId)
  }
  if (isAuthorised) await addToOutbox(trx, [keepFilesJob], `${id}/authorised`)
  if (answer.state === 'cancelled') await addToOutbox(trx, [keepFilesJob], `${id}/cancelled`)
  const action = `invoice-${answer.state}`
  await recordStateChange(trx, invoice, {
    action,
    state,
    actor: issuerActor,
    key: isAuthorised ? (key ?? null) : null,
  })
  return answer.state === 'refused' ? 'refused' : 'settled'
}

/** Queues another poll while the issuer processes the invoice. Returns 'waited-too-long' after the last. */
async function scheduleNextPoll(
  trx: Trx,
  invoice: IssuedInvoice,
  attempt: number,
  now: Date,
): Promise<StoredAnswer> {
  const state = findInvoiceTransition(invoice.state, 'sent') ?? invoice.state
  if (state !== 'sent') return 'settled'
  if (state !== invoice.state) await updateInvoice(trx, invoice, { state })
  const nextAttempt = attempt + 1
  const delayMs = getPollDelayMs(nextAttempt)
  if (delayMs === undefined) return 'waited-too-long'
  const nextPollAt = new Date(now.getTime() + delayMs)
  await addAllToOutbox(trx, readJob, [`${invoice.id}/${nextAttempt}`], nextPollAt)
  return 'waiting'
}

/** Returns an NF-e key if its check digit is valid, else undefined. Returns an NFS-e code unchanged. */
function parseAccessKey(model: InvoiceModel, key: string | null): string | null | undefined {
  if (model === 'nfse') return key?.slice(0, MAX_NFSE_CODE_LENGTH) ?? null
  const parsedKey = readAccessKey(key ?? '')
  return parsedKey.ok ? parsedKey.value.key : undefined
}

/** Stores protocol and time from the document's XML. The deadline for cancellation starts at this time. */
export async function recordAuthorisation(
  id: number,
  { protocol, authorisedAt }: { protocol: string | null; authorisedAt: Date | null },
): Promise<void> {
  if (protocol === null && authorisedAt === null) return
  await db
    .updateTable('invoices')
    .set({
      ...(protocol === null ? {} : { protocol: protocol.slice(0, MAX_PROTOCOL_LENGTH) }),
      ...(authorisedAt === null ? {} : { authorised_at: authorisedAt }),
    })
    .where('id', '=', id)
    .execute()
}

type Cancellation = { orderId: number; invoiceId: number; seenVersion: number; reason: string }

/** Requests a cancellation from the revenue office. The invoice stays valid until the reply. */
export function requestCancellation(
  { orderId, invoiceId, seenVersion, reason }: Cancellation,
  actor: Actor,
): Promise<'asked' | 'over' | 'unknown'> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const invoice = order && (await findIssuedInvoice(invoiceId, trx))
    if (invoice?.orderId !== orderId) return 'unknown'
    const state = findInvoiceTransition(invoice.state, 'cancellation-asked')
    if (state === null || invoice.lock_version !== seenVersion) return 'over'
    await updateInvoice(trx, invoice, { state, cancel_reason: reason, messages: null })
    // A finished job would prevent a second cancellation after a rejection.
    await trx
      .deleteFrom('outbox')
      .where('job', '=', cancelJob)
      .where('subject', '=', String(invoiceId))
      .execute()
    await addToOutbox(trx, [cancelJob], String(invoiceId))
    const stateChange = { action: 'invoice-cancellation-asked', state, actor, reason }
    await recordStateChange(trx, invoice, stateChange)
    return 'asked'
  })
}

/** Records that the revenue office rejected a cancellation with these messages. The invoice stays valid. */
export function restoreInvoiceAfterRefusal(id: number, messages: readonly string[]): Promise<void> {
  return changeLockedInvoice(id, async (trx, invoice) => {
    const state = findInvoiceTransition(invoice.state, 'cancellation-refused')
    if (state === null) return
    await updateInvoice(trx, invoice, { state, messages: messages.join('\n') || null })
    await recordStateChange(trx, invoice, {
      action: 'invoice-cancellation-refused',
      state,
      actor: issuerActor,
    })
  })
}

/** Locks the order, then reads the invoice, because all code locks the order first. */
export function changeLockedInvoice<T>(
  id: number,
  work: (trx: Trx, invoice: IssuedInvoice) => Promise<T>,
): Promise<T> {
  return withTransaction(async (trx) => {
    const { orderId } = await requireInvoice(id, trx)
    await lockOrder(trx, orderId)
    return work(trx, await requireInvoice(id, trx))
  })
}

async function requireInvoice(id: number, trx: Trx): Promise<IssuedInvoice> {
  const invoice = await findIssuedInvoice(id, trx)
  if (!invoice) throw new Error(`Issued invoice ${id} does not exist`)
  return invoice
}

type InvoiceChanges = {
  state: InvoiceState
  access_key?: string | null
  series?: string | null
  number?: string | null
  protocol?: string | null
  authorised_at?: Date
  cancelled_at?: Date
  cancel_reason?: string
  messages?: string | null
}

async function updateInvoice(
  trx: Trx,
  { id, isTest }: IssuedInvoice,
  changes: InvoiceChanges,
): Promise<void> {
  await trx
    .updateTable('invoices')
    .set((eb) => ({
      ...changes,
      is_live: isValidInvoice({ state: changes.state, isTest }) ? 1 : null,
      lock_version: eb('lock_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

type StateChange = { action: string; state: InvoiceState; actor: Actor; key?: string | null; reason?: string }
type InvoiceBefore = Pick<IssuedInvoice, 'id' | 'orderId' | 'model' | 'isTest'> & {
  state: InvoiceState | null
}

async function recordStateChange(
  trx: Trx,
  { orderId, model, isTest, state: previousState }: InvoiceBefore,
  { action, state, actor, key = null, reason }: StateChange,
): Promise<void> {
  await recordChange(trx, {
    entity: 'order',
    entityId: orderId,
    action,
    ...actor,
    before: { invoice_state: previousState, invoice_key: null },
    after: { invoice_state: state, invoice_key: key },
    details: {
      model,
      ...(isTest ? { environment: 'test' } : {}),
      ...(reason === undefined ? {} : { reason }),
    },
  })
}
