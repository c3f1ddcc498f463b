import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { lanes } from '#app/domain/platform/lane.ts'
import { applyBankFile } from '#app/jobs/payments/apply-bank-file.server.ts'
import { receiveContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { requestApplying } from '#app/models/payments/bank-file.server.ts'
import { requeueRegistration } from '#app/models/payments/boleto-registration.server.ts'
import { resolvePayment } from '#app/models/payments/payment-resolution.server.ts'
import { requeueWriteOff } from '#app/models/payments/refused-instruction.server.ts'
import { recordRemittanceReply } from '#app/models/payments/remittance-refusal.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHeartbeat } from '#app/models/platform/worker-heartbeat.server.ts'
import { markResent, markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderWithBoleto, storeReturnFile } from '#tests/factories/bank-files.ts'
import { makeReturnFile, type ReturnRecord } from '#tests/factories/return-files.ts'
import {
  makePaidOrder,
  makeShipment,
  makeStaff,
  otherTrackCode,
  trackCode,
} from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staffId: number
let staff: Visitor

beforeEach(async () => {
  await openShop()
  staffId = await makeStaff()
  staff = await loginAs({ userId: staffId })
  const worker = { worker: 'w', host: 'h', pid: 1, startedAt: new Date(), queues: {}, schedules: [] }
  await recordHeartbeat({ ...worker, lanes })
})

/** Codes of the banks’ return files. */
const occurrence = {
  registrationRejected: '03',
  paid: '06',
  protestedAndClosed: '25',
  writeOffRejected: '27',
  paymentReversed: '44',
  unknown: '77',
  unknownWithAmount: '78',
}

async function listTasks() {
  const { html } = await fetchPage(staff, '/admin/today')
  const rows = html.matchAll(
    /<li[^>]*><span>([^<]+)<\/span>(?:<small[^>]*>[^<]*<\/small>)?\s*<a href="([^"]+)"/g,
  )
  return [...rows].map(([, text, href]) => [text, href?.replaceAll('&amp;', '&')])
}

/** Applies a return file as the worker does. Returns its id. */
async function applyReturnRecord(
  code: string,
  boleto: { bank: string; our_number: string },
  { format = 400, ...recordFields }: Partial<ReturnRecord> & { format?: CnabFormat } = {},
) {
  const bank = boleto.bank === '237' ? '237' : '001'
  const returnRecord = { code, number: boleto.our_number, on: '2026-11-20', ...recordFields }
  const { id } = await storeReturnFile(
    // Each code is used once, so it serves as the file's sequence number.
    makeReturnFile([returnRecord], { bank, format, sequence: Number(code) }),
  )
  expect(await requestApplying(id, staffId, { isVouchedFor: true })).toBe('asked')
  await applyBankFile.run(String(id), { id: 0 })
  return id
}

const listPromisedMails = async () =>
  (
    await db
      .selectFrom('outbox')
      .select(['job', 'subject'])
      .where('job', 'in', ['mail-boleto-refused', 'mail-staff-refused-boletos', 'mail-boleto-registered'])
      .orderBy('id')
      .execute()
  ).map(({ job, subject }) => [job, Number(subject)])

