import { beforeEach, expect, test } from 'vitest'
import { settingIds } from '#app/domain/settings/setting.ts'
import { allocateBoletoNumber } from '#app/models/charges/boleto-number.server.ts'
import { listShippingRates } from '#app/models/checkout/shipping.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import {
  findBankAgreement,
  findCompany,
  findStatusFile,
  getShopRules,
  saveSetting,
} from '#app/models/settings/setting.server.ts'
import { action as bankAction } from '#app/routes/admin/settings/bank.tsx'
import { action as companyAction, loader as companyLoader } from '#app/routes/admin/settings/company.tsx'
import { action as freightAction } from '#app/routes/admin/settings/freight.tsx'
import { action as shopAction } from '#app/routes/admin/settings/shop.tsx'
import { action as fileAction } from '#app/routes/admin/settings/status-file.tsx'
import { makeCustomer } from '#tests/factories/people.ts'
import { bankAgreement, openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

let admin: Visitor

beforeEach(async () => {
  await openShop()
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true, is_superuser: true }).where('id', '=', userId).execute()
  admin = await loginAs({ userId })
})

const companyFields = {
  name: 'Nova Razão Ltda.',
  trade_name: 'Aeropub',
  cnpj: '11.222.333/0001-81',
  zip_code: '18600-000',
  street: 'Rua Nova',
  number: '2',
  complement: '',
  province: 'Centro',
  city: 'Botucatu',
  state: 'sp',
  phone: '14 3333-0000',
  email: 'contato@aeropub.test',
}
const shopFields = {
  boleto_due_days: '5',
  handling_days: '7',
  quote_days: '20',
  ie_max_length: '14',
  boleto_instructions: 'Um\r\n\r\nDois',
}

test('saves the company with history; a conflicting save shows both versions and can be repeated', async () => {
  const { lock_version } = (await admin.get(companyLoader, '/admin/settings/company')).data
  const savedAnswer = await admin.post(companyAction, '/admin/settings/company', {
    ...companyFields,
    lock_version,
  })
  expect(savedAnswer.location).toBe('/admin/settings')
  expect(await findCompany()).toMatchObject({
    name: 'Nova Razão Ltda.',
    state: 'SP',
    phone: '(14) 3333-0000',
  })
  const conflictPage = await fetchPage(admin, '/admin/settings/company', {
    ...companyFields,
    name: 'Outra',
    lock_version,
  })
  expect(conflictPage.status).toBe(409)
  expect(conflictPage.text).toContain('Razão social: gravado “Nova Razão Ltda.”, digitado “Outra”')
  const [, currentVersion] = /name="lock_version" value="(\d+)"/.exec(conflictPage.html) ?? []
  await admin.post(companyAction, '/admin/settings/company', {
    ...companyFields,
    name: 'Outra',
    lock_version: currentVersion,
  })
  expect((await findCompany())?.name).toBe('Outra')
  expect(await listHistoryForStaff('setting', settingIds.company)).toHaveLength(2)
})

test('sets and removes the data protection officer, and requires a valid e-mail', async () => {
  const companyWithOfficer = {
    ...companyFields,
    officer_name: 'Lívia Invenção',
    officer_email: 'DADOS@aeropub.test',
  }
  const wrongPage = await fetchPage(admin, '/admin/settings/company', {
    ...companyWithOfficer,
    officer_email: 'dados',
  })
  expect([wrongPage.status, wrongPage.text.includes('E-mail incorreto')]).toEqual([400, true])
  await admin.post(companyAction, '/admin/settings/company', companyWithOfficer)
  expect((await findCompany())?.officerName).toBe('Lívia Invenção')
  const page = await fetchPage(admin, '/admin/settings/company')
  expect(page.html).toContain('value="Lívia Invenção"')
  const [, lock_version] = /name="lock_version" value="(\d+)"/.exec(page.html) ?? []
  await admin.post(companyAction, '/admin/settings/company', { ...companyFields, lock_version })
  expect(await findCompany()).not.toHaveProperty('officerName')
})

