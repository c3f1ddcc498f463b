import type { TestMailState } from '#app/domain/backoffice/first-steps.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox, clearFinished } from '#app/models/platform/outbox.server.ts'
import {
  findBankAgreement,
  findCompany,
  findFirstSteps,
  getIssuer,
} from '#app/models/settings/setting.server.ts'

const testMailJob = 'send-test-mail'

/** `at` is the time of sending, or the time of the request if the mail is not sent yet. */
export type TestMail = { state: TestMailState; at: Date | null; to: string | null; reason: string | null }

export async function findShopSetup() {
  const [company, agreement, { issuer }, freightRates, mail, publications, administratorCount] =
    await Promise.all([
      findCompany(),
      findBankAgreement(),
      getIssuer(),
      countFreightRates(),
      findTestMail(),
      countOnSale(),
      countAdministrators(),
    ])
  return {
    hasCompany: company !== undefined,
    hasAgreement: agreement !== undefined,
    issuer,
    freightRates,
    mail,
    publications,
    administratorCount,
  }
}

/** Returns true after all steps have been completed, even if one of them became incomplete again. */
export async function areFirstStepsClosed(): Promise<boolean> {
  return (await findFirstSteps()) !== undefined
}

/** Queues a test mail unless one is already queued. */
export function requestTestMail(userId: number): Promise<void> {
  return withTransaction(async (trx) => {
    await clearFinished(trx, testMailJob, String(userId))
    await addToOutbox(trx, [testMailJob], String(userId))
  })
}

/** Returns the newest test mail. Searches the log by recipient because the log has no index by job. */
export async function findTestMail(): Promise<TestMail> {
  const [tasks, administrators] = await Promise.all([
    // The rows are sorted below because `order by id limit 1` might scan the tasks of all jobs.
    db
      .selectFrom('outbox')
      .select(['id', 'subject', 'created_at', 'done_at', 'refused_at', 'last_error'])
      .where('job', '=', testMailJob)
      .execute(),
    db.selectFrom('users').select('id').where('is_superuser', '=', true).execute(),
  ])
  const [newestTask] = tasks.toSorted((task, otherTask) => otherTask.id - task.id)
  const requesterIds = tasks.map(({ subject }) => subject)
  const administratorIds = administrators.map(({ id }) => String(id))
  const userIds = new Set([...requesterIds, ...administratorIds])
  const logEntry = await findNewestLogEntry([...userIds])
  // An older entry belongs to an earlier test mail.
  const isLogCurrent = logEntry !== undefined && logEntry.outbox_id >= (newestTask?.id ?? 0)
  const to = isLogCurrent ? logEntry.to_address : null
  if (isLogCurrent && logEntry.state === 'sent')
    return { state: 'sent', at: logEntry.sent_at, to, reason: null }
  if (newestTask) {
    const { created_at, last_error } = newestTask
    return { state: getTaskState(newestTask), at: created_at, to, reason: last_error }
  }
  if (logEntry) return { state: 'refused', at: logEntry.created_at, to, reason: logEntry.error }
  return { state: 'none', at: null, to: null, reason: null }
}

function getTaskState(task: {
  refused_at: Date | null
  done_at: Date | null
  last_error: string | null
}): TestMailState {
  if (task.refused_at) return 'refused'
  if (task.done_at) return 'sent'
  return task.last_error ? 'retried' : 'queued'
}

async function findNewestLogEntry(userIds: readonly string[]) {
  if (userIds.length === 0) return undefined
  const { newest } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.max<number | null>('outbox_id').as('newest'))
    .where('subject_ref', 'in', userIds)
    .where('job', '=', testMailJob)
    .executeTakeFirstOrThrow()
  return db
    .selectFrom('mails')
    .select(['outbox_id', 'to_address', 'state', 'error', 'created_at', 'sent_at'])
    .where('outbox_id', '=', newest ?? 0)
    .executeTakeFirst()
}

async function countFreightRates(): Promise<number> {
  const { count } = await db
    .selectFrom('shipping_rates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the publications on sale that have a price, and the printed publications among them. */
export async function countOnSale(): Promise<{ pricedCount: number; printedCount: number }> {
  const { priced, printed } = await db
    .selectFrom('publications')
    .where('active', '=', true)
    .where('removed_at', 'is', null)
    .where('price', '>', 0)
    .select((eb) => [
      eb.fn.countAll<number>().as('priced'),
      eb.fn.sum<number | null>(eb.case().when('is_download', '=', true).then(0).else(1).end()).as('printed'),
    ])
    .executeTakeFirstOrThrow()
  return { pricedCount: Number(priced), printedCount: Number(printed ?? 0) }
}

/** Counts administrators who have logged in, because other administrators may have no password yet. */
async function countAdministrators(): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .where('is_demonstration', '=', false)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb.selectFrom('sessions').select('sessions.id').whereRef('sessions.user_id', '=', 'users.id'),
        ),
        eb.exists(
          eb
            .selectFrom('security_events')
            .select('security_events.id')
            .whereRef('security_events.user_id', '=', 'users.id')
            .where('kind', '=', 'login'),
        ),
      ]),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
