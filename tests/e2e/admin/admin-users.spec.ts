import { fillAddress, logIn } from '#tests/e2e/support/checkout-steps.ts'
import { fetchPdf } from '#tests/e2e/support/pdf.ts'
import { copyCustomer, giveSubscription, newEmail, useNewAddress } from '#tests/e2e/support/people.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const staff = { email: 'equipe@aeropub.test', password: seeded.customer.password }

test('staff find a client, correct the name and print a label @width', async ({ page, checkPage }) => {
  const client = await copyCustomer('empresa')
  await logIn(page, staff)
  await page.goto('/admin/users')
  await checkPage('admin-users')
  await page.getByLabel(/^Buscar por ID/).fill(client.email)
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fazenda Asa Branca')
  await page.getByText('Alterar cadastro', { exact: true }).click()
  await checkPage('admin-user')

  await page.getByLabel('Nome completo').fill('Osvaldo Corrigido')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('As informações foram salvas com sucesso')).toBeVisible()
  await expect(page.getByText(/Nome completo: .* → Osvaldo Corrigido/)).toBeVisible()

  await page.getByRole('link', { name: 'Etiqueta' }).click()
  await checkPage('admin-user-labels')
  const labels = page.url()
  const print = page.getByRole('button', { name: 'Gerar etiquetas' })
  await page.getByLabel('Simples').check()
  const simple = await fetchPdf(page, print)
  expect(simple.name).toMatch(/^etiqueta-\d+\.pdf$/)
  expect(simple.texts.join(' ')).not.toContain('Osvaldo Corrigido')
  await page.goto(labels)
  await page.getByLabel('Completa').check()
  expect((await fetchPdf(page, print)).texts.join(' ')).toContain('Osvaldo Corrigido')
})

test('staff create a client', async ({ page }) => {
  const email = newEmail()
  await logIn(page, staff)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Novo usuário' }).click()
  await page.getByLabel('Nome completo').fill('Cliente por Telefone')
  await page.getByLabel('CPF', { exact: true }).fill('529.982.247-25')
  await page.getByLabel('Telefone', { exact: true }).fill('14 99999-0000')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await fillAddress(page, 'Endereço de cobrança', {
    CEP: '18600-000',
    Rua: 'Rua das Hélices',
    Número: '100',
    Bairro: 'Centro',
    Cidade: 'Botucatu',
    UF: 'SP',
  })
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cliente por Telefone')
})

test('staff download a client’s certificate from the list, named after the e-mail address', async ({
  page,
}) => {
  const client = await copyCustomer('cliente')
  const { id: publicationId, name: publication } = publications.subscription
  await giveSubscription(client, { publicationId, endsIn: 90 })
  await logIn(page, staff)
  await page.goto(`/admin/users?search=${encodeURIComponent(client.email)}`)
  const row = page.getByRole('row').filter({ hasText: client.email })
  const { name, texts } = await fetchPdf(page, row.getByRole('button', { name: /^Certificado/ }))
  expect(name).toBe(`${client.email}.pdf`)
  expect(texts.join(' ').replace(/\s+/g, ' ')).toContain(publication)
})

test('staff reopen an account that is due for deletion', async ({ page, checkPage }) => {
  const client = await copyCustomer('cliente')
  await useNewAddress(page)
  await logIn(page, client)
  await page.goto('/account/deletion')
  await page.getByLabel(/Entendo que a conta é desativada agora/).check()
  await page.getByLabel('Senha atual').fill(client.password)
  await page.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(page.locator('#avisos')).toContainText('Sua conta está desativada')

  await logIn(page, staff)
  await page.goto(`/admin/users?search=${encodeURIComponent(client.email)}`)
  await page.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText('Exclusão da conta pedida').first()).toBeVisible()
  await checkPage('admin-user-deletion')
  await page.getByRole('button', { name: 'Desfazer exclusão' }).click()
  await expect(page.getByRole('button', { name: 'Desfazer exclusão' })).toHaveCount(0)
  await expect(page.getByText('Exclusão desfeita').first()).toBeVisible()

  await page.context().clearCookies()
  await logIn(page, client)
})

test('staff view the password link that a customer requested', async ({ page }) => {
  const client = await copyCustomer('cliente')
  await useNewAddress(page)
  await page.goto('/recover')
  await page.getByLabel('E-mail', { exact: true }).fill(client.email)
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByText('Enviamos um e-mail para recuperação da senha.')).toBeVisible()
  await logIn(page, staff)
  await page.goto(`/admin/users?search=${encodeURIComponent(client.email)}`)
  await page.getByRole('rowheader').getByRole('link').click()
  await page.getByRole('link', { name: 'Ver o link' }).click()
  await page.getByRole('button', { name: 'Mostrar o link' }).click()
  await expect(page.getByText(/\/change_pass\/[\w-]{43}/)).toBeVisible()
})