test('a rejected boleto is a task and mails buyer and staff, until it is registered', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const fileId = await applyReturnRecord(occurrence.registrationRejected, boleto, { reasons: '48' })
  expect(await listPromisedMails()).toEqual([
    ['mail-boleto-refused', boleto.id],
    ['mail-staff-refused-boletos', fileId],
  ])
  const task = ['1 pedido com boleto que o banco recusou', `/admin/order/${orderId}`]
  expect(await listTasks()).toEqual([task])
  const orderPage = await fetchPage(staff, `/admin/order/${orderId}`)
  for (const expectedText of ['O banco recusou o boleto', 'O banco diz: motivo 48', 'Registrar de novo'])
    expect(orderPage.text).toContain(expectedText)
  await requireMailJob('mail-boleto-refused').run(String(boleto.id), { id: 71 })
  const buyerMail = await readMail(71)
  expect(buyerMail.headers.join('\n')).toMatch(/^To: pessoa-\d+@exemplo\.test/m)
  expect(buyerMail.body).toContain(`pedido nº ${orderId}`)
  await requireMailJob('mail-staff-refused-boletos').run(String(fileId), { id: 72 })
  const staffMail = await readMail(72)
  for (const expectedText of [
    `pedido nº ${orderId}`,
    'Registro recusado: motivo 48',
    `/admin/bank_files/${fileId}`,
  ])
    expect(staffMail.body).toContain(expectedText)
  expect(await requeueRegistration(orderId, boleto.id, byStaff)).toBe('waiting')
  expect(await listTasks()).toEqual([['1 boleto aguarda remessa ao banco', '/admin/remittances']])
  await requireMailJob('mail-boleto-refused').run(String(boleto.id), { id: 73 })
  expect(await listMailFiles()).not.toContain('evt-73.eml')
  await withTransaction((trx) => changeBoleto(trx, boleto.id, 'registered', byStaff))
  expect(await listTasks()).toEqual([])
  expect(await listPromisedMails()).toContainEqual(['mail-boleto-registered', boleto.id])
})

test('a payment charged back by the bank is a task until staff resolve it', async () => {
  const { boleto } = await makeOrderWithBoleto()
  await applyReturnRecord(occurrence.paid, boleto, { format: 240, paid: 80_00 })
  expect(await listTasks()).toEqual([])
  await applyReturnRecord(occurrence.paymentReversed, boleto, { format: 240, paid: 80_00 })
  expect(await listTasks()).toEqual([['1 recebimento a conferir', '/admin/payments']])
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('problem', '=', 'reversed')
    .executeTakeFirstOrThrow()
  const decision = { resolution: 'dismissed', note: 'O banco desfez o estorno.' } as const
  const staffActor = { ...byStaff, actorUserId: staffId }
  expect(await resolvePayment(id, decision, staffActor, '2026-11-21')).toBe('resolved')
  expect(await listTasks()).toEqual([])
})

test('the bank’s reason for an unpayable boleto is shown on the order and in the mail to staff', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const fileId = await applyReturnRecord(occurrence.protestedAndClosed, boleto, { format: 240 })
  expect(await listPromisedMails()).toEqual([['mail-staff-refused-boletos', fileId]])
  expect(await listTasks()).toEqual([
    ['1 pedido com boleto que, diz o banco, ninguém consegue pagar', `/admin/order/${orderId}`],
  ])
  const { text } = await fetchPage(staff, `/admin/order/${orderId}`)
  expect(text).toContain('O banco diz: protestado e baixado (25).')
  await requireMailJob('mail-staff-refused-boletos').run(String(fileId), { id: 74 })
  expect((await readMail(74)).body).toContain('Ninguém consegue pagá-lo: protestado e baixado (25)')
})

test('an amount under an unknown code is a task until staff record the bank’s explanation', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const fileIdWithoutAmount = await applyReturnRecord(occurrence.unknown, boleto)
  expect([await listPromisedMails(), await listTasks()]).toEqual([[], []])
  const fileId = await applyReturnRecord(occurrence.unknownWithAmount, boleto, { paid: 80_00 })
  expect(fileId).not.toBe(fileIdWithoutAmount)
  expect(await listPromisedMails()).toEqual([['mail-staff-refused-boletos', fileId]])
  const path = `/admin/bank_files/${fileId}`
  const task = '1 retorno com valor em código que a loja não conhece: pergunte ao banco o que é'
  expect(await listTasks()).toEqual([[task, `${path}?outcome=9`]])
  await requireMailJob('mail-staff-refused-boletos').run(String(fileId), { id: 75 })
  const staffMail = await readMail(75)
  expect(staffMail.headers.join('\n')).toContain(
    'Subject: Uma linha do retorno do banco precisa ser conferida',
  )
  for (const expectedText of [`pedido nº ${orderId}`, 'ocorrência 78, R$ 80,00', 'Pergunte ao banco o que é'])
    expect(staffMail.body.replaceAll('\u00a0', ' ')).toContain(expectedText)
  expect(staffMail.body).not.toContain('trouxe recusas')
  expect((await fetchPage(staff, path)).text).toContain('O que o banco respondeu')
  const emptyPage = await fetchPage(staff, path, { answers: 'on', reason: '' })
  expect([emptyPage.status, emptyPage.text.includes('Escreva o que o banco respondeu')]).toEqual([400, true])
  const bankAnswer = { answers: 'on', reason: 'Era tarifa de protesto.' }
  expect((await fetchPage(staff, path, bankAnswer)).location).toBe(path)
  expect(await listTasks()).toEqual([])
  const { text } = await fetchPage(staff, path)
  expect(text).toContain('Era tarifa de protesto.')
  expect(text).not.toContain('O que o banco respondeu')
})

