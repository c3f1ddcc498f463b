import { expect, test } from 'vitest'
import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { makePaidOrder } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { mailJobOf } from '#tests/support/mails/mail-job.ts'

const acknowledgeWithdrawal = mailJobOf('acknowledge-withdrawal')
const forwardWithdrawal = mailJobOf('forward-withdrawal')

async function request() {
  const order = await makePaidOrder()
  const wish = { ...order, reason: 'Versão <i>errada</i>', refundTo: 'chave-pix-inventada' }
  const byCustomer = { actorUserId: order.userId, source: 'customer' }
  const answer = await requestWithdrawal(wish, byCustomer, '2026-11-09')
  const id = typeof answer === 'string' ? 0 : answer.id
  return { ...order, id, protocol: `D${String(id).padStart(6, '0')}` }
}

test('the buyer gets a receipt with the protocol, which does not repeat the account', async () => {
  await openShop()
  const { id, protocol, orderId } = await request()
  await acknowledgeWithdrawal.run(String(id), { id: 87 })
  const mail = await readMail(87)
  expect(mail.headers.join('\n')).toMatch(/^To: pessoa-\d+@exemplo\.test/m)
  for (const words of [protocol, `pedido nº ${orderId}`, 'Manual da Hélice', `/orders/${orderId}`])
    expect(mail.body).toContain(words)
  expect(mail.body).not.toContain('chave-pix-inventada')
})

test('the company gets the task, and a reply goes to the buyer', async () => {
  await openShop()
  const { id, protocol } = await request()
  await forwardWithdrawal.run(String(id), { id: 88 })
  const mail = await readMail(88)
  expect(mail.headers).toContain('To: atendimento@aeropub.test')
  expect(mail.headers.join('\n')).toMatch(/^Reply-To: .*@exemplo\.test/im)
  for (const words of [
    protocol,
    'chave-pix-inventada',
    'Versão <i>errada</i>',
    'Versão &lt;i&gt;errada&lt;/i&gt;',
  ])
    expect(mail.body).toContain(words)
})

test('without a request no mail is sent', async () => {
  for (const job of [acknowledgeWithdrawal, forwardWithdrawal])
    await expect(job.run('4000000', { id: 89 })).rejects.toThrow('no withdrawal')
})
