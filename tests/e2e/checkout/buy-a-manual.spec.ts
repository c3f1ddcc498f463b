import {
  confirmOrder,
  fillBilling,
  fillPerson,
  findCartLink,
  logOut,
  matchReais,
  password,
  quoteFreight,
  readOrderNumber,
  submitLogin,
} from '#tests/e2e/support/checkout-steps.ts'
import { listMailsTo } from '#tests/e2e/support/mails.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { manual, index } = publications
const freight = 44_20
const total = 2 * manual.price + index.price + freight
const digitableLine = /^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/

test('a visitor buys a printed manual and a download and receives a boleto', { tag: '@width' }, async ({
  page,
  scripts,
  checkPage,
}) => {
  const email = newEmail()

  await test.step('visit home and catalogue, and search', async () => {
    await page.goto('/')
    await checkPage('home')
    await page.getByRole('main').getByRole('link', { name: 'Comprar publicação' }).click()
    await expect(page.getByText(/Pagina 1 de \d+/)).toBeVisible()
    await checkPage('publications')
    await page.getByRole('searchbox').fill('manual de voo')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/search=manual/)
  })

  await test.step('add a printed publication from the list and a download from its page', async () => {
    await page.getByRole('button', { name: `Adicionar ao carrinho ${manual.name}`, exact: true }).click()
    await expect(findCartLink(page, 1)).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('manual de voo')
    await expect(page.getByRole('button', { name: `Remover ${manual.name}`, exact: true })).toBeVisible()
    await checkPage('publications-in-cart')

    await page.getByRole('searchbox').fill('indice de publicacoes')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByRole('link', { name: index.name }).click()
    await expect(page.getByRole('heading', { name: index.name, level: 1 })).toBeVisible()
    await checkPage('publication')
    await page.getByRole('button', { name: /^Adicionar ao carrinho/ }).click()
    await expect(findCartLink(page, 2)).toBeVisible()
    await page.getByRole('link', { name: 'Ir para o carrinho' }).click()
  })

  await test.step('cart: add, reduce, remove, undo', async () => {
    const increaseButton = page.getByRole('button', { name: `Aumentar a quantidade de ${manual.name}` })
    const decreaseButton = page.getByRole('button', { name: `Diminuir a quantidade de ${manual.name}` })
    const cartTotal = page.getByRole('complementary', { name: 'Total do carrinho' })
    await expect(decreaseButton).toBeDisabled()
    await expect(page.getByRole('button', { name: /Aumentar/ })).toHaveCount(1)
    await increaseButton.click()
    await expect(findCartLink(page, 3)).toBeVisible()
    await increaseButton.click()
    await expect(findCartLink(page, 4)).toBeVisible()
    await decreaseButton.click()
    await expect(findCartLink(page, 3)).toBeVisible()
    await expect(cartTotal).toContainText(matchReais(total - freight))
    await checkPage('cart')

    await page.getByRole('button', { name: `Remover ${manual.name}` }).click()
    await expect(page.locator('#avisos').getByText('Publicação removida do carrinho.')).toBeVisible()
    await expect(findCartLink(page, 1)).toBeVisible()
    await expect(cartTotal).toContainText(matchReais(index.price))
    await checkPage('cart-undo')
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(findCartLink(page, 3)).toBeVisible()
    await expect(cartTotal).toContainText(matchReais(total - freight))
  })

  await test.step('checkout: empty form with errors, then valid form', async () => {
    await page.getByRole('link', { name: 'Finalizar pedido' }).click()
    await expect(page.getByRole('heading', { name: 'Finalizar pedido' })).toBeVisible()
    await checkPage('checkout')
    await confirmOrder(page)
    const summary = page.getByRole('alert')
    await expect(summary).toContainText('Um erro foi encontrado. Verifique os campos do formulário')
    await expect(page).toHaveTitle(/^Erro: Finalizar pedido/)
    await expect(summary.getByRole('link').nth(0)).toHaveText('Nome completo: Campo obrigatório')
    await expect(summary.getByRole('link').nth(1)).toHaveText('CPF: Campo obrigatório')
    await checkPage('checkout-errors')

    await fillPerson(page, email)
    await fillBilling(page)
    await quoteFreight(page, scripts)
    await page.getByRole('radio', { name: /SEDEX/ }).check()
    if (!scripts) await page.getByRole('button', { name: 'Calcular frete' }).click()
    await expect(page.getByRole('region', { name: 'Resumo' })).toContainText(matchReais(total))
    await expect(page.getByRole('region', { name: 'Resumo' })).toContainText('até 7 dias úteis')
    await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Inventada da Silva')
    await page.getByLabel('Crie uma senha').fill(password)
    await checkPage('checkout-filled')
    await confirmOrder(page)
  })

  const order = await readOrderNumber(page)
  const payment = page.url()
  const line = page.locator('#linha-digitavel')
  const boleto = page.getByRole('link', { name: 'Imprimir boleto' })

  await test.step('payment: the page shows the boleto without an action', async () => {
    await expect(page.getByText('Seu boleto está sendo gerado…').or(line)).toBeVisible()
    await expect(boleto).toBeVisible({ timeout: 30_000 })
    await expect(line).toHaveText(digitableLine)
    await expect(page.getByRole('main')).toContainText(matchReais(total))
    await checkPage('payment-ready')
    const pdf = await page.request.get((await boleto.getAttribute('href')) ?? '')
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    const bytes = await pdf.body()
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeGreaterThan(10_000)
  })

  await test.step('one mail with line, total and address of the payment page', async () => {
    await expect.poll(async () => (await listMailsTo(email)).length).toBe(1)
    const [mail] = await listMailsTo(email)
    for (const version of [mail?.text, mail?.html]) {
      expect(version).toContain((await line.textContent()) ?? 'no line')
      expect(version).toMatch(matchReais(total))
      expect(version).toContain(payment)
    }
  })

  await test.step('view the order, log out, and log in again', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Meus pedidos' }).click()
    const row = page.getByRole('row').filter({ hasText: `nº ${order}` })
    await expect(row).toContainText('Pagamento pendente')
    await expect(row).toContainText(`2 × ${manual.name}`)
    await expect(row).toContainText(matchReais(total))
    await checkPage('orders-one')
    await expect(findCartLink(page)).toHaveText('Carrinho')

    await logOut(page)
    await page.goto('/orders')
    await expect(page.getByText('Você precisa estar logado')).toBeVisible()
    await checkPage('login-wall')
    await page.goto(payment)
    await checkPage('login')
    await submitLogin(page, { email, password })
    await expect(page).toHaveURL(payment)
    await expect(line).toHaveText(digitableLine)
    expect(await listMailsTo(email)).toHaveLength(1)
  })
})
