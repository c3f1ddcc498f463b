import { createReadStream } from 'node:fs'
import { readStart } from './start-of-input.ts'

/** EX_TEMPFAIL of sysexits.h: a mail server that pipes reports to us tries again later. */
const TRY_LATER = 75
/** Reports are short; what is returned with one may be long and comes last. */
const MAX_BYTES = 256 * 1024

/** Settings that cannot be read end the process while they are imported: no reason to lose a report either. */
process.once('exit', (code) => {
  if (code !== 0) process.exitCode = TRY_LATER
})
const { readDeliveryReport } = await import('#app/domain/accounts/mailbox/delivery-report.ts')
const { log } = await import('#app/log.server.ts')
const { noteReturnedMail } = await import('#app/models/backoffice/mail-return.server.ts')
const { db } = await import('#app/models/platform/db.server.ts')

/** `npm run bounce -- FILE`, or the message at the standard input. Says nothing of the person. */
try {
  const [file = '-'] = process.argv.slice(2)
  const message = await readStart(file === '-' ? process.stdin : createReadStream(file), MAX_BYTES)
  const report = readDeliveryReport(message.toString('latin1'))
  const outcome = report ? await noteReturnedMail(report) : 'no-report'
  log.info({ outcome, statuses: report?.failures.map(({ status }) => status) }, 'delivery report read')
  if (outcome === 'early') process.exitCode = TRY_LATER
} catch (error) {
  log.fatal({ err: error }, 'delivery report not read')
  process.exitCode = TRY_LATER
} finally {
  await db.destroy()
}
