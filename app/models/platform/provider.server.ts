import { sql } from 'kysely'
import type { ProviderName } from '#app/domain/platform/provider.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'

/** At the most so many effects that had failed are under way at a provider that is back. */
const MAX_WOKEN = 25
/** So many failures of its own are forgiven an effect before it waits longer: a provider may come and go. */
const FORGIVEN = 3
/** 2^6 times the interval of probes: twenty minutes at the usual twenty seconds. */
const MAX_DOUBLINGS = 6
/** A provider that works is noted so seldom, unless it was failing. */
const NOTED_EVERY_S = 5

/**
 * Notes that a provider failed a try that began `elapsedMs` ago; one that has done its work since is not failing. True
 * once it fails for longer than `probeMs`: trying again soon is then left to `wakeWaiting`.
 */
export async function noteProviderFailed(
  name: ProviderName,
  { elapsedMs, probeMs }: { elapsedMs: number; probeMs: number },
): Promise<boolean> {
  const isOlder = sql<boolean>`succeeded_at >= ${ago(elapsedMs)}`
  await db
    .insertInto('providers')
    .values({ name, failing_since: sql<Date>`now(3)`, probed_at: sql<Date>`now(3)` })
    .onDuplicateKeyUpdate({
      probed_at: sql<Date>`if(failing_since is null, now(3), probed_at)`,
      failing_since: sql<Date>`if(${isOlder}, failing_since, coalesce(failing_since, now(3)))`,
    })
    .execute()
  const failing = await db
    .selectFrom('providers')
    .select('name')
    .where('name', '=', name)
    .where('failing_since', '<=', ago(probeMs))
    .executeTakeFirst()
  return failing !== undefined
}

/** Notes that providers did what they were asked; what waits for them is then woken by `wakeWaiting`. */
export async function noteProvidersWork(names: readonly ProviderName[]): Promise<void> {
  for (const name of names)
    await db
      .updateTable('providers')
      .set({ failing_since: null, succeeded_at: sql<Date>`now(3)` })
      .where('name', '=', name)
      .where((eb) =>
        eb.or([
          eb('failing_since', 'is not', null),
          eb('succeeded_at', 'is', null),
          eb('succeeded_at', '<', sql<Date>`date_sub(now(3), interval ${NOTED_EVERY_S} second)`),
        ]),
      )
      .execute()
}

/**
 * Offers again what failed at a provider: while it fails one effect each `probeMs`, in turn, whose success wakes the
 * others; once it is back all of them, oldest first, so many at a time. Each waits at least `probeMs` after it was last
 * offered, longer when it keeps failing where others do not. One worker at a time does this for a provider; returns how
 * many were offered.
 */
export async function wakeWaiting(probeMs: number): Promise<number> {
  const waiting = await db
    .selectFrom('outbox')
    .select('provider')
    .distinct()
    .where('provider', 'is not', null)
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute()
  let woken = 0
  for (const { provider } of waiting) if (provider) woken += await wake(provider, probeMs)
  return woken
}

function wake(name: ProviderName, probeMs: number): Promise<number> {
  return withTransaction(async (trx) => {
    const provider = await trx
      .selectFrom('providers')
      .select(['failing_since', sql<number>`coalesce(probed_at <= ${ago(probeMs)}, 1)`.as('isProbeDue')])
      .where('name', '=', name)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!provider) return 0
    if (provider.failing_since === null) {
      const room = MAX_WOKEN - (await countUnderWay(trx, name, probeMs))
      return room > 0 ? offerAgain(trx, name, { probeMs, limit: room, order: 'id' }) : 0
    }
    if (Number(provider.isProbeDue) !== 1) return 0
    await trx
      .updateTable('providers')
      .set({ probed_at: sql<Date>`now(3)` })
      .where('name', '=', name)
      .execute()
    // In turn, so that one that fails for reasons of its own does not speak for all.
    return offerAgain(trx, name, { probeMs: 0, limit: 1, order: 'published_at' })
  })
}

async function countUnderWay(trx: Trx, name: ProviderName, probeMs: number): Promise<number> {
  const { count } = await openRows(trx, name)
    .where((eb) =>
      eb.or([
        eb('published_at', 'is', null),
        eb('published_at', '>', ago(probeMs)),
        eb('lease_until', '>', sql<Date>`now(3)`),
      ]),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Offer = { probeMs: number; limit: number; order: 'id' | 'published_at' }

async function offerAgain(trx: Trx, name: ProviderName, { probeMs, limit, order }: Offer): Promise<number> {
  const doublings = sql`least(greatest(cast(lone_failures as signed) - ${FORGIVEN}, 0), ${MAX_DOUBLINGS})`
  const rows = await openRows(trx, name)
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
  const offered = await trx
    .updateTable('outbox')
    .set((eb) => ({ published_at: null, redrives: eb('redrives', '+', 1) }))
    .where('id', 'in', ids)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return Number(offered.numUpdatedRows)
}

function openRows(trx: Trx, name: ProviderName) {
  return trx
    .selectFrom('outbox')
    .where('provider', '=', name)
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
}

/** So many milliseconds before now, by the clock of the database. */
function ago(ms: number) {
  return sql<Date>`date_sub(now(3), interval ${Math.round(ms * 1000)} microsecond)`
}
