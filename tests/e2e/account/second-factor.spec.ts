import { runAsAdministrator } from '#tests/e2e/support/administrator.ts'
import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { changeRows } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { generateCode } from '#tests/factories/accounts/totp.ts'

test('staff turn on the second factor, log in with it, and verify again before the bank agreement', async ({
  page,
  checkPage,
}) => {
  test.slow()
  await runAsAdministrator(async (login) => {
    await logIn(page, login)
    await page.goto('/account')
    await page.getByRole('link', { name: /confirmação em duas etapas/i }).click()
    await checkPage('second-factor-off')
    await page.getByRole('button', { name: 'Começar' }).click()
    const key = (await page.locator('code').first().textContent()) ?? ''
    const secret = key.replace(/ /g, '')
    await checkPage('second-factor-setup')
    // The code of the previous period, because the login uses the current one, which is accepted only once.
    const previousPeriod = new Date(Date.now() - 30_000)
    await page.getByLabel('Código', { exact: true }).fill(generateCode(secret, previousPeriod))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Códigos de recuperação')
    await expect(page.locator('.recovery-codes li')).toHaveCount(10)
    const recovery = (await page.locator('.recovery-codes code').first().textContent()) ?? ''
    await checkPage('second-factor-codes')
    await page.getByRole('link', { name: 'Já guardei' }).click()
    await expect(page.locator('.recovery-codes')).toHaveCount(0)

    await page.context().clearCookies()
    await page.goto('/login?redirectTo=%2Fadmin%2Fsettings%2Fbank')
    await page.getByLabel('E-mail', { exact: true }).fill(login.email)
    await page.getByLabel('Senha', { exact: true }).fill(login.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Código de confirmação')
    await page.getByLabel('Código', { exact: true }).fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toContainText('Código incorreto ou já usado')
    await checkPage('login-code-wrong')
    await page.getByLabel('Código', { exact: true }).fill(generateCode(secret))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convênio bancário')

    await changeRows(
      'update sessions set proved_at = null where user_id = (select id from users where email = ?)',
      [login.email],
    )
    await page.goto('/admin/settings/bank')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirme que é você')
    await checkPage('proof')
    await page.getByLabel('Código', { exact: true }).fill(recovery.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convênio bancário')
  })
})
