import { beforeEach, describe, expect, test } from 'vitest'
import { buildDynamicPix } from '#app/domain/charges/pix.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { cancelOrder, confirmPayment } from '#app/models/orders/order-status.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { changeBoletoRow, closeIssue, giveBoleto } from '#tests/support/boletos.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const mailOrderReceived = requireMailJob('mail-order-received')
const mailOrderUnpaid = requireMailJob('mail-order-unpaid')
const mailBoletoDue = requireMailJob('mail-boleto-due')
const mailBoletoExpired = requireMailJob('mail-boleto-expired')
const mailBoletoRegistered = requireMailJob('mail-boleto-registered')
const mailBoletoRenewed = requireMailJob('mail-boleto-renewed')

beforeEach(openShop)

const today = toCivilDate(new Date())
const dueDate = addDays(today, 1)
const pixPayload = buildDynamicPix({
  url: 'pix.example.com/qr/v2/cobv/0a1b2c3d4e5f60718293a4b5c6d7e8f9aabbccdd',
  merchantName: 'Aeropub Publicacoes Aeron',
  merchantCity: 'Botucatu',
})
async function makeBoleto() {
  const { orderId } = await makeOrder({ [await makeDownload({ price: 80_00 })]: 1 })
  await giveBoleto(orderId, { dueDate, state: 'registered', pixPayload })
  await closeIssue(orderId)
  const boleto = await findCurrentBoleto(orderId)
  if (!boleto) throw new Error('no boleto was made')
  return { orderId, id: boleto.id }
}

let lastEvent = 500

/** Runs a mail job. Returns its message, or undefined if the job sent none. */
async function makeMail(job: Job, subject: number) {
  lastEvent += 1
  await job.run(String(subject), { id: lastEvent })
  if (!(await listMailFiles()).includes(`evt-${lastEvent}.eml`)) return undefined
  const { headers, body } = await readMail(lastEvent)
  return { headers: headers.join('\n'), body }
}

const companyTexts = ['CNPJ', 'CEP 18600-000']

describe('an open boleto', () => {
  test.each([mailBoletoDue, mailBoletoRenewed, mailBoletoRegistered])(
    'is mailed with its last day to pay',
    async (job) => {
      const { id, orderId } = await makeBoleto()
      const lastDay = addDays(today, 40)
      await changeBoletoRow(orderId, { payable_until: lastDay })
      expect((await makeMail(job, id))?.body).toContain(`O boleto pode ser pago até ${formatDate(lastDay)}.`)
    },
  )

  test.each([
    [mailBoletoDue, 'está para vencer'],
    [mailBoletoRenewed, 'tem um novo boleto'],
    [mailBoletoRegistered, 'já pode ser pago'],
  ])(
    'is mailed with line, due date, Pix as text and picture, and a link to the page',
    async (job, sentence) => {
      const { id, orderId } = await makeBoleto()
      const mail = await makeMail(job, id)
      expect(mail?.headers).toMatch(/^To: pessoa-\d+@exemplo\.test/m)
      const [year, month, day] = dueDate.split('-')
      for (const expectedText of [
        sentence,
        '00190.00009 07654.321002 00000.000117 1 00000000008000',
        `${day}/${month}/${year}`,
        'R$ 80,00',
        pixPayload,
        'src="cid:pix"',
        `/payment/${orderId}`,
        ...companyTexts,
      ])
        expect(mail?.body).toContain(expectedText)
      expect(mail?.body).toMatch(/Content-Type: image\/png[\s\S]*Content-Id: <pix>/i)
    },
  )

  test.each([
    ['withdrawn', { withdrawn_at: new Date(), withdrawal_reason: 'replaced' }],
    ['rejected by the bank', { state: 'rejected' }],
    ['written off', { state: 'written-off' }],
    ['paid', { state: 'paid' }],
    ['no longer the newest', { current_of: null }],
  ] as const)('is not mailed after it is %s', async (_words, changes) => {
    const { id, orderId } = await makeBoleto()
    await changeBoletoRow(orderId, changes)
    for (const job of [mailBoletoDue, mailBoletoRenewed]) expect(await makeMail(job, id)).toBeUndefined()
  })

  test('is not mailed after its order is paid or cancelled, even if the boleto itself stayed open', async () => {
    for (const changeStatus of [
      (order: number) => confirmPayment(order, byStaff, today),
      (order: number) => cancelOrder(order, byStaff),
    ]) {
      const { id, orderId } = await makeBoleto()
      await changeStatus(orderId)
      const openBoletoFields = { state: 'registered', withdrawn_at: null, withdrawal_reason: null } as const
      await changeBoletoRow(orderId, openBoletoFields)
      for (const job of [mailBoletoDue, mailBoletoRenewed]) expect(await makeMail(job, id)).toBeUndefined()
    }
  })

  test('has no reminder after it is overdue', async () => {
    const { id, orderId } = await makeBoleto()
    await changeBoletoRow(orderId, { due_date: addDays(today, -6) })
    expect(await makeMail(mailBoletoDue, id)).toBeUndefined()
  })
})

