import { beforeEach, expect, test } from 'vitest'
import {
  db,
  focus,
  getNewestInvoice,
  makeAuthorisedInvoice,
  makeServiceOrder,
  runEffect,
  saveSetting,
} from '#tests/support/fakes/fiscal-shop.ts'

const { listCorrections } = await import('#app/models/orders/invoices/correction.server.ts')
const { listInvoices } = await import('#app/models/orders/invoices/invoice.server.ts')
const { fetchPage } = await import('#tests/support/app-client.ts')
const { loginAs } = await import('#tests/support/request.ts')
const { makePaidOrder, makeStaff } = await import('#tests/factories/shipments.ts')
const { readMail } = await import('#tests/support/mails/mail-folder.ts')
const { requireMailJob } = await import('#tests/support/mails/mail-job.ts')

let staff: Awaited<ReturnType<typeof loginAs>>

beforeEach(async () => {
  staff = await loginAs({ userId: await makeStaff() })
})

test('staff review and issue once; the buyer sees key and files and receives one mail', async () => {
  const { orderId, userId } = await makePaidOrder()
  const orderPath = `/admin/order/${orderId}`
  expect((await fetchPage(staff, orderPath)).html).toContain(`href="${orderPath}/invoice/issue"`)
  const page = await fetchPage(staff, `${orderPath}/invoice/issue`)
  for (const expectedText of [
    'NCM 4901.99.00',
    'Regime normal',
    '9 - Não contribuinte',
    'Emitir a NF-e de R$',
  ])
    expect.soft(page.text).toContain(expectedText)
  const issueForm = { intent: 'issue', model: 'nfe', seen: '0' }
  expect((await fetchPage(staff, `${orderPath}/invoice/issue`, issueForm)).location).toBe(orderPath)
  expect((await fetchPage(staff, `${orderPath}/invoice/issue`, issueForm)).location).toBe(orderPath)
  expect(await listInvoices(orderId)).toHaveLength(1)
  expect((await fetchPage(staff, orderPath)).text).toContain('pedida ao emissor')
  const { id } = await getNewestInvoice(orderId)
  focus.state.authorises = 'at-once'
  await runEffect('issue-invoice', id)
  await runEffect('keep-invoice-files', `${id}/authorised`)
  const { key } = await getNewestInvoice(orderId)
  const buyerPage = await fetchPage(await loginAs({ userId }), `/orders/${orderId}`)
  for (const expectedText of ['NF-e 1, série 1', `NF-e ${key}.xml`, `NF-e ${key}.pdf`])
    expect.soft(buyerPage.text).toContain(expectedText)
  await requireMailJob('mail-invoice').run(String(id), { id: 1 })
  const { body } = await readMail(1)
  expect(body).toContain('NF-e 1, série 1')
})

test('lists missing data with links to their forms, and issues nothing', async () => {
  const { orderId } = await makePaidOrder()
  await saveSetting('fiscal', { regime: 'normal', ie: '', environment: 'test' })
  const path = `/admin/order/${orderId}/invoice/issue`
  const page = await fetchPage(staff, path)
  expect(page.text).toContain('Falta a inscrição estadual da empresa')
  expect(page.text).toContain('O ambiente da configuração fiscal não é o do acesso ao emissor')
  expect(page.html).toContain('href="/admin/settings/fiscal"')
  expect(page.text).not.toContain('Emitir a NF-e')
  expect((await fetchPage(staff, path, { intent: 'issue', model: 'nfe', seen: '0' })).location).toBe(path)
  expect((await fetchPage(staff, path, { intent: 'else' })).status).toBe(400)
  expect(await listInvoices(orderId)).toEqual([])
})

test('shows issuer and codes of an NFS-e, and data missing for the national issuer', async () => {
  const { orderId } = await makeServiceOrder({ regime: 'mei' })
  const path = `/admin/order/${orderId}/invoice/issue`
  const page = await fetchPage(staff, path)
  for (const expectedText of [
    'Emissor Nacional',
    'Serviço 01.05.01',
    'NBS 115021000',
    'Simples Nacional, MEI',
  ])
    expect.soft(page.text).toContain(expectedText)
  const simplesFields = {
    regime: 'simples',
    ie: '110042490114',
    im: '12345',
    environment: 'production',
  } as const
  await saveSetting('fiscal', { ...simplesFields, serviceLayout: 'national' })
  await db.updateTable('publication_taxes').set({ national_code: null }).execute()
  const pageWithMissingData = await fetchPage(staff, path)
  expect(pageWithMissingData.text).toContain('Faltam os tributos aproximados da NFS-e')
  expect(pageWithMissingData.text).toContain('Falta o código de tributação nacional')
  expect(pageWithMissingData.html).toContain('href="/admin/settings/fiscal"')
  await saveSetting('fiscal', { ...simplesFields, serviceLayout: 'city' })
  const cityPage = await fetchPage(staff, path)
  for (const expectedText of ['Prefeitura', 'Serviço 01.05'])
    expect.soft(cityPage.text).toContain(expectedText)
  expect(cityPage.text).not.toContain('cIndOp')
})

test('issues no invoice for an order with a manually entered number', async () => {
  const { orderId } = await makePaidOrder()
  await db.updateTable('orders').set({ nfe: '1874' }).where('id', '=', orderId).execute()
  const orderPath = `/admin/order/${orderId}`
  expect((await fetchPage(staff, orderPath)).html).not.toContain('/invoice/issue')
  expect((await fetchPage(staff, `${orderPath}/invoice/issue`)).text).toContain('Não há nota fiscal a emitir')
  await fetchPage(staff, `${orderPath}/invoice/issue`, { intent: 'issue', model: 'nfe', seen: '0' })
  expect(await listInvoices(orderId)).toEqual([])
})

