import { beforeEach, expect, test } from 'vitest'
import { settingIds } from '#app/domain/settings/setting.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import {
  getChargeRules,
  getShopRules,
  readSettingVersion,
  saveSetting,
} from '#app/models/settings/setting.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

let admin: Visitor
const chargesPath = '/admin/settings/charges'

beforeEach(async () => {
  await openShop()
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true, is_superuser: true }).where('id', '=', userId).execute()
  admin = await loginAs({ userId })
})

const saveCharges = async (fields: Fields) =>
  fetchPage(admin, chargesPath, { ...fields, lock_version: await readSettingVersion('charges') })

test('fine, interest, discount and days are off by default; staff save them with a history entry', async () => {
  expect(await getChargeRules()).toMatchObject({ finePercent: 0, interestPercent: 0, acceptanceDays: null })
  const answer = await saveCharges({
    fine_percent: '2,00',
    interest_percent: '1',
    discount_value: '5,00',
    discount_days: '3',
    acceptance_days: '15',
  })
  expect(answer.location).toBe('/admin/settings')
  expect((await fetchPage(admin, '/admin/settings')).text).toContain(
    'multa de 2,00%, juros de 1,00% ao mês, desconto antecipado',
  )
  expect(await getChargeRules()).toEqual({
    finePercent: 200,
    interestPercent: 100,
    discountPercent: 0,
    discountValue: 5_00,
    discountDays: 3,
    acceptanceDays: 15,
    protestDays: 0,
  })
  expect(await listHistoryForStaff('setting', settingIds.charges)).toHaveLength(1)
  const page = await fetchPage(admin, chargesPath)
  for (const value of ['value="2,00"', 'value="1,00"', 'value="5,00"', 'value="15"'])
    expect(page.html).toContain(value)
  expect(page.text).toContain('Multa depois do vencimento')
})

test.each([
  [{ fine_percent: '2,01' }, 'O máximo é 2,00%: Código de Defesa do Consumidor, art. 52, § 1º'],
  [{ interest_percent: '1,5%' }, 'O máximo é 1,00% ao mês: Código Tributário Nacional'],
  [{ fine_percent: 'dois' }, 'Digite uma porcentagem com até duas casas'],
  [{ fine_percent: '-1' }, 'Digite uma porcentagem com até duas casas'],
  [{ discount_percent: '5', discount_value: '10,00' }, 'Use a porcentagem ou o valor, não os dois'],
  [{ discount_value: '12.90' }, 'Digite um valor em reais'],
  [{ discount_days: '3' }, 'Diga de quanto é o desconto'],
  [{ acceptance_days: '30' }, 'Digite um número de 1 a 29'],
  [{ protest_days: '5' }, 'Digite um número de 6 a 29'],
  [{ acceptance_days: '10', protest_days: '10' }, 'Os bancos aceitam um dos dois'],
])('rejects %o at its field, preserves typed values and saves nothing', async (fields, expectedText) => {
  const page = await saveCharges(fields)
  expect(page.status).toBe(400)
  expect(page.text).toContain(expectedText)
  for (const value of Object.values(fields)) expect(page.html).toContain(`value="${value}"`)
  expect(await getChargeRules()).toMatchObject({ finePercent: 0, discountValue: 0, protestDays: 0 })
})

test('shows which terms the current issuer does not support', async () => {
  expect((await fetchPage(admin, chargesPath)).text).toContain(
    'Não vai nos boletos: prazo para pagar depois do vencimento',
  )
  await saveSetting('bankAgreement', { bank: '341', agency: '1234', account: '56789', wallet: '109' })
  expect((await fetchPage(admin, chargesPath)).text).not.toContain('Não vai nos boletos')
  await saveSetting('issuer', { issuer: 'asaas', agencyAndCode: '', wallet: '' })
  expect((await fetchPage(admin, chargesPath)).text).toContain('Não vai nos boletos: protesto')
})

test('rejects boleto instructions that state terms of payment', async () => {
  const shopFields = { boleto_due_days: '3', handling_days: '5', quote_days: '15', ie_max_length: '12' }
  const lock_version = await readSettingVersion('shop')
  const rejectedPage = await fetchPage(admin, '/admin/settings/shop', {
    ...shopFields,
    boleto_instructions: 'Obrigado.\r\nNão receber após 30 dias do vencimento.',
    lock_version,
  })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('não se escrevem aqui')
  expect(rejectedPage.text).toContain('Não receber após 30 dias do vencimento.')
  expect((await getShopRules()).boletoInstructions).toEqual([])
})
