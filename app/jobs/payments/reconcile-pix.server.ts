import { parseEndToEndId } from '#app/domain/payments/pix-refund.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findPixBank } from '#app/gateways/pix/choose.server.ts'
import type { PixBank } from '#app/gateways/pix/pix-bank.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import { applyRemotePix, outcomesWithoutPayment } from '#app/jobs/charges/remote-pix.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { log } from '#app/log.server.ts'
import { listPixChargesToCheck, markPixChecked } from '#app/models/charges/pix-charge.server.ts'
import { receivePix } from '#app/models/payments/pix/pix-payment.server.ts'
import { listOpenPixRefunds } from '#app/models/payments/pix/pix-refund.server.ts'
import { listPaymentsToRecheck, markRechecked } from '#app/models/payments/rechecked-payment.server.ts'

const MAX_PER_RUN = 200
const HOUR_MS = 3_600_000
/** The period to search, in milliseconds. Banks may record money days later, for example after a weekend. */
const SEARCH_PERIOD_MS = 4 * 24 * HOUR_MS

/**
 * Reads recent Pix, pending refunds, open charges and possible reversals every hour, because webhooks may be lost.
 * Continues after a failure. A rate limit or denied access ends the run.
 */
export const reconcilePix: Schedule = {
  name: 'reconcile-pix',
  time: { every: 'hour' },
  async run(now) {
    const counts = { pixRead: 0, pixPaid: 0, pixFailed: 0 }
    const bank = findPixBank()
    if (!bank) return counts
    const searchStart = new Date(now.getTime() - SEARCH_PERIOD_MS)
    const { payments, unreadCount } = await bank.listPayments(searchStart, now)
    counts.pixFailed += unreadCount
    for (const pix of payments) await countPix(counts, () => receivePixAndCount(pix, now))
    for (const { endToEndId } of await listOpenPixRefunds(MAX_PER_RUN))
      if (!payments.some((pix) => pix.endToEndId === endToEndId))
        await countPix(counts, async () => {
          const pix = await bank.findPayment(endToEndId)
          return pix ? receivePixAndCount(pix, now) : 0
        })
    await checkCharges(bank, counts, now)
    await checkReturns(bank, counts, now)
    return counts
  },
}

type Pix = Parameters<typeof receivePix>[0]
type Counts = { pixRead: number; pixPaid: number; pixFailed: number }

async function receivePixAndCount(pix: Pix, now: Date): Promise<number> {
  const outcome = await receivePix(pix, toCivilDate(now))
  return outcomesWithoutPayment.has(outcome) ? 0 : 1
}

async function checkCharges(bank: PixBank, counts: Counts, now: Date): Promise<void> {
  const checkedBefore = new Date(now.getTime() - 24 * HOUR_MS)
  for (const charge of await listPixChargesToCheck(checkedBefore, MAX_PER_RUN)) {
    await countPix(counts, async () => {
      const remote = await bank.findCharge(charge.kind, charge.txid)
      if (!remote) throw new Error('the bank does not know this Pix charge')
      return applyRemotePix(charge, remote, now)
    })
    await markPixChecked(charge.id, now)
  }
}

async function checkReturns(bank: PixBank, counts: Counts, now: Date): Promise<void> {
  for (const { id, eventKey } of await listPaymentsToRecheck(['pix'], now, MAX_PER_RUN)) {
    const endToEndId = parseEndToEndId(eventKey)
    if (endToEndId !== null)
      await countPix(counts, async () => {
        const pix = await bank.findPayment(endToEndId)
        return pix ? receivePixAndCount(pix, now) : 0
      })
    await markRechecked(id, now)
  }
}

/** Adds the number of payments that `work` returns. Counts and logs a failure, unless it must end the run. */
async function countPix(counts: Counts, work: () => Promise<number>): Promise<void> {
  try {
    counts.pixPaid += await work()
    counts.pixRead += 1
  } catch (error) {
    if (isRunEnding(error)) throw error
    counts.pixFailed += 1
    log.error({ err: error }, 'alert: Pix not reconciled')
  }
}

const runEndingReasons = ['bank-access', 'certificate', 'status-429', 'paused']

function isRunEnding(error: unknown): boolean {
  return error instanceof RemoteFault && runEndingReasons.includes(error.reason)
}
