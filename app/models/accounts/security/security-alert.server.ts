import { sql } from 'kysely'
import { failureKinds, makeAlertSubject } from '#app/domain/accounts/security-event.ts'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { db, readDatabaseClock, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { emitSignal } from '#app/signals.server.ts'

const alertEffects = ['mail-staff-security'] as const
const MAX_ADMINISTRATORS = 20

type FailedLogin = { accountId: number | null; network: string }

/** Alerts staff about many failed logins, at most once an hour. The caller must have recorded the failure. */
export async function alertAboutGuesses({ accountId, network }: FailedLogin): Promise<void> {
  // Failures of unknown accounts are counted too because the response must take equally long for all accounts.
  const account = String(accountId ?? 0)
  const { SECURITY_FAILURES_PER_ACCOUNT: accountLimit, SECURITY_FAILURES_PER_NETWORK: networkLimit } = env
  const accountFailures = await countFailures('account', account, accountLimit)
  if (accountFailures >= accountLimit) await raiseAlert('account', account)
  if (!network) return
  const networkFailures = await countFailures('network', network, networkLimit)
  if (networkFailures >= networkLimit) await raiseAlert('network', network)
}

/** Counts failed logins, codes and identity checks of an account or a network. The count ends at `limit`. */
export async function countFailures(
  scope: 'account' | 'network',
  key: string,
  limit: number,
): Promise<number> {
  const isOfScope =
    scope === 'account' ? sql<boolean>`account_id = ${Number(key)}` : sql<boolean>`network = ${key}`
  const newestFailures = db
    .selectFrom('security_events')
    .select('id')
    .where(isOfScope)
    .where('kind', 'in', failureKinds)
    .where('at', '>', sql<Date>`date_sub(now(3), interval ${env.SECURITY_WINDOW_MINUTES} minute)`)
    .limit(limit)
  const { count } = await db
    .selectFrom(newestFailures.as('newest'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Queues mails to the administrators and logs the alert, unless the same mails were queued before. */
async function raiseAlert(scope: 'account' | 'network', key: string): Promise<void> {
  const now = await readDatabaseClock()
  const administrators = await db
    .selectFrom('users')
    .select('id')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(MAX_ADMINISTRATORS)
    .execute()
  const addedMailCount = await withTransaction(async (trx) => {
    let count = 0
    for (const { id } of administrators)
      count += await addToOutbox(trx, alertEffects, makeAlertSubject({ kind: scope, key, adminId: id }, now))
    return count
  })
  if (addedMailCount === 0) return
  log.error(
    { event: 'security-alert', of: scope, [scope]: key },
    'alert: many failures at one account or network',
  )
  emitSignal('securityAlert', { kind: scope })
}

/** Returns the administrator to alert and the account or network, or undefined if one no longer exists. */
export async function findAlertedAccount({
  kind,
  key,
  adminId,
}: {
  kind: 'account' | 'network'
  key: string
  adminId: number
}) {
  const people = db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.id', 'users.email', 'profiles.name as contactName'])
  const isAboutAccount = kind === 'account'
  const [administrator, account] = await Promise.all([
    people
      .where('users.id', '=', adminId)
      .where('is_superuser', '=', true)
      .where('is_active', '=', true)
      .executeTakeFirst(),
    isAboutAccount ? people.where('users.id', '=', Number(key)).executeTakeFirst() : undefined,
  ])
  if (!administrator || (isAboutAccount && !account)) return undefined
  const { email, contactName } = administrator
  return { email, contactName, where: account ? String(account.id) : key }
}
