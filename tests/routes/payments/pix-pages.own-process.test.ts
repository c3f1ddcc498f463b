import { beforeEach, expect, test } from 'vitest'
import { pixKey } from '#tests/support/fakes/fake-pix-bank.ts'
import {
  bank,
  db,
  enqueuePixReading,
  makeBoleto,
  makeCharge,
  runEffect,
  saveSetting,
} from '#tests/support/fakes/pix-shop.ts'
import type { Fields, Visitor } from '#tests/support/request.ts'

const { addDays, toCivilDate } = await import('#app/domain/platform/calendar.ts')
const { expireBoletos } = await import('#app/jobs/charges/expire-boletos.server.ts')
const { readOrders } = await import('#app/models/orders/order-wire.server.ts')
const { isPixOffered } = await import('#app/models/settings/pix-setting.server.ts')
const { findCurrentBoleto } = await import('#app/models/charges/boleto.server.ts')
const { findJob } = await import('#app/jobs/registry.server.ts')
const { makeOrder } = await import('#tests/factories/orders.ts')
const { makeDownload } = await import('#tests/factories/publications.ts')
const { settingIds } = await import('#app/domain/settings/setting.ts')
const { getPixSetting } = await import('#app/models/settings/setting.server.ts')
const { listHistoryForStaff } = await import('#app/models/platform/history.server.ts')
const { requireMailJob } = await import('#tests/support/mails/mail-job.ts')
const { fetchPage } = await import('#tests/support/app-client.ts')
const { loginAs } = await import('#tests/support/request.ts')
const { makeStaff } = await import('#tests/factories/shipments.ts')
const { readMail, listMailFiles } = await import('#tests/support/mails/mail-folder.ts')

const today = toCivilDate(new Date())
let admin: Visitor

beforeEach(async () => {
  const userId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  admin = await loginAs({ userId })
})

async function logInBuyer(orderId: number) {
  const { user_id: userId } = await db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .select('user_id')
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (userId === null) throw new Error('no buyer')
  return loginAs({ userId })
}

async function issueBoletoForNewOrder() {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await findJob('issue-boleto')?.run(String(orderId), { id: 1 })
  const boleto = await findCurrentBoleto(orderId)
  if (!boleto) throw new Error('no boleto was made')
  return boleto
}

/** Posts a form. A form that has only a button sends no fields. */
const submitForm = (visitor: Visitor, path: string, fields: Fields = {}) => fetchPage(visitor, path, fields)

const finishBoletoJobs = () =>
  db
    .updateTable('outbox')
    .set({ done_at: new Date() })
    .where('job', 'in', ['issue-boleto', 'render-boleto'])
    .execute()

test('waits for the Pix, then shows its code and QR code next to the boleto', async () => {
  const { orderId, boletoId } = await makeBoleto()
  await finishBoletoJobs()
  const buyer = await logInBuyer(orderId)
  const pageBefore = await fetchPage(buyer, `/payment/${orderId}`)
  expect(pageBefore.text).toContain('O código Pix ficará pronto em instantes.')
  expect(pageBefore.html).toContain('http-equiv="refresh"')
  await runEffect('issue-pix', boletoId)
  const { payload } = await db.selectFrom('pix_charges').select('payload').executeTakeFirstOrThrow()
  const page = await fetchPage(buyer, `/payment/${orderId}`)
  expect(page.text).toContain('Pague com Pix')
  expect(page.text).toContain('Ou pague o boleto')
  expect(page.html).toContain(payload)
  expect(page.html).toContain('aria-label="Código QR do Pix"')
  expect(page.text).not.toContain('O código Pix ficará')
})

test('shows only the boleto and does not wait after the bank rejected the Pix', async () => {
  await saveSetting('pix', { isOffered: true, key: 'outra@exemplo.test', kind: 'cobv' })
  const { orderId, boletoId } = await makeBoleto()
  await finishBoletoJobs()
  await expect(runEffect('issue-pix', boletoId)).rejects.toThrow()
  await db.updateTable('outbox').set({ refused_at: new Date() }).where('job', '=', 'issue-pix').execute()
  const page = await fetchPage(await logInBuyer(orderId), `/payment/${orderId}`)
  expect(page.text).not.toContain('Pix')
  expect(page.text).toContain('Linha digitável')
})

test('shows that a Pix of another amount is under review, and no boleto', async () => {
  const { orderId, txid } = await makeCharge()
  const { endToEndId } = bank.pay(txid, { value: '1.00' })
  await enqueuePixReading([endToEndId])
  await runEffect('read-pix', endToEndId)
  const page = await fetchPage(await logInBuyer(orderId), `/payment/${orderId}`)
  expect(page.text).toContain('Estamos conferindo o pagamento')
  expect(page.text).not.toContain('Linha digitável')
})

