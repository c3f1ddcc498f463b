import { expect, test } from 'vitest'
import { markResent, markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeDirectShipment, makePaidOrder, makeShipment, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const mailDispatched = requireMailJob('mail-dispatched')

const dispatch = { date: '2026-11-05', trackCode }

test('mails the customer the items, the service and the tracking link', async () => {
  await openShop()
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await markSent(id, dispatch, byStaff)
  await mailDispatched.run(`${id}-1`, { id: 81 })
  const mail = await readMail(81)
  expect(mail.headers.join('\n')).toMatch(/^To: pessoa-\d+@exemplo\.test/m)
  for (const expectedText of [
    `nº ${order.orderId}`,
    '2 × Manual da Hélice',
    'Forma de envio: PAC',
    trackCode,
  ])
    expect(mail.body).toContain(expectedText)
})

test('skips a shipment returned before its mail was sent, and announces the next one', async () => {
  await openShop()
  const id = await makeShipment(await makePaidOrder())
  await markSent(id, dispatch, byStaff)
  await markReturned(id, '2026-11-09', byStaff)
  await mailDispatched.run(`${id}-1`, { id: 82 })
  await markResent(id, { ...dispatch, date: '2026-11-10' }, byStaff)
  await mailDispatched.run(`${id}-1`, { id: 83 })
  await mailDispatched.run(`${id}-2`, { id: 84 })
  const mailFiles = await listMailFiles()
  expect(['82', '83', '84'].filter((eventId) => mailFiles.includes(`evt-${eventId}.eml`))).toEqual(['84'])
})

test('announces a direct shipment without an order and tracking code', async () => {
  await openShop()
  const { profileId } = await makePaidOrder()
  const id = await makeDirectShipment(profileId)
  await markSent(id, { date: '2026-11-05', trackCode: null }, byStaff)
  await mailDispatched.run(`${id}-1`, { id: 85 })
  const mail = await readMail(85)
  expect(mail.body).toContain('não tem código de rastreamento')
  expect(mail.body).not.toContain('undefined')
})

test.each(['', '1', 'x-y', '4000000-1'])('sends no mail for the invalid dispatch %j', async (subject) => {
  await mailDispatched.run(subject, { id: 86 })
  expect(await listMailFiles()).not.toContain('evt-86.eml')
})
