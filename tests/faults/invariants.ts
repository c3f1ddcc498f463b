import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { FakeAsaas } from '#tests/support/fakes/fake-asaas.ts'
import type { FaultHarness } from './fault-harness.ts'
import { recordInvariant } from './rows/held.ts'
import { type BuyerResponse, findOwner, takeResponses } from './support/buyer.ts'

type Expectations = {
  /** The maximum deliveries of one mail. More than one is allowed only if no worker read the server's confirmation. */
  maxDeliveries?: number
  /** The paid orders, each with one mail about the payment. */
  paidOrderIds?: number[]
  /** Orders that were paid before their boleto was mailed, for which that mail may be omitted. */
  earlyPaidOrderIds?: number[]
  /** Orders that were confirmed before they had a boleto, which has a mail of its own (D70). */
  announcedOrderIds?: number[]
  /** The gateway, if it issues the boletos. It has one charge per order. */
  gateway?: FakeAsaas
  /** A restored shop leaves uncertain effects to staff (D112), so these rejections are not faults. */
  isRestored?: boolean
  /** Address of the shop, if the harness did not start its web process. */
  url?: string
}

/** The orders of each harness whose page the buyer opened after the fault. */
const openedOrders = new WeakMap<object, Set<number>>()

/**
 * Checks the invariants after a fault: these orders exist and no others, each has one boleto with its PDF,
 * one charge at the gateway and one mail per event, no queued job is open or rejected, and all pages shown to
 * buyers were helpful and in Portuguese. Records each passed invariant by its letter (`rows/table.ts`).
 */
export async function expectInvariants(
  harness: FaultHarness,
  orders: number[],
  {
    maxDeliveries = 1,
    paidOrderIds = [],
    earlyPaidOrderIds = [],
    announcedOrderIds = [],
    gateway,
    isRestored = false,
    url,
  }: Expectations = {},
) {
  await harness.waitUntilDone()
  const rejectedJobs = await listRejectedJobs(harness)
  expect(rejectedJobs.filter(({ uncertain_at }) => !(isRestored && uncertain_at))).toEqual([])
  recordInvariant('F')
  const storedOrders = await harness.listOrders()
  expect(orders.filter((id) => !storedOrders.includes(id))).toEqual([])
  recordInvariant('L')
  expect(storedOrders.filter((id) => !orders.includes(id))).toEqual([])
  expect(new Set(orders).size).toBe(orders.length)
  recordInvariant('D')
  for (const id of orders)
    expect({ id, boletos: await listBoletos(harness, id) }).toEqual({ id, boletos: ['%PDF-'] })
  for (const id of gateway ? orders : [])
    expect({ id, charges: gateway?.listChargesOfOrder(id).length }).toEqual({ id, charges: 1 })
  recordInvariant('B')
  const expectedMails = [
    ...orders.flatMap((id) =>
      announcedOrderIds.includes(id)
        ? [`mail-order-without-boleto ${id}`, `mail-boleto-ready ${id}`]
        : [`mail-order-received ${id}`],
    ),
    ...paidOrderIds.map((id) => `mail-payment-confirmed ${id}`),
  ]
  const optionalMails = new Set(earlyPaidOrderIds.map((id) => `mail-order-received ${id}`))
  const isRequired = (event: string) => !optionalMails.has(event)
  expect((await listMails(harness)).filter(isRequired)).toEqual(expectedMails.filter(isRequired).sort())
  const messageIds = harness.mail.received.map(({ messageId }) => messageId)
  for (const id of messageIds)
    expect(messageIds.filter((messageId) => messageId === id).length).toBeLessThanOrEqual(maxDeliveries)
  recordInvariant('E')
  await openOrders(harness, orders, paidOrderIds, url)
  recordInvariant('M', expectClear(takeResponses()))
}