/** Creates a registered boleto that is due today, whose customer then pays another amount by Pix. */
async function payAnotherAmount() {
  const { orderId, boletoId, txid } = await makeCharge()
  const boletoFields = { state: 'registered', due_date: today, document_date: addDays(today, -3) } as const
  await db.updateTable('boletos').set(boletoFields).where('id', '=', boletoId).execute()
  await finishBoletoJobs()
  const buyer = await logInBuyer(orderId)
  expect((await fetchPage(buyer, '/orders')).text).toContain('Pagar até')
  const { endToEndId } = bank.pay(txid, { value: '1.00' })
  await enqueuePixReading([endToEndId])
  await runEffect('read-pix', endToEndId)
  return { orderId, boletoId, buyer }
}

test('requests no other payment while staff review a Pix of another amount', async () => {
  const { orderId, boletoId, buyer } = await payAnotherAmount()
  for (const address of ['/orders', `/orders/${orderId}`]) {
    const { text } = await fetchPage(buyer, address)
    expect(text).toMatch(/Pagamento|Ver o pagamento/)
    expect(text).not.toMatch(/vence em|Pagar o boleto|Gerar nova via/)
  }
  const [wireOrder] = await readOrders([orderId])
  expect(wireOrder?.boleto).toMatchObject({ isPaidByPix: true, hasMoney: true })
  const boletoMails = ['mail-boleto-due', 'mail-boleto-registered', 'mail-boleto-expired'] as const
  // Each mail needs an outbox id of its own, which names its file.
  for (const [index, mail] of boletoMails.entries())
    await requireMailJob(mail).run(String(boletoId), { id: 10 + index })
  expect(await listMailFiles()).toEqual([])
  const orderMailId = 20
  await requireMailJob('mail-order-received').run(String(orderId), { id: orderMailId })
  expect((await readMail(orderMailId)).body).not.toMatch(/nova via|Linha digit/)
})

test('neither expires nor renews the boleto while staff review a Pix of another amount', async () => {
  const { orderId, boletoId, buyer } = await payAnotherAmount()
  expect(await expireBoletos.run(new Date())).toMatchObject({ reminders: 0 })
  const overdueDates = { due_date: addDays(today, -60), document_date: addDays(today, -63) }
  await db.updateTable('boletos').set(overdueDates).where('id', '=', boletoId).execute()
  expect(await expireBoletos.run(new Date())).toMatchObject({ boletosExpired: 0, ordersUnpaid: 0 })
  expect((await submitForm(buyer, `/payment/${orderId}`)).location).toBe(`/payment/${orderId}`)
  const boletos = db.selectFrom('boletos').select('withdrawn_at')
  expect(await boletos.execute()).toEqual([{ withdrawn_at: null }])
  const staffPage = await fetchPage(admin, `/admin/order/${orderId}/due_date`)
  expect(staffPage.text).toContain('Este pedido não aceita um novo boleto')
})

test('offers a new boleto after staff dismissed a Pix of another amount', async () => {
  const { orderId, boletoId, buyer } = await payAnotherAmount()
  const overdueDates = { due_date: addDays(today, -60), document_date: addDays(today, -63) }
  await db.updateTable('boletos').set(overdueDates).where('id', '=', boletoId).execute()
  expect((await fetchPage(buyer, `/payment/${orderId}`)).text).not.toContain('Gerar nova via')
  await db.updateTable('payments').set({ resolution: 'dismissed', resolved_at: new Date() }).execute()
  expect((await fetchPage(buyer, `/payment/${orderId}`)).text).toContain('Gerar nova via')
})

async function readPixState() {
  const pixPage = await fetchPage(admin, '/admin/settings/pix')
  const chargesPage = await fetchPage(admin, '/admin/settings/charges')
  return {
    isOffered: await isPixOffered(),
    pixPageWarns: pixPage.text.includes('Os boletos saem sem Pix'),
    chargesPageWarns: chargesPage.text.includes('desconto os boletos saem sem Pix'),
  }
}

/** A cob is an immediate Pix charge, which excludes a fine; a cobv has a due date and may have a fine. */
const immediatePix = { isOffered: true, key: pixKey, kind: 'cob' } as const
const chargesWithFine = { finePercent: 200 }

test('a boleto with a fine has a Pix charge if the charge has a due date', async () => {
  await saveSetting('charges', chargesWithFine)
  expect(await readPixState()).toEqual({ isOffered: true, pixPageWarns: false, chargesPageWarns: false })
})

test('a boleto with a fine has no immediate Pix charge, and the settings warn of it', async () => {
  await saveSetting('charges', chargesWithFine)
  await saveSetting('pix', immediatePix)
  expect(await readPixState()).toEqual({ isOffered: false, pixPageWarns: true, chargesPageWarns: true })
  const { id: boletoId } = await issueBoletoForNewOrder()
  expect(await db.selectFrom('pix_charges').select('id').where('boleto_id', '=', boletoId).execute()).toEqual(
    [],
  )
})

test('a boleto without a fine may have an immediate Pix charge, and the page of charges warns of fines', async () => {
  await saveSetting('pix', immediatePix)
  await saveSetting('charges', { acceptanceDays: 10 })
  expect(await readPixState()).toEqual({ isOffered: true, pixPageWarns: false, chargesPageWarns: true })
})

