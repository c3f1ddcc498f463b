import { sql } from 'kysely'
import { failureKinds, makeAlertSubject } from '#app/domain/accounts/security-event.ts'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { db, readDatabaseClock, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { emitSignal } from '#app/signals.server.ts'

const effects = ['mail-staff-security'] as const
const MAX_ADMINISTRATORS = 20

type Guessed = { accountId: number | null; network: string }

/** Alerts staff about many failed logins, at most once an hour. The failure must be recorded before. */
export async function alertAboutGuesses({ accountId, network }: Guessed): Promise<void> {
  // Unknown accounts are counted as well, so that the response for known ones does not take longer.
  const account = String(accountId ?? 0)
  const { SECURITY_FAILURES_PER_ACCOUNT: ofAccount, SECURITY_FAILURES_PER_NETWORK: ofNetwork } = env
  if ((await countFailures('account', account, ofAccount)) >= ofAccount) await raise('account', account)
  if (network && (await countFailures('network', network, ofNetwork)) >= ofNetwork)
    await raise('network', network)
}

/** Counts failed logins, codes and identity checks of an account or network, at most `limit`. */
export async function countFailures(of: 'account' | 'network', key: string, limit: number): Promise<number> {
  const newest = db
    .selectFrom('security_events')
    .select('id')
    .where(of === 'account' ? 'account_id' : 'network', '=', of === 'account' ? Number(key) : key)
    .where('kind', 'in', failureKinds)
    .where('at', '>', sql<Date>`date_sub(now(3), interval ${env.SECURITY_WINDOW_MINUTES} minute)`)
    .limit(limit)
  const { count } = await db
    .selectFrom(newest.as('newest'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function raise(of: 'account' | 'network', key: string): Promise<void> {
  const now = await readDatabaseClock()
  const administrators = await db
    .selectFrom('users')
    .select('id')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(MAX_ADMINISTRATORS)
    .execute()
  const added = await withTransaction(async (trx) => {
    let count = 0
    for (const { id } of administrators)
      count += await addToOutbox(trx, effects, makeAlertSubject({ kind: of, key, adminId: id }, now))
    return count
  })
  if (added === 0) return
  log.error({ event: 'security-alert', of, [of]: key }, 'alert: many failures at one account or network')
  emitSignal('securityAlert', { kind: of })
}

/** Returns the administrator to alert and the account or network; undefined if either no longer exists. */
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
  const [administrator, account] = await Promise.all([
    people
      .where('users.id', '=', adminId)
      .where('is_superuser', '=', true)
      .where('is_active', '=', true)
      .executeTakeFirst(),
    kind === 'account' ? people.where('users.id', '=', Number(key)).executeTakeFirst() : undefined,
  ])
  if (!administrator || (kind === 'account' && !account)) return undefined
  const { email, contactName } = administrator
  return { email, contactName, where: account ? String(account.id) : key }
}
