import { db } from '#app/models/platform/db.server.ts'

export type FormOwner = { userId: number; memberId: number | null }

/** Returns true if the owner's account is active and the membership belongs to the owner if there is one. */
export async function isActiveFormOwner({ userId, memberId }: FormOwner): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .leftJoin('company_members', (join) =>
      join.onRef('company_members.user_id', '=', 'users.id').on('company_members.id', '=', memberId ?? 0),
    )
    .select('company_members.id as memberId')
    .where('users.id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row !== undefined && row.memberId === memberId
}
