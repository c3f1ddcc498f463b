import { sql } from 'kysely'
import type { ProviderName } from '#app/domain/platform/provider.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'

/** Maximum number of concurrent retries at a provider that works again */
const MAX_CONCURRENT = 25
/** The wait of an effect doubles only after this number of failures because the provider may be unstable. */
const FORGIVEN_FAILURES = 3
/** Limits the wait to 64 probe intervals, which are about twenty minutes at the default of 20 s. */
const MAX_DOUBLINGS = 6
/** Records a working provider at most once in this number of seconds, to limit writes. */
const RECORD_INTERVAL_S = 5

/**
 * Records a failed call that took `elapsedMs`, unless another call succeeded meanwhile. Returns true if the provider
 * has failed for at least `probeMs`, because `requeueWaiting` then makes the retries.
 */
export async function recordProviderFailure(
  name: ProviderName,
  { elapsedMs, probeMs }: { elapsedMs: number; probeMs: number },
): Promise<boolean> {
  const hasSucceededSince = sql<boolean>`succeeded_at >= ${selectTimeAgo(elapsedMs)}`
  await db
    .insertInto('providers')
    .values({ name, failing_since: sql<Date>`now(3)`, probed_at: sql<Date>`now(3)` })
    .onDuplicateKeyUpdate({
      probed_at: sql<Date>`if(failing_since is null, now(3), probed_at)`,
      failing_since: sql<Date>`if(${hasSucceededSince}, failing_since, coalesce(failing_since, now(3)))`,
    })
    .execute()
  const failingProvider = await db
    .selectFrom('providers')
    .select('name')
    .where('name', '=', name)
    .where('failing_since', '<=', selectTimeAgo(probeMs))
    .executeTakeFirst()
  return failingProvider !== undefined
}

/** Records successes. `requeueWaiting` then queues the effects that wait for these providers. */
export async function recordProviderSuccess(names: readonly ProviderName[]): Promise<void> {
  for (const name of names)
    await db
      .updateTable('providers')
      .set({ failing_since: null, succeeded_at: sql<Date>`now(3)` })
      .where('name', '=', name)
      .where((eb) =>
        eb.or([
          eb('failing_since', 'is not', null),
          eb('succeeded_at', 'is', null),
          eb('succeeded_at', '<', sql<Date>`date_sub(now(3), interval ${RECORD_INTERVAL_S} second)`),
        ]),
      )
      .execute()
}

/**
 * Queues failed effects again and returns their number. During an outage it queues one effect in every `probeMs`, each
 * in turn. After an outage it queues the oldest effects first, at most MAX_CONCURRENT at a time. Effects that fail
 * while others succeed wait longer. Locks the provider because only one worker may queue.
 */
export async function requeueWaiting(probeMs: number): Promise<number> {
  const waitingProviders = await db
    .selectFrom('outbox')
    .select('provider')
    .distinct()
    .where('provider', 'is not', null)
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute()
  let requeuedCount = 0
  for (const { provider } of waitingProviders)
    if (provider) requeuedCount += await requeueForProvider(provider, probeMs)
  return requeuedCount
}

function requeueForProvider(name: ProviderName, probeMs: number): Promise<number> {
  return withTransaction(async (trx) => {
    const provider = await trx
      .selectFrom('providers')
      .select([
        'failing_since',
        sql<number>`coalesce(probed_at <= ${selectTimeAgo(probeMs)}, 1)`.as('isProbeDue'),
      ])
      .where('name', '=', name)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!provider) return 0
    if (provider.failing_since === null) {
      const freePlaces = MAX_CONCURRENT - (await countRunning(trx, name, probeMs))
      return freePlaces > 0 ? requeueRows(trx, name, { probeMs, limit: freePlaces, order: 'id' }) : 0
    }
    if (Number(provider.isProbeDue) !== 1) return 0
    await trx
      .updateTable('providers')
      .set({ probed_at: sql<Date>`now(3)` })
      .where('name', '=', name)
      .execute()
    // Effects take turns because an effect that always fails must not block the others.
    return requeueRows(trx, name, { probeMs: 0, limit: 1, order: 'published_at' })
  })
}

async function countRunning(trx: Trx, name: ProviderName, probeMs: number): Promise<number> {
  const { count } = await selectOpenRows(trx, name)
    .where((eb) =>
      eb.or([
        eb('published_at', 'is', null),
        eb('published_at', '>', selectTimeAgo(probeMs)),
        eb('lease_until', '>', sql<Date>`now(3)`),
      ]),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type RequeueOptions = { probeMs: number; limit: number; order: 'id' | 'published_at' }

async function requeueRows(
  trx: Trx,
  name: ProviderName,
  { probeMs, limit, order }: RequeueOptions,
): Promise<number> {
  // The wait doubles for each failure after the forgiven failures if the provider succeeded for other effects.
  const doublings = sql`least(greatest(cast(lone_failures as signed) - ${FORGIVEN_FAILURES}, 0), ${MAX_DOUBLINGS})`
  const rows = await selectOpenRows(trx, name)
    .select('id')
    .where('published_at', 'is not', null)
    .where(
      sql<boolean>`published_at <= date_sub(now(3), interval ${probeMs * 1000} * pow(2, ${doublings}) microsecond)`,
    )
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', sql<Date>`now(3)`)]))
    .orderBy(order)
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const update = await trx
    .updateTable('outbox')
    .set((eb) => ({ published_at: null, requeues: eb('requeues', '+', 1) }))
    .where('id', 'in', ids)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return Number(update.numUpdatedRows)
}

function selectOpenRows(trx: Trx, name: ProviderName) {
  return trx
    .selectFrom('outbox')
    .where('provider', '=', name)
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
}

function selectTimeAgo(ms: number) {
  return sql<Date>`date_sub(now(3), interval ${Math.round(ms * 1000)} microsecond)`
}
