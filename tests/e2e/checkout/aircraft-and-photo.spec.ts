import sharp from 'sharp'
import {
  confirmOrder,
  fillAircraft,
  fillBilling,
  fillPerson,
  password,
  quoteFreight,
  readOrderNumber,
  startCheckout,
} from '#tests/e2e/support/checkout-steps.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { measurePictureWidth } from '#tests/e2e/support/pictures.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { perAircraft, photoOfPanel, photoAndAircraft } = publications

test('a checkout with two aircraft preserves its values when a copy is added, and marks a wrong registration', {
  tag: '@enhanced',
}, async ({ page, scripts, checkPage }) => {
  await startCheckout(page, [perAircraft])
  await fillAircraft(page, 'Dados da aeronave', { registration: 'ptabc', serial: '200512', fuel: 'Etanol' })
  await page.getByRole('button', { name: `Aumentar a quantidade de ${perAircraft.name}` }).click()
  const firstCopy = page.getByRole('group', { name: 'Unidade 1 de 2' })
  await expect(firstCopy.getByLabel('Prefixo (matrícula)')).toHaveValue(/^(ptabc|PT-ABC)$/)
  await expect(firstCopy.getByLabel('Combustível')).toHaveValue('2')
  await fillAircraft(page, 'Unidade 2 de 2', { registration: 'G-ABCD', serial: 'C/3-044', fuel: 'Gasolina' })

  await fillPerson(page, newEmail())
  await fillBilling(page)
  await quoteFreight(page, scripts)
  await page.getByLabel('Crie uma senha').fill(password)
  await confirmOrder(page)
  const link = page.getByRole('alert').getByRole('link', { name: /unidade 2\): Prefixo incorreto/ })
  await expect(link).toBeVisible()
  await checkPage('checkout-aircraft-wrong')
  await link.click()
  const secondCopy = page.getByRole('group', { name: 'Unidade 2 de 2' })
  await expect(secondCopy.getByLabel('Prefixo (matrícula)')).toBeFocused()
  await expect(firstCopy.getByLabel('Número de série')).toHaveValue('200512')
  await expect(secondCopy.getByLabel('Prefixo (matrícula)')).toHaveValue('G-ABCD')
  await secondCopy.getByLabel('Aeronave de matrícula estrangeira').check()
  await page.getByLabel('Crie uma senha').fill(password)
  await confirmOrder(page)
  const order = await readOrderNumber(page)
  await page.goto('/orders')
  await expect(page.getByRole('row').filter({ hasText: `nº ${order}` })).toContainText(
    `2 × ${perAircraft.name}`,
  )
})

test('removing a copy requires a confirmation before its typed values are lost', {
  tag: '@enhanced',
}, async ({ page, checkPage }) => {
  await startCheckout(page, [perAircraft])
  const increaseButton = page.getByRole('button', { name: `Aumentar a quantidade de ${perAircraft.name}` })
  const decreaseButton = page.getByRole('button', { name: `Diminuir a quantidade de ${perAircraft.name}` })
  await expect(decreaseButton).toBeDisabled()
  await increaseButton.click()
  await expect(page.getByText('Unidade 2 de 2')).toBeVisible()
  await decreaseButton.click()
  await expect(page.getByText('Unidade 2 de 2')).toHaveCount(0)
  await increaseButton.click()
  await fillAircraft(page, 'Unidade 2 de 2', { registration: 'PR-XYZ', serial: '1', fuel: 'Gasolina' })
  await decreaseButton.click()
  await expect(page.getByText('A unidade 2 tem dados preenchidos.')).toBeVisible()
  await checkPage('checkout-remove-copy')
  await page.getByRole('link', { name: 'Manter' }).click()
  await expect(page.getByRole('group', { name: 'Unidade 2 de 2' }).getByLabel('Número de série')).toHaveValue(
    '1',
  )
  await decreaseButton.click()
  await page.getByRole('button', { name: 'Remover a unidade 2' }).click()
  await expect(page.getByText('Unidade 2 de 2')).toHaveCount(0)
})

