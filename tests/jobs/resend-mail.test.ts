import { expect, test } from 'vitest'
import { perform } from '#app/jobs/perform.server.ts'
import { db, withTransaction } from '#app/models/db.server.ts'
import { forgetMailAddresses, listMails, requestResend } from '#app/models/mail.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'

/** What is promised, and what that promises in its turn; slips are not printed. */
async function performAll() {
  for (let turn = 0; turn < 2; turn++) {
    const open = db
      .selectFrom('outbox')
      .select('id')
      .where('done_at', 'is', null)
      .where('job', '!=', 'render-slip')
    for (const { id } of await open.orderBy('id').execute()) await perform(id).catch(() => undefined)
  }
}

const all = { search: '', page: 1 }

async function orderTold() {
  await openShop()
  const order = await makeOrder({ [await makeDownload()]: 1 })
  await performAll()
  const { rows } = await listMails({ search: String(order.orderId), page: 1 })
  return { ...order, mail: rows.find(({ job }) => job === 'tell-order-received') }
}

test('a mail that was sent stands in the log once, and is found by order, address, subject and state', async () => {
  const { mail, orderId } = await orderTold()
  expect(mail).toMatchObject({ state: 'sent', attempts: 1, subject_ref: String(orderId) })
  for (const search of [mail?.to_address.slice(0, 8) ?? '', 'recebido', `nº ${orderId}`])
    expect((await listMails({ search, page: 1 })).rows.map(({ id }) => id)).toContain(mail?.id)
  expect((await listMails({ ...all, state: 'refused' })).count).toBe(0)
  expect((await listMails({ search: 'ninguem@', page: 1 })).rows).toEqual([])
})

test('sending again is another mail with another identity, once for a form sent twice', async () => {
  const { mail, userId } = await orderTold()
  const before = (await listMails(all)).count
  await Promise.all([requestResend(mail?.id ?? 0, 0, userId), requestResend(mail?.id ?? 0, 0, userId)])
  await performAll()
  const { rows, count } = await listMails(all)
  expect(count).toBe(before + 1)
  expect(rows[0]).toMatchObject({ job: 'tell-order-received', subject_ref: mail?.subject_ref, state: 'sent' })
})

test('what is no longer so is not told again, and the refusal says why', async () => {
  const { mail, orderId, userId } = await orderTold()
  await db.updateTable('orders').set({ status: 3 }).where('id', '=', orderId).execute()
  await requestResend(mail?.id ?? 0, 0, userId)
  await performAll()
  const row = await db.selectFrom('outbox').selectAll().where('job', '=', 'resend-mail').executeTakeFirst()
  expect(row).toMatchObject({ last_error: 'what the mail tells is no longer so' })
  expect(row?.refused_at).not.toBeNull()
})

test('a link for a new password is never sent again', async () => {
  const { userId } = await makeCustomer()
  const made = await db
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
  expect(await requestResend(Number(made.insertId), 0, userId)).toBe(false)
})

test('the log forgets the address of a removed account', async () => {
  const { mail, userId } = await orderTold()
  const person = { userId, email: mail?.to_address ?? '' }
  await withTransaction((trx) => forgetMailAddresses(trx, person, 'removido-1@invalid'))
  expect((await listMails({ search: person.email, page: 1 })).rows).toEqual([])
})