test('the settings do not warn of an immediate Pix charge when the gateway issues boletos', async () => {
  await saveSetting('pix', immediatePix)
  await saveSetting('charges', chargesWithFine)
  await saveSetting('issuer', { issuer: 'asaas' })
  expect(await readPixState()).toMatchObject({ pixPageWarns: false, chargesPageWarns: false })
})

test('the order mail contains the Pix code, but the printed boleto does not', async () => {
  const { orderId } = await makeCharge()
  await requireMailJob('mail-order-received').run(String(orderId), { id: 1 })
  const { payload } = await db.selectFrom('pix_charges').select('payload').executeTakeFirstOrThrow()
  expect((await readMail(1)).body).toContain(payload)
  const boleto = await db.selectFrom('boletos').select('pix_payload').executeTakeFirstOrThrow()
  expect(boleto.pix_payload).toBeNull()
})

test('requires a valid Pix key, tests the bank at once and shows its response', async () => {
  await saveSetting('pix', {})
  const { lock_version } = await db
    .selectFrom('settings')
    .select('lock_version')
    .where('name', '=', 'pix')
    .executeTakeFirstOrThrow()
  const wrongPage = await submitForm(admin, '/admin/settings/pix', {
    lock_version,
    is_offered: 'on',
    key: '123',
    kind: 'cobv',
  })
  expect(wrongPage.status).toBe(400)
  expect(wrongPage.text).toContain('Chave incorreta')
  const emptyPage = await submitForm(admin, '/admin/settings/pix', {
    lock_version,
    is_offered: 'on',
    key: '',
    kind: 'cobv',
  })
  expect(emptyPage.text).toContain('Digite a chave Pix para oferecê-lo')
  const savedPage = await submitForm(admin, '/admin/settings/pix', {
    lock_version,
    is_offered: 'on',
    key: pixKey.toUpperCase(),
    kind: 'cob',
  })
  expect(savedPage.status).toBe(303)
  expect(await getPixSetting()).toEqual({ isOffered: true, key: pixKey, kind: 'cob' })
  expect(await listHistoryForStaff('setting', settingIds.pix, 5)).toHaveLength(1)
  expect((await fetchPage(admin, '/admin/settings/pix')).text).toContain('Perguntando ao banco…')
  await runEffect('check-pix', 'settings')
  expect((await fetchPage(admin, '/admin/settings/pix')).text).toContain('O banco respondeu')
  expect([...bank.webhooks.values()]).toEqual([expect.stringMatching(/\/webhooks\/pix\/token-of-the-calls/)])
})

test.each([
  ['cuts the connection', 'O banco não respondeu'],
  ['rejects the secret', 'O banco recusou o acesso'],
  ['does not know the key', 'O banco recusou a chave'],
] as const)('the test in the settings reports a bank that %s, but no secret', async (fault, expectedText) => {
  if (fault === 'cuts the connection') bank.fail('cut', { path: /webhook/ })
  if (fault === 'rejects the secret') {
    bank.expireTokens()
    bank.state.secret = 'another'
  }
  if (fault === 'does not know the key')
    await saveSetting('pix', { isOffered: true, key: 'outra@exemplo.test', kind: 'cobv' })
  expect((await submitForm(admin, '/admin/settings/pix/test')).status).toBe(303)
  await runEffect('check-pix', 'settings')
  const page = await fetchPage(admin, '/admin/settings/pix')
  expect(page.text).toContain(expectedText)
  for (const secret of ['secret-only-for-tests', 'token-of-the-calls', 'PRIVATE'])
    expect(page.html).not.toContain(secret)
})

test('staff refund a Pix from its payment and see the bank’s response', async () => {
  const { txid, value } = await makeCharge()
  const pix = bank.pay(txid)
  await enqueuePixReading([pix.endToEndId])
  await runEffect('read-pix', pix.endToEndId)
  const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  expect((await fetchPage(admin, `/admin/payments/${id}`)).text).toContain('Reembolsar pelo Pix')
  const refundPath = `/admin/payments/${id}/pix_refund`
  const [, token] =
    /name="token" value="([0-9a-f]{32})"/.exec((await fetchPage(admin, refundPath)).html) ?? []
  const rejectedPage = await submitForm(admin, refundPath, { value: '99999,00', note: 'Desistiu', token })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('O valor é maior do que o que resta a reembolsar')
  expect(rejectedPage.html).toContain('Desistiu')
  const typedAmount = (value / 100).toFixed(2).replace('.', ',')
  expect((await submitForm(admin, refundPath, { value: typedAmount, note: '', token })).status).toBe(303)
  expect((await fetchPage(admin, `/admin/payments/${id}`)).text).toContain('pedida ao banco')
  const refund = await db.selectFrom('pix_refunds').select('id').executeTakeFirstOrThrow()
  bank.state.refundStatus = 'DEVOLVIDO'
  await runEffect('refund-pix', refund.id)
  const pageAfter = await fetchPage(admin, `/admin/payments/${id}`)
  expect(pageAfter.text).toContain(pix.devolucoes[0]?.rtrId)
  expect(pageAfter.text).not.toContain('pedida ao banco')
})
