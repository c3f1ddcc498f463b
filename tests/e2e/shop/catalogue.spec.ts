import { addToCart, findCartLink, matchReais, openMenu } from '#tests/e2e/support/checkout-steps.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { index, manual, photoAndAircraft } = publications

test('a visitor pages through the catalogue, searches it without accents, and opens a title, the status and the contact page', async ({
  page,
  checkPage,
}) => {
  await page.goto('/publications')
  const names = page.getByRole('rowheader')
  // Staff of other journeys may add titles at the same time.
  await expect(page.getByText(/^Pagina 1 de \d+$/)).toBeVisible()
  await expect(page.getByText(/^\d+ publicações$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Anterior' })).toHaveCount(0)
  const firstName = await names.first().textContent()

  await page.getByRole('link', { name: 'Próxima' }).click()
  await expect(page.getByText(/^Pagina 2 de \d+$/)).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  expect(await names.first().textContent()).not.toBe(firstName)
  await page.goto('/publications?page=99')
  await expect(page.getByText(/^Pagina (\d+) de \1$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Próxima' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Anterior' }).click()
  await expect(page.getByRole('link', { name: 'Próxima' })).toBeVisible()

  for (const search of ['INDICE de publicacoes', 'índice PUBLICAÇÕES', 'índice curió']) {
    await page.getByRole('searchbox', { name: 'Buscar por nome ou aplicabilidade' }).fill(search)
    await page.getByRole('button', { name: 'Buscar' }).click()
    await expect(page.getByText('1 publicação', { exact: true })).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue(search)
    await expect(names).toContainText([index.name])
    await expect(names).toContainText(['Compra avulsa'])
    await expect(names).toContainText(['Download'])
  }

  await page.getByRole('searchbox').fill('zeppelin')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Nenhum resultado pode ser encontrado')).toBeVisible()
  await checkPage('publications-empty')
  await page.getByRole('link', { name: 'Ver todas as publicações' }).click()
  await expect(page.getByText(/^Pagina 1 de \d+$/)).toBeVisible()

  await page.getByRole('searchbox').fill(manual.name)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByRole('link', { name: manual.name, exact: true }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Rev. 12')
  await expect(main).toContainText('02/06/2025')
  await expect(main).toContainText('Compra avulsa · Impressa')
  await expect(main).toContainText('0,74 kg')
  await expect(main).toContainText(matchReais(manual.price))
  await page
    .getByRole('navigation', { name: 'Você está em' })
    .getByRole('link', { name: 'Publicações' })
    .click()
  await expect(page.getByText(/^Pagina 1 de \d+$/)).toBeVisible()

  await page.goto('/')
  await page.getByRole('link', { name: 'Status das publicações' }).first().click()
  await expect(page.getByRole('row', { name: new RegExp(manual.name) }).first()).toContainText('Rev. 12')
  await checkPage('status')
  await openMenu(page)
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Contato' }).click()
  await expect(page.getByRole('main')).toContainText('(14) 3800-0202')
  await checkPage('contact')
})

test('a publication’s page shows what the checkout requires', async ({ page, checkPage }) => {
  await page.goto(`/publications/${photoAndAircraft.id}`)
  await expect(page.getByText('Tenha à mão a matrícula e o número de série da aeronave.')).toBeVisible()
  await checkPage('publication-asks')
  await addToCart(page, manual)
  await addToCart(page, photoAndAircraft)
  await findCartLink(page).click()
  await page.getByRole('link', { name: 'Finalizar pedido' }).click()
  await expect(page.getByRole('group', { name: 'Dados da aeronave' })).toBeVisible()
})
