import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/** EX_TEMPFAIL of sysexits.h: a mail server that pipes reports to us tries again later. */
const TRY_LATER = 75
/** Reports are short; what is returned with one may be long and comes last. */
const MAX_LENGTH = 2_000_000

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
  const message = await (file === '-' ? text(process.stdin.setEncoding('latin1')) : readFile(file, 'latin1'))
  const report = readDeliveryReport(message.slice(0, MAX_LENGTH))
  const outcome = report ? await noteReturnedMail(report) : 'no-report'
  log.info({ outcome, statuses: report?.failures.map(({ status }) => status) }, 'delivery report read')
  if (outcome === 'early') process.exitCode = TRY_LATER
} catch (error) {
  log.fatal({ err: error }, 'delivery report not read')
  process.exitCode = TRY_LATER
} finally {
  await db.destroy()
}
