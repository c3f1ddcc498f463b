import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addBusinessDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { findOrderDocument } from '#app/models/orders/order.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeBankBoleto } from '#tests/factories/boletos.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

const today = toCivilDate(new Date())
const dates = { documentDate: today, dueDate: addBusinessDays(today, 3) }
let staff: Visitor

beforeEach(async () => {
  await openShop()
  staff = await loginAs({ userId: await makeStaff() })
})

const readField = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ''

const makeForm = (fields: Fields = {}): Fields => ({
  payer_name: 'Ana Inventada de Souza',
  payer_document: '111.444.777-35',
  'billing.zip_code': '18600-000',
  'billing.street': 'Rua do Endereço Certo',
  'billing.number': '999',
  'billing.complement': '',
  'billing.province': 'Centro',
  'billing.city': 'Botucatu',
  'billing.state': 'SP',
  reason: 'O banco recusou o CEP',
  ...fields,
})

async function makeRejectedBoleto() {
  const order = await makeBankBoleto(dates)
  await db.updateTable('outbox').set({ done_at: new Date() }).execute()
  await withTransaction((trx) => changeBoleto(trx, order.boletoId, 'rejected', byStaff, { rejection: '82' }))
  return order
}

test('staff correct the payer of a rejected boleto, and the buyer sees the change', async () => {
  const { orderId } = await makeRejectedBoleto()
  const path = `/admin/order/${orderId}/payer`
  const orderPage = await fetchPage(staff, `/admin/order/${orderId}`)
  expect(orderPage.text).toContain('O banco recusou o boleto')
  // The page links to the form twice.
  expect(orderPage.html.split(`href="${path}"`)).toHaveLength(3)
  const formPage = await fetchPage(staff, path)
  expect(readField(formPage.html, 'payer_name')).toBe('Ana Inventada da Silva')
  expect(readField(formPage.html, 'payer_document')).toBe('529.982.247-25')
  const lock_version = readField(formPage.html, 'lock_version')
  const rejectedPage = await fetchPage(
    staff,
    path,
    makeForm({ lock_version, payer_document: '1', reason: '' }),
  )
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('CPF incorreto')
  expect(rejectedPage.html).toContain('value="Rua do Endereço Certo"')
  const resultPage = await fetchPage(staff, path, makeForm({ lock_version }))
  expect([resultPage.status, resultPage.location]).toEqual([303, `/admin/order/${orderId}`])
  expect(await findOrderDocument(orderId)).toMatchObject({
    payer_name: 'Ana Inventada de Souza',
    payer_document: '11144477735',
    street: 'Rua do Endereço Certo',
  })
  const { subject } = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'mail-payer-corrected')
    .executeTakeFirstOrThrow()
  await requireMailJob('mail-payer-corrected').run(subject, { id: 92 })
  const { body } = await readMail(92)
  for (const expectedText of [
    'Ana Inventada da Silva',
    'Ana Inventada de Souza',
    '111.444.777-35',
    'CEP 18600-000',
  ])
    expect(body).toContain(expectedText)
  expect(body).toContain('O boleto vai de novo ao banco')
  expect(body).not.toContain('O banco recusou o CEP')
  const { text } = await fetchPage(staff, `/admin/order/${orderId}`)
  expect(text).toContain('Dados de cobrança corrigidos')
  expect(text).toContain('vai de novo na próxima remessa')
})

test('shows both versions if the payer was saved after the form was opened', async () => {
  const { orderId } = await makeRejectedBoleto()
  const path = `/admin/order/${orderId}/payer`
  const { html } = await fetchPage(staff, path)
  const hiddenFields = {
    lock_version: readField(html, 'lock_version'),
    form_seen: readField(html, 'form_seen'),
  }
  await fetchPage(staff, path, makeForm(hiddenFields))
  const stalePage = await fetchPage(
    staff,
    path,
    makeForm({ ...hiddenFields, payer_name: 'Outra Pessoa Inventada' }),
  )
  expect(stalePage.status).toBe(409)
  expect(stalePage.text).toContain('Ana Inventada de Souza')
  expect(stalePage.html).toContain('value="Outra Pessoa Inventada"')
})

test('fills the form from the account on request, and explains why a cancelled order cannot be corrected', async () => {
  const { orderId, userId } = await makeRejectedBoleto()
  await db.updateTable('profiles').set({ name: 'Nome Novo' }).where('user_id', '=', userId).execute()
  const path = `/admin/order/${orderId}/payer`
  expect((await fetchPage(staff, path)).html).toContain(`href="${path}?from=account"`)
  expect(readField((await fetchPage(staff, `${path}?from=account`)).html, 'payer_name')).toBe('Nome Novo')
  await db.updateTable('orders').set({ status: orderStatus.cancelled }).where('id', '=', orderId).execute()
  expect((await fetchPage(staff, path)).text).toContain('não podem mais ser corrigidos')
})
