import { listMailsTo } from '#tests/e2e/support/mails.ts'
import { newEmail, useNewAddress } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a visitor sends a contact message and receives a protocol number and a mail', async ({
  page,
  checkPage,
  layout,
}) => {
  const email = newEmail()
  await useNewAddress(page)
  await page.goto('/contact')
  await expect(page.getByText('Outros contatos')).toBeVisible()
  if (layout) await expect(page.getByLabel('Deixe este campo vazio')).not.toBeInViewport()
  await checkPage('contact')

  await page.getByLabel('Nome').fill('Ana Inventada')
  await page.getByLabel('Mensagem').fill('Qual é a revisão em vigor?\nObrigada.')
  await page.getByRole('button', { name: 'Enviar mensagem' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Um erro foi encontrado. Verifique os campos do formulário')
  await expect(alert.getByRole('link', { name: 'Campo E-mail: Campo obrigatório' })).toBeVisible()
  await expect(page.getByLabel('Mensagem')).toHaveValue('Qual é a revisão em vigor?\nObrigada.')
  await checkPage('contact-refused')

  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Telefone').fill('14 99999-0000')
  await page.getByRole('button', { name: 'Enviar mensagem' }).click()
  const notice = page.locator('#avisos')
  await expect(notice).toContainText('Sua mensagem foi enviada com sucesso')
  const [, protocol = ''] = /Protocolo nº (\d+)/.exec((await notice.textContent()) ?? '') ?? []
  expect(protocol).not.toBe('')
  await checkPage('contact-sent')
  await expect(page.getByLabel('Mensagem')).toHaveValue('')
  await page.reload()
  await expect(notice).toBeEmpty()

  await expect.poll(() => listMailsTo(email), { timeout: 30_000 }).toHaveLength(1)
  const [receipt] = await listMailsTo(email)
  expect(receipt?.text).toContain(`nº ${protocol}`)
  expect(receipt?.text).toContain('Vamos responder em até 5 dias')
  const listForwarded = async () =>
    (await listMailsTo('atendimento@aeropub.test')).filter(({ replyTo }) => replyTo.includes(email))
  await expect.poll(listForwarded, { timeout: 30_000 }).toHaveLength(1)
  const [message] = await listForwarded()
  expect(message?.text).toContain('Qual é a revisão em vigor?')
  expect(message?.text).toContain('(14) 99999-0000')
})

test('the sixth message within fifteen minutes has to wait, and no typed value is lost', async ({ page }) => {
  await useNewAddress(page)
  const email = newEmail()
  for (let count = 1; count <= 6; count++) {
    await page.goto('/contact')
    await page.getByLabel('Nome').fill('Ana Inventada')
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('Mensagem').fill(`Mensagem ${count}`)
    await page.getByRole('button', { name: 'Enviar mensagem' }).click()
    if (count < 6) await expect(page.locator('#avisos')).toContainText('Protocolo nº')
  }
  await expect(page.getByRole('alert')).toContainText('Tente de novo em 15 minutos')
  await expect(page.getByLabel('Mensagem')).toHaveValue('Mensagem 6')
})
