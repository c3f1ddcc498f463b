import { expect, test } from 'vitest'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { db } from '#app/models/platform/db.server.ts'
import { placeNewOrder } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const askStaffForFreight = requireMailJob('ask-staff-for-freight')

const freightToBeAgreed = { shippingService: shippingTypes.toBeAgreed }
const countQueuedJobs = async () =>
  (await db.selectFrom('outbox').select('job').where('job', '=', 'ask-staff-for-freight').execute()).length

test('creates a staff task only for an order with freight to be agreed', async () => {
  await placeNewOrder({ [await makePublication()]: 1 })
  expect(await countQueuedJobs()).toBe(0)
  await placeNewOrder({ [await makePublication()]: 1 }, freightToBeAgreed)
  expect(await countQueuedJobs()).toBe(1)
})

test('mails the company the items and destination, with the buyer as the reply address', async () => {
  await openShop()
  const { orderId } = await placeNewOrder(
    { [await makePublication({ name: 'Manual da Hélice' })]: 2 },
    freightToBeAgreed,
  )
  await askStaffForFreight.run(String(orderId), { id: 91 })
  const mail = await readMail(91)
  expect(mail.headers).toContain('To: atendimento@aeropub.test')
  expect(mail.headers.join('\n')).toMatch(/^Reply-To: .*@exemplo\.test/im)
  for (const expectedText of [
    `pedido nº ${orderId}`,
    '2 × Manual da Hélice',
    'Rua das Hélices, 100',
    'À Combinar',
  ])
    expect(mail.body).toContain(expectedText)
})
