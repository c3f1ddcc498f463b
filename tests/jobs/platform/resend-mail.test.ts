import { expect, test } from 'vitest'
import { makeEventKey, rememberDelivered } from '#app/jobs/platform/completed-effects.server.ts'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { describeMailAddressee } from '#app/mails/job-name.server.ts'
import { clearMailAddresses, findMail, requestResend } from '#app/models/backoffice/mail.server.ts'
import { iterateMails, listMails } from '#app/models/backoffice/mail-list.server.ts'
import { decideUncertainEffects } from '#app/models/backoffice/uncertain-effect.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs } from '#tests/support/request.ts'

/** Runs the queued jobs and the jobs that they queue, except the printing of boletos. */
async function runAllJobs() {
  for (let round = 0; round < 2; round++) {
    const openJobs = db
      .selectFrom('outbox')
      .select('id')
      .where('done_at', 'is', null)
      .where('job', '!=', 'render-boleto')
    for (const { id } of await openJobs.orderBy('id').execute()) await runOutboxJob(id).catch(() => undefined)
  }
}

const allMails = { search: '', page: 1 }

async function makeMailedOrder() {
  await openShop()
  const order = await makeOrder({ [await makeDownload()]: 1 })
  await runAllJobs()
  const { rows } = await listMails({ search: String(order.orderId), page: 1 })
  return { ...order, mail: rows.find(({ job }) => job === 'mail-order-received') }
}

test('logs a sent mail once and finds it by order, address, subject and state', async () => {
  const { mail, orderId } = await makeMailedOrder()
  expect(mail).toMatchObject({ state: 'sent', attempts: 1, subject_ref: String(orderId) })
  for (const search of [mail?.to_address.slice(0, 8) ?? '', 'recebido', `nº ${orderId}`])
    expect((await listMails({ search, page: 1 })).rows.map(({ id }) => id)).toContain(mail?.id)
  expect((await listMails({ ...allMails, state: 'refused' })).count).toBe(0)
  expect((await listMails({ search: 'ninguem@', page: 1 })).rows).toEqual([])
})

test('a resend creates one new mail, even if its form is sent twice', async () => {
  const { mail, userId } = await makeMailedOrder()
  const countBefore = (await listMails(allMails)).count
  await Promise.all([requestResend(mail?.id ?? 0, 0, userId), requestResend(mail?.id ?? 0, 0, userId)])
  await runAllJobs()
  const { rows, count } = await listMails(allMails)
  expect(count).toBe(countBefore + 1)
  expect(rows[0]).toMatchObject({ job: 'mail-order-received', subject_ref: mail?.subject_ref, state: 'sent' })
})

test('reports a repeated resend, even after older ones were deleted', async () => {
  const { mail, userId } = await makeMailedOrder()
  const id = mail?.id ?? 0
  const answers = await Promise.all([requestResend(id, 0, userId), requestResend(id, 0, userId)])
  expect(answers.toSorted()).toEqual(['queued', 'repeated'])
  expect(await requestResend(id, 1, userId)).toBe('queued')
  await db.deleteFrom('outbox').where('subject', '=', `${id}/1`).execute()
  expect((await findMail(id))?.seenResends).toBe(2)
  expect(await requestResend(id, 2, userId)).toBe('queued')
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute()
  const staff = await loginAs({ userId })
  const { location } = await fetchPage(staff, `/admin/mails/${id}/resend`, { seen: 1 })
  expect(location).toBe(`/admin/mails/${id}/resend`)
  const page = await fetchPage(staff, `/admin/mails/${id}/resend`)
  expect(page.text).toContain('Reenvio pedido')
  expect(page.text).not.toContain('Enviado outra vez')
})

