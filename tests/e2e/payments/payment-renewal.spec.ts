import { buildDynamicPix } from '#app/domain/charges/pix.ts'
import { completePurchase } from '#tests/e2e/support/checkout-steps.ts'
import { addPixCode, expireBoleto, newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** An issuer's code of the usual length, with a fictitious address. */
const pixCode = buildDynamicPix({
  url: 'pix.example.com/qr/v2/cobv/0a1b2c3d4e5f60718293a4b5c6d7e8f9aabbccdd',
  merchantName: 'Aeropub Publicacoes Aeron',
  merchantCity: 'Botucatu',
})

test('an expired boleto can be replaced, and Pix is offered when the issuer supports it', {
  tag: '@width',
}, async ({ page, scripts, layout, checkPage }) => {
  const order = await completePurchase(page, [publications.index], newEmail(), scripts)
  const print = page.getByRole('link', { name: 'Imprimir boleto' })
  const line = page.locator('#linha-digitavel')
  await expect(print).toBeVisible({ timeout: 30_000 })
  const expiredLine = await line.textContent()

  await expireBoleto(order)
  await page.goto('/orders')
  await page.getByRole('link', { name: /^Gerar nova via ?: pedido/ }).click()
  await expect(page.getByText('O boleto venceu.')).toBeVisible()
  await expect(line).toHaveCount(0)
  await expect(print).toHaveCount(0)
  await checkPage('payment-expired')

  await page.getByRole('button', { name: 'Gerar nova via' }).click()
  await expect(page.getByText('Seu boleto está sendo gerado…').or(line)).toBeVisible()
  await expect(print).toBeVisible({ timeout: 30_000 })
  expect(await line.textContent()).not.toBe(expiredLine)
  await expect(page.getByRole('button', { name: 'Gerar nova via' })).toHaveCount(0)

  await addPixCode(order, pixCode)
  await page.reload()
  const code = page.locator('#pix-copia-e-cola')
  const picture = page.getByRole('img', { name: 'Código QR do Pix' })
  await expect(code).toHaveText(pixCode)
  await expect(picture).toBeVisible()
  if (layout) {
    const [codeBox, pictureBox, lineBox] = [
      await code.boundingBox(),
      await picture.boundingBox(),
      await line.boundingBox(),
    ]
    expect(codeBox?.y).toBeLessThan(lineBox?.y ?? 0)
    expect(pictureBox?.width).toBeGreaterThanOrEqual(180)
    const isWide = (page.viewportSize()?.width ?? 0) > 1000
    if (isWide) expect(pictureBox?.x).toBeGreaterThan((lineBox?.x ?? 0) + (lineBox?.width ?? 0))
    else expect(pictureBox?.y).toBeGreaterThan(lineBox?.y ?? 0)
  }
  await checkPage('payment-pix')
  const copy = page.getByRole('button', { name: 'Copiar código' })
  if (scripts) await expect(copy).toBeVisible()
  else await expect(copy).toBeHidden()
})
