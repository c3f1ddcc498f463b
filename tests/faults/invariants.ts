import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { FakeAsaas } from '#tests/support/fakes/fake-asaas.ts'
import type { FaultHarness } from './fault-harness.ts'

type Bounds = {
  /** How often the same mail may arrive; more than once only where no worker read the mail server's yes. */
  sameMail?: number
  /** The orders among them that were paid: one mail of that, too. */
  paid?: number[]
  /** Those paid before their boleto was mailed: that mail may have been left out. */
  paidEarly?: number[]
  /** The gateway that makes the boletos, if one does: it has one charge of each order. */
  gateway?: FakeAsaas
}

/**
 * What no fault may change, once it is over: these orders and no others, one boleto of each with its PDF, one charge of
 * each at the gateway, one mail of each event, no queued job left open and none refused.
 */
export async function expectInvariants(
  harness: FaultHarness,
  orders: number[],
  { sameMail = 1, paid = [], paidEarly = [], gateway }: Bounds = {},
) {
  await harness.done()
  expect(await harness.orders()).toEqual([...orders].sort((a, b) => a - b))
  expect(await refusedIn(harness)).toEqual([])
  for (const id of orders)
    expect({ id, boletos: await boletosOf(harness, id) }).toEqual({ id, boletos: ['%PDF-'] })
  for (const id of gateway ? orders : [])
    expect({ id, charges: gateway?.liveOf(id).length }).toEqual({ id, charges: 1 })
  const dueMails = [
    ...orders.map((id) => `mail-order-received ${id}`),
    ...paid.map((id) => `mail-payment-confirmed ${id}`),
  ]
  const optional = new Set(paidEarly.map((id) => `mail-order-received ${id}`))
  const isDue = (event: string) => !optional.has(event)
  expect((await mailsOf(harness)).filter(isDue)).toEqual(dueMails.filter(isDue).sort())
  const ids = harness.mail.received.map(({ messageId }) => messageId)
  for (const id of ids) expect(ids.filter((each) => each === id).length).toBeLessThanOrEqual(sameMail)
}

async function refusedIn({ db }: FaultHarness) {
  return db
    .selectFrom('outbox')
    .select(['job', 'subject', 'last_error'])
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

/** The events the mails that came were about, each once, as 'job subject'. */
async function mailsOf({ db, mail }: FaultHarness): Promise<string[]> {
  const rows = await db.selectFrom('outbox').select(['id', 'job', 'subject']).execute()
  const names = new Map(rows.map(({ id, job, subject }) => [`${id}`, `${job} ${subject}`]))
  const events = mail.received.map(({ messageId }) => /^<evt-(\d+)@/.exec(messageId)?.[1] ?? messageId)
  return [...new Set(events.map((id) => names.get(id) ?? id))].sort()
}