describe('an expired boleto', () => {
  const expiredFields = { withdrawn_at: new Date(), withdrawal_reason: 'expired' } as const

  test('is mailed with the order’s deadline and the page to request another', async () => {
    const { id, orderId } = await makeBoleto()
    await changeBoletoRow(orderId, { ...expiredFields, due_date: '2026-11-17' })
    const mail = await makeMail(mailBoletoExpired, id)
    // The deadline is thirty days after the last day to pay.
    for (const expectedText of [
      '17/11/2026',
      '17/12/2026',
      'Gerar nova via',
      `/payment/${orderId}`,
      ...companyTexts,
    ])
      expect(mail?.body).toContain(expectedText)
    expect(mail?.body).not.toContain('00190.00009')
    await changeBoletoRow(orderId, { payable_until: '2026-12-16' })
    expect((await makeMail(mailBoletoExpired, id))?.body).toContain('15/01/2027')
  })

  test('is not mailed if open or paid, if its order is cancelled, or if another boleto exists or is requested', async () => {
    const { id, orderId } = await makeBoleto()
    expect(await makeMail(mailBoletoExpired, id), 'not over').toBeUndefined()
    await changeBoletoRow(orderId, { ...expiredFields, state: 'paid' })
    expect(await makeMail(mailBoletoExpired, id), 'paid').toBeUndefined()
    await changeBoletoRow(orderId, { ...expiredFields, state: 'registered' })
    expect(await makeMail(mailBoletoExpired, id), 'over').toBeDefined()
    await renewBoleto(orderId, {}, byStaff)
    expect(await makeMail(mailBoletoExpired, id), 'asked for').toBeUndefined()
    await closeIssue(orderId)
    await cancelOrder(orderId, byStaff)
    expect(await makeMail(mailBoletoExpired, id), 'cancelled').toBeUndefined()
    const otherBoleto = await makeBoleto()
    await changeBoletoRow(otherBoleto.orderId, { ...expiredFields, current_of: null })
    expect(await makeMail(mailBoletoExpired, otherBoleto.id), 'another').toBeUndefined()
  })
})

describe('an unpaid order', () => {
  test('is mailed as cancelled, with a way to buy again', async () => {
    const { orderId } = await makeBoleto()
    await cancelOrder(orderId, byStaff)
    const mail = await makeMail(mailOrderUnpaid, orderId)
    expect(mail?.headers).toMatch(/^To: pessoa-\d+@exemplo\.test/m)
    for (const expectedText of [
      'não pago',
      'Comprar novamente',
      `/orders/${orderId}`,
      'R$ 80,00',
      ...companyTexts,
    ])
      expect(`${mail?.headers} ${mail?.body}`.replaceAll('=C3=A3', 'ã')).toContain(expectedText)
  })

  test('is not mailed as cancelled while it is pending or after it is paid', async () => {
    const { orderId } = await makeBoleto()
    expect(await makeMail(mailOrderUnpaid, orderId)).toBeUndefined()
    await confirmPayment(orderId, byStaff, today)
    expect(await makeMail(mailOrderUnpaid, orderId)).toBeUndefined()
  })
})

test('mails "order received" with the Pix code, or explains how to replace an expired boleto', async () => {
  const { orderId } = await makeBoleto()
  expect((await makeMail(mailOrderReceived, orderId))?.body).toContain(pixPayload)
  await changeBoletoRow(orderId, { withdrawn_at: new Date(), withdrawal_reason: 'expired' })
  const mail = await makeMail(mailOrderReceived, orderId)
  expect(mail?.body).toContain('Gere uma nova via')
  expect(mail?.body).not.toContain('00190.00009')
})

test('sends no mail without a boleto or an order', async () => {
  for (const job of [mailBoletoDue, mailBoletoExpired, mailBoletoRenewed, mailOrderUnpaid])
    await expect(job.run('4000000', { id: 499 })).rejects.toThrow('no order or no boleto for this mail')
})
