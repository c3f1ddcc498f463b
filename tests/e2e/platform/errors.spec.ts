import { findCartLink } from '#tests/e2e/support/checkout-steps.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('an unknown address shows a Portuguese message and links to the shop', async ({ page, checkPage }) => {
  const answer = await page.goto('/manuais/que-nao-existem')
  expect(answer?.status()).toBe(404)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expect(page).toHaveTitle('Não encontrado · Aeropub')
  await expect(page.getByRole('heading', { level: 1, name: 'Não encontrado' })).toBeVisible()
  const id = answer?.headers()['x-request-id'] ?? 'none'
  await expect(page.getByText(`Código do atendimento: ${id}`)).toBeVisible()
  await checkPage('not-found')
  await page.getByRole('link', { name: 'Ver as publicações' }).click()
  await expect(page.getByRole('heading', { name: 'Publicações', level: 1 })).toBeVisible()
  expect((await page.goto('/publications/99999'))?.status()).toBe(404)
})

test('a form from another site is rejected with a message and changes nothing', { tag: '@engine' }, async ({
  page,
  baseURL,
  checkPage,
}) => {
  await page.route('http://outra-loja.test/', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<form method="post" action="${baseURL}/cart">
        <input type="hidden" name="publication_id" value="${publications.manual.id}">
        <button name="add" value="1">Ganhe um prêmio</button></form>`,
    }),
  )
  await page.goto('http://outra-loja.test/')
  const [answer] = await Promise.all([
    page.waitForResponse((each) => each.url().endsWith('/cart')),
    page.getByRole('button', { name: 'Ganhe um prêmio' }).click(),
  ])
  expect(answer.status()).toBe(403)
  await expect(page.getByRole('heading', { name: 'Não foi possível aceitar este envio' })).toBeVisible()
  await expect(page.getByText('O formulário não veio desta loja.')).toBeVisible()
  await expect(page.getByText('Código do atendimento:')).toBeVisible()
  await checkPage('refused')
  await page.getByRole('link', { name: 'Voltar ao início da loja' }).click()
  await expect(findCartLink(page)).toHaveText('Carrinho')
})
