import { log } from '#app/log.server.ts'
import { normaliseEmail } from '#app/models/accounts/user.server.ts'
import { findUserToBeDeleted, undoDeletion } from '#app/models/backoffice/deletion.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const usage = 'npm run undo-deletion -- E-MAIL'

/** Cancels a requested deletion of an account. Exits with 1 if nothing changed. */
try {
  const [email] = process.argv.slice(2)
  if (!email) throw new Error(usage)
  const userId = await findUserToBeDeleted(normaliseEmail(email))
  const isUndone = userId !== undefined && (await undoDeletion(userId, null))
  log.info({ userId, isUndone }, 'deletion')
  if (!isUndone) process.exitCode = 1
} catch (error) {
  log.fatal({ err: error }, 'deletion not undone')
  process.exitCode = 1
} finally {
  await db.destroy()
}
