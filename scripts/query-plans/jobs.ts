import { undoDays } from '#app/domain/accounts/data-retention.ts'
import { addDays, toCivilDate, toInstant } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { removeAccounts } from '#app/jobs/accounts/remove-accounts.server.ts'
import { reconcileOnce, requeueWaitingOnce } from '#app/jobs/platform/relay.server.ts'
import { jobNames } from '#app/jobs/registry.server.ts'
import { schedules } from '#app/jobs/schedules.server.ts'
import { requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { anonymiseOrder } from '#app/models/backoffice/order-retention.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listUnpublished } from '#app/models/platform/outbox.server.ts'
import { removedAccountName } from '#app/text/accounts/account-labels.ts'
import type { PlannedRead } from './planned-read.ts'

/** Runs each schedule and each loop of the worker, and erases a person. These runs change rows. */
export const jobs: PlannedRead[] = [
  ...schedules.map(({ name, run }) => ({
    name: `schedule ${name}`,
    rowsRead: () => run(new Date()).catch(rethrowUnlessRefused),
  })),
  { name: 'loop relay', rowsRead: () => listUnpublished(jobNames, 100) },
  { name: 'loop reconcile', rowsRead: () => reconcileOnce() },
  { name: 'loop wake', rowsRead: () => requeueWaitingOnce() },
  { name: 'erasure of a person', rowsRead: erasePerson },
]

/** Ignores a refusal for lack of a gateway, since the boletos were already listed then. */
function rethrowUnlessRefused(error: unknown): void {
  if (!(error instanceof JobRefused)) throw error
}

/** Removes the newest person, and the personal data of an order of that person as after its retention. */
async function erasePerson() {
  const { userId, profileId } = await db
    .selectFrom('profiles')
    .where('user_id', '=', ({ selectFrom, fn }) =>
      selectFrom('users').where('is_active', '=', true).select(fn.max('id').as('id')),
    )
    .select(['user_id as userId', 'id as profileId'])
    .executeTakeFirstOrThrow()
  const order = await db
    .selectFrom('orders')
    .where('profile_id', '=', profileId)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const today = toCivilDate(new Date())
  const requestedAt = toInstant(addDays(today, -undoDays - 1), '00:00')
  const deletion = await requestDeletion(
    { userId, profileId },
    { areLossesAccepted: true, today, now: requestedAt },
  )
  if (typeof deletion === 'string') throw new Error(`user ${userId} cannot be deleted: ${deletion}`)
  await removeAccounts(new Date())
  await anonymiseOrder(order.id, removedAccountName)
}
