import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a report that is too long for the screen is prepared as a file, and the form preserves its values', async ({
  page,
  checkPage,
}) => {
  await logIn(page, seeded.staff)
  // With prepare=1, the page offers the file without trying to show the report.
  await page.goto('/admin/report/product/?start=2017-01-01&end=2037-12-31&prepare=1')
  await expect(
    page.getByText(
      'O período de 01/01/2017 a 31/12/2037 é longo demais para mostrar na hora. Escolha um período menor ou prepare o arquivo em Excel, CSV ou PDF.',
    ),
  ).toBeVisible()
  await expect(page.getByLabel('Data inicial')).toHaveValue('2017-01-01')
  await expect(page.getByLabel('Data final')).toHaveValue('2037-12-31')
  await checkPage('report-too-long')

  const download = page.getByRole('link', { name: /^Baixar/ })
  const arrived = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Preparar em Excel' }).click()
  // A small file downloads at once; otherwise its page shows the progress and then downloads it.
  await Promise.race([arrived, expect(download).toBeVisible({ timeout: 60_000 })])
  if (await download.isVisible()) await download.click()
  const file = await arrived
  expect(file.suggestedFilename()).toMatch(/^produtos.*_2017-01-01_2037-12-31\.xlsx$/)
  const rows = await readSheet(await readFile(await file.path()))
  expect(rows.length).toBeGreaterThan(3)

  await page.goto('/admin/report/product/?start=2017-01-01&end=2037-12-31&prepare=1')
  await page.getByLabel('Data inicial').fill('2026-01-01')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('De 01/01/2026 a 31/12/2037').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Preparar em Excel' })).toHaveCount(0)
})
