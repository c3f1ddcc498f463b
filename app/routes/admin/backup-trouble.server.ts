import { env } from '#app/env.server.ts'
import { findBackupTrouble } from '#app/models/reports/todays-work.server.ts'

/** Returns the missing or outdated backup; a demonstration needs none (D101). */
export async function findBackupToMake(now: Date): Promise<Date | 'none' | null> {
  return env.APP_ENV === 'demonstration' ? null : findBackupTrouble(now)
}