test('queues another mail when a boleto is rejected again', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const rejectBoleto = () => withTransaction((trx) => changeBoleto(trx, boleto.id, 'rejected', byStaff))
  await rejectBoleto()
  await db.updateTable('outbox').set({ done_at: new Date() }).execute()
  await requeueRegistration(orderId, boleto.id, byStaff)
  await rejectBoleto()
  const openMailJobs = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'mail-boleto-refused')
    .where('done_at', 'is', null)
    .execute()
  expect(openMailJobs).toEqual([{ subject: String(boleto.id) }])
})

test('a write-off rejected by the bank can be requested again on the order', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto('237')
  await db
    .updateTable('boletos')
    .set({
      state: 'registered',
      withdrawn_at: new Date('2026-11-18T12:00:00Z'),
      withdrawal_reason: 'replaced',
    })
    .where('id', '=', boleto.id)
    .execute()
  const remittance = await db.selectFrom('remittances').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('boleto_instructions')
    .values({ boleto_id: boleto.id, instruction: 'write-off', remittance_id: remittance.id })
    .execute()
  await db
    .updateTable('remittances')
    .set({ created_at: new Date('2026-11-18T12:00:00Z') })
    .execute()
  const fileId = await applyReturnRecord(occurrence.writeOffRejected, boleto)
  expect(await listPromisedMails()).toEqual([['mail-staff-refused-boletos', fileId]])
  expect(await listTasks()).toEqual([
    ['1 pedido com baixa de boleto que o banco recusou', `/admin/order/${orderId}`],
  ])
  const path = `/admin/order/${orderId}/write_off?boleto=${boleto.id}`
  expect((await fetchPage(staff, `/admin/order/${orderId}`)).html).toContain(`href="${path}"`)
  expect((await fetchPage(staff, path)).text).toContain('ainda pode ser pago')
  const resultPage = await fetchPage(staff, path, { boleto: String(boleto.id) })
  expect(resultPage.location).toBe(`/admin/order/${orderId}`)
  expect(await listTasks()).toEqual([])
  expect(await requeueWriteOff(orderId, boleto.id, byStaff)).toBe('not-possible')
})

test('an order whose boleto could not be issued is a task', async () => {
  const { orderId } = await makeOrderWithBoleto()
  await db
    .insertInto('outbox')
    .values({ job: 'issue-boleto', subject: String(orderId), due_by: new Date(), last_error: 'refused' })
    .onDuplicateKeyUpdate({ last_error: 'refused', done_at: null })
    .execute()
  expect(await listTasks()).toContainEqual(['1 pedido sem boleto: a emissão falhou', '/admin/jobs'])
})

test('a returned shipment is a task until it is sent again', async () => {
  const id = await makeShipment(await makePaidOrder())
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(id, '2026-11-09', byStaff)
  expect(await listTasks()).toContainEqual([
    '1 volume voltou ao remetente: combine um novo envio',
    `/admin/expedition/${id}`,
  ])
  await markResent(id, { date: '2026-11-10', trackCode: otherTrackCode }, byStaff)
  expect(await listTasks()).toEqual([])
})

