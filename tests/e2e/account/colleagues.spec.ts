import type { Browser, Page } from '@playwright/test'
import { logIn, readOrderNumber } from '#tests/e2e/support/checkout-steps.ts'
import { listMailsTo } from '#tests/e2e/support/mails.ts'
import { fetchPdf } from '#tests/e2e/support/pdf.ts'
import { copyCustomer, giveSubscription, newAddress, newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { id: publicationId, name } = publications.subscription

async function inviteColleague(page: Page, email: string, role: 'Mecânico' | 'Comprador') {
  await page.goto('/account/colleagues')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel(new RegExp(`^${role}`)).check()
  await page.getByRole('button', { name: 'Enviar convite' }).click()
  await expect(page.locator('#avisos')).toContainText(`Convite enviado para ${email}`)
}

async function findInvitationLink(email: string): Promise<string> {
  const listLinks = async () =>
    (await listMailsTo(email)).flatMap(({ text }) => /\/invitation\/[\w-]{43}/.exec(text)?.[0] ?? [])
  await expect.poll(listLinks, { timeout: 30_000 }).toHaveLength(1)
  return (await listLinks())[0] ?? ''
}

/** Opens the browser of another person. */
async function openOtherBrowser(browser: Browser, scripts: boolean, baseURL: string | undefined) {
  const headers = { 'X-Forwarded-For': newAddress() }
  const context = await browser.newContext({
    javaScriptEnabled: scripts,
    extraHTTPHeaders: headers,
    ...(baseURL ? { baseURL } : {}),
  })
  return context.newPage()
}

async function endMembership(page: Page, person: string) {
  await page.goto('/account/colleagues')
  await page.getByRole('link', { name: person }).click()
  await page.getByText('Encerrar o acesso…').click()
  await page.getByRole('button', { name: 'Encerrar o acesso' }).click()
  await expect(page.locator('#avisos')).toContainText('Acesso encerrado')
}

test('a company invites a mechanic, who downloads, and a buyer, who orders, then ends both memberships', async ({
  page,
  browser,
  baseURL,
  scripts,
  checkPage,
}) => {
  test.slow()
  const owner = await copyCustomer('empresa', 'Dora Inventada')
  await giveSubscription(owner, { publicationId, endsIn: 10 })
  await logIn(page, owner)
  await page.goto('/account')
  await page.getByRole('link', { name: /colegas/i }).click()
  await checkPage('colleagues-empty')
  await page.getByRole('button', { name: 'Enviar convite' }).click()
  await expect(page.getByText('Escolha o que o colega pode fazer').first()).toBeVisible()
  const mechanicEmail = newEmail()
  await inviteColleague(page, mechanicEmail, 'Mecânico')

  const mechanic = await openOtherBrowser(browser, scripts, baseURL)
  await mechanic.goto(await findInvitationLink(mechanicEmail))
  await mechanic.getByLabel('Nome completo').fill('Caio Mecânico Inventado')
  await mechanic.getByLabel('CPF').fill('529.982.247-25')
  await mechanic.getByLabel('Telefone').fill('(14) 99999-0000')
  await mechanic.getByLabel('Senha').fill('uma senha bem comprida')
  await mechanic.getByRole('button', { name: 'Criar conta' }).click()
  await mechanic.getByRole('button', { name: 'Aceitar o convite' }).click()
  await expect(mechanic.getByText('Você está usando a conta de')).toBeVisible()
  await expect(mechanic.getByRole('link', { name: 'Pedidos', exact: true })).toHaveCount(0)
  const { texts } = await fetchPdf(mechanic, mechanic.getByRole('button', { name: /^Baixar/ }).first())
  for (const text of texts) {
    expect(text).toContain(owner.email)
    expect(text).toContain('por Caio Mecânico Inventado')
  }
  for (const path of ['/orders', '/cart', '/checkout'])
    expect([path, (await mechanic.goto(path))?.status()]).toEqual([path, 404])
  await expect(mechanic.getByText('Você está usando a conta de')).toBeVisible()

  const buyerLogin = await copyCustomer('cliente', 'Lia Compradora Inventada')
  await inviteColleague(page, buyerLogin.email, 'Comprador')
  const buyer = await openOtherBrowser(browser, scripts, baseURL)
  await buyer.goto(await findInvitationLink(buyerLogin.email))
  await buyer.getByLabel('Senha').fill(buyerLogin.password)
  await buyer.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await buyer.getByRole('button', { name: 'Aceitar o convite' }).click()
  await expect(buyer.getByRole('button', { name: /^Baixar/ })).toHaveCount(0)
  await buyer.getByRole('link', { name: `Renovar ${name}` }).click()
  await buyer.getByLabel('Li e aceito os termos de compra').check()
  await buyer.getByRole('button', { name: 'Confirmar renovação e gerar boleto' }).click()
  const order = await readOrderNumber(buyer)

  await page.goto('/account/colleagues')
  await expect(page.getByRole('table').last()).toContainText(`Renovação pedida (pedido nº ${order})`)
  await expect(page.getByRole('table').last()).toContainText(`Baixou ${name}`)
  await checkPage('colleagues')
  await page.goto(`/orders/${order}`)
  await page.getByText('Tudo o que aconteceu').click()
  await expect(page.getByText('por Lia Compradora Inventada')).toBeVisible()

  await endMembership(page, 'Caio Mecânico Inventado')
  await endMembership(page, 'Lia Compradora Inventada')
  expect((await buyer.goto(`/payment/${order}`))?.status()).toBe(404)
  await expect(buyer.getByText('Seu acesso à empresa foi encerrado.')).toBeVisible()
  await buyer.getByRole('button', { name: 'Entendi' }).click()
  await expect(buyer.getByText('Seu acesso à empresa foi encerrado.')).toHaveCount(0)
  await mechanic.goto('/manage')
  await expect(mechanic.getByText('Nenhuma publicação encontrada')).toBeVisible()
})
