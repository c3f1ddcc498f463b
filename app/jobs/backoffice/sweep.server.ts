import { contactRetentionDays, mailLogDays } from '#app/domain/accounts/data-retention.ts'
import { csvWaitDays } from '#app/domain/backoffice/import-kind.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { deliveryLogDays } from '#app/domain/settings/webhook.ts'
import { removeStaleParts } from '#app/gateways/storage.server.ts'
import {
  anonymiseOldOrders,
  anonymiseOldShipments,
  removeAccounts,
} from '#app/jobs/accounts/remove-accounts.server.ts'
import { deleteExpiredPriceQuotes } from '#app/jobs/checkout/render-price-quote.server.ts'
import { deleteOrphanedOrderFiles } from '#app/jobs/orders/sweep-order-files.server.ts'
import { deleteUnusedPhotos } from '#app/jobs/orders/sweep-photos.server.ts'
import {
  deleteExpiredBankFiles,
  deleteOrphanedOriginals,
} from '#app/jobs/payments/sweep-bank-files.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { deleteExpiredFiles } from '#app/jobs/platform/sweep-files.server.ts'
import { log } from '#app/log.server.ts'
import { deleteOldEmailChanges } from '#app/models/accounts/account.server.ts'
import { deleteOldInvitations } from '#app/models/accounts/colleagues/invitation.server.ts'
import { deleteOldContactMessages } from '#app/models/accounts/contact-message.server.ts'
import { deleteOldEmailRequests } from '#app/models/accounts/email-request.server.ts'
import { deleteOldResets } from '#app/models/accounts/password-reset.server.ts'
import { refreshPeople } from '#app/models/accounts/person-words.server.ts'
import { deleteOldAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { deleteExpiredChallenges } from '#app/models/accounts/second-factor/login-challenge.server.ts'
import { deleteExpiredPasskeyChallenges } from '#app/models/accounts/second-factor/passkey-challenge.server.ts'
import { deleteOldSecurityEvents } from '#app/models/accounts/security/security-event.server.ts'
import { deleteExpiredSessions } from '#app/models/accounts/session.server.ts'
import {
  clearOldSystemImports,
  deleteOldCsvImports,
} from '#app/models/backoffice/import/csv-retention.server.ts'
import { deleteOldMails } from '#app/models/backoffice/mail.server.ts'
import { deleteOldNotices } from '#app/models/backoffice/waiting-work/work-notices.server.ts'
import { deleteForgottenCarts } from '#app/models/checkout/cart.server.ts'
import { deleteForgottenDrafts } from '#app/models/checkout/checkout-draft.server.ts'
import { deleteExpiredFreightQuotes } from '#app/models/checkout/shipping.server.ts'
import { deleteOldGatewayEvents } from '#app/models/payments/gateway-event.server.ts'
import { deleteOldCalls } from '#app/models/platform/api-call.server.ts'
import { deleteOldKeys } from '#app/models/platform/idempotency-key.server.ts'
import { deleteDoneRows } from '#app/models/platform/outbox.server.ts'
import { deleteOldPostalCodes } from '#app/models/platform/postal-code.server.ts'
import { deleteOldRefusedPages } from '#app/models/platform/refused-page.server.ts'
import { deleteOldRuns } from '#app/models/platform/schedule-run.server.ts'
import { deleteOldUnsentForms } from '#app/models/platform/unsent-form.server.ts'
import { deleteOldHeartbeats } from '#app/models/platform/worker-heartbeat.server.ts'
import { deleteOldDeliveries } from '#app/models/settings/webhook-delivery.server.ts'

const BATCH_SIZE = 1_000
const MAX_BATCHES = 20
const DAY_MS = 24 * 3_600_000

export const sweep: Schedule = { name: 'sweep', time: { every: 'hour' }, run: sweepOnce }

/** Deletes expired data. Runs all parts even if one fails, and then throws because the run must be repeated. */
export async function sweepOnce(now = new Date()): Promise<Record<string, number>> {
  const getDaysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return runParts({
    sessions: (limit) => deleteExpiredSessions(now, limit),
    loginChallenges: (limit) => deleteExpiredChallenges(now, limit),
    passkeyChallenges: (limit) => deleteExpiredPasskeyChallenges(now, limit),
    quotes: (limit) => deleteExpiredFreightQuotes(now, limit),
    attempts: (limit) => deleteOldAttempts(now, limit),
    passwordResets: (limit) => deleteOldResets(getDaysAgo(7), limit),
    emailRequests: (limit) => deleteOldEmailRequests(getDaysAgo(7), limit),
    // Invitations contain addresses of people who may never have become customers.
    invitations: (limit) => deleteOldInvitations(getDaysAgo(90), limit),
    refusedPages: (limit) => deleteOldRefusedPages(now, limit),
    unsentForms: (limit) => deleteOldUnsentForms(now, limit),
    drafts: (limit) => deleteForgottenDrafts(getDaysAgo(30), limit),
    priceQuotes: (limit) => deleteExpiredPriceQuotes(toCivilDate(now), limit),
    carts: (limit) => deleteForgottenCarts(getDaysAgo(365), limit),
    outbox: (limit) => deleteDoneRows(getDaysAgo(90), limit),
    postalCodes: (limit) => deleteOldPostalCodes(now, limit),
    emailChanges: (limit) => deleteOldEmailChanges(getDaysAgo(30), limit),
    // Accounts come before photos because removing an account releases photos, which the same run deletes.
    accounts: () => removeAccounts(now),
    oldOrders: () => anonymiseOldOrders(now),
    oldShipments: () => anonymiseOldShipments(now),
    scheduleRuns: (limit) => deleteOldRuns(getDaysAgo(90), limit),
    securityEvents: (limit) => deleteOldSecurityEvents(getDaysAgo(183), limit),
    contactMessages: (limit) => deleteOldContactMessages(getDaysAgo(contactRetentionDays), limit),
    mails: (limit) => deleteOldMails(getDaysAgo(mailLogDays), limit),
    csvImports: (limit) => {
      // An open form may still apply an upload after three days, but not after four.
      const days = {
        waitingBefore: getDaysAgo(csvWaitDays),
        stalledBefore: getDaysAgo(csvWaitDays + 1),
        doneBefore: getDaysAgo(180),
      }
      return deleteOldCsvImports(days, limit)
    },
    systemImports: (limit) => clearOldSystemImports(getDaysAgo(180), limit),
    gatewayEvents: (limit) => deleteOldGatewayEvents(getDaysAgo(180), limit),
    apiCalls: (limit) => deleteOldCalls(getDaysAgo(1), limit),
    idempotencyKeys: (limit) => deleteOldKeys(now, limit),
    webhookDeliveries: (limit) => deleteOldDeliveries(getDaysAgo(deliveryLogDays), limit),
    waitingWorkNotices: (limit) => deleteOldNotices(getDaysAgo(400), limit),
    workerHeartbeats: (limit) => deleteOldHeartbeats(getDaysAgo(1), limit),
    photos: () => deleteUnusedPhotos(now),
    preparedFiles: (limit) => deleteExpiredFiles(now, limit),
    orderFiles: () => deleteOrphanedOrderFiles(now),
    bankPapers: (limit) => deleteExpiredBankFiles(now, limit),
    bankOriginals: () => deleteOrphanedOriginals(now),
    parts: () => removeStaleParts(getDaysAgo(1)),
    people: (limit) => refreshPeople(now, limit),
  })
}

type SweepParts = Record<string, (limit: number) => Promise<number>>

async function runParts(parts: SweepParts): Promise<Record<string, number>> {
  const sweptCounts: Record<string, number> = {}
  const failedParts: string[] = []
  for (const [part, deleteBatch] of Object.entries(parts)) {
    sweptCounts[part] = await repeatUntilEmpty(deleteBatch).catch((error) => {
      log.error({ err: error, part }, 'alert: a part of the sweep failed')
      failedParts.push(part)
      return 0
    })
  }
  if (Object.values(sweptCounts).some((count) => count > 0)) log.info(sweptCounts, 'swept')
  if (failedParts.length > 0) throw new Error(`failed: ${failedParts.join(', ')}`)
  return sweptCounts
}

/** Deletes batches until one is not full, up to a limit per run. Returns the number of deletions. */
async function repeatUntilEmpty(deleteBatch: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const deletedCount = await deleteBatch(BATCH_SIZE)
    total += deletedCount
    if (deletedCount < BATCH_SIZE) break
  }
  return total
}
