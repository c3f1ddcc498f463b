import type { Page } from '@playwright/test'
import { runAsAdministrator } from '#tests/e2e/support/administrator.ts'
import { submitLogin } from '#tests/e2e/support/checkout-steps.ts'
import { changeRows } from '#tests/e2e/support/people.ts'
import { type Login, shopEnvironment } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { generateCode } from '#tests/factories/accounts/totp.ts'
import { startWeb } from '#tests/support/shop.ts'

/** Adds Chromium's virtual authenticator, which always verifies its user. */
async function addAuthenticator(page: Page) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    setSignCount: async (signCount: number) => {
      const { credentials } = await tools.send('WebAuthn.getCredentials', { authenticatorId })
      for (const credential of credentials) {
        await tools.send('WebAuthn.removeCredential', {
          authenticatorId,
          credentialId: credential.credentialId,
        })
        await tools.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount },
        })
      }
    },
  }
}

async function enableSecondFactor(page: Page, shopUrl: string): Promise<string> {
  await page.goto(`${shopUrl}/account/second_factor`)
  await page.getByRole('button', { name: 'Começar' }).click()
  const secret = ((await page.locator('code').first().textContent()) ?? '').replace(/ /g, '')
  // The code of the previous period, because the login uses the current one, which is accepted only once.
  const previousPeriod = new Date(Date.now() - 30_000)
  await page.getByLabel('Código', { exact: true }).fill(generateCode(secret, previousPeriod))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Códigos de recuperação')
  return secret
}

async function logInAgain(page: Page, shopUrl: string, login: Login) {
  await page.context().clearCookies()
  await page.goto(`${shopUrl}/login?redirectTo=%2Fadmin%2Fsettings%2Fbank`)
  await page.getByLabel('E-mail', { exact: true }).fill(login.email)
  await page.getByLabel('Senha', { exact: true }).fill(login.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Código de confirmação')
}

test('staff create a passkey, log in and verify with it; without scripts they use codes', {
  tag: '@enhanced',
}, async ({ page, scripts, checkPage }) => {
  test.slow()
  // Passkeys require a domain name, which the shop of the other journeys lacks.
  await runAsAdministrator(async (login) => {
    const web = await startWeb(shopEnvironment(), undefined, undefined, 'localhost')
    try {
      await page.goto(`${web.url}/login`)
      await submitLogin(page, login)
      const secret = await enableSecondFactor(page, web.url)
      await page.goto(`${web.url}/account/second_factor`)
      const heading = page.getByRole('heading', { name: 'Chaves de acesso' })
      if (!scripts) {
        await expect(heading).toBeHidden()
        await changeRows(
          `insert into passkeys (user_id, name, domain, credential_id, public_key)
           select id, 'Notebook', 'localhost', 'AAAA', 'AAAA' from users where email = ?`,
          [login.email],
        )
        await page.reload()
        await expect(heading).toBeVisible()
        await expect(page.getByRole('button', { name: 'Criar chave de acesso' })).toBeHidden()
        await checkPage('passkeys-without-scripts')
        await logInAgain(page, web.url, login)
        await expect(page.getByRole('button', { name: 'Usar chave de acesso' })).toBeHidden()
        await page.getByLabel('Código', { exact: true }).fill(generateCode(secret))
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convênio bancário')
        await page.goto(`${web.url}/account/second_factor`)
        await page.getByRole('button', { name: 'Remover Notebook' }).click()
        await expect(page.getByText('A chave de acesso foi removida.')).toBeVisible()
        return
      }
      const device = await addAuthenticator(page)
      await expect(heading).toBeVisible()
      await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
      await expect(page.getByRole('main')).toContainText('Campo obrigatório')
      await page.getByLabel('Nome da chave').fill('Notebook da loja')
      await checkPage('passkey-new')
      await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
      await expect(page.getByText('A chave de acesso foi criada.')).toBeVisible()
      await checkPage('passkeys')
      await page.getByLabel('Nome da chave').fill('De novo')
      await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
      await expect(page.getByText('Esta chave de acesso já está em uso.')).toBeVisible()

      await logInAgain(page, web.url, login)
      await checkPage('login-passkey')
      await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convênio bancário')

      await changeRows(
        'update sessions set proved_at = null where user_id = (select id from users where email = ?)',
        [login.email],
      )
      await page.goto(`${web.url}/admin/settings/bank`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirme que é você')
      await checkPage('proof-passkey')
      await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convênio bancário')

      await logInAgain(page, web.url, login)
      // A count that goes back marks a cloned key.
      await device.setSignCount(0)
      await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
      await expect(page.getByRole('main')).toContainText('A chave de acesso não foi aceita')
      await page.route('**/account/passkey_challenge', (route) => route.fulfill({ status: 409 }))
      await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
      await expect(page.getByRole('main')).toContainText('A chave de acesso não respondeu')
      await page.getByLabel('Código', { exact: true }).fill(generateCode(secret))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convênio bancário')
    } finally {
      // A page fetches its icon after everything else.
      await page.goto('about:blank')
      await web.stop()
    }
  })
})