test('an accepted photo stays attached, an invalid one is rejected with a message, and the order waits for review', {
  tag: '@enhanced',
}, async ({ page, scripts, layout, checkPage }) => {
  await startCheckout(page, [photoOfPanel])
  await fillPerson(page, newEmail())
  await fillBilling(page)
  await quoteFreight(page, scripts)
  await page.getByLabel('Crie uma senha').fill(password)
  const sendPhoto = async (name: string, mimeType: string, buffer: Buffer) => {
    await page.getByLabel('Arquivo da foto').setInputFiles({ name, mimeType, buffer })
    // With scripts, a photo is uploaded when it is chosen.
    if (!scripts) await page.getByRole('button', { name: 'Enviar esta foto' }).click()
  }
  await sendPhoto('painel.heic', 'image/heic', heic)
  await expect(page.getByLabel('Arquivo da foto')).toHaveAccessibleDescription(/HEIC/)
  await checkPage('checkout-photo-refused')

  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#0a4d5f' } })
    .jpeg()
    .toBuffer()
  await sendPhoto('painel.jpg', 'image/jpeg', picture)
  const sentPhoto = page.getByRole('img', { name: 'Foto enviada' })
  await expect(sentPhoto).toBeVisible()
  await expect.poll(() => measurePictureWidth(sentPhoto, layout)).toBe(320)

  await page.getByLabel('Crie uma senha').fill('')
  await confirmOrder(page)
  await expect(page.getByRole('alert').getByRole('link', { name: /^Senha:/ })).toBeVisible()
  await expect(sentPhoto).toBeVisible()
  await checkPage('checkout-photo-kept')
  await page.goto('/checkout')
  await expect(sentPhoto).toBeVisible()

  await page.getByLabel('Crie uma senha').fill(password)
  await confirmOrder(page)
  await expect(page).toHaveURL(/\/payment_return\?return_data=200&order=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pedido em análise')
  await expect(page.getByRole('main')).toContainText('responder em até 24 horas')
  await checkPage('payment-return')
  await page.getByRole('main').getByRole('link', { name: 'Meus pedidos' }).click()
  await expect(page.getByRole('row').filter({ hasText: photoOfPanel.name })).toContainText('Em análise')
})

test('a large photo is made smaller before it is sent, and stays upright', { tag: '@scripts' }, async ({
  page,
}) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const uprightPhoto = await sharp({
    create: { width: 3200, height: 2000, channels: 3, background: '#fff', noise },
  })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
  await page.addInitScript(recordSentBytes)
  await startCheckout(page, [photoOfPanel])
  await page
    .getByLabel('Arquivo da foto')
    .setInputFiles({ name: 'painel.jpg', mimeType: 'image/jpeg', buffer: uprightPhoto })
  const sentPhoto = page.getByRole('img', { name: 'Foto enviada' })
  await expect(sentPhoto).toBeVisible()
  const sentBytes = await page.evaluate(() => Number(document.documentElement.dataset['sentBytes']))
  expect(sentBytes).toBeGreaterThan(0)
  expect(sentBytes).toBeLessThan(0.75 * uprightPhoto.length)
  const isUpright = (picture: HTMLImageElement) => picture.naturalHeight > picture.naturalWidth
  await expect.poll(() => sentPhoto.evaluate(isUpright)).toBe(true)
})

/** Records in the page the size, in bytes, of the last file that a script sends. */
function recordSentBytes() {
  const send = window.fetch
  window.fetch = (address, options) => {
    const fields = options?.body instanceof FormData ? [...options.body.values()] : []
    for (const field of fields)
      if (field instanceof File) document.documentElement.dataset['sentBytes'] = String(field.size)
    return send(address, options)
  }
}

test('a checkout of ten copies passes the page checks, and a copy is filled in by keyboard', {
  tag: '@engine',
}, async ({ page, checkPage, scripts }) => {
  await startCheckout(page, [photoAndAircraft])
  for (let copies = 2; copies <= 10; copies++) {
    await page.getByRole('button', { name: `Aumentar a quantidade de ${photoAndAircraft.name}` }).click()
    await expect(page.getByText(`Unidade ${copies} de ${copies}`)).toBeVisible()
  }
  await checkPage('checkout-ten-copies')
  const thirdCopy = page.getByRole('group', { name: 'Unidade 3 de 10' })
  await thirdCopy.getByLabel('Prefixo (matrícula)').focus()
  await page.keyboard.type('ptabc')
  await page.keyboard.press('Tab')
  await page.keyboard.type('200512')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(thirdCopy.getByLabel('Prefixo (matrícula)')).toHaveValue(scripts ? 'PT-ABC' : 'ptabc')
  await expect(thirdCopy.getByLabel('Número de série')).toHaveValue('200512')
  await expect(thirdCopy.getByLabel('Combustível')).toHaveValue('1')
  await expect(thirdCopy.getByLabel('Aeronave de matrícula estrangeira')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(thirdCopy.getByLabel('Guardar na minha frota')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(thirdCopy.getByLabel('Arquivo da foto')).toBeFocused()
})

/** The header of a HEIC picture. */
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(64),
])
