import { db, isMissingTable } from '#app/models/platform/db.server.ts'

/** Visitors see `expectedEnd`; maintenance itself ends only by command. */
export type Maintenance = { beganAt: Date; expectedEnd: Date | null }

const THE_ROW = 1

/** Returns undefined outside maintenance and before the migration that creates the table. */
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

/** Begins maintenance, or changes its expected end. */
export async function beginMaintenance(expectedEnd: Date | null, now = new Date()): Promise<void> {
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
