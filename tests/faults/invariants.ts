import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { FakeAsaas } from '#tests/support/fakes/fake-asaas.ts'
import type { FaultHarness } from './fault-harness.ts'
import { recordInvariant } from './rows/held.ts'
import { findOwner, type Shown, takeShown } from './support/buyer.ts'

type Bounds = {
  /** Maximum deliveries of one mail. More than one is allowed only if no worker read the confirmation. */
  sameMail?: number
  /** The paid orders, each with one mail about the payment. */
  paid?: number[]
  /** Orders that were paid before their boleto was mailed, for which that mail may be omitted. */
  paidEarly?: number[]
  /** Orders that were confirmed before they had a boleto, which has a mail of its own (D70). */
  announced?: number[]
  /** The gateway, if it issues the boletos. It has one charge per order. */
  gateway?: FakeAsaas
  /** A restored shop leaves uncertain effects to staff (D112), so these rejections are not faults. */
  isRestored?: boolean
  /** Address of the shop, if the harness did not start its web process. */
  url?: string
}

/** The orders of each harness whose page the buyer opened after the fault. */
const seen = new WeakMap<object, Set<number>>()

/**
 * Checks the invariants after a fault: these orders exist and no others, each has one boleto with its PDF,
 * one charge at the gateway and one mail per event, no queued job is open or rejected, and all pages shown to
 * buyers were helpful and in Portuguese. Records each passed invariant by its letter (`rows/table.ts`).
 */
export async function expectInvariants(
  harness: FaultHarness,
  orders: number[],
  { sameMail = 1, paid = [], paidEarly = [], announced = [], gateway, isRestored = false, url }: Bounds = {},
) {
  await harness.done()
  expect((await listRefused(harness)).filter(({ uncertain_at }) => !(isRestored && uncertain_at))).toEqual([])
  recordInvariant('F')
  const kept = await harness.orders()
  expect(orders.filter((id) => !kept.includes(id))).toEqual([])
  recordInvariant('L')
  expect(kept.filter((id) => !orders.includes(id))).toEqual([])
  expect(new Set(orders).size).toBe(orders.length)
  recordInvariant('D')
  for (const id of orders)
    expect({ id, boletos: await listBoletos(harness, id) }).toEqual({ id, boletos: ['%PDF-'] })
  for (const id of gateway ? orders : [])
    expect({ id, charges: gateway?.listChargesOfOrder(id).length }).toEqual({ id, charges: 1 })
  recordInvariant('B')
  const dueMails = [
    ...orders.flatMap((id) =>
      announced.includes(id)
        ? [`mail-order-without-boleto ${id}`, `mail-boleto-ready ${id}`]
        : [`mail-order-received ${id}`],
    ),
    ...paid.map((id) => `mail-payment-confirmed ${id}`),
  ]
  const optional = new Set(paidEarly.map((id) => `mail-order-received ${id}`))
  const isDue = (event: string) => !optional.has(event)
  expect((await listMails(harness)).filter(isDue)).toEqual(dueMails.filter(isDue).sort())
  const ids = harness.mail.received.map(({ messageId }) => messageId)
  for (const id of ids) expect(ids.filter((each) => each === id).length).toBeLessThanOrEqual(sameMail)
  recordInvariant('E')
  await openOrders(harness, orders, paid, url)
  recordInvariant('M', expectClear(takeShown()))
}

/** Opens the page of each order once: it must belong to its buyer and contain the payment data. */
async function openOrders(harness: FaultHarness, orders: number[], paid: number[], given?: string) {
  const opened = seen.get(harness) ?? new Set()
  seen.set(harness, opened)
  for (const id of orders.filter((order) => !opened.has(order))) {
    const url = given ?? harness.runningWeb().url
    const page = await findOwner(id)?.get(`${url}/payment/${id}`)
    expect({ id, status: page?.status }).toEqual({ id, status: 200 })
    expect(page?.text).toContain(`Pedido nº ${id}`)
    if (!paid.includes(id)) expect(page?.text).toContain('Linha digitável')
    opened.add(id)
  }
}

/** Technical words that no buyer may see. */
const technicalWord =
  /\b(E[A-Z]{3,}(REFUSED|RESET|SPC)|ER_[A-Z_]+|SQLSTATE|NaN|undefined)\b|\[object |\bat \S+\.js:\d+/

/**
 * Expects no server error, and for unavailable actions an explanation with a time. Returns the visible texts
 * of the pages.
 */
function expectClear(pages: Shown[]): string[] {
  for (const { asked, status, text, retryAfter } of pages) {
    expect({ asked, status, isOwnError: status >= 500 && status !== 503 }).toMatchObject({
      isOwnError: false,
    })
    if (status === 503) {
      const isAnnounced = text.includes('Previsão de volta')
      const expectedRetryAfter = isAnnounced ? retryAfter : '5'
      expect({ asked, retryAfter }).toEqual({ asked, retryAfter: expectedRetryAfter })
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

async function listRefused({ db }: FaultHarness) {
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

/** Returns the events of the received mails without repeats, as 'job subject'; the subject is the order. */
async function listMails({ db, mail }: FaultHarness): Promise<string[]> {
  const rows = await db.selectFrom('outbox').select(['id', 'job', 'subject']).execute()
  const boletos = await db.selectFrom('boletos').select(['id', 'order_id']).execute()
  const orderByBoleto = new Map(boletos.map(({ id, order_id }) => [`${id}`, `${order_id}`]))
  const findSubject = ({ job, subject }: { job: string; subject: string }) =>
    job === 'mail-boleto-ready' ? orderByBoleto.get(subject) : subject
  const names = new Map(rows.map((row) => [`${row.id}`, `${row.job} ${findSubject(row)}`]))
  const events = mail.received.map(
    ({ messageId }) => /^<evt-(?:[\da-f]+-)?(\d+)@/.exec(messageId)?.[1] ?? messageId,
  )
  return [...new Set(events.map((id) => names.get(id) ?? id))].sort()
}
