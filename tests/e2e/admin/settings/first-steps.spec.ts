import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { withNamedLock } from '#tests/e2e/support/named-lock.ts'
import { change, copyOfCustomer } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('an administrator sees what the shop lacks and tries the mail', async ({ page, checkPage }) => {
  const admin = await copyOfCustomer('cliente')
  await withNamedLock('first-steps', async () => {
    await change('update users set is_staff = 1, is_superuser = 1 where email = ?', [admin.email])
    await change("update settings set value = 'null' where name = ?", ['firstSteps'])
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
    // With a second administrator nothing would be missing for whoever comes next.
    await change('update users set is_superuser = 0 where email = ?', [admin.email])
  })
})
