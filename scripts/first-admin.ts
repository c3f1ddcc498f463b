import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { createFirstAdmin } from '#app/models/accounts/first-admin.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { paths } from '#app/paths.ts'

const usage = 'npm run first-admin -- E-MAIL'

/** Creates the first administrator and prints a link, valid once, that sets the password (D62). */
try {
  const [email] = process.argv.slice(2)
  if (!email || !/^\S+@\S+\.\S+$/.test(email)) throw new Error(usage)
  const result = await createFirstAdmin(email)
  if (result === 'exists') throw new Error('the shop has an administrator already')
  if (result === 'deactivated') throw new Error('this account is closed, or one of the demonstration')
  const link = paths.changePassword(result.token, { redirectTo: paths.admin.firstSteps() })
  console.log(`${env.PUBLIC_URL}${link}`)
} catch (error) {
  log.fatal({ err: error }, 'no administrator made')
  process.exitCode = 1
} finally {
  await db.destroy()
}
