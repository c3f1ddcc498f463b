import sharp from 'sharp'
import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { runWithNamedLock } from '#tests/e2e/support/named-lock.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const admin = { email: 'admin@aeropub.test', password: 'demonstracao-2026' }

test('an administrator sets a logo and colours for the shop, and removes them', { tag: '@engine' }, async ({
  page,
  checkPage,
}) => {
  const background = { r: 75, g: 46, b: 131 }
  const logo = await sharp({ create: { width: 600, height: 150, channels: 3, background } })
    .png()
    .toBuffer()
  await runWithNamedLock('appearance', async () => {
    await logIn(page, admin)
    await page.goto('/admin/settings/appearance')
    await page.getByLabel('Cor da marca').fill('#9fc4cd')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText(/O contraste com .* o mínimo é 4,5:1/).first()).toBeVisible()
    await checkPage('appearance-refused')
    await page.getByLabel('Cor da marca').fill('#4b2e83')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByLabel('Imagem').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await page.getByRole('button', { name: 'Enviar logotipo' }).click()
    await expect(page.getByRole('button', { name: 'Tirar o logotipo' })).toBeVisible()
    await checkPage('appearance')
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Aeropub' }).getByRole('img')).toBeVisible()
    const colour = await page.locator('.masthead').evaluate((head) => getComputedStyle(head).backgroundColor)
    expect(colour).toBe('rgb(75, 46, 131)')
    await checkPage('own-look')
    await page.goto('/admin/settings/appearance')
    await page.getByRole('button', { name: 'Voltar ao padrão' }).click()
    await expect(page.getByText('Nenhum enviado: vale a marca da loja.')).toBeVisible()
  })
})
