import { buffer } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { toInstant } from '#app/domain/platform/calendar.ts'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { removeFile } from '#app/gateways/storage.server.ts'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { runListedSchedules } from '#app/jobs/platform/run-schedules.server.ts'
import { makeClosingFiles } from '#app/jobs/reports/prepare-closing.server.ts'
import { sendClosing } from '#app/jobs/reports/send-closing.server.ts'
import { requestResend } from '#app/models/backoffice/mail.server.ts'
import { listMails } from '#app/models/backoffice/mail-list.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { closingFormats, makeClosingPath } from '#app/models/reports/closing-mail.server.ts'
import { dayClosing } from '#app/models/reports/day-closing.server.ts'
import { findCompany, saveSetting } from '#app/models/settings/setting.server.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePaidOrder } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'

afterAll(closePdfBrowser)

const getMorning = (day: string) => toInstant(day, '07:00')

/** Runs the schedule on each of these days, as its worker does. */
async function runOnDays(...days: string[]) {
  for (const day of days) await runListedSchedules(async () => getMorning(day), [sendClosing])
}

async function setAccountantEmail(accountantEmail: string | undefined) {
  const company = await findCompany()
  if (!company) throw new Error('no company')
  await saveSetting('company', { ...company, accountantEmail })
}

const listTasks = (job: string) =>
  db.selectFrom('outbox').select(['id', 'subject']).where('job', '=', job).execute()

async function runTasks(job: string) {
  for (const { id } of await listTasks(job)) await runOutboxJob(id).catch(() => undefined)
}

const listClosings = async () =>
  (await listMails({ search: '', page: 1 })).rows.filter(({ job }) => job === 'mail-closing')

beforeEach(openShop)

test('sends no closing without an accountant’s e-mail', async () => {
  await runOnDays('2026-12-01', '2026-12-02')
  await setAccountantEmail('')
  await runOnDays('2026-12-03')
  expect(await listTasks('prepare-closing')).toEqual([])
})

test('requests each month’s closing once, for any number of runs', async () => {
  await setAccountantEmail('contabilidade@exemplo.test')
  await runOnDays('2026-11-30')
  expect(await listTasks('prepare-closing')).toEqual([])
  await Promise.all(Array.from({ length: 4 }, () => runOnDays('2026-12-01')))
  await Promise.all(Array.from({ length: 4 }, () => sendClosing.run(getMorning('2026-12-01'))))
  await runOnDays('2026-12-02', '2026-12-15')
  expect((await listTasks('prepare-closing')).map(({ subject }) => subject)).toEqual(['2026-11'])
  await runOnDays('2027-01-04')
  expect((await listTasks('prepare-closing')).map(({ subject }) => subject)).toEqual(['2026-11', '2026-12'])
})

test('all files of a month show the same moment, despite payments during their creation', async () => {
  await makePaidOrder('2026-03-02')
  const loadSoldTotals = async () =>
    (await dayClosing.totals({ start: '2026-03-01', end: '2026-03-31', today: '2026-04-01' })).accounts.sold
  const soldBefore = await loadSoldTotals()
  const files = new Map<string, Buffer>()
  await makeClosingFiles('2026-03', async (format, content) => {
    files.set(format, content instanceof Uint8Array ? Buffer.from(content) : await buffer(content))
    await makePaidOrder('2026-03-02')
  })
  // One order was paid before, and one while each of the three files was stored.
  expect([soldBefore?.count, (await loadSoldTotals())?.count]).toEqual([1, 4])
  const csvText = files.get('csv')?.toString()
  expect(csvText?.match(/^Vendido;/gm)).toHaveLength(1)
  const [headRow = [], ...dayRows] = await readSheet(files.get('xlsx') ?? Buffer.alloc(0), 'Por dia')
  const soldColumn = headRow.indexOf('Vendido')
  expect(dayRows.map((row) => row[soldColumn])).toEqual([(soldBefore?.value ?? 0) / 100])
})

test('sends and logs a mail with the totals and three files, and retries after a failure', {
  meta: { slow: 'prints the books of a month' },
}, async () => {
  await setAccountantEmail('contabilidade@exemplo.test')
  await makePaidOrder('2026-03-02')
  await runOnDays('2026-04-01')
  await runTasks('prepare-closing')
  for (const format of closingFormats) await removeFile(makeClosingPath('2026-03', format))
  await runTasks('mail-closing')
  expect(await listClosings()).toEqual([])
  // Staff retry both rejected jobs.
  await db.updateTable('outbox').set({ refused_at: null, done_at: null, lease_until: null }).execute()
  await runTasks('prepare-closing')
  const [preparation] = await db
    .selectFrom('outbox')
    .select('last_error')
    .where('job', '=', 'prepare-closing')
    .execute()
  expect(preparation?.last_error).toBeNull()
  await runTasks('mail-closing')
  await runTasks('mail-closing')
  const [mail, ...others] = await listClosings()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to_address: 'contabilidade@exemplo.test', state: 'sent' })
  const [task] = await listTasks('mail-closing')
  const { headers, body } = await readMail(task?.id ?? 0)
  expect(headers).toContain('To: contabilidade@exemplo.test')
  for (const name of ['pdf', 'xlsx', 'csv']) expect(body).toContain(`fechamento_2026-03.${name}`)
  const { accounts } = await dayClosing.totals({
    start: '2026-03-01',
    end: '2026-03-31',
    today: '2026-04-01',
  })
  expect(accounts.sold?.value).toBeGreaterThan(0)
  expect(body).toContain(formatReais(accounts.sold?.value ?? 0))
  const { userId } = await makeCustomer()
  await requestResend(mail?.id ?? 0, 0, userId)
  await runTasks('resend-mail')
  expect(await listClosings()).toHaveLength(2)
})
