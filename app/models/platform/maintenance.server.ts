import { db, isMissingTable } from '#app/models/platform/db.server.ts'

/** A maintenance period. Visitors see its `expectedEnd`, but only a command ends the period. */
export type Maintenance = { beganAt: Date; expectedEnd: Date | null }

const ROW_ID = 1

/** Returns the current maintenance period, or undefined if there is none or its table does not exist yet. */
export async function findMaintenance(): Promise<Maintenance | undefined> {
  try {
    return await db
      .selectFrom('maintenance')
      .select(['began_at as beganAt', 'expected_end as expectedEnd'])
      .where('id', '=', ROW_ID)
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
    .values({ id: ROW_ID, began_at: now, expected_end: expectedEnd })
    .onDuplicateKeyUpdate({ expected_end: expectedEnd })
    .execute()
}

export async function endMaintenance(): Promise<boolean> {
  const deletion = await db.deleteFrom('maintenance').where('id', '=', ROW_ID).executeTakeFirst()
  return deletion.numDeletedRows > 0n
}