test('lists all matches of a search on pages, newest first, and exports the same', async () => {
  await db
    .insertInto('mails')
    .values(
      Array.from({ length: 230 }, (_, index) => ({
        outbox_id: 1_000_000 + index,
        job: 'mail-order-received',
        subject_ref: '0',
        to_address: 'muitos@exemplo.test',
        subject: 'Muitos',
        state: 'sent',
      })),
    )
    .execute()
  const pages = [1, 2, 3, 4, 5, 6].map((page) => listMails({ search: 'muitos@', page }))
  const lists = await Promise.all(pages)
  expect(lists[0]).toMatchObject({ count: 230, pages: 5, isCut: false })
  const listedIds = lists.flatMap(({ rows }) => rows.map(({ id }) => id))
  expect(listedIds).toEqual([...new Set(listedIds)].toSorted((a, b) => b - a))
  expect(listedIds).toHaveLength(230)
  expect(await listMails({ search: 'uitos', state: 'refused', page: 1 })).toMatchObject({
    count: 0,
    pages: 1,
  })
  const matchingIds: number[] = []
  for await (const { id } of iterateMails({ search: 'uitos' }, 100)) matchingIds.push(id)
  expect(matchingIds).toEqual(listedIds)
  const sentIds: number[] = []
  for await (const { id } of iterateMails({ search: '', state: 'sent' }, 100)) sentIds.push(id)
  expect(sentIds).toEqual([...new Set(sentIds)].toSorted((a, b) => b - a))
  expect(sentIds.length).toBe((await listMails({ search: '', state: 'sent', page: 1 })).count)
})

test.each([
  ['mail-email-changed', 'ao endereço que a conta tinha antes da troca'],
  ['send-invitation', 'ao endereço convidado'],
  ['forward-withdrawal', 'ao endereço da empresa'],
  ['mail-staff-refused-boletos', 'ao endereço da empresa'],
  ['mail-order-received', 'ao endereço atual da conta'],
])('shows the recipient of %s', (job, expectedText) => {
  expect(describeMailAddressee(job)).toBe(expectedText)
})

test('rejects resending a mail about a cancelled order as obsolete', async () => {
  const { mail, orderId, userId } = await makeMailedOrder()
  const cancelled = 3
  await db.updateTable('orders').set({ status: cancelled }).where('id', '=', orderId).execute()
  await requestResend(mail?.id ?? 0, 0, userId)
  await runAllJobs()
  const row = await db.selectFrom('outbox').selectAll().where('job', '=', 'resend-mail').executeTakeFirst()
  expect(row).toMatchObject({ last_error: 'mail obsolete' })
  expect(row?.refused_at).not.toBeNull()
})

test('never resends a mail with a password link', async () => {
  const { userId } = await makeCustomer()
  const linkMail = await db
    .insertInto('mails')
    .values({
      outbox_id: 1,
      job: 'send-password-link',
      subject_ref: '1',
      to_address: 'a@b.test',
      subject: 'x',
      state: 'sent',
    })
    .executeTakeFirstOrThrow()
  expect(await requestResend(Number(linkMail.insertId), 0, userId)).toBe('never')
})

test('clears the address of a removed account from the log', async () => {
  const { mail, userId } = await makeMailedOrder()
  const person = { userId, email: mail?.to_address ?? '' }
  await withTransaction((trx) => clearMailAddresses(trx, person, 'removido-1@invalid'))
  expect((await listMails({ search: person.email, page: 1 })).rows).toEqual([])
})

test('sends a mail that staff resend after a restore, even if it was delivered before', async () => {
  const { mail, userId } = await makeMailedOrder()
  const uncertainSince = { uncertain_at: new Date(), refused_at: new Date() }
  const row = await db
    .selectFrom('outbox')
    .selectAll()
    .where('job', '=', mail?.job ?? '')
    .executeTakeFirstOrThrow()
  await rememberDelivered({ id: row.id, key: makeEventKey(row) })
  const hourAgo = new Date(Date.now() - 3_600_000)
  await db.updateTable('mails').set({ sent_at: hourAgo }).execute()
  await db
    .updateTable('outbox')
    .set({ ...uncertainSince, done_at: null, created_at: hourAgo, attempts: 3 })
    .where('id', '=', row.id)
    .execute()
  expect(await decideUncertainEffects({ id: row.id }, 'again', userId)).toBe(1)
  // Simulates that a first attempt failed, which must not prevent the resend.
  await db.updateTable('outbox').set({ attempts: 1 }).where('id', '=', row.id).execute()
  await runOutboxJob(row.id)
  const logEntry = await db
    .selectFrom('mails')
    .select('attempts')
    .where('outbox_id', '=', row.id)
    .executeTakeFirst()
  expect(logEntry?.attempts).toBe(2)
  const resentRow = await db
    .selectFrom('outbox')
    .select('done_at')
    .where('id', '=', row.id)
    .executeTakeFirst()
  expect(resentRow?.done_at).not.toBeNull()
})