test('shows errors of the company at their fields and saves nothing', async () => {
  const page = await fetchPage(admin, '/admin/settings/company', {
    ...companyFields,
    cnpj: '1',
    phone: '9',
    name: '',
    lock_version: 1,
  })
  expect(page.status).toBe(400)
  for (const expectedText of ['Razão social: Campo obrigatório', 'CNPJ incorreto', 'Telefone incorreto'])
    expect(page.text).toContain(expectedText)
  expect((await findCompany())?.name).toBe('Aeropub de Teste Ltda.')
})

test('validates the agreement for its bank and ignores fields of other banks', async () => {
  const versionField = { lock_version: 1 }
  const itauFields = {
    bank: '341',
    'b341.agency': '1234',
    'b341.account': '56789',
    'b341.wallet': '109',
    'b001.agreement': 'x',
  }
  const rejectedPage = await fetchPage(admin, '/admin/settings/bank', {
    ...itauFields,
    'b341.account': '5678',
    ...versionField,
  })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('Digite 5 números')
  const lock_version = await loadLockVersion('bankAgreement')
  expect(
    (await admin.post(bankAction, '/admin/settings/bank', { ...itauFields, lock_version })).location,
  ).toBe('/admin/settings')
  expect(await findBankAgreement()).toEqual({ bank: '341', agency: '1234', account: '56789', wallet: '109' })
  expect((await fetchPage(admin, '/admin/settings/bank')).text).toContain('Os boletos já emitidos continuam')
})

test('an optional agreement field is validated when present, and can be cleared', async () => {
  const brasilFields = {
    bank: '001',
    'b001.agencyPrinted': '1234-3',
    'b001.accountPrinted': '56789-x',
    'b001.agreement': '7654321',
    'b001.wallet': '17',
  }
  const saveBank = async (fields: Fields) =>
    fetchPage(admin, '/admin/settings/bank', {
      ...brasilFields,
      ...fields,
      lock_version: await loadLockVersion('bankAgreement'),
    })
  const rejectedPage = await saveBank({ 'b001.variation': '19' })
  expect(rejectedPage.text).toContain('Digite os 3 números da variação')
  expect((await saveBank({ 'b001.variation': '019' })).location).toBe('/admin/settings')
  expect(await findBankAgreement()).toMatchObject({ accountPrinted: '56789-X', variation: '019' })
  expect((await saveBank({ 'b001.variation': '' })).location).toBe('/admin/settings')
  expect(await findBankAgreement()).toMatchObject({ variation: '' })
  const [historyEntry] = await listHistoryForStaff('setting', settingIds.bankAgreement)
  expect(historyEntry?.changes).toEqual([{ field: 'variation', from: '019', to: '' }])
})

test('sets and clears the format of the remittances, and rejects an unknown format', async () => {
  const itauFields = { bank: '341', 'b341.agency': '1234', 'b341.account': '56789', 'b341.wallet': '109' }
  const saveFormat = async (format: string) =>
    fetchPage(admin, '/admin/settings/bank', {
      ...itauFields,
      'b341.format': format,
      lock_version: await loadLockVersion('bankAgreement'),
    })
  expect((await saveFormat('150')).text).toContain('Escolha um formato, ou nenhum')
  expect((await saveFormat('240')).location).toBe('/admin/settings')
  expect(await findBankAgreement()).toMatchObject({ bank: '341', format: '240' })
  expect((await fetchPage(admin, '/admin/settings/bank')).html).toMatch(/<option value="240" selected/)
  expect((await saveFormat('')).location).toBe('/admin/settings')
  expect(await findBankAgreement()).not.toHaveProperty('format')
})

test('sets and clears the next remittance number, and rejects all values but 1 to 999999', async () => {
  const itauFields = { bank: '341', 'b341.agency': '1234', 'b341.account': '56789', 'b341.wallet': '109' }
  const saveNumber = async (number: string) =>
    fetchPage(admin, '/admin/settings/bank', {
      ...itauFields,
      'b341.nextRemittance': number,
      lock_version: await loadLockVersion('bankAgreement'),
    })
  for (const invalidNumber of ['0', '-1', '1,5', '1000000'])
    expect((await saveNumber(invalidNumber)).text).toContain('Digite um número de 1 a 999999')
  expect((await saveNumber('142')).location).toBe('/admin/settings')
  expect(await findBankAgreement()).toMatchObject({ bank: '341', nextRemittance: 142 })
  const page = await fetchPage(admin, '/admin/settings/bank')
  expect(page.html).toMatch(
    /name="b341.nextRemittance"[^>]*value="142"|value="142"[^>]*name="b341.nextRemittance"/,
  )
  expect((await saveNumber('')).location).toBe('/admin/settings')
  expect((await findBankAgreement())?.nextRemittance).toBeUndefined()
})

