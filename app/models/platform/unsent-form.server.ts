import { db } from '#app/models/platform/db.server.ts'

const LIFETIME_MS = 24 * 3_600_000
const MAX_FORMS = 10

/** Fields of a form that was not processed, in the sequence sent, without passwords and files. */
export type UnsentForm = {
  /** the company for which the form was filled in; null for the person's own account */
  memberId: number | null
  /** paths and queries of the page and of the form's action */
  page: string
  address: string
  isMultipart: boolean
  fields: (readonly [name: string, value: string])[]
}

/** Stores the form for a day, at most ten forms per person. Returns its id. */
export async function storeUnsentForm(userId: number, form: UnsentForm): Promise<number> {
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
  const [newestExcess] = await db
    .selectFrom('unsent_forms')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .offset(MAX_FORMS)
    .limit(1)
    .execute()
  if (newestExcess)
    await db
      .deleteFrom('unsent_forms')
      .where('user_id', '=', userId)
      .where('id', '<=', newestExcess.id)
      .execute()
  return Number(insertId)
}

/** Returns a stored form; undefined if it is another person's or older than a day. */
export async function findUnsentForm(
  userId: number,
  id: number,
  now = new Date(),
): Promise<(UnsentForm & { sentAt: Date; expiresAt: Date }) | undefined> {
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
  return { ...facts, fields: JSON.parse(data), expiresAt: new Date(row.sentAt.getTime() + LIFETIME_MS) }
}

export function listUnsentForms(userId: number, now = new Date()): Promise<{ id: number; sentAt: Date }[]> {
  return db
    .selectFrom('unsent_forms')
    .select(['id', 'created_at as sentAt'])
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - LIFETIME_MS))
    .orderBy('id', 'desc')
    .limit(MAX_FORMS)
    .execute()
}

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
