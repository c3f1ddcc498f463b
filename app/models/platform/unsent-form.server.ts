import { db } from '#app/models/platform/db.server.ts'

const LIFETIME_MS = 24 * 3_600_000
const MAX_FORMS_PER_PERSON = 10

/** A form that was not processed. Its fields are in the order of the request; passwords and files are omitted. */
export type UnsentForm = {
  /** company for which the person filled in the form, or null for the person's own account */
  memberId: number | null
  /** path and query of the page; `address` contains path and query of the form's action */
  page: string
  address: string
  isMultipart: boolean
  fields: (readonly [name: string, value: string])[]
}

/** Stores the form for a day and returns its id. Deletes the person's oldest forms if there are too many. */
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
    .offset(MAX_FORMS_PER_PERSON)
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

/** Returns a stored form, or undefined if it belongs to another person or is older than a day. */
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
  const { data: fieldsJson, ...form } = row
  const expiresAt = new Date(row.sentAt.getTime() + LIFETIME_MS)
  return { ...form, fields: JSON.parse(fieldsJson), expiresAt }
}

export function listUnsentForms(userId: number, now = new Date()): Promise<{ id: number; sentAt: Date }[]> {
  return db
    .selectFrom('unsent_forms')
    .select(['id', 'created_at as sentAt'])
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - LIFETIME_MS))
    .orderBy('id', 'desc')
    .limit(MAX_FORMS_PER_PERSON)
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
  const deletion = await db
    .deleteFrom('unsent_forms')
    .where('created_at', '<', new Date(now.getTime() - LIFETIME_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
