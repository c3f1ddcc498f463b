import { z } from 'zod'
import type { MemberRole } from '#app/domain/accounts/colleagues.ts'
import { closeMember } from '#app/models/accounts/colleagues/membership.server.ts'
import { deleteSecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

const endedAccess = z.object({
  members: z.array(z.number()),
  sessions: z.number(),
  keys: z.number(),
  passkeys: z.number(),
  secondFactor: z.boolean(),
})
type EndedAccess = z.infer<typeof endedAccess>

export type RecoveryEnd = Omit<EndedAccess, 'members'> & {
  members: { name: string | null; email: string; role: MemberRole }[]
}

const recoveryDetails = z.object({ ended: endedAccess })

/** Ends access that a stranger may have set up, except sessions, which the caller ends. The user must be locked. */
export async function endEarlierAccess(trx: Trx, userId: number): Promise<EndedAccess> {
  const members = await endMemberships(trx, userId)
  const sessions = await countRows(trx, 'sessions', userId)
  const keys = await revokeApiKeys(trx, userId)
  const passkeys = await countRows(trx, 'passkeys', userId)
  const factorCount = await countRows(trx, 'second_factors', userId)
  await deleteSecondFactor(trx, userId)
  return { members, sessions, keys, passkeys, secondFactor: factorCount > 0 }
}

async function endMemberships(trx: Trx, userId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('company_members')
    .innerJoin('profiles', 'profiles.id', 'company_members.profile_id')
    .select(['company_members.id', 'accepted_at'])
    .where('profiles.user_id', '=', userId)
    .where('is_open', '=', 1)
    .forUpdate()
    .execute()
  for (const { id, accepted_at } of rows) {
    const reason = accepted_at === null ? 'withdrawn' : 'revoked'
    await closeMember(trx, id, { reason, actorUserId: userId, companyUserId: userId })
  }
  return rows.map(({ id }) => id)
}

async function revokeApiKeys(trx: Trx, userId: number): Promise<number> {
  const keys = await trx
    .selectFrom('api_keys')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .execute()
  const ids = keys.map(({ id }) => id)
  if (ids.length === 0) return 0
  await trx.updateTable('api_keys').set({ revoked_at: new Date() }).where('id', 'in', ids).execute()
  const revocation = { entity: 'api-key', action: 'revoked', actorUserId: userId } as const
  await recordHistory(trx, ...ids.map((entityId) => ({ ...revocation, entityId })))
  return ids.length
}

async function countRows(
  trx: Trx,
  table: 'sessions' | 'passkeys' | 'second_factors',
  userId: number,
): Promise<number> {
  const { rows } = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(rows)
}

export async function findRecoveryEnd(historyDetails: string | null): Promise<RecoveryEnd | undefined> {
  const { success, data } = recoveryDetails.safeParse(JSON.parse(historyDetails ?? 'null'))
  if (!success) return undefined
  const { members: memberIds, ...counts } = data.ended
  const members = memberIds.length === 0 ? [] : await listEndedMembers(memberIds)
  return { ...counts, members }
}

/** Returns the access that the last password reset ended, or undefined if the mailbox was verified before. */
export async function findLastRecoveryEnd(userId: number): Promise<RecoveryEnd | undefined> {
  const row = await db
    .selectFrom('history')
    .select('details')
    .where('entity', '=', 'user')
    .where('entity_id', '=', userId)
    .where('action', '=', 'password-changed-by-link')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return findRecoveryEnd(row?.details ?? null)
}

function listEndedMembers(ids: number[]) {
  return db
    .selectFrom('company_members')
    .leftJoin('profiles', 'profiles.user_id', 'company_members.user_id')
    .select(['profiles.name', 'company_members.email', 'role'])
    .where('company_members.id', 'in', ids)
    .orderBy('company_members.id')
    .execute()
}