test('shows and sets the next boleto number, and saves nothing if the number was used', async () => {
  const { bank: _, ...fields } = bankAgreement
  const brasilFields = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`b001.${name}`, value]),
  )
  const saveBank = async (number: string, overrides: Fields = {}) =>
    fetchPage(admin, '/admin/settings/bank', {
      ...{ bank: '001', ...brasilFields, ...overrides, 'b001.nextNumber': number },
      lock_version: await loadLockVersion('bankAgreement'),
    })
  for (const invalidNumber of ['0', '-1', 'x', '76543210000001042']) {
    const rejectedAnswer = await saveBank(invalidNumber)
    expect(rejectedAnswer.status).toBe(400)
    expect(rejectedAnswer.text).toContain('Digite só o número, de até 10 algarismos, sem o convênio')
  }
  expect((await saveBank('1042')).location).toBe('/admin/settings')
  expect((await fetchPage(admin, '/admin/settings/bank')).text).toContain('0000001042')
  await withTransaction((trx) => allocateBoletoNumber(trx, bankAgreement))
  const usedNumberAnswer = await saveBank('1042', { 'b001.accountPrinted': '99999-0' })
  expect(usedNumberAnswer.status).toBe(400)
  expect(usedNumberAnswer.text).toContain(
    'Os números até este já foram usados: digite 0000001043 ou um maior',
  )
  expect(usedNumberAnswer.html).toMatch(
    /name="b001.nextNumber"[^>]*value="1042"|value="1042"[^>]*name="b001.nextNumber"/,
  )
  expect(await findBankAgreement()).toMatchObject({ accountPrinted: bankAgreement.accountPrinted })
  const [historyEntry] = await listHistoryForStaff('setting', settingIds.bankAgreement)
  expect(historyEntry?.changes).toEqual([{ field: 'nextNumber', from: '1', to: '1042' }])
})

test('reads an older agreement that lacks fields added for remittance files', async () => {
  const { variation: _, ...olderAgreement } = bankAgreement
  const value = JSON.stringify(olderAgreement)
  await db.updateTable('settings').set({ value }).where('name', '=', 'bankAgreement').execute()
  expect(await findBankAgreement()).toEqual(olderAgreement)
  expect((await fetchPage(admin, '/admin/settings/bank')).text).toContain('Variação da carteira')
})

test.each([
  ['company', { ...companyFields, cnpj: '1' }],
  ['bank', { bank: '341', 'b341.account': 'x' }],
  ['shop', { ...shopFields, handling_days: 'x' }],
  ['freight', { 'step.0.kg': 'x' }],
])('an invalid field of %s does not change the form’s lock version', async (name, fields) => {
  const lock_version = 6
  const rejectedPage = await fetchPage(admin, `/admin/settings/${name}`, { ...fields, lock_version })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.html).toContain(`name="lock_version" value="${lock_version}"`)
})

test('saves the shop rules: days, switches and boleto lines, and rejects too many handling days', async () => {
  expect(
    (await admin.post(shopAction, '/admin/settings/shop', { ...shopFields, lock_version: 0 })).location,
  ).toBe('/admin/settings')
  expect(await getShopRules()).toEqual({
    boletoDueDays: 5,
    quoteDays: 20,
    handlingDays: 7,
    ieMaxLength: 14,
    offersFreightToBeAgreed: false,
    onlySuperusersChangePrices: false,
    secondFactorFrom: null,
    revealsUnknownEmail: false,
    boletoInstructions: ['Um', 'Dois'],
  })
  const page = await fetchPage(admin, '/admin/settings/shop', {
    ...shopFields,
    handling_days: '61',
    lock_version: 1,
  })
  expect(page.text).toContain('Digite um número de 0 a 60')
})

