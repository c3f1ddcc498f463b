import { db } from '#app/models/platform/db.server.ts'

const LIFETIME_MS = 24 * 3_600_000
const MAX_KEPT = 10

/** Names and values are in the order they were sent, never a password or a file. */
export type UnsentForm = {
  /** for which company it was filled in; null for the own account (D92) */
  memberId: number | null
  /** paths and queries: where it was filled in, where it was sent to */
  page: string
  address: string
  isMultipart: boolean
  fields: (readonly [name: string, value: string])[]
}

/** Kept for a day for this person alone, who has the newest ten (D100). Returns its id. */
export async function keepUnsentForm(userId: number, form: UnsentForm): Promise<number> {
  const { memberId, page, address, isMultipart, fields } = form
  const { insertId } = await db
    .insertInto('unsent_forms')
    .values({
      user_id: userId,
      member_id: memberId,
      page,
      address,
      is_multipart: isMultipart,
      data: JSON.stringify(fields),
    })
    .executeTakeFirstOrThrow()
  const [firstOver] = await db
    .selectFrom('unsent_forms')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .offset(MAX_KEPT)
    .limit(1)
    .execute()
  if (firstOver)
    await db
      .deleteFrom('unsent_forms')
      .where('user_id', '=', userId)
      .where('id', '<=', firstOver.id)
      .execute()
  return Number(insertId)
}

/** Undefined for another's, and once its day is over. */
export async function findUnsentForm(
  userId: number,
  id: number,
  now = new Date(),
): Promise<(UnsentForm & { sentAt: Date; keptUntil: Date }) | undefined> {
  const row = await db
    .selectFrom('unsent_forms')
    .select(['member_id as memberId', 'page', 'address', 'is_multipart as isMultipart', 'data'])
    .select('created_at as sentAt')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - LIFETIME_MS))
    .executeTakeFirst()
  if (!row) return undefined
  const { data, ...facts } = row
  return { ...facts, fields: JSON.parse(data), keptUntil: new Date(row.sentAt.getTime() + LIFETIME_MS) }
}

export function listUnsentForms(userId: number, now = new Date()): Promise<{ id: number; sentAt: Date }[]> {
  return db
    .selectFrom('unsent_forms')
    .select(['id', 'created_at as sentAt'])
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - LIFETIME_MS))
    .orderBy('id', 'desc')
    .limit(MAX_KEPT)
    .execute()
}

/** False when it was gone already. */
export async function deleteUnsentForm(userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('unsent_forms')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteOldUnsentForms(now: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('unsent_forms')
    .where('created_at', '<', new Date(now.getTime() - LIFETIME_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
