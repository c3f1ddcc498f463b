import { expect, test } from 'vitest'
import { parseLine } from '#app/domain/charges/boleto.ts'
import { addBusinessDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { announceBoleto, findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { bankAgreement, openShop } from '#tests/factories/shop.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const mailBoletoReady = requireMailJob('mail-boleto-ready')
const mailOrderWithoutBoleto = requireMailJob('mail-order-without-boleto')

const event = { id: 1 }

test('issues a boleto for the order’s total, due in three working days', async () => {
  await openShop()
  const { orderId } = await makeOrder({ [await makePublication({ price: 199_90 })]: 1 })
  await issueBoleto.run(String(orderId), event)
  const today = toCivilDate(new Date())
  const boleto = await findCurrentBoleto(orderId)
  const dueDate = addBusinessDays(today, 3)
  expect(boleto).toMatchObject({
    value: 199_90 + 22_50,
    due_date: dueDate,
    document_date: today,
    bank: '001',
  })
  expect(parseLine(boleto?.line ?? '', today)).toMatchObject({ valid: true, valueCents: 222_40, dueDate })
})

test('issues a boleto due after the working days of the owner’s setting', async () => {
  await openShop()
  await saveSetting('shop', { boletoDueDays: 10 })
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await issueBoleto.run(String(orderId), event)
  expect((await findCurrentBoleto(orderId))?.due_date).toBe(addBusinessDays(toCivilDate(new Date()), 10))
})

test('a second run issues no second boleto', async () => {
  await openShop()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await issueBoleto.run(String(orderId), event)
  const firstBoleto = await findCurrentBoleto(orderId)
  await saveSetting('shop', { boletoDueDays: 10 })
  await issueBoleto.run(String(orderId), event)
  expect(await findCurrentBoleto(orderId)).toEqual(firstBoleto)
})

test.each([2, 3, 4])('issues no boleto unless the order awaits payment (status %i)', async (status) => {
  await openShop()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ status }).where('id', '=', orderId).execute()
  await issueBoleto.run(String(orderId), event)
  expect(await findCurrentBoleto(orderId)).toBeUndefined()
})

test('ignores a missing order', async () => {
  await openShop()
  await expect(issueBoleto.run('4000000', event)).resolves.toBeUndefined()
})

/** Returns the job names of open mails, oldest first. */
const listOpenMailJobs = async () =>
  (
    await db
      .selectFrom('outbox')
      .select('job')
      .where('job', 'like', 'mail-%')
      .where('done_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ job }) => job)

test('confirms the order without the boleto, and sends a second mail once the boleto is issued', async () => {
  await openShop()
  await db.deleteFrom('settings').where('name', '=', 'bankAgreement').execute()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  for (const _ of [1, 2])
    await expect(issueBoleto.run(String(orderId), event)).rejects.toThrow('no bank agreement')
  expect(await listOpenMailJobs()).toEqual(['mail-order-without-boleto'])
  await mailOrderWithoutBoleto.run(String(orderId), { id: 951 })
  const confirmation = await readMail(951)
  expect(confirmation.headers).toContain(`Subject: =?UTF-8?Q?Pedido_n=C2=BA_${orderId}_recebido?=`)
  expect(confirmation.body).toContain('O boleto segue em outra mensagem')
  expect(confirmation.body).not.toContain('Linha digitável')
  await saveSetting('bankAgreement', bankAgreement)
  await issueBoleto.run(String(orderId), event)
  // The order's mail is still open: the test ran its job directly, and only a worker closes its row.
  expect(await listOpenMailJobs()).toEqual(['mail-order-without-boleto', 'mail-boleto-ready'])
  const boleto = await findCurrentBoleto(orderId)
  await mailBoletoReady.run(String(boleto?.id), { id: 953 })
  const ready = await readMail(953)
  expect(ready.headers.join('\n')).toContain(`Subject: =?UTF-8?Q?Boleto_do_pedido_n=C2=BA_${orderId}`)
  expect(ready.body).toContain('Linha digitável')
  expect(ready.body).not.toContain('Recebemos')
})

test('sends only the order mail when the boleto is issued before it', async () => {
  await openShop()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await issueBoleto.run(String(orderId), event)
  expect(await listOpenMailJobs()).toEqual(['mail-order-received'])
  await mailOrderWithoutBoleto.run(String(orderId), { id: 952 })
  expect(await listMailFiles()).not.toContain('evt-952.eml')
})

test('finishes a confirmation that began without the boleto, and queues a second mail with the boleto', async () => {
  await openShop()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  expect(await announceBoleto(orderId)).toBe(true)
  await issueBoleto.run(String(orderId), event)
  expect(await listOpenMailJobs()).toEqual(['mail-order-without-boleto', 'mail-boleto-ready'])
  await mailOrderWithoutBoleto.run(String(orderId), { id: 954 })
  expect(await listMailFiles()).toContain('evt-954.eml')
})

test('queues one mail with the boleto when announcing and issuing run concurrently', async () => {
  await openShop()
  for (const _ of Array.from({ length: 5 })) {
    const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
    const [wasAnnounced] = await Promise.all([
      announceBoleto(orderId),
      issueBoleto.run(String(orderId), event),
    ])
    const mails = await db
      .selectFrom('outbox')
      .select('job')
      .where('job', 'in', ['mail-order-received', 'mail-boleto-ready'])
      .where('done_at', 'is', null)
      .execute()
    expect(mails).toEqual([{ job: wasAnnounced ? 'mail-boleto-ready' : 'mail-order-received' }])
    await db.deleteFrom('outbox').execute()
  }
})

test.each([2, 3])(
  'skips the confirmation without a boleto unless the order awaits payment (status %i)',
  async (status) => {
    await openShop()
    const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
    await db.updateTable('orders').set({ status }).where('id', '=', orderId).execute()
    await mailOrderWithoutBoleto.run(String(orderId), { id: 955 })
    expect(await listMailFiles()).not.toContain('evt-955.eml')
  },
)