test('only an administrator decides who can change prices', async () => {
  const sendForm = (visitor: Visitor, fields: Fields) =>
    visitor.post(shopAction, '/admin/settings/shop', { ...shopFields, ...fields })
  await sendForm(admin, { lock_version: 0, only_superusers_change_prices: 'on' })
  expect((await getShopRules()).onlySuperusersChangePrices).toBe(true)
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute()
  const staff = await loginAs({ userId })
  expect((await fetchPage(staff, '/admin/settings/shop')).html).not.toContain(
    'name="only_superusers_change_prices"',
  )
  expect((await sendForm(staff, { lock_version: 1, handling_days: '9' })).status).toBe(303)
  expect(await getShopRules()).toMatchObject({ handlingDays: 9, onlySuperusersChangePrices: true })
  await sendForm(admin, { lock_version: 2 })
  expect((await getShopRules()).onlySuperusersChangePrices).toBe(false)
})

test('reports a missing agreement only while the bank issues the boletos', async () => {
  await db.deleteFrom('settings').where('name', '=', 'bankAgreement').execute()
  const missingAgreementText = 'Convênio bancário: sem ele os pedidos ficam sem boleto.'
  expect((await fetchPage(admin, '/admin/settings')).text).toContain(missingAgreementText)
  await saveSetting('issuer', { issuer: 'asaas' })
  expect((await fetchPage(admin, '/admin/settings')).text).not.toContain(missingAgreementText)
})

test('uses the singular for one working day and the usual order of banks', async () => {
  await admin.post(shopAction, '/admin/settings/shop', {
    ...shopFields,
    boleto_due_days: '1',
    lock_version: 0,
  })
  expect((await fetchPage(admin, '/admin/settings')).text).toContain('boleto em 1 dia útil, +7 dias úteis')
  const { html } = await fetchPage(admin, '/admin/settings/bank')
  const positions = ['b001.', 'b341.', 'b237.'].map((name) => html.indexOf(`name="${name}`))
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(positions).not.toContain(-1)
})

test('replaces all steps of a service and region, and rejects a repeated weight and an outdated form', async () => {
  const path = '/admin/settings/freight?region=SE&service=PAC'
  const makeStepFields = (index: number, kg: string, value: string) => ({
    [`step.${index}.kg`]: kg,
    [`step.${index}.value`]: value,
    [`step.${index}.days`]: '4',
  })
  const repeatedPage = await fetchPage(admin, path, {
    ...makeStepFields(0, '2', '20,00'),
    ...makeStepFields(1, '2', '30,00'),
    lock_version: 0,
  })
  expect(repeatedPage.text).toContain('Este peso já está na tabela')
  expect(repeatedPage.html).toContain('value="30,00"')
  const fields = {
    ...makeStepFields(0, '2', '20,00'),
    ...makeStepFields(1, '', ''),
    ...makeStepFields(3, '9', '1.030,00'),
    'step.1.days': '',
    lock_version: 0,
  }
  expect((await admin.post(freightAction, path, fields)).status).toBe(303)
  const pacRates = (await listShippingRates('SE')).filter(({ service }) => service === 'PAC')
  expect(pacRates.map(({ max_weight_kg, value }) => [max_weight_kg, value])).toEqual([
    [2, 20_00],
    [9, 1030_00],
  ])
  expect((await fetchPage(admin, path, { ...fields, 'step.3.days': '5' })).status).toBe(409)
})

test('returns every typed step, even when the table has become shorter', async () => {
  const path = '/admin/settings/freight?region=SE&service=PAC'
  const stepFields = Array.from({ length: 9 }, (_, step) => [
    [`step.${step}.kg`, String(step + 1)],
    [`step.${step}.value`, `${step + 1}0,00`],
    [`step.${step}.days`, '4'],
  ])
  const typedFields = Object.fromEntries(stepFields.flat())
  await admin.post(freightAction, path, { 'step.0.kg': '', lock_version: 0 })
  const conflictPage = await fetchPage(admin, path, { ...typedFields, lock_version: 0 })
  expect(conflictPage.status).toBe(409)
  expect(conflictPage.html).toContain('value="90,00"')
  const wrongPage = await fetchPage(admin, path, { ...typedFields, 'step.8.days': 'x', lock_version: 1 })
  expect(wrongPage.html).toContain('value="90,00"')
})