test('shows a rejection by the tax office until the invoice is issued again', async () => {
  const { orderId } = await makePaidOrder()
  const orderPath = `/admin/order/${orderId}`
  await fetchPage(staff, `${orderPath}/invoice/issue`, { intent: 'issue', model: 'nfe', seen: '0' })
  focus.state.authorises = 'at-once'
  focus.state.refusal = { code: '232', text: 'Rejeição: IE do destinatário não informada' }
  await runEffect('issue-invoice', (await getNewestInvoice(orderId)).id)
  const todayPage = await fetchPage(staff, '/admin/today')
  expect(todayPage.text).toContain('1 pedido com nota fiscal recusada')
  expect(todayPage.html).toContain(`<a href="${orderPath}">Ver o pedido</a>`)
  const page = await fetchPage(staff, orderPath)
  expect(page.text).toContain('232: Rejeição: IE do destinatário não informada')
  expect(page.text).toContain('Emitir de novo')
  await fetchPage(staff, `${orderPath}/invoice/issue`, { intent: 'issue', model: 'nfe', seen: '1' })
  await runEffect('issue-invoice', (await getNewestInvoice(orderId)).id)
  expect(await getNewestInvoice(orderId)).toMatchObject({ state: 'authorised' })
  expect((await fetchPage(staff, '/admin/today')).text).not.toContain('recusada')
})

test('staff can replace the buyer’s data in an order by the corrected state registration of the account', async () => {
  const { orderId, profileId } = await makePaidOrder()
  await db.updateTable('orders').set({ payer_ie: '' }).where('id', '=', orderId).execute()
  await db.updateTable('profiles').set({ ie: '110042490114' }).where('id', '=', profileId).execute()
  const path = `/admin/order/${orderId}/invoice/issue`
  expect((await fetchPage(staff, path)).text).toContain('O cadastro do cliente mudou depois do pedido')
  expect((await fetchPage(staff, path)).text).toContain('9 - Não contribuinte')
  expect((await fetchPage(staff, path, { intent: 'renew-buyer' })).location).toBe(path)
  const page = await fetchPage(staff, path)
  expect(page.text).toContain('1 - Contribuinte do ICMS')
  expect(page.text).not.toContain('mudou depois do pedido')
})

test('a cancellation requires a reason and is sent before the deadline', async () => {
  const { orderId, invoiceId } = await makeAuthorisedInvoice()
  const path = `/admin/order/${orderId}/invoice/${invoiceId}/cancel`
  const { lock_version } = await getNewestInvoice(orderId)
  const shortPage = await fetchPage(staff, path, { lock_version, reason: 'Engano' })
  expect([shortPage.status, shortPage.text.includes('Use pelo menos 15 caracteres')]).toEqual([400, true])
  expect(shortPage.html).toContain('Engano</textarea>')
  const tooLongReason = 'x'.repeat(256)
  const longPage = await fetchPage(staff, path, { lock_version, reason: tooLongReason })
  expect([longPage.status, longPage.text.includes('no máximo 255')]).toEqual([400, true])
  const reason = 'Pedido feito por engano'
  expect((await fetchPage(staff, path, { lock_version, reason })).location).toBe(`/admin/order/${orderId}`)
  expect((await fetchPage(staff, `/admin/order/${orderId}`)).text).toContain('cancelamento pedido')
  await runEffect('cancel-invoice', invoiceId)
  expect((await getNewestInvoice(orderId)).state).toBe('cancelled')
  const page = await fetchPage(staff, `/admin/order/${orderId}`)
  expect(page.text).toMatch(/Motivo do cancelamento: (<!-- -->)?Pedido feito por engano/)
  expect(page.text).toContain(`Motivo: ${reason}`)
})

test('an invoice cannot be cancelled after the deadline', async () => {
  const { orderId, invoiceId } = await makeAuthorisedInvoice()
  const moreThanADayAgo = new Date(Date.now() - 25 * 3_600_000)
  await db
    .updateTable('invoices')
    .set({ authorised_at: moreThanADayAgo })
    .where('id', '=', invoiceId)
    .execute()
  const path = `/admin/order/${orderId}/invoice/${invoiceId}/cancel`
  expect((await fetchPage(staff, path)).text).toContain('não pode ser cancelada por aqui')
  const { lock_version } = await getNewestInvoice(orderId)
  await fetchPage(staff, path, { lock_version, reason: 'Pedido feito por engano' })
  expect((await getNewestInvoice(orderId)).state).toBe('authorised')
})

test('requests one correction letter for a repeated form, shows its state and rejects a short and a long text', async () => {
  const { orderId, invoiceId } = await makeAuthorisedInvoice()
  const path = `/admin/order/${orderId}/invoice/${invoiceId}/correction`
  const tooLongText = 'x'.repeat(1001)
  for (const invalidText of ['curta', tooLongText])
    expect((await fetchPage(staff, path, { seen: '0', text: invalidText })).status).toBe(400)
  const text = 'O peso bruto correto é 2 kg'
  for (const _attempt of [1, 2])
    expect((await fetchPage(staff, path, { seen: '0', text })).location).toBe(path)
  const corrections = await listCorrections(invoiceId)
  expect(corrections).toHaveLength(1)
  expect((await fetchPage(staff, path)).text).toContain('enviada, sem resposta ainda')
  await runEffect('correct-invoice', corrections[0]?.id ?? 0)
  const page = await fetchPage(staff, path)
  expect(page.text).toMatch(/Carta de correção nº 1 ?: registrada em/)
  expect(page.text).toContain(text)
})