/** Opens the page of each order once as its buyer. Expects the payment data of unpaid orders. */
async function openOrders(harness: FaultHarness, orders: number[], paidOrderIds: number[], shopUrl?: string) {
  const opened = openedOrders.get(harness) ?? new Set()
  openedOrders.set(harness, opened)
  for (const id of orders.filter((order) => !opened.has(order))) {
    const url = shopUrl ?? harness.getRunningWeb().url
    const page = await findOwner(id)?.get(`${url}/payment/${id}`)
    expect({ id, status: page?.status }).toEqual({ id, status: 200 })
    expect(page?.text).toContain(`Pedido nº ${id}`)
    if (!paidOrderIds.includes(id)) expect(page?.text).toContain('Linha digitável')
    opened.add(id)
  }
}

/** Technical words that no buyer may see. */
const technicalWord =
  /\b(E[A-Z]{3,}(REFUSED|RESET|SPC)|ER_[A-Z_]+|SQLSTATE|NaN|undefined)\b|\[object |\bat \S+\.js:\d+/

/**
 * Expects no server error, and a 503 only with an explanation and a time to retry. Returns the visible texts of the
 * pages.
 */
function expectClear(pages: BuyerResponse[]): string[] {
  for (const { request, status, text, retryAfter } of pages) {
    const isUnexpectedError = status >= 500 && status !== 503
    expect({ request, status, isUnexpectedError }).toMatchObject({ isUnexpectedError: false })
    if (status === 503) {
      const isAnnounced = text.includes('Previsão de volta')
      const expectedRetryAfter = isAnnounced ? retryAfter : '5'
      expect({ request, retryAfter }).toEqual({ request, retryAfter: expectedRetryAfter })
      expect(text).toMatch(/Estamos em manutenção|Muitos acessos ao mesmo tempo|Só mais um instante/)
    }
    if (text) expect(text).toContain('lang="pt-BR"')
    expect(extractText(text)).not.toMatch(technicalWord)
  }
  return pages.map(({ text }) => extractText(text))
}

/** Returns the text without scripts, styles and tags. */
function extractText(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/g, '').replace(/\s+/g, ' ')
}

async function listRejectedJobs({ db }: FaultHarness) {
  return db
    .selectFrom('outbox')
    .select(['job', 'subject', 'last_error', 'uncertain_at'])
    .where('refused_at', 'is not', null)
    .execute()
}

/** Returns the first bytes of the PDFs of an order's boletos; undefined for a boleto without one. */
async function listBoletos({ db, dataFolder }: FaultHarness, orderId: number) {
  const boletos = await db.selectFrom('boletos').select('pdf_file').where('order_id', '=', orderId).execute()
  return Promise.all(
    boletos.map(async ({ pdf_file }) => {
      const bytes = pdf_file && (await readFile(join(dataFolder, pdf_file)))
      return bytes ? bytes.subarray(0, 5).toString() : undefined
    }),
  )
}

/** Returns the id of the mail's event in the outbox; the whole message id if it contains no event id. */
export function readEventId(messageId: string): string {
  return /^<evt-(?:[\da-f]+-)?(\d+)@/.exec(messageId)?.[1] ?? messageId
}

/** Returns the events of the received mails without repeats, as 'job subject'; the subject is the order. */
async function listMails({ db, mail }: FaultHarness): Promise<string[]> {
  const rows = await db.selectFrom('outbox').select(['id', 'job', 'subject']).execute()
  const boletos = await db.selectFrom('boletos').select(['id', 'order_id']).execute()
  const orderByBoleto = new Map(boletos.map(({ id, order_id }) => [`${id}`, `${order_id}`]))
  const findSubject = ({ job, subject }: { job: string; subject: string }) =>
    job === 'mail-boleto-ready' ? orderByBoleto.get(subject) : subject
  const names = new Map(rows.map((row) => [`${row.id}`, `${row.job} ${findSubject(row)}`]))
  const events = mail.received.map(({ messageId }) => readEventId(messageId))
  return [...new Set(events.map((id) => names.get(id) ?? id))].sort()
}
