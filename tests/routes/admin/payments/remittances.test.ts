import { beforeEach, expect, test } from 'vitest'
import { boletoFilter } from '#app/domain/charges/boleto-filter.ts'
import { defaultChargeRules } from '#app/domain/charges/boleto-terms.ts'
import { addBusinessDays, addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { findBoleto } from '#app/models/charges/boleto.server.ts'
import { raiseBoletoNumbers } from '#app/models/charges/boleto-number.server.ts'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { getIssuer, saveSetting } from '#app/models/settings/setting.server.ts'
import { action as dueDateAction } from '#app/routes/admin/orders/boletos/due-date.tsx'
import { action as registrationAction } from '#app/routes/admin/orders/boletos/registration.tsx'
import { loader as csvLoader } from '#app/routes/admin/payments/boletos-export.ts'
import { loader as fileLoader } from '#app/routes/admin/payments/remittance-file.ts'
import { action as remittanceAction } from '#app/routes/admin/payments/remittances.tsx'
import { formatDate } from '#app/text/platform/format.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getNewestBoleto, makeBankBoleto, makeOrderWithBoleto } from '#tests/factories/boletos.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { address } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { bankAgreement, openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

const today = toCivilDate(new Date())
const dates = { documentDate: today, dueDate: addBusinessDays(today, 3) }
let staff: Visitor

beforeEach(async () => {
  await openShop()
  staff = await loginAs({ userId: await makeStaff() })
})

const remittancesPath = '/admin/remittances'
const findBoletoState = async (boletoId: number) =>
  (await db.selectFrom('boletos').select('state').where('id', '=', boletoId).executeTakeFirst())?.state

async function rejectBoleto(boletoId: number) {
  const rejection = { rejection: '48' }
  await withTransaction((trx) => changeBoleto(trx, boletoId, 'rejected', byStaff, rejection))
}

test('creates a file of waiting boletos, which downloads identically until the sweep deletes it', async () => {
  expect((await fetchPage(staff, remittancesPath)).text).toContain('Nada aguarda envio.')
  const { ourNumber, printed, boletoId } = await makeBankBoleto(dates)
  const pageBefore = await fetchPage(staff, remittancesPath)
  expect(pageBefore.text).toContain(printed)
  expect(pageBefore.text).toContain('1 boleto, R$ 80,00')
  const answer = await staff.post(remittanceAction, remittancesPath, { format: '240' })
  expect(answer.location).toBe(remittancesPath)
  expect(await findBoletoState(boletoId)).toBe('sent')
  const remittance = await db.selectFrom('remittances').select(['id', 'sequence']).executeTakeFirstOrThrow()
  const fetchFile = async () => {
    const { response } = await staff.get(fileLoader, `${remittancesPath}/${remittance.id}/file`, {
      id: String(remittance.id),
    })
    return { text: await response?.text(), headers: response?.headers }
  }
  const firstDownload = await fetchFile()
  const [, month, day] = today.split('-')
  expect(firstDownload.headers?.get('Content-Disposition')).toBe(
    `attachment; filename="CB${day}${month}01.REM"`,
  )
  expect(firstDownload.text).toContain(ourNumber)
  expect((await fetchFile()).text).toBe(firstDownload.text)
  const pageAfter = await fetchPage(staff, remittancesPath)
  expect(pageAfter.text).toContain(`CB${day}${month}01.REM`)
  expect(pageAfter.text).toContain('Nada aguarda envio.')
  await staff.post(remittanceAction, remittancesPath, { format: '240' })
  expect((await fetchPage(staff, remittancesPath)).text).toContain('Não há boleto a enviar.')
  expect((await fetchPage(staff, remittancesPath)).html).toContain(`${remittancesPath}/${remittance.id}/file`)
  const contentAfterSweep = ''
  await db.updateTable('remittances').set({ content: contentAfterSweep }).execute()
  const { status } = await staff.get(fileLoader, `${remittancesPath}/${remittance.id}/file`, {
    id: String(remittance.id),
  })
  expect(status).toBe(404)
  const pageAfterSweep = await fetchPage(staff, remittancesPath)
  expect(pageAfterSweep.text).toContain('Arquivo apagado após o prazo fiscal')
  expect(pageAfterSweep.html).not.toContain(`${remittancesPath}/${remittance.id}/file`)
})

test('records once, after a confirmation, that the bank rejected a file, and queues its boletos again', async () => {
  const { boletoId } = await makeBankBoleto(dates)
  await staff.post(remittanceAction, remittancesPath, { format: '240' })
  const { id } = await db.selectFrom('remittances').select('id').executeTakeFirstOrThrow()
  const path = `${remittancesPath}/${id}/refused`
  const listPage = await fetchPage(staff, remittancesPath)
  expect(listPage.html).toContain(`href="${path}"`)
  expect(listPage.text).toContain('O banco recusou este arquivo')
  expect((await fetchPage(staff, path)).text).toContain('1 boleto para registrar na próxima remessa')
  expect((await fetchPage(staff, path, {})).location).toBe(remittancesPath)
  expect(await findBoletoState(boletoId)).toBe('made')
  const pageAfter = await fetchPage(staff, remittancesPath)
  expect(pageAfter.text).toContain('Remessa recusada: 1 boleto')
  expect(pageAfter.text).toContain('Recusada em')
  await fetchPage(staff, path, {})
  expect((await fetchPage(staff, remittancesPath)).text).toContain('Esta remessa já foi dada como recusada.')
  expect((await fetchPage(staff, path)).text).toContain('Já foi dado como recusado em')
  expect((await fetchPage(staff, `${remittancesPath}/999999/refused`)).status).toBe(404)
})

test('the bank settings show waiting boletos, and write-offs of a former agreement are done manually', async () => {
  const userId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  const admin = await loginAs({ userId })
  const { orderId, boletoId, printed } = await makeBankBoleto(dates)
  const settingPath = '/admin/settings/bank'
  const settingText = (await fetchPage(admin, settingPath)).text
  expect(settingText).toContain('1 instrução aguarda remessa: 1 boleto para registrar')
  expect(settingText).toContain('“Novo vencimento”')
  await staff.post(remittanceAction, remittancesPath, { format: '400' })
  expect((await fetchPage(admin, settingPath)).text).not.toContain('aguarda remessa')
  const due_date = addDays(today, 10)
  await staff.post(dueDateAction, `/admin/order/${orderId}/due_date`, { due_date }, { id: String(orderId) })
  expect((await fetchPage(staff, remittancesPath)).text).not.toContain('Já dei a baixa')
  await saveSetting('bankAgreement', { ...bankAgreement, wallet: '18' })
  const page = await fetchPage(staff, remittancesPath)
  expect(page.text).toContain('Dê a baixa no site do banco')
  expect(page.text).toContain(`Já dei a baixa do boleto ${printed}`)
  const [, written_off = ''] = /name="written_off"[^>]*value="(\d+)"/.exec(page.html) ?? []
  expect((await fetchPage(staff, remittancesPath, { written_off })).location).toBe(remittancesPath)
  expect(await findBoletoState(boletoId)).toBe('written-off')
  const pageAfter = await fetchPage(staff, remittancesPath)
  expect(pageAfter.text).toContain('Boleto baixado.')
  expect(pageAfter.text).toContain('Nada aguarda envio.')
  await fetchPage(staff, remittancesPath, { written_off })
  expect((await fetchPage(staff, remittancesPath)).text).toContain('Esta baixa não espera mais.')
  expect((await fetchPage(staff, remittancesPath, { written_off: 'x' })).status).toBe(404)
})

test('lists excluded boletos with reasons and orders, and preselects the last format', async () => {
  await makeBankBoleto(dates)
  await staff.post(remittanceAction, remittancesPath, { format: '240' })
  const cityWithoutPrintableLetters = { ...address, city: '§' }
  const { orderId } = await makeBankBoleto({ ...dates, order: { billing: cityWithoutPrintableLetters } })
  await makeBankBoleto(dates)
  const page = await fetchPage(staff, remittancesPath)
  expect(page.text).toContain('cidade do pagador em branco')
  expect(page.html).toContain(`href="/admin/order/${orderId}"`)
  expect(page.html).toMatch(/value="240"[^>]*checked|checked[^>]*value="240"/)
})

test('offers only the format of the agreement, and lists boletos that the format excludes', async () => {
  await saveSetting('bankAgreement', { ...bankAgreement, format: '240' })
  const rules = { ...defaultChargeRules, interestPercent: 30 }
  const { printed } = await makeBankBoleto({
    ...dates,
    agreement: { ...bankAgreement, format: '240' },
    rules,
  })
  const page = await fetchPage(staff, remittancesPath)
  expect(page.text).toContain('O do convênio.')
  expect(page.html).toMatch(/value="240"[^>]*checked|checked[^>]*value="240"/)
  expect(page.html).not.toContain('value="400"')
  await saveSetting('bankAgreement', bankAgreement)
  const pageWithBothFormats = await fetchPage(staff, remittancesPath)
  expect(pageWithBothFormats.text).toContain('que só o CNAB 240 leva; num CNAB 400 eles ficam para depois.')
  expect(pageWithBothFormats.html).toMatch(/value="240"[^>]*checked|checked[^>]*value="240"/)
  expect(pageWithBothFormats.html).toContain('value="400"')
  await saveSetting('bankAgreement', { ...bankAgreement, format: '400' })
  const rejectedPage = await fetchPage(staff, remittancesPath)
  expect(rejectedPage.text).toContain('promete juros por taxa, que só o CNAB 240 leva')
  expect(rejectedPage.text).toContain(printed)
  expect(rejectedPage.text).not.toContain('Gerar remessa')
})

test('lists missing fields of an agreement and offers no file', async () => {
  await saveSetting('bankAgreement', { ...bankAgreement, variation: '' })
  await makeBankBoleto(dates)
  const page = await fetchPage(staff, remittancesPath)
  expect(page.text).toContain('a variação da carteira')
  expect(page.text).not.toContain('Gerar remessa')
  await saveSetting('bankAgreement', { ...bankAgreement, agencyPrinted: '1234' })
  expect((await fetchPage(staff, remittancesPath)).text).toContain('a agência com dígito, como 1234-3')
  await staff.post(remittanceAction, remittancesPath, { format: '400' })
  expect((await fetchPage(staff, remittancesPath)).text).toContain('Falta completar as configurações.')
})

test('finds boletos by number and order, filters and exports them', async () => {
  const [rejectedBoleto, overdueBoleto] = [
    await makeBankBoleto(dates),
    await makeBankBoleto({ documentDate: addDays(today, -20), dueDate: addDays(today, -6) }),
  ]
  await rejectBoleto(rejectedBoleto.boletoId)
  const searchBoletos = async (query: string) => {
    const { text } = await fetchPage(staff, `/admin/boletos?${query}`)
    return [rejectedBoleto, overdueBoleto].filter(({ printed }) => text.includes(printed))
  }
  expect(await searchBoletos('')).toEqual([rejectedBoleto, overdueBoleto])
  expect(await searchBoletos(`search=${rejectedBoleto.printed}`)).toEqual([rejectedBoleto])
  expect(await searchBoletos(`search=${overdueBoleto.ourNumber}`)).toEqual([overdueBoleto])
  expect(await searchBoletos(`search=${overdueBoleto.orderId}`)).toEqual([overdueBoleto])
  expect(await searchBoletos(`status=${boletoFilter.rejected}`)).toEqual([rejectedBoleto])
  expect(await searchBoletos(`status=${boletoFilter.overdue}`)).toEqual([overdueBoleto])
  expect(await searchBoletos(`status=${boletoFilter.open}&issuer=asaas`)).toEqual([])
  const { response } = await staff.get(csvLoader, `/admin/boletos.csv?status=${boletoFilter.rejected}`)
  const lines = (await response?.text())?.split('\r\n') ?? []
  // The heading, one boleto and the empty text after the last line break.
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('Recusado pelo banco')
  expect(lines[1]).toContain('48')
})

test('a rejected boleto shows its reason and is registered again in the next file', async () => {
  const { orderId, boletoId } = await makeBankBoleto(dates)
  await staff.post(remittanceAction, remittancesPath, { format: '240' })
  await rejectBoleto(boletoId)
  const page = await fetchPage(staff, `/admin/order/${orderId}`)
  expect(page.text).toContain('CEP inválido (48)')
  expect(page.html).toContain(`/admin/order/${orderId}/registration?boleto=${boletoId}`)
  const path = `/admin/order/${orderId}/registration?boleto=${boletoId}`
  const questionPage = await fetchPage(staff, path)
  expect(questionPage.text).toContain('O banco recusou o registro')
  expect(questionPage.html).toContain(`href="/admin/order/${orderId}/payer"`)
  for (const _attempt of [1, 2])
    await staff.post(registrationAction, path, { boleto: boletoId }, { id: String(orderId) })
  expect(await findBoletoState(boletoId)).toBe('made')
  await staff.post(remittanceAction, remittancesPath, { format: '240' })
  expect(await findBoletoState(boletoId)).toBe('sent')
  const instructions = await db
    .selectFrom('boleto_instructions')
    .selectAll()
    .where('boleto_id', '=', boletoId)
    .execute()
  expect(instructions.map(({ instruction }) => instruction)).toEqual(['register', 'register'])
})

test('a new due date withdraws the boleto and queues another, and a past date is rejected at the field', async () => {
  const { orderId, boletoId } = await makeBankBoleto(dates)
  const path = `/admin/order/${orderId}/due_date`
  const page = await fetchPage(staff, path)
  expect(page.html).toContain(`value="${addBusinessDays(today, 3)}"`)
  const wrongPage = await fetchPage(staff, path, { due_date: addDays(today, -1) })
  expect(wrongPage.status).toBe(400)
  expect(wrongPage.text).toContain('Escolha um dia de')
  expect(await findBoletoState(boletoId)).toBe('made')
  const due_date = addDays(today, 10)
  const resultAnswer = await staff.post(dueDateAction, path, { due_date }, { id: String(orderId) })
  expect(resultAnswer.location).toBe(`/admin/order/${orderId}`)
  expect(await findBoletoState(boletoId)).toBe('written-off')
  expect((await fetchPage(staff, `/admin/order/${orderId}`)).text).toContain('trocado por outro')
  const order = await db
    .selectFrom('orders')
    .select('boleto_due_on')
    .where('id', '=', orderId)
    .executeTakeFirst()
  expect(order?.boleto_due_on).toBe(due_date)
})

test('the earliest due date is the next working day with the bank, and today with the gateway', async () => {
  const { orderId, boletoId } = await makeBankBoleto(dates)
  const path = `/admin/order/${orderId}/due_date`
  const page = await fetchPage(staff, path)
  expect(page.text).toContain('confirma o pedido e é mostrado em Recebimentos')
  expect(page.text).toContain('só pode ser pago depois de registrado')
  const wrongPage = await fetchPage(staff, path, { due_date: today })
  expect(wrongPage.status).toBe(400)
  expect(wrongPage.text).toContain(
    `Escolha um dia de ${formatDate(addBusinessDays(today, 1))}, o próximo dia útil`,
  )
  expect(wrongPage.html).toMatch(/aria-invalid="true"/)
  expect(await findBoletoState(boletoId)).toBe('made')
  await saveSetting('issuer', { issuer: 'asaas', agencyAndCode: '', wallet: '' })
  expect((await fetchPage(staff, path)).text).not.toContain('depois de registrado')
  expect((await fetchPage(staff, path, { due_date: today })).location).toBe(`/admin/order/${orderId}`)
})

test('an administrator selects the issuer, sees that the gateway lacks credentials, and cannot save an outdated form', async () => {
  const userId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  const admin = await loginAs({ userId })
  const path = '/admin/settings/issuer'
  const page = await fetchPage(admin, path)
  expect(page.text).toContain('Asaas sem acesso')
  expect(page.text).toContain('Se for escolhida agora, os pedidos ficam sem boleto até a chave ser instalada')
  await db.deleteFrom('settings').where('name', '=', 'bankAgreement').execute()
  expect((await fetchPage(admin, path)).text).toContain('Sem ele não há como emitir boletos pelo convênio.')
  const [, lock_version = ''] = /name="lock_version" value="(\d+)"/.exec(page.html) ?? []
  const fields = { issuer: 'asaas', agency_and_code: '0001 / 123', wallet: '', lock_version }
  expect((await fetchPage(admin, path, fields)).location).toBe('/admin/settings')
  expect(await getIssuer()).toEqual({
    issuer: 'asaas',
    agencyAndCode: '0001 / 123',
    wallet: '',
    minimum: 5_00,
  })
  const wrongPage = await fetchPage(admin, path, { ...fields, minimum: '50,01' })
  expect(wrongPage.status).toBe(400)
  expect(wrongPage.text).toContain('Digite um valor de 0,00 a 50,00')
  expect((await fetchPage(admin, '/admin/settings')).text).toContain('Asaas')
  expect((await fetchPage(admin, path, { ...fields, issuer: 'own-bank' })).status).toBe(409)
  expect((await fetchPage(admin, path)).text).toContain('Convênio com o banco')
})

test('a due date sent twice or from an outdated page issues one boleto', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const path = `/admin/order/${orderId}/due_date`
  expect((await fetchPage(staff, path)).html).toContain(`name="seen" value="${boleto.id}"`)
  const fields = { due_date: addBusinessDays(today, 5), seen: String(boleto.id) }
  for (const _attempt of [1, 2]) expect((await fetchPage(staff, path, fields)).status).toBe(303)
  await issueBoleto.run(String(orderId), { id: 1 })
  await fetchPage(staff, path, fields)
  expect(await db.selectFrom('boletos').select('id').where('order_id', '=', orderId).execute()).toHaveLength(
    2,
  )
  expect(await getNewestBoleto(orderId)).toMatchObject({ ordinal: 1, withdrawn_at: null })
})

