import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCheckout } from '#tests/e2e/support/checkout-steps.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const summary = '[data-error-summary]'

/** Runs a shop behind TLS, where browsers discard more of a page's state. */
async function runOverTls(work: (origin: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'aeropub-tls-'))
  const [keyout, out] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', keyout, '-out', out, ...subject], {
    stdio: 'ignore',
  })
  const shop = new URL(process.env.E2E_URL ?? '')
  const server = createServer(
    { key: readFileSync(keyout), cert: readFileSync(out) },
    (incoming, outgoing) => {
      const { method = 'GET', url = '/', headers } = incoming
      const forwarded = httpRequest(new URL(url, shop), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      forwarded.on('error', () => outgoing.destroy())
      incoming.pipe(forwarded)
    },
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  try {
    if (address && typeof address === 'object') await work(`https://localhost:${address.port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('Reload and Back show a rejected form again with the typed values', { tag: '@main' }, async ({
  page,
  layout,
}) => {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('ana.inventada@exemplo.test')
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await expect(page.locator(summary)).toBeVisible()
  if (!layout) return
  await page.reload()
  await expect(page.locator(summary)).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Publicações', exact: true }).click()
  await expect(page).toHaveTitle(/^Publicações/)
  await page.goBack()
  await expect(page.locator(summary)).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('ana.inventada@exemplo.test')
})

test('returning to a rejected checkout with Back shows its errors', { tag: '@main' }, async ({
  page,
  layout,
}) => {
  await startCheckout(page, [publications.manual])
  await page.getByLabel('Nome completo').fill('Ana Inventada da Silva')
  await page.getByRole('button', { name: 'Confirmar pedido' }).click()
  await expect(page.locator(summary)).toBeVisible()
  if (!layout) return
  await page.getByRole('main').getByRole('link', { name: 'Carrinho' }).first().click()
  await expect(page).toHaveURL(/\/cart$/)
  await page.goBack()
  await expect(page.locator(summary)).toBeVisible()
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Inventada da Silva')
})

test.describe('over TLS', () => {
  test.use({ ignoreHTTPSErrors: true })

  test('Reload and Back show a rejected form again with the typed values', {
    tag: '@scripts',
  }, async ({ page }) => {
    await runOverTls(async (origin) => {
      await page.goto(`${origin}/contact`)
      await page.getByLabel('Mensagem').fill('Vocês têm o manual do Tuiuiú?')
      await page.getByRole('button', { name: 'Enviar mensagem' }).click()
      await expect(page.locator(summary)).toBeVisible()
      await page.reload()
      await expect(page.locator(summary)).toBeVisible()
      await page.getByLabel('Nome').fill('Ana Inventada')
      await page.goto(`${origin}/terms`)
      await page.goBack()
      await expect(page.locator(summary)).toBeVisible()
      await expect(page.getByLabel('Mensagem')).toHaveValue('Vocês têm o manual do Tuiuiú?')
      await expect(page.getByLabel('Nome')).toHaveValue('Ana Inventada')
    })
  })
})
