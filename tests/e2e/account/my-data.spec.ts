import {
  confirmOrder,
  logIn,
  openMenu,
  readOrderNumber,
  startCheckout,
  submitLogin,
} from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer, useNewAddress } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { perAircraft } = publications

test('a customer corrects phone and addresses, and the postal code fills in the address', {
  tag: '@enhanced',
}, async ({ page, scripts, checkPage }) => {
  await logIn(page, await copyCustomer('cliente'))
  await openMenu(page)
  await page.getByRole('banner').getByRole('link', { name: 'Meus dados' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meus dados')
  await expect(page.getByText(/CPF terminado em \d\d/)).toBeVisible()
  await checkPage('account')

  await page.getByRole('link', { name: 'Alterar telefone' }).click()
  await expect(page.getByLabel('CPF')).toBeDisabled()
  await expect(page.getByLabel('Nome completo')).toBeDisabled()
  await checkPage('account-profile')
  await page.getByLabel('Telefone', { exact: true }).fill('123')
  await page.getByRole('button', { name: 'Salvar telefone' }).click()
  await expect(page.getByRole('alert')).toContainText('Telefone incorreto')
  await page.getByLabel('Telefone', { exact: true }).fill('14 98888-7777')
  await page.getByRole('button', { name: 'Salvar telefone' }).click()
  await expect(page.locator('#avisos')).toContainText('Telefone alterado.')
  await expect(page.getByText('(14) 98888-7777')).toBeVisible()

  await page.getByRole('link', { name: 'Alterar cobrança' }).click()
  const billing = page.getByRole('group', { name: 'Endereço de cobrança' })
  await expect(billing.getByLabel('Rua')).toHaveValue('Rua dos Planadores')
  await billing.getByLabel('CEP', { exact: true }).fill('01001-000')
  if (!scripts) await billing.getByRole('button', { name: 'Buscar CEP' }).click()
  await expect(billing.getByLabel('Rua')).toHaveValue('Praça da Sé')
  await expect(billing.getByLabel('Cidade')).toHaveValue('São Paulo')
  await billing.getByLabel('CEP', { exact: true }).fill('18690-000')
  if (!scripts) await billing.getByRole('button', { name: 'Buscar CEP' }).click()
  await expect(billing.getByLabel('Cidade')).toHaveValue('Itatinga')
  await expect(billing.getByLabel('Rua')).toHaveValue('')
  await checkPage('account-addresses')
  await page.getByRole('button', { name: 'Salvar endereços' }).click()
  await expect(page.getByRole('alert')).toContainText('Rua da cobrança: Campo obrigatório')
  await billing.getByLabel('Rua').fill('Estrada do Campo de Pouso')
  await billing.getByLabel('Bairro').fill('Zona rural')
  await page.getByRole('button', { name: 'Salvar endereços' }).click()
  await expect(page.locator('#avisos')).toContainText('Endereços alterados.')
  await expect(page.getByText(/Estrada do Campo de Pouso.*Itatinga/).first()).toBeVisible()
})

test('a customer saves, changes and removes aircraft, and fills in a copy from a saved one', {
  tag: '@enhanced',
}, async ({ page, checkPage, scripts }) => {
  await logIn(page, await copyCustomer('empresa'))
  await page.goto('/account/fleet')
  await page.getByRole('button', { name: 'Salvar aeronave' }).click()
  await expect(page.getByRole('alert')).toContainText('Prefixo: Campo obrigatório')
  await checkPage('account-fleet-refused')
  const addAircraft = async (registration: string, serial: string, nickname: string) => {
    await page.getByLabel('Prefixo (matrícula)').fill(registration)
    await page.getByLabel('Número de série').fill(serial)
    await page.getByLabel('Combustível').selectOption({ label: 'Etanol' })
    await page.getByLabel('Apelido ou modelo').fill(nickname)
    await page.getByRole('button', { name: 'Salvar aeronave' }).click()
    await expect(page.locator('#avisos')).toContainText('Aeronave salva na sua frota.')
  }
  await addAircraft('ptabc', '200512', 'Ipanema da sede')
  await addAircraft('PR-XYZ', '77', '')
  await page.getByRole('link', { name: 'Alterar PR-XYZ' }).click()
  await page.getByLabel('Número de série').fill('78')
  await page.getByRole('button', { name: 'Salvar aeronave' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'PR-XYZ' })).toContainText('78')
  await checkPage('account-fleet')

  await startCheckout(page, [perAircraft])
  const block = page.getByRole('group', { name: 'Dados da aeronave' })
  await checkPage('checkout-fleet')
  await block.getByLabel('Minhas aeronaves').selectOption({ label: 'PT-ABC · Ipanema da sede' })
  // With scripts, selecting the aircraft fills in the fields.
  if (!scripts) await block.getByRole('button', { name: 'Usar' }).click()
  await expect(block.getByLabel('Prefixo (matrícula)')).toHaveValue('PT-ABC')
  await expect(block.getByLabel('Número de série')).toHaveValue('200512')
  await expect(block.getByLabel('Combustível')).toHaveValue('2')
  await page.getByRole('radio', { name: /SEDEX/ }).check()
  await confirmOrder(page)
  const order = await readOrderNumber(page)
  await page.goto(`/orders/${order}`)
  await expect(page.getByRole('row').filter({ hasText: perAircraft.name })).toContainText('PT-ABC')

  await page.goto('/account/fleet')
  await page.getByRole('link', { name: 'Remover PR-XYZ' }).click()
  await checkPage('account-fleet-removal')
  await page.getByRole('button', { name: 'Remover da frota' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'PR-XYZ' })).toHaveCount(0)
})

