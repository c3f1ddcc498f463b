import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer, expireSessions } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a form typed in an ended session is sent after the login', async ({ page, checkPage }) => {
  const login = await copyCustomer('cliente')
  await logIn(page, login)
  await page.goto('/account/fleet')
  await page.getByLabel('Prefixo (matrícula)').fill('PR-TRD')
  await page.getByLabel('Número de série').fill('20201234')
  await page.getByLabel('Combustível').selectOption({ index: 1 })
  await page.getByLabel('Apelido ou modelo').fill('A do fim do dia')
  await expireSessions(login.email)
  await page.getByRole('button', { name: 'Salvar aeronave' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entrar')
  await expect(page.getByRole('main')).toContainText('o que você digitou está guardado')
  await checkPage('login-unsent-form')
  await page.getByLabel('E-mail', { exact: true }).fill(login.email)
  await page.getByLabel('Senha', { exact: true }).fill(login.password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Formulário não enviado')
  await expect(page.getByRole('main')).toContainText('A do fim do dia')
  await checkPage('unsent-form')
  await page.getByRole('button', { name: 'Enviar agora' }).click()
  await expect(page.locator('#avisos')).toContainText('Aeronave salva na sua frota.')
  await expect(page.getByRole('main')).toContainText('PR-TRD')
})
