import { expect, test } from 'vitest'
import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal, correctWithdrawalAnswer } from '#app/models/orders/withdrawal-answer.server.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { reverseRefund } from '#app/models/payments/refund-reversal.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { acceptance, rejection } from '#tests/factories/withdrawals.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const acknowledgeWithdrawal = requireMailJob('acknowledge-withdrawal')
const forwardWithdrawal = requireMailJob('forward-withdrawal')
const mailAnswer = requireMailJob('mail-withdrawal-answer')

/** Requests the withdrawal of a whole order. Returns the order and the request's id and protocol. */
async function makeRequest() {
  const order = await makePaidOrder()
  const withdrawal = { ...order, reason: 'Versão <i>errada</i>', refundTo: 'chave-pix-inventada' }
  const byCustomer = { actorUserId: order.userId, source: 'customer' }
  const result = await requestWithdrawal(withdrawal, byCustomer, '2026-11-09')
  const id = typeof result === 'string' ? 0 : result.id
  return { ...order, id, protocol: `D${String(id).padStart(6, '0')}` }
}

test('mails the buyer a confirmation with the protocol, without the bank account', async () => {
  await openShop()
  const { id, protocol, orderId } = await makeRequest()
  await acknowledgeWithdrawal.run(String(id), { id: 87 })
  const mail = await readMail(87)
  expect(mail.headers.join('\n')).toMatch(/^To: pessoa-\d+@exemplo\.test/m)
  for (const expectedText of [protocol, `pedido nº ${orderId}`, 'Manual da Hélice', `/orders/${orderId}`])
    expect(mail.body).toContain(expectedText)
  expect(mail.body).not.toContain('chave-pix-inventada')
})

test('mails the task to the company, with the buyer as the reply address', async () => {
  await openShop()
  const { id, protocol } = await makeRequest()
  await forwardWithdrawal.run(String(id), { id: 88 })
  const mail = await readMail(88)
  expect(mail.headers).toContain('To: atendimento@aeropub.test')
  expect(mail.headers.join('\n')).toMatch(/^Reply-To: .*@exemplo\.test/im)
  for (const expectedText of [
    protocol,
    'chave-pix-inventada',
    'Versão <i>errada</i>',
    'Versão &lt;i&gt;errada&lt;/i&gt;',
  ])
    expect(mail.body).toContain(expectedText)
})

test('sends no mail without a request', async () => {
  for (const job of [acknowledgeWithdrawal, forwardWithdrawal])
    await expect(job.run('4000000', { id: 89 })).rejects.toThrow('no withdrawal')
})

const findLastAnswer = async () =>
  (await db.selectFrom('withdrawal_answers').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id

test('mails the company the cost of acceptance, with freight for a whole order', async () => {
  await openShop()
  const { id, orderId } = await makeRequest()
  const { total } = await db
    .selectFrom('orders')
    .select('total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await forwardWithdrawal.run(String(id), { id: 90 })
  expect((await readMail(90)).body).toContain(`a devolver: ${formatReais(total)}`)
})

test('mails each decision: the refund if accepted, the reason and remaining rights if rejected', async () => {
  await openShop()
  const { id, orderId, protocol } = await makeRequest()
  await answerWithdrawal(id, rejection, byStaff)
  await mailAnswer.run(String(await findLastAnswer()), { id: 91 })
  const rejectionMail = (await readMail(91)).body
  for (const expectedText of [protocol, 'Não pudemos aceitar', rejection.reason])
    expect(rejectionMail).toContain(expectedText)
  await correctWithdrawalAnswer(
    id,
    { reason: 'O engano foi nosso.', seenAnswerId: await findLastAnswer() },
    byStaff,
  )
  await mailAnswer.run(String(await findLastAnswer()), { id: 92 })
  const acceptanceMail = (await readMail(92)).body
  const amountOwed = (await findMoneyBack(orderId))?.owed ?? 0
  for (const expectedText of [
    'Corrigimos nossa resposta: aceitamos',
    'O engano foi nosso.',
    `Vamos reembolsar ${formatReais(amountOwed)}`,
    'para a conta informada no pedido de desistência',
  ])
    expect(acceptanceMail).toContain(expectedText)
  expect(acceptanceMail).not.toContain('chave-pix-inventada')
})

test('mails a refund with its receipt, and a correction of the refund', async () => {
  await openShop()
  const { id, orderId, userId } = await makeRequest()
  await answerWithdrawal(id, acceptance, byStaff)
  const refund = { orderId, paymentId: null, value: 10_00, refundedOn: '2026-11-20', note: null, token: 'a' }
  const actor = { ...byStaff, actorUserId: userId }
  await recordRefund({ ...refund, document: 'TED 4711' }, actor)
  const row = await db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await requireMailJob('mail-refund').run(String(row.id), { id: 93 })
  const { body } = await readMail(93)
  const amountOwed = (await findMoneyBack(orderId))?.owed ?? 0
  for (const expectedText of [
    'Reembolsamos R$ 10,00',
    '20/11/2026',
    'TED 4711',
    `Ainda vamos reembolsar ${formatReais(amountOwed)}`,
  ])
    expect(body).toContain(expectedText)
  await reverseRefund({ refundId: row.id, reason: 'Outro cliente.', reversedOn: '2026-11-21' }, actor)
  await requireMailJob('mail-refund-reversed').run(String(row.id), { id: 94 })
  const correctionMail = (await readMail(94)).body
  expect(correctionMail).toContain('foi um engano nosso')
  expect(correctionMail).not.toContain('Outro cliente')
})
