import { sql } from 'kysely'
import { isFailure, isThrottled, type SecurityKind } from '#app/domain/accounts/security-event.ts'
import { truncateNetwork } from '#app/domain/platform/client-network.ts'
import { log } from '#app/log.server.ts'
import { alertAboutGuesses } from '#app/models/accounts/security/security-alert.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'
import { emitSignal } from '#app/signals.server.ts'

const MAX_REQUEST_ID_LENGTH = 100
const MAX_DETAILS_LENGTH = 500

export type SecurityDetails = Readonly<Record<string, string | number>>

export type SecurityEvent = {
  kind: SecurityKind
  /** the user who acted */
  userId?: number | null | undefined
  /** the account that was affected */
  accountId?: number | null | undefined
  address?: string | undefined
  requestId?: string | undefined
  details?: SecurityDetails
}

/** Stores the event for six months. Never throws, but logs a failure as an error. */
export async function recordSecurityEvent(event: SecurityEvent): Promise<void> {
  const { kind, userId = null, accountId = null, requestId, details = {} } = event
  const row = { kind, user_id: userId, account_id: accountId, network: truncateNetwork(event.address ?? '') }
  const eventData = { event: kind, userId, accountId, requestId, ...details }
  try {
    if (isThrottled(kind) && (await wasJustRecorded(row))) return
    await db
      .insertInto('security_events')
      .values({
        ...row,
        request_id: requestId?.slice(0, MAX_REQUEST_ID_LENGTH) ?? null,
        details: JSON.stringify(details).slice(0, MAX_DETAILS_LENGTH),
      })
      .execute()
    if (isFailure(kind)) log.warn(eventData, 'security event')
    else log.info(eventData, 'security event')
    emitSignal('security', { kind })
    if (isFailure(kind)) await alertAboutGuesses({ accountId, network: row.network })
  } catch (error) {
    log.error({ err: error, ...eventData }, 'alert: a security event was not recorded')
  }
}

type EventRow = { kind: string; user_id: number | null; account_id: number | null; network: string }

/** Returns true if an equal event was recorded within the last minute. */
async function wasJustRecorded({ kind, user_id, account_id, network }: EventRow): Promise<boolean> {
  const recentEvent = await db
    .selectFrom('security_events')
    .select('id')
    .where('kind', '=', kind)
    .where('network', '=', network)
    .where(sql<boolean>`user_id <=> ${user_id}`)
    .where(sql<boolean>`account_id <=> ${account_id}`)
    .where('at', '>', sql<Date>`date_sub(now(3), interval 1 minute)`)
    .limit(1)
    .executeTakeFirst()
  return recentEvent !== undefined
}

export async function clearSecurityEvents(trx: Trx, userId: number): Promise<void> {
  for (const column of ['user_id', 'account_id'] as const)
    await trx
      .updateTable('security_events')
      .set({ [column]: null })
      .where(column, '=', userId)
      .execute()
}

export async function deleteOldSecurityEvents(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('security_events')
    .where('at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
