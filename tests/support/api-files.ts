import { putFile } from '#app/gateways/storage.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findFileRequest, preparedName, recordReady } from '#app/models/platform/prepared-file.server.ts'

export const madeFile = Buffer.from('%PDF-1.7 made by a test')

/**
 * Calls for a file that the worker makes; once it is told to come back (503), hands the file in and calls again. Gives
 * both answers and what was asked of the worker.
 */
export async function callForFile<Answer>(call: () => Promise<Answer>) {
  const early = await call()
  const { id } = await db
    .selectFrom('prepared_files')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await putFile(preparedName(id), madeFile)
  await recordReady(id, { file: preparedName(id), bytes: madeFile.length })
  return { early, answer: await call(), request: await findFileRequest(id) }
}
