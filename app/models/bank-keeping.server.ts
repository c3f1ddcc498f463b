import { db } from '#app/models/db.server.ts'

/** The stored originals of return files kept before `before`, oldest first; they name payers. */
export function listOldBankFiles(before: Date, limit: number) {
  return db
    .selectFrom('bank_files')
    .select(['id', 'stored'])
    .where('created_at', '<', before)
    .where('stored', '<>', '')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The original of a return file is gone; its records stay. */
export async function forgetBankFile(id: number): Promise<void> {
  await db.updateTable('bank_files').set({ stored: '' }).where('id', '=', id).execute()
}

/** Empties remittances made before `before`, which name payers; that they were made stays. Returns how many. */
export async function forgetOldRemittances(before: Date, limit: number): Promise<number> {
  const result = await db
    .updateTable('remittances')
    .set({ content: '' })
    .where('created_at', '<', before)
    .where('content', '<>', '')
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
