import { runAsAdministrator } from '#tests/e2e/support/administrator.ts'
import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { changeRows } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('an administrator reads the list of missing settings and sends a test mail', async ({
  page,
  checkPage,
}) => {
  test.slow()
  await runAsAdministrator(async (admin) => {
    await changeRows("update settings set value = 'null' where name = ?", ['firstSteps'])
    await logIn(page, admin)
    await page.goto('/admin/today')
    await page.getByRole('link', { name: 'Ver os primeiros passos' }).click()
    await expect(page.getByRole('heading', { name: 'Primeiros passos' })).toBeVisible()
    await checkPage('first-steps')
    await page.getByRole('button', { name: 'Enviar e-mail de teste' }).click()
    await expect(page.getByText(`Teste enviado para ${admin.email}`)).toBeVisible({ timeout: 30_000 })
    const step = page.getByRole('listitem').filter({ hasText: 'E-mail experimentado' })
    await page.reload()
    await expect(step.getByText('Feito')).toBeVisible()
  })
})