test('shows the next boleto number and how to raise it after restoring a backup', async () => {
  await makeBankBoleto(dates)
  await raiseBoletoNumbers(5_000, byStaff)
  const { text } = await fetchPage(staff, remittancesPath)
  for (const expectedText of [
    'Próximo número',
    '0000005000',
    '0000004999',
    '0000000001',
    'Depois de restaurar um backup',
    'npm run boleto-numbers -- --from NÚMERO',
  ])
    expect.soft(text).toContain(expectedText)
})

test('shows that the numbers of the agreement are used up', async () => {
  const lastNumber = 9_999_999_999
  await raiseBoletoNumbers(lastNumber, byStaff)
  const orders = [
    await makeOrder({ [await makeDownload()]: 1 }),
    await makeOrder({ [await makeDownload()]: 1 }),
  ]
  await issueBoleto.run(String(orders[0]?.orderId), { id: 1 })
  await expect(issueBoleto.run(String(orders[1]?.orderId), { id: 2 })).rejects.toThrow('used up')
  const { text } = await fetchPage(staff, remittancesPath)
  expect(text).toContain('Os números deste convênio acabaram: nenhum boleto novo é emitido')
})

test('a remittance identifies each boleto by order number and a suffix unique to the boleto', async () => {
  const { boletoId } = await makeBankBoleto(dates)
  await staff.post(remittanceAction, remittancesPath, { format: '400' })
  const { content } = await db.selectFrom('remittances').select('content').executeTakeFirstOrThrow()
  const boleto = await findBoleto(boletoId)
  expect(content).toContain(boleto?.reference.replace('pedido-', '').toUpperCase())
})
