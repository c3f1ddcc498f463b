import { measurePictureWidth } from '#tests/e2e/support/pictures.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { subscription } = publications
const MAX_LIST_HEIGHT = 3000

test('a visitor searches from the home page for an aircraft and finds the title that fits', async ({
  page,
  checkPage,
}) => {
  await page.goto('/')
  await checkPage('home-ways-in')
  const models = page.getByRole('region', { name: 'Pela aeronave' })
  await models.getByRole('link', { name: /^EMB-203 / }).click()
  await expect(page.getByRole('heading', { name: 'Publicações para EMB-203' })).toBeVisible()

  await page.getByText('Filtrar e ordenar (1)').click()
  await page.getByLabel('Tipo').selectOption({ label: 'Manual de manutenção (6)' })
  await page.getByLabel('Forma').selectOption('download')
  await page.getByLabel('Ordenar por').selectOption('Menor preço')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/aircraft=EMB-203.*kind=maintenance.*form=download.*sort=cheapest/)
  await expect(page.getByText('2 publicações', { exact: true })).toBeVisible()
  await expect(page.getByRole('rowheader').last()).toContainText(subscription.name)
  await checkPage('publications-filtered')

  const filters = page.getByRole('list', { name: 'Filtros' })
  await filters.getByRole('link', { name: 'Remover o filtro Download' }).click()
  await expect(page.getByText('6 publicações', { exact: true })).toBeVisible()
  await filters.getByRole('link', { name: 'Limpar filtros' }).click()
  await expect(page).toHaveURL(/\/publications\?sort=cheapest$/)
})

test('a serial number shows which publications fit, in the list and on their pages', async ({
  page,
  checkPage,
}) => {
  await page.goto('/')
  await page.getByRole('searchbox').fill('20300050')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText(/^Nº de série 20300050 \(EMB-203\): \d+ títulos não servem/)).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toContainText('Serve ·')
  await checkPage('publications-serial')

  await page.goto(`/publications/${subscription.id}`)
  const serial = page.getByLabel('Número de série')
  await serial.fill('20300050')
  await page.getByRole('button', { name: 'Conferir' }).click()
  await expect(page.getByText('Serve para o nº de série 20300050 (EMB-203).')).toBeVisible()
  await expect(serial).toHaveValue('20300050')
  await serial.fill('200300')
  await page.getByRole('button', { name: 'Conferir' }).click()
  await expect(page.getByText('Não serve para o nº de série 200300')).toBeVisible()
  await checkPage('publication-serial')
})

test('a publication’s page shows cover, contents and changes, and links to related titles', async ({
  page,
  checkPage,
  layout,
}) => {
  await page.goto(`/publications/${subscription.id}`)
  const cover = page.getByRole('img', { name: `Capa: ${subscription.name}, Rev. 9` })
  await expect(cover).toBeVisible()
  expect(await measurePictureWidth(cover, layout)).toBe(360)
  const log = page.getByRole('region', { name: 'Revisões' })
  await expect(log.getByText('Em vigor')).toBeVisible()
  await log.getByText(/^Mais \d+ revisões$/).click()
  await expect(log.getByText('Capítulo 71: montagem do coletor de escapamento.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Ver páginas de amostra/ })).toBeVisible()
  await checkPage('publication-whole')
  const others = page.getByRole('region', { name: 'Para a mesma aeronave' })
  await others.getByRole('link', { name: 'Catálogo Ilustrado de Peças EMB-203' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Catálogo Ilustrado de Peças EMB-203')
})

test('on a phone the list of titles stays within its height, and the cart button precedes the cover', {
  tag: '@engine',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/publications')
  expect((await page.locator('#lista').boundingBox())?.height).toBeLessThanOrEqual(MAX_LIST_HEIGHT)
  await expect(page.getByLabel('Aeronave', { exact: true })).toBeHidden()
  await page.goto(`/publications/${subscription.id}`)
  const [cartButton, cover] = await Promise.all([
    page.getByRole('button', { name: /Adicionar ao carrinho/ }).boundingBox(),
    page.getByRole('img', { name: /^Capa: / }).boundingBox(),
  ])
  expect(cartButton?.y).toBeLessThan(cover?.y ?? 0)
})
