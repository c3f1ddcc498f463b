import { logIn, openMenu } from '#tests/e2e/support/checkout-steps.ts'
import { fetchPdf } from '#tests/e2e/support/pdf.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const partner = { email: 'parceiro@aeropub.test', password: seeded.customer.password }

test('a customer downloads a manual with their name on every page, and the page shows the download', async ({
  page,
  checkPage,
}) => {
  await logIn(page, seeded.customer)
  await page.goto('/manage?status=1')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Baixar/ }) })
    .first()
  await row.getByRole('cell').getByRole('link').first().click()
  await expect(page.getByText('Revisão para baixar')).toBeVisible()
  await checkPage('download')
  const { name, texts } = await fetchPdf(page, page.getByRole('button', { name: /^Baixar/ }))
  expect(name).toMatch(/\.pdf$/)
  expect(texts.length).toBeGreaterThan(1)
  for (const text of texts) {
    expect(text).toContain('Licenciado para')
    expect(text).toContain(seeded.customer.email)
    expect(text).toMatch(/Cópia nº \d+/)
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Já baixado' })).toBeVisible()
})

test('a customer prints a certificate of subscriptions, and anybody can verify it', async ({
  page,
  context,
  checkPage,
}) => {
  await logIn(page, seeded.customer)
  await page.goto('/manage')
  await page.getByRole('link', { name: 'Certificado', exact: true }).click()
  await checkPage('certificate')
  const { name, texts } = await fetchPdf(page, page.getByRole('button', { name: 'Emitir certificado' }))
  expect(name).toBe('Certificate.pdf')
  const [, address = ''] = /(\/certificado\/[0-9A-Z]{16})/.exec(texts.join('\n')) ?? []
  await context.clearCookies()
  await page.goto(address)
  await expect(page.getByText('Certificado válido')).toBeVisible()
  await checkPage('certificate-check')
})

test('a partner opens the list of titles and downloads one', async ({ page, checkPage }) => {
  await logIn(page, partner)
  await openMenu(page)
  await page.getByRole('link', { name: 'Parceiro' }).click()
  await checkPage('partner')
  const { texts } = await fetchPdf(page, page.getByRole('button', { name: /^Baixar/ }).first())
  for (const text of texts) expect(text).toContain('Acesso de parceiro')
})

test('anybody can open the status of the publications as a PDF', async ({ page, checkPage }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Status das publicações' }).first().click()
  await checkPage('status')
  const { name, texts } = await fetchPdf(page, page.getByRole('button', { name: 'Lista em PDF' }))
  expect(name).toMatch(/^status-das-publicacoes-\d{4}-\d\d-\d\d\.pdf$/)
  expect(texts.join('\n')).toContain('Manual de Manutenção do Ipanema EMB-203')
})

test('a paid order has a receipt', async ({ page }) => {
  await logIn(page, seeded.customer)
  await page.goto('/orders')
  await page
    .getByRole('row')
    .filter({ hasText: 'Pagamento confirmado' })
    .getByRole('link', { name: /^nº/ })
    .first()
    .click()
  const { name, texts } = await fetchPdf(page, page.getByRole('button', { name: 'Recibo em PDF' }))
  expect(name).toMatch(/^recibo-pedido-\d+\.pdf$/)
  expect(texts.join('\n')).toContain('Recebemos de')
})
