import { createReadStream } from 'node:fs'
import { readFirstBytes } from './start-of-input.ts'

/** EX_TEMPFAIL (sysexits.h): the mail server that pipes the report retries later. */
const TRY_LATER = 75
/** The limit of bytes read. The report comes first; the returned message after it may be long. */
const MAX_BYTES = 256 * 1024

/** Invalid settings end the process during the imports below; the mail server must retry then, too. */
process.once('exit', (code) => {
  if (code !== 0) process.exitCode = TRY_LATER
})
const { readDeliveryReport } = await import('#app/domain/accounts/mailbox/delivery-report.ts')
const { log } = await import('#app/log.server.ts')
const { recordReturnedMail } = await import('#app/models/backoffice/mail-return.server.ts')
const { db } = await import('#app/models/platform/db.server.ts')

try {
  const [file = '-'] = process.argv.slice(2)
  const message = await readFirstBytes(file === '-' ? process.stdin : createReadStream(file), MAX_BYTES)
  const report = readDeliveryReport(message.toString('latin1'))
  const outcome = report ? await recordReturnedMail(report) : 'no-report'
  log.info({ outcome, statuses: report?.failures.map(({ status }) => status) }, 'delivery report read')
  // The returned mail is not recorded as sent yet, so the report must come again.
  if (outcome === 'early') process.exitCode = TRY_LATER
} catch (error) {
  log.fatal({ err: error }, 'delivery report not read')
  process.exitCode = TRY_LATER
} finally {
  await db.destroy()
}
