import type { Page } from '@playwright/test'
import { copyCustomer, giveSubscription, newEmail } from '#tests/e2e/support/people.ts'
import { makePhotoFile } from '#tests/e2e/support/photo-order.ts'
import { type Publication, publications, seeded } from '#tests/e2e/support/shop.ts'
import {
  clientUrl,
  collectAlerts,
  dropPreparingNoise,
  expectPictures,
  fetchAnswered,
  logInToClient,
  openAnswered,
} from '#tests/e2e/support/spec-client.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// A page of another origin cannot send headers of its own.
test.use({ extraHTTPHeaders: {} })

const password = 'asas-e-helices-2026'
const findMain = (page: Page) => page.locator('main')
const findField = (page: Page, label: string) => findMain(page).getByLabel(label, { exact: true })

async function fillFields(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await findField(page, label).fill(value)
}

async function putIntoCart(page: Page, ...items: Publication[]): Promise<void> {
  for (const { name } of items) {
    await page.goto(`${clientUrl()}/publications?search=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Adicionar ${name}`, exact: true }).click()
    await expect(page.getByRole('button', { name: `Remover ${name}`, exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Ir para o carrinho' }).first().click()
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
}

const confirmOrder = (page: Page) => page.getByRole('button', { name: 'Confirmar e gerar boleto' }).click()

test('a visitor of another site orders with a photo and an account of the checkout, by the API alone', {
  tag: '@once',
}, async ({ page, noise }) => {
  await page.goto(`${clientUrl()}/`)
  const status = page.getByRole('link', { name: 'Status das publicações' })
  expect(await openAnswered(page, status)).toBe('application/pdf')

  await page.goto(`${clientUrl()}/orders`)
  await expect(findMain(page)).toContainText('Você precisa estar logado')
  await putIntoCart(page, publications.photoAndAircraft)
  await page.getByRole('button', { name: 'Continuar e criar uma conta' }).click()

  await confirmOrder(page)
  await expect(findMain(page)).toContainText('Envio obrigatório')
  await expect(findMain(page)).toContainText('Campo obrigatório')
  await fillFields(page, { Prefixo: 'PT-AB', 'Nº de série': '200512' })
  await findField(page, 'Combustível').selectOption('2')
  await findField(page, 'Foto').setInputFiles(await makePhotoFile())
  await expectPictures(findMain(page).getByAltText('Foto enviada'), 1)
  await confirmOrder(page)
  await expect(findMain(page)).toContainText('Prefixo incorreto')

  const email = newEmail()
  await fillFields(page, { Prefixo: 'PT-ABC', Nome: 'Zilda Inventada', CPF: '111.111.111-11' })
  await fillFields(page, { Telefone: '(14) 99999-0000', 'E-mail': email, Senha: password })
  await fillFields(page, { 'CEP de cobrança': '18600-000', 'Número de cobrança': '100' })
  await expect(findField(page, 'Cidade de cobrança')).toHaveValue('Botucatu')
  const agreed = page.getByRole('radio', { name: 'À Combinar' })
  await agreed.check()
  await expect(page.locator('#summary')).toHaveText('Total do pedido R$ 164,95')
  await confirmOrder(page)
  await expect(findMain(page).getByRole('alert')).toContainText('Verifique os campos do formulário')
  await expect(findMain(page).locator('p', { has: page.getByLabel('CPF', { exact: true }) })).toContainText(
    'CPF incorreto',
  )
  await findField(page, 'CPF').fill('529.982.247-25')
  await confirmOrder(page)

  await expect(page).toHaveURL(/payment_return\?return_data=200$/)
  await expect(findMain(page)).toContainText('em até 24 horas')
  await page.getByRole('link', { name: 'Pedidos', exact: true }).click()
  await expect(findMain(page)).toContainText(/Pedido \d+: Em análise, R\$ 164,95/)
  await expectPictures(findMain(page).getByAltText(/^Foto do pedido/), 1)
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    'checkout',
    'token',
    'user',
  ])
  await page.getByRole('button', { name: 'Sair' }).click()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  dropPreparingNoise(noise)
})

test('a customer of another site buys, prints, renews, downloads and writes, by the API alone', {
  tag: '@once',
}, async ({ page, noise }) => {
  const alerts = collectAlerts(page)
  const login = await copyCustomer('cliente')
  const { subscription, checklist } = publications
  await giveSubscription(login, { publicationId: subscription.id, endsIn: 10 })

  await page.goto(`${clientUrl()}/login`)
  await page.getByRole('button', { name: 'Entrar agora' }).click()
  await expect(findMain(page).getByText('Esse campo precisa ser preenchido')).toHaveCount(2)
  await fillFields(page, { 'E-mail': login.email, Senha: 'errada' })
  await page.getByRole('button', { name: 'Entrar agora' }).click()
  await expect.poll(() => alerts.splice(0)).toEqual(['Usuário ou senha inválidos'])
  await fillFields(page, { 'E-mail da conta': 'ninguem@exemplo.test' })
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(findMain(page)).toContainText('Não foi encontrada uma conta cadastrada com esse e-mail')
  await logInToClient(page, login)

  await putIntoCart(page, checklist, publications.index)
  await page.getByRole('link', { name: /Carrinho/ }).click()
  await page.getByRole('button', { name: `Mais ${checklist.name}` }).click()
  await expect(findMain(page)).toContainText('Total R$ 125,75')
  await page.getByRole('button', { name: `Remover ${publications.index.name}` }).click()
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await page.getByRole('radio', { name: /^SEDEX/ }).check()
  await confirmOrder(page)
  await expect(page).toHaveURL(/\/payment\/\d+$/)
  await expectBoleto(page)
  await expect(page.locator('#badge')).toHaveText('0')

  await page.getByRole('link', { name: 'Gerenciar', exact: true }).click()
  await expect(findMain(page)).toContainText('Download liberado')
  const manual = page.getByRole('link', { name: `Baixar ${subscription.name}` })
  expect(await openAnswered(page, manual)).toBe('application/pdf')
  const certificate = await fetchAnswered(page, page.getByRole('button', { name: 'Certificado' }))
  expect(certificate).toEqual(['Certificate.pdf', '%PDF-'])
  await page.getByRole('button', { name: `Renovar ${subscription.name}` }).click()
  await expect(page).toHaveURL(/\/payment\/\d+$/)
  await expectBoleto(page)

  await page.getByRole('link', { name: 'Pedidos', exact: true }).click()
  const boletos = page.getByRole('link', { name: /^Boleto do pedido/ })
  await expect(boletos).toHaveCount(2)
  for (const boleto of await boletos.all()) expect(await openAnswered(page, boleto)).toBe('application/pdf')

  await page.getByRole('link', { name: 'Contato' }).click()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect.poll(() => alerts.splice(0).join()).toMatch(/^Campo text: /)
  await fillFields(page, { Mensagem: 'Quando sai a próxima revisão?' })
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(findMain(page)).toContainText('Sua mensagem foi enviada com sucesso')
  dropPreparingNoise(noise)
})

/** Waits for the boleto; until it is ready, the page asks to try again. */
async function expectBoleto(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Boleto gerado.')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 40_000 })
  expect(await openAnswered(page, page.getByRole('link', { name: 'Imprimir boleto' }))).toBe(
    'application/pdf',
  )
}

test('a partner of another site opens the list of files and one of them, by the API alone', {
  tag: '@once',
}, async ({ page, noise }) => {
  await logInToClient(page, { ...seeded.customer, email: 'parceiro@aeropub.test' })
  await page.getByRole('link', { name: '★' }).click()
  const files = page.getByRole('link', { name: /^Baixar / })
  await expect(files.first()).toBeVisible()
  expect(await openAnswered(page, files.first())).toBe('application/pdf')
  dropPreparingNoise(noise)
})