test('saving the same form twice is no conflict and adds one history entry', async () => {
  for (const _attempt of [1, 2])
    expect(
      (await admin.post(shopAction, '/admin/settings/shop', { ...shopFields, lock_version: 0 })).status,
    ).toBe(303)
  expect(await listHistoryForStaff('setting', settingIds.shop)).toHaveLength(1)
})

test('a status file must be a PDF, preserves its name, can be removed and cannot be replaced from an outdated page', async () => {
  const path = '/admin/settings/status_file'
  const sendForm = (lock_version: number, content: string) =>
    admin.postFiles(
      fileAction,
      path,
      { lock_version },
      { file: { name: 'Índice nº 5.pdf', bytes: Buffer.from(content) } },
    )
  expect((await sendForm(0, 'no pdf')).status).toBe(400)
  expect((await sendForm(0, '%PDF-1.7 invented')).location).toBe(path)
  expect(await findStatusFile()).toMatchObject({ name: 'Índice nº 5.pdf', bytes: 17 })
  expect((await fetchPage(admin, '/status')).text).toContain('Índice nº 5.pdf')
  const [historyEntry] = await listHistoryForStaff('setting', settingIds.statusFile)
  expect(historyEntry?.changes.map(({ field }) => field).toSorted()).toEqual([
    'bytes',
    'name',
    'type',
    'uploadedOn',
  ])
  expect((await sendForm(0, '%PDF-1.7 other')).status).toBe(409)
  expect((await admin.post(fileAction, path, { lock_version: 1, intent: 'remove' })).location).toBe(path)
  expect(await findStatusFile()).toBeUndefined()
  expect((await sendForm(0, '%PDF-1.7 of a page opened before all this')).status).toBe(409)
  expect(await findStatusFile()).toBeUndefined()
  expect((await sendForm(2, '%PDF-1.7 again')).location).toBe(path)
  expect(await findStatusFile()).toMatchObject({ bytes: 14 })
})

async function loadLockVersion(name: string) {
  const row = await db
    .selectFrom('settings')
    .select('lock_version')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.lock_version ?? 0
}

test('validates wallet and codes by the rules of the selected bank, and saves a valid agreement', async () => {
  const lock_version = await loadLockVersion('bankAgreement')
  const saveAgreementFields = async (bank: string, fields: Record<string, string>) => {
    const bankFields = Object.entries(fields).map(([name, value]) => [`b${bank}.${name}`, value])
    const form = { bank, lock_version, ...Object.fromEntries(bankFields) }
    return (await fetchPage(admin, '/admin/settings/bank', form)).text
  }
  expect(await saveAgreementFields('341', { agency: '1234', account: '56789', wallet: '999' })).toContain(
    'Digite uma carteira do banco: 104, 108, 109',
  )
  expect(
    await saveAgreementFields('001', {
      agencyPrinted: '1234',
      accountPrinted: '56789-0',
      agreement: '123879',
      wallet: '18',
    }),
  ).toContain('Digite com o dígito, como 1234-3: o código de barras leva este número')
  expect(
    await saveAgreementFields('104', {
      agency: '1234',
      agencyPrinted: '1234-2',
      agreement: '0999999',
      wallet: 'rg',
    }),
  ).toContain('Com 7 números, o código começa em 1100000')
  const sicredi = { agency: '0165', unit: '02', account: '00623', wallet: '1' }
  expect(await saveAgreementFields('748', { ...sicredi, wallet: '3' })).toContain(
    'A loja emite boletos só pela carteira 1',
  )
  expect(await findBankAgreement()).toMatchObject({ bank: '001' })
  await saveAgreementFields('748', { ...sicredi, accountDigit: '8' })
  expect(await findBankAgreement()).toEqual({ bank: '748', ...sicredi, accountDigit: '8' })
  const page = (await fetchPage(admin, '/admin/settings/bank')).text
  expect(page).toContain('Sicredi (748), a homologar')
  expect(page).toContain('Código do beneficiário (5 números)')
})
