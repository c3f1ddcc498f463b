import type { TestMailState } from '#app/domain/backoffice/first-steps.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox, clearFinished } from '#app/models/platform/outbox.server.ts'
import {
  findBankAgreement,
  findCompany,
  findFirstSteps,
  getIssuer,
} from '#app/models/settings/setting.server.ts'

const testMail = 'send-test-mail'

/** `at` is when it was sent or, before that, requested. */
export type TestMail = { state: TestMailState; at: Date | null; to: string | null; reason: string | null }

export async function findShopFacts() {
  const [company, agreement, { issuer }, freightRates, mail, publications, administrators] =
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
    administrators,
  }
}

/** Returns true if all steps were once complete; later gaps appear where they matter. */
export async function areFirstStepsClosed(): Promise<boolean> {
  return (await findFirstSteps()) !== undefined
}

/** Queues a test mail unless one is already queued. */
export function requestTestMail(userId: number): Promise<void> {
  return withTransaction(async (trx) => {
    await clearFinished(trx, testMail, String(userId))
    await addToOutbox(trx, [testMail], String(userId))
  })
}

/** Returns the newest test mail with its log entry, found by administrator, since the log has no index by job. */
export async function findTestMail(): Promise<TestMail> {
  const [tasks, administrators] = await Promise.all([
    // Rows are sorted here, because the database might scan all tasks to find the newest.
    db
      .selectFrom('outbox')
      .select(['id', 'subject', 'created_at', 'done_at', 'refused_at', 'last_error'])
      .where('job', '=', testMail)
      .execute(),
    db.selectFrom('users').select('id').where('is_superuser', '=', true).execute(),
  ])
  const task = tasks.toSorted((one, other) => other.id - one.id).at(0)
  const people = new Set([
    ...tasks.map(({ subject }) => subject),
    ...administrators.map(({ id }) => String(id)),
  ])
  const logged = await findLogged([...people])
  const isOfLog = logged !== undefined && logged.outbox_id >= (task?.id ?? 0)
  const to = isOfLog ? logged.to_address : null
  if (isOfLog && logged.state === 'sent') return { state: 'sent', at: logged.sent_at, to, reason: null }
  if (task) {
    const reason = task.last_error
    const state = task.refused_at ? 'refused' : task.done_at ? 'sent' : reason ? 'retried' : 'queued'
    return { state, at: task.created_at, to, reason }
  }
  if (logged) return { state: 'refused', at: logged.created_at, to, reason: logged.error }
  return { state: 'none', at: null, to: null, reason: null }
}

async function findLogged(people: readonly string[]) {
  if (people.length === 0) return undefined
  const { newest } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.max<number | null>('outbox_id').as('newest'))
    .where('subject_ref', 'in', people)
    .where('job', '=', testMail)
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

/** Counts titles on sale with a price; `printed` ones are shipped. */
export async function countOnSale(): Promise<{ priced: number; printed: number }> {
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
  return { priced: Number(priced), printed: Number(printed ?? 0) }
}

/** Counts only administrators who have logged in, since others may have no password yet. */
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
