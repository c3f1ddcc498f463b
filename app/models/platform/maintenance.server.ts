import { db, isMissingTable } from '#app/models/platform/db.server.ts'

/** A maintenance. Visitors see `expectedEnd`, but only a command ends it. */
export type Maintenance = { beganAt: Date; expectedEnd: Date | null }

const THE_ROW = 1

/** Returns the current maintenance; undefined without one or before its table exists. */
export async function findMaintenance(): Promise<Maintenance | undefined> {
  try {
    return await db
      .selectFrom('maintenance')
      .select(['began_at as beganAt', 'expected_end as expectedEnd'])
      .where('id', '=', THE_ROW)
      .executeTakeFirst()
  } catch (error) {
    if (isMissingTable(error)) return undefined
    throw error
  }
}

/** Starts maintenance, or changes its expected end. */
export async function startMaintenance(expectedEnd: Date | null, now = new Date()): Promise<void> {
  await db
    .insertInto('maintenance')
    .values({ id: THE_ROW, began_at: now, expected_end: expectedEnd })
    .onDuplicateKeyUpdate({ expected_end: expectedEnd })
    .execute()
}

export async function endMaintenance(): Promise<boolean> {
  const result = await db.deleteFrom('maintenance').where('id', '=', THE_ROW).executeTakeFirst()
  return result.numDeletedRows > 0n
}
