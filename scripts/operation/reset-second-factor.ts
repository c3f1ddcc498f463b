import { log } from '#app/log.server.ts'
import { resetSecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { findUserIdByEmail, normaliseEmail } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const usage = 'npm run reset-second-factor -- E-MAIL REASON'

/** Resets an account's second factor, for an only administrator who has lost phone and codes (D125). */
try {
  const [email, ...otherArguments] = process.argv.slice(2)
  const reason = otherArguments.join(' ').trim()
  if (!email || reason === '') throw new Error(usage)
  const userId = await findUserIdByEmail(normaliseEmail(email))
  const isReset = userId !== undefined && (await resetSecondFactor(userId, { actorUserId: null, reason }))
  log.info({ userId, isReset }, 'second factor')
  if (!isReset) process.exitCode = 1
} catch (error) {
  log.fatal({ err: error }, 'second factor not reset')
  process.exitCode = 1
} finally {
  await db.destroy()
}
