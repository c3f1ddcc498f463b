import { expect, test } from 'vitest'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { changeEmailByLink, requestEmailChange } from '#app/models/accounts/email-request.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { placeNewOrder } from '#tests/factories/orders.ts'
import { findEmailToken, newEmail } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs } from '#tests/support/request.ts'

/** Runs the queued jobs and the jobs that they queue, except the printing of boletos. */
async function runAllJobs() {
  const maxRounds = 4
  for (let round = 0; round < maxRounds; round += 1) {
    const openJobs = db
      .selectFrom('outbox')
      .select('id')
      .where('done_at', 'is', null)
      .where('refused_at', 'is', null)
      .where('job', '!=', 'render-boleto')
    for (const { id } of await openJobs.orderBy('id').execute()) await runOutboxJob(id).catch(() => undefined)
  }
}

const listOrderMails = () =>
  db
    .selectFrom('mails')
    .select(['job', 'to_address'])
    .where('job', 'not in', ['mail-email-changed', 'send-email-link'])
    .orderBy('id')
    .execute()

async function correctEmail(userId: number): Promise<string> {
  const email = newEmail()
  await requestEmailChange(userId, { email, address: '192.0.2.1' })
  await changeEmailByLink(await findEmailToken(userId))
  await runAllJobs()
  return email
}

test('resends the newest mail of an order to the corrected address, once', async () => {
  await openShop()
  const { userId, orderId } = await placeNewOrder({ [await makeDownload()]: 1 })
  await runAllJobs()
  const visitor = await loginAs({ userId })
  const [firstMail] = await listOrderMails()
  expect((await fetchPage(visitor, `/payment/${orderId}`)).text).toContain(
    `Enviamos para ${firstMail?.to_address}.`,
  )
  const email = await correctEmail(userId)
  expect(await listOrderMails()).toEqual([firstMail, { job: 'mail-order-received', to_address: email }])
  expect((await fetchPage(visitor, `/payment/${orderId}`)).text).toContain(
    `Enviamos para ${email}. Endereço errado? Corrigir`,
  )
  await runAllJobs()
  expect(await listOrderMails()).toHaveLength(2)
})

test('skips an obsolete mail without a task for staff', async () => {
  await openShop()
  const { userId, orderId } = await placeNewOrder({ [await makeDownload()]: 1 })
  await runAllJobs()
  const deleteOtherMails = () => db.deleteFrom('mails').where('job', '!=', 'mail-order-received').execute()
  const dropPaymentMail = () => db.deleteFrom('outbox').where('job', '=', 'mail-payment-confirmed').execute()
  await deleteOtherMails()
  // The mail with the boleto is obsolete when the order is paid.
  await confirmPayment(orderId, { actorUserId: null, source: 'bank-file' }, '2026-11-24')
  await dropPaymentMail()
  await correctEmail(userId)
  expect(await listOrderMails()).toHaveLength(1)
  const rejectedJobs = await db
    .selectFrom('outbox')
    .select('job')
    .where('refused_at', 'is not', null)
    .execute()
  expect(rejectedJobs).toEqual([])
})

test('sends nothing to an address that received no mail of the order', async () => {
  await openShop()
  const { userId } = await placeNewOrder({ [await makeDownload()]: 1 })
  await db.deleteFrom('outbox').execute()
  await correctEmail(userId)
  expect(await listOrderMails()).toEqual([])
})
