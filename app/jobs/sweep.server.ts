import { log } from '#app/log.server.ts'
import { deleteForgottenCarts } from '#app/models/cart.server.ts'
import { deleteForgottenDrafts } from '#app/models/checkout-draft.server.ts'
import { deleteOldLoginTries } from '#app/models/login-try.server.ts'
import { deleteDoneRows } from '#app/models/outbox.server.ts'
import { deleteOverSessions } from '#app/models/session.server.ts'
import { deleteOverQuotes } from '#app/models/shipping.server.ts'

const BATCH = 1_000
const DAY_MS = 24 * 3_600_000

/**
 * Throws away what the shop no longer needs, a batch of each kind: sessions that are over, old quotes and login
 * tries, drafts untouched for 30 days, visitors' carts untouched for a year, outbox rows done 90 days ago.
 * A batch that was full is followed by another.
 */
export async function sweepOnce(now = new Date()): Promise<Record<string, number>> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const swept = {
    sessions: await untilEmpty((limit) => deleteOverSessions(now, limit)),
    quotes: await untilEmpty((limit) => deleteOverQuotes(now, limit)),
    loginTries: await untilEmpty((limit) => deleteOldLoginTries(now, limit)),
    drafts: await untilEmpty((limit) => deleteForgottenDrafts(daysAgo(30), limit)),
    carts: await untilEmpty((limit) => deleteForgottenCarts(daysAgo(365), limit)),
    outbox: await untilEmpty((limit) => deleteDoneRows(daysAgo(90), limit)),
  }
  if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'swept')
  return swept
}

async function untilEmpty(deleteSome: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (let turn = 0; turn < 20; turn++) {
    const deleted = await deleteSome(BATCH)
    total += deleted
    if (deleted < BATCH) break
  }
  return total
}