test('a customer logs other devices out, and changes the password only with the current one', async ({
  page,
  browser,
  checkPage,
}) => {
  const login = await copyCustomer('cliente')
  await useNewAddress(page)
  await logIn(page, login)
  const elsewhere = await browser.newPage()
  await elsewhere.goto('/login')
  await submitLogin(elsewhere, login)

  await page.goto('/account/sessions')
  // The heading and two sessions.
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').filter({ hasText: 'Esta sessão' })).toContainText('Chrome no Linux')
  await checkPage('account-sessions')
  await page.getByRole('button', { name: 'Sair de todos os outros' }).click()
  await expect(page.locator('#avisos')).toContainText('As outras sessões foram encerradas.')
  await expect(page.getByRole('row')).toHaveCount(2)
  await elsewhere.goto('/orders')
  await expect(elsewhere.getByText('Você precisa estar logado')).toBeVisible()
  await elsewhere.close()

  await page.goto('/account/password')
  const changePassword = async (current: string) => {
    await page.getByLabel('Senha atual').fill(current)
    await page.getByLabel('Nova senha', { exact: true }).fill('outra senha bem comprida')
    await page.getByLabel('Confirme a nova senha').fill('outra senha bem comprida')
    await page.getByRole('button', { name: 'Alterar senha' }).click()
  }
  await changePassword('wrong')
  await expect(page.getByRole('alert')).toContainText('Senha atual incorreta')
  await checkPage('account-password-refused')
  await changePassword(login.password)
  await expect(page.locator('#avisos')).toContainText('Senha alterada com sucesso')
})

test('a customer downloads a copy of their data, requests deletion of the account and can no longer log in', async ({
  page,
  checkPage,
}) => {
  const login = await copyCustomer('cliente')
  await useNewAddress(page)
  await logIn(page, login)
  await page.goto('/account/email')
  await checkPage('account-email')
  await page.goto('/account/export')
  await checkPage('account-export')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar meus dados' }).click()
  expect((await download).suggestedFilename()).toBe('meus-dados-aeropub.json')

  await page.goto('/account/deletion')
  await page.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(page.getByRole('alert')).toContainText('Senha atual: Campo obrigatório')
  await checkPage('account-deletion')
  await page.getByLabel(/Entendo que a conta é desativada agora/).check()
  await page.getByLabel('Senha atual').fill(login.password)
  await page.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(page.locator('#avisos')).toContainText('Sua conta está desativada')
  await page.goto('/login')
  await page.getByLabel('E-mail', { exact: true }).fill(login.email)
  await page.getByLabel('Senha').fill(login.password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert')).toContainText('Esta conta está desativada a seu pedido')
})
