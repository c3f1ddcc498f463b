import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { listMailsTo } from '#tests/e2e/support/mails.ts'
import { copyCustomer, giveSubscription, newEmail } from '#tests/e2e/support/people.ts'
import { findField, makeManualPdf, makePublication } from '#tests/e2e/support/publications.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const staff = { email: 'equipe@aeropub.test', password: 'demonstracao-2026' }

test('staff create, edit and remove a publication', { tag: '@main' }, async ({ page, checkPage }) => {
  // The test checks six pages.
  test.slow()
  const name = `Manual de ensaio ${newEmail()}`
  await logIn(page, staff)
  const id = await makePublication(page, name)
  await checkPage('admin-publication')

  await findField(page, 'Preço de compra (R$)').fill('12.90')
  await page.getByRole('button', { name: 'Salvar publicação' }).click()
  await expect(page.getByText('Um erro foi encontrado. Verifique os campos')).toBeVisible()
  await expect(findField(page, 'Preço de compra (R$)')).toHaveValue('12.90')
  await checkPage('admin-publication-wrong')
  await findField(page, 'Preço de compra (R$)').fill('1.300,00')
  await findField(page, 'Assinatura').check()
  await findField(page, 'Preço de renovação (R$)').fill('600,00')
  await page.getByRole('button', { name: 'Salvar publicação' }).click()
  await expect(page.getByText('As informações foram salvas com sucesso')).toBeVisible()

  await page.goto(`/admin/publications?search=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Rev. 1')
  await expect(row).toContainText('15/01/2026')
  await expect(row).toContainText('600,00')
  await page.goto('/admin/publications')
  await checkPage('admin-publications')

  await page.goto(`/admin/publication/${id}/removal`)
  await checkPage('admin-publication-removal')
  await page.getByRole('button', { name: 'Remover publicação' }).click()
  await expect(page.getByText('Publicação removida com sucesso!')).toBeVisible()
})

test('staff upload the file of a revision after a rejected one, and download it', {
  tag: '@enhanced',
}, async ({ page, checkPage, scripts }) => {
  await logIn(page, staff)
  const id = await makePublication(page, `Boletim de ensaio ${newEmail()}`)
  await page.getByRole('link', { name: 'Enviar arquivo' }).click()
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles({
    name: 'boletim.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<html>no document</html>'),
  })
  await page.getByRole('button', { name: 'Enviar arquivo' }).click()
  await expect(page.getByText('Este tipo de arquivo não é aceito').first()).toBeVisible()
  await checkPage('admin-file-refused')

  await page.getByLabel('Arquivo', { exact: true }).setInputFiles({
    name: 'boletim.pdf',
    mimeType: 'application/pdf',
    buffer: await makeManualPdf(3),
  })
  await page.getByRole('button', { name: 'Enviar arquivo' }).click()
  await expect(page.locator('#avisos').getByText('As informações foram salvas com sucesso')).toBeVisible()
  await expect(page.getByRole('link', { name: 'boletim.pdf' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/admin/publication/${id}/file$`))
  await checkPage('admin-file')
  const href = (await page.getByRole('link', { name: 'boletim.pdf' }).getAttribute('href')) ?? ''
  const fetched = await page.request.get(href)
  expect((await fetched.body()).subarray(0, 5).toString()).toBe('%PDF-')

  // With scripts a file over the limit, which is lowered here, is rejected before it is sent.
  if (!scripts) return
  await page.evaluate(() =>
    document.querySelector('form[data-most-bytes]')?.setAttribute('data-most-bytes', '10'),
  )
  await page.getByLabel('Arquivo que substitui o atual').setInputFiles({
    name: 'grande.pdf',
    mimeType: 'application/pdf',
    buffer: await makeManualPdf(1),
  })
  await page.getByRole('button', { name: 'Enviar arquivo' }).click()
  await expect(page.locator('[data-file-progress]')).toContainText('O arquivo passa de 200 MB')
})

