import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { FakeAsaas } from '#tests/support/fakes/fake-asaas.ts'
import type { FaultHarness } from './fault-harness.ts'
import { noteHeld } from './rows/held.ts'
import { findOwner, type Shown, takeShown } from './support/buyer.ts'

type Bounds = {
  /** How often the same mail may arrive; more than once only where no worker read the mail server's yes. */
  sameMail?: number
  /** The orders among them that were paid: one mail of that, too. */
  paid?: number[]
  /** Those paid before their boleto was mailed: that mail may have been left out. */
  paidEarly?: number[]
  /** Those that were confirmed before they had a boleto, which has a mail of its own (D70). */
  announced?: number[]
  /** The gateway that makes the boletos, if one does: it has one charge of each order. */
  gateway?: FakeAsaas
  /** A restored shop leaves to a person what may have been done before (D112): those refusals are no fault. */
  isRestored?: boolean
  /** Address of the shop when the harness did not start its web process. */
  url?: string
}

/** The orders of a harness whose page its buyer has seen after the fault. */
const seen = new WeakMap<object, Set<number>>()

/**
 * Invariants after a fault is over: these orders are there and no others, one boleto of each with its PDF,
 * one charge of each at the gateway, one mail of each event, no queued job left open and none refused, and whatever the
 * buyers were shown said what to do, in Portuguese. Each that held is noted under its letter (`rows/table.ts`).
 */
export async function expectInvariants(
  harness: FaultHarness,
  orders: number[],
  { sameMail = 1, paid = [], paidEarly = [], announced = [], gateway, isRestored = false, url }: Bounds = {},
) {
  await harness.done()
  expect((await refusedIn(harness)).filter(({ uncertain_at }) => !(isRestored && uncertain_at))).toEqual([])
  noteHeld('F')
  const kept = await harness.orders()
  expect(orders.filter((id) => !kept.includes(id))).toEqual([])
  noteHeld('L')
  expect(kept.filter((id) => !orders.includes(id))).toEqual([])
  expect(new Set(orders).size).toBe(orders.length)
  noteHeld('D')
  for (const id of orders)
    expect({ id, boletos: await boletosOf(harness, id) }).toEqual({ id, boletos: ['%PDF-'] })
  for (const id of gateway ? orders : [])
    expect({ id, charges: gateway?.liveOf(id).length }).toEqual({ id, charges: 1 })
  noteHeld('B')
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
  expect((await mailsOf(harness)).filter(isDue)).toEqual(dueMails.filter(isDue).sort())
  const ids = harness.mail.received.map(({ messageId }) => messageId)
  for (const id of ids) expect(ids.filter((each) => each === id).length).toBeLessThanOrEqual(sameMail)
  noteHeld('E')
  await openOrders(harness, orders, paid, url)
  noteHeld('M', expectClear(takeShown()))
}

/** Each buyer opens the page of the order, once: it is theirs, and has what pays it. */
async function openOrders(harness: FaultHarness, orders: number[], paid: number[], given?: string) {
  const opened = seen.get(harness) ?? new Set()
  seen.set(harness, opened)
  for (const id of orders.filter((each) => !opened.has(each))) {
    const url = given ?? harness.runningWeb().url
    const page = await findOwner(id)?.get(`${url}/payment/${id}`)
    expect({ id, status: page?.status }).toEqual({ id, status: 200 })
    expect(page?.text).toContain(`Pedido nº ${id}`)
    if (!paid.includes(id)) expect(page?.text).toContain('Linha digitável')
    opened.add(id)
  }
}

/** Words of a machine, which no buyer is shown. */
const ofAMachine =
  /\b(E[A-Z]{3,}(REFUSED|RESET|SPC)|ER_[A-Z_]+|SQLSTATE|NaN|undefined)\b|\[object |\bat \S+\.js:\d+/

/**
 * No error of the shop's own, and what cannot be done now says so and when to come back. Gives the pages' words as they
 * are read.
 */
function expectClear(pages: Shown[]): string[] {
  for (const { asked, status, text, retryAfter } of pages) {
    expect({ asked, status, isOwnError: status >= 500 && status !== 503 }).toMatchObject({
      isOwnError: false,
    })
    if (status === 503) {
      const isAnnounced = text.includes('Previsão de volta')
      const wanted = isAnnounced ? retryAfter : '5'
      expect({ asked, retryAfter }).toEqual({ asked, retryAfter: wanted })
      expect(text).toMatch(/Estamos em manutenção|Muitos acessos ao mesmo tempo|Só mais um instante/)
    }
    if (text) expect(text).toContain('lang="pt-BR"')
    expect(read(text)).not.toMatch(ofAMachine)
  }
  return pages.map(({ text }) => read(text))
}

/** Without scripts, styles and marks. */
function read(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/g, '').replace(/\s+/g, ' ')
}

async function refusedIn({ db }: FaultHarness) {
  return db
    .selectFrom('outbox')
    .select(['job', 'subject', 'last_error', 'uncertain_at'])
    .where('refused_at', 'is not', null)
    .execute()
}

/** How the PDFs of an order's boletos begin; undefined for a boleto without one. */
async function boletosOf({ db, dataFolder }: FaultHarness, orderId: number) {
  const boletos = await db.selectFrom('boletos').select('pdf_file').where('order_id', '=', orderId).execute()
  return Promise.all(
    boletos.map(async ({ pdf_file }) => {
      const bytes = pdf_file && (await readFile(join(dataFolder, pdf_file)))
      return bytes ? bytes.subarray(0, 5).toString() : undefined
    }),
  )
}

/** The events the mails that came were about, each once, as 'job subject'; the subject is the order. */
async function mailsOf({ db, mail }: FaultHarness): Promise<string[]> {
  const rows = await db.selectFrom('outbox').select(['id', 'job', 'subject']).execute()
  const boletos = await db.selectFrom('boletos').select(['id', 'order_id']).execute()
  const orderOf = new Map(boletos.map(({ id, order_id }) => [`${id}`, `${order_id}`]))
  const subjectOf = ({ job, subject }: { job: string; subject: string }) =>
    job === 'mail-boleto-ready' ? orderOf.get(subject) : subject
  const names = new Map(rows.map((row) => [`${row.id}`, `${row.job} ${subjectOf(row)}`]))
  const events = mail.received.map(
    ({ messageId }) => /^<evt-(?:[\da-f]+-)?(\d+)@/.exec(messageId)?.[1] ?? messageId,
  )
  return [...new Set(events.map((id) => names.get(id) ?? id))].sort()
}