test('freight to be agreed is a task until the shipment exists', async () => {
  const order = await makePaidOrder()
  await db
    .updateTable('orders')
    .set({ total: sql`total_publications`, shipping_type: shippingTypes.toBeAgreed, shipping_value: 0 })
    .where('id', '=', order.orderId)
    .execute()
  const task = ['1 pedido com frete a combinar antes do envio', `/admin/order/${order.orderId}`]
  expect(await listTasks()).toContainEqual(task)
  await makeShipment(order)
  expect(await listTasks()).toEqual([])
})

test('a renewal of a suspended unit is a task until the unit is no longer suspended', async () => {
  const [suspendedOrder, renewalOrder] = [await makePaidOrder(), await makePaidOrder()]
  const unit = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('order_line_id', '=', suspendedOrder.lineIds[2] ?? 0)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('order_lines')
    .set({ renews_subscription_id: unit.id })
    .where('id', '=', renewalOrder.lineIds[2] ?? 0)
    .execute()
  const suspension = { suspended_at: new Date('2026-11-01T12:00:00Z') }
  await db.updateTable('subscriptions').set(suspension).where('id', '=', unit.id).execute()
  const task = ['1 assinatura suspensa foi renovada: escreva ao cliente', `/admin/signature/${unit.id}`]
  expect(await listTasks()).toContainEqual(task)
  await db.updateTable('subscriptions').set({ suspended_at: null }).where('id', '=', unit.id).execute()
  expect(await listTasks()).not.toContainEqual(task)
})

test('a remittance rejected wholly or in part is a task until its boletos are registered or queued again', async () => {
  const { boleto } = await makeOrderWithBoleto()
  const { id, sequence } = await db
    .selectFrom('remittances')
    .select(['id', 'sequence'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const reply = {
    ...{ bank: '001' as const, format: 400 as const, agreement: '7654321' },
    ...{ sequence: sequence % 100_000, sequences: 100_000, note: ['REMESSA REJEITADA'] },
  }
  const task = ['1 remessa que o banco não aceitou', `/admin/remittances/${id}/refused`]
  await recordRemittanceReply({ ...reply, outcome: 'accepted' })
  expect(await listTasks()).toEqual([])
  for (const outcome of ['rejected', 'partly-accepted'] as const) {
    await recordRemittanceReply({ ...reply, outcome })
    expect(await listTasks()).toEqual([task])
  }
  const page = await fetchPage(staff, `/admin/remittances/${id}/refused`)
  for (const expectedText of ['Aceita em parte', 'O banco diz: REMESSA REJEITADA', 'Espere o retorno'])
    expect(page.text).toContain(expectedText)
  await withTransaction((trx) => changeBoleto(trx, boleto.id, 'registered', byStaff))
  expect(await listTasks()).toEqual([])
  await db.updateTable('boletos').set({ state: 'sent' }).where('id', '=', boleto.id).execute()
  await fetchPage(staff, `/admin/remittances/${id}/refused`, {})
  expect(await listTasks()).toEqual([['1 boleto aguarda remessa ao banco', '/admin/remittances']])
})

test('a contact message is a task until marked as answered, and can be reopened', async () => {
  const message = {
    name: 'Ana Inventada',
    email: 'ana@exemplo.test',
    phone: '14999990000',
    text: 'Qual revisão?',
  }
  const id = await receiveContactMessage(message, { token: 'one', address: '127.0.0.1' })
  const task = ['1 mensagem de contato sem resposta', '/admin/messages']
  expect(await listTasks()).toEqual([task])
  const page = await fetchPage(staff, '/admin/messages')
  for (const expectedText of ['Ana Inventada', 'Qual revisão?', '(14) 99999-0000', 'Responder até'])
    expect(page.text).toContain(expectedText)
  expect((await fetchPage(staff, '/admin/messages', {})).location).toBe('/admin/messages')
  expect(await listTasks()).toEqual([task])
  await fetchPage(staff, '/admin/messages', { message: String(id) })
  expect(await listTasks()).toEqual([])
  expect((await fetchPage(staff, '/admin/messages')).text).toContain('Respondidas há pouco')
  await fetchPage(staff, '/admin/messages', { message: String(id), intent: 'reopened' })
  expect(await listTasks()).toEqual([task])
})