test('a file sent after another person logged in is rejected with the reason', { tag: '@enhanced' }, async ({
  page,
  context,
}) => {
  await logIn(page, staff)
  const id = await makePublication(page, `Carta de ensaio ${newEmail()}`)
  await page.goto(`/admin/publication/${id}/file`)
  await context.clearCookies()
  const customerPage = await context.newPage()
  await logIn(customerPage, { email: 'cliente@aeropub.test', password: staff.password })
  await customerPage.close()
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles({
    name: 'carta.pdf',
    mimeType: 'application/pdf',
    buffer: await makeManualPdf(1),
  })
  await page.getByRole('button', { name: 'Enviar arquivo' }).click()
  await expect(page.locator('#avisos').getByText('o formulário é de outra conta')).toBeVisible()
})

test('staff upload a download’s missing file on the page that notifies its subscribers', {
  tag: '@enhanced',
}, async ({ page }) => {
  await logIn(page, staff)
  const id = await makePublication(page, `Aviso de ensaio ${newEmail()}`)
  await page.goto(`/admin/publication/${id}/notice`)
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles({
    name: 'aviso.pdf',
    mimeType: 'application/pdf',
    buffer: await makeManualPdf(1),
  })
  await page.getByRole('button', { name: 'Enviar arquivo' }).click()
  await expect(page).toHaveURL(/\/notice\?file=sent$/)
  await expect(page.getByText('Esta revisão ainda não tem arquivo')).toBeHidden()
})

test('a new version is mailed to subscribers, again after a confirmation, and to one of them on request', async ({
  page,
  checkPage,
}) => {
  await logIn(page, staff)
  const id = await makePublication(page, `Programa de ensaio ${newEmail()}`)
  const subscriber = await copyCustomer('cliente')
  await giveSubscription(subscriber, { publicationId: id, endsIn: 90 })

  await page.goto(`/admin/publication/${id}`)
  await findField(page, 'Versão').fill('Rev. 2')
  await findField(page, 'Data da versão').fill('2026-11-20')
  await findField(page, 'O que mudou (opcional)').fill('Novo intervalo de inspeção na seção 5.')
  await findField(page, 'Notificar assinantes').check()
  await page.getByRole('button', { name: 'Salvar publicação' }).click()
  await expect(
    page.getByRole('heading', { name: 'Enviar e-mail de notificação aos usuários?' }),
  ).toBeVisible()
  await expect(page.getByText('1 pessoa recebe o e-mail')).toBeVisible()
  await checkPage('admin-notice')
  await page.getByRole('button', { name: 'Enviar e-mail de notificação' }).click()
  await expect(page.getByText('1 de 1 enviados.')).toBeVisible({ timeout: 20_000 })
  await expect.poll(async () => (await listMailsTo(subscriber.email)).length).toBe(1)
  const [mail] = await listMailsTo(subscriber.email)
  expect(mail?.text).toContain('Novo intervalo de inspeção na seção 5.')

  await page.getByRole('button', { name: 'Enviar e-mail de notificação' }).click()
  await expect(page.getByText('Marque que quer enviar de novo').first()).toBeVisible()
  await checkPage('admin-notice-again')
  await page.getByLabel('Enviar de novo a todos, mesmo a quem já recebeu').check()
  await page.getByRole('button', { name: 'Enviar e-mail de notificação' }).click()
  await expect(page.getByText('2º envio')).toBeVisible()
  await expect(page.getByText('1 de 1 enviados.')).toHaveCount(2, { timeout: 20_000 })
  await expect.poll(async () => (await listMailsTo(subscriber.email)).length).toBe(2)

  await page.goto(`/admin/mails?search=${encodeURIComponent(subscriber.email)}`)
  await page
    .getByRole('link', { name: /^Reenviar/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Reenviar' }).click()
  await expect(page.getByText('O e-mail será enviado de novo em instantes.')).toBeVisible()
  await expect(page.getByText('Reenvio pedido')).toBeVisible()
  await checkPage('admin-mail-resend')
  await expect.poll(async () => (await listMailsTo(subscriber.email)).length).toBe(3)

  await page.goto(`/admin/publication/${id}`)
  await expect(page.getByRole('cell', { name: 'Novo intervalo de inspeção' })).toBeVisible()
  await checkPage('admin-publication-revisions')
  await page.getByRole('link', { name: 'Clientes da publicação' }).click()
  await expect(page.getByText(subscriber.email)).toBeVisible()
  await checkPage('admin-publication-clients')
})
