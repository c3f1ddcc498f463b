import { completePurchase, logIn } from '#tests/e2e/support/checkout-steps.ts'
import { listMailsTo } from '#tests/e2e/support/mails.ts'
import { changeOrderStatus, newEmail } from '#tests/e2e/support/people.ts'
import { placeOrderWithPhoto } from '#tests/e2e/support/photo-order.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { index, equipmentList } = publications

test('a buyer withdraws from part of an order within seven days and receives a confirmation', async ({
  page,
  scripts,
  checkPage,
}) => {
  const email = newEmail()
  const order = await completePurchase(page, [index, equipmentList], email, scripts)
  await changeOrderStatus(order, 'paid')
  await page.goto(`/orders/${order}`)
  await page.getByRole('link', { name: 'Desistir da compra' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Desistir do pedido nº ${order}`)
  await expect(page.getByText(/Você pode desistir até 23:59 de .*faltam 7 dias/)).toBeVisible()
  await checkPage('withdrawal')

  const boxes = page.getByRole('group', { name: 'Do que você quer desistir' }).getByRole('checkbox')
  await boxes.first().uncheck()
  await boxes.last().uncheck()
  await page.getByRole('button', { name: 'Desistir da compra' }).click()
  const fault = page.getByRole('alert').getByRole('link', { name: /Escolha ao menos uma publicação/ })
  await expect(fault).toBeVisible()
  await checkPage('withdrawal-nothing-chosen')
  await boxes.first().check()
  await page.getByLabel('Motivo').fill('Comprei duas vezes.')
  await page.getByLabel('Conta para o reembolso').fill('chave-inventada@exemplo.test')
  await page.getByRole('button', { name: 'Desistir da compra' }).click()

  await expect(page).toHaveURL(new RegExp(`/orders/${order}$`))
  const notice = page.getByText(/Pedido de desistência recebido, protocolo D\d{6}/)
  await expect(notice).toBeVisible()
  const protocol = /D\d{6}/.exec((await notice.textContent()) ?? '')?.[0] ?? '-'
  await expect(page.getByText(`em desistência, ${protocol}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Desistir da compra' })).toHaveCount(1)
  await checkPage('order-withdrawn')
  await expect
    .poll(
      async () =>
        (await listMailsTo(email)).filter((mail) => mail.text.includes(`protocolo é ${protocol}`)).length,
    )
    .toBe(1)
})

test('a customer cancels an unpaid order after a confirmation', async ({ page, scripts, checkPage }) => {
  const order = await completePurchase(page, [index], newEmail(), scripts)
  await page.goto(`/orders/${order}`)
  await page.getByRole('link', { name: 'Cancelar pedido' }).click()
  await expect(page.getByText('O pedido ainda não foi pago.')).toBeVisible()
  await checkPage('cancellation')
  await page.getByRole('button', { name: 'Cancelar pedido' }).click()
  await expect(page.locator('#avisos').getByText(`O pedido nº ${order} foi cancelado.`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Situação' }).getByText('Cancelado')).toBeVisible()
})

test('a rejected order shows its reason and can be ordered again with its aircraft', async ({
  page,
  scripts,
  checkPage,
}) => {
  const email = newEmail()
  const order = await placeOrderWithPhoto(page, email, scripts)
  await changeOrderStatus(order, 'rejected', 'A foto não mostra a plaqueta de identificação.')
  await expect
    .poll(async () =>
      (await listMailsTo(email)).some((mail) => mail.text.includes('plaqueta de identificação')),
    )
    .toBe(true)
  await page.goto(`/orders/${order}`)
  await expect(page.getByText('A foto não mostra a plaqueta de identificação.')).toBeVisible()
  await checkPage('order-rejected')
  await page.getByRole('button', { name: 'Refazer pedido' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText('As fotos precisam ser enviadas de novo.')).toBeVisible()
  await page.goto('/checkout')
  const block = page.getByRole('group', { name: 'Dados da aeronave' })
  await expect(block.getByLabel('Prefixo (matrícula)')).toHaveValue('PT-ABC')
  await expect(block.getByLabel('Número de série')).toHaveValue('200512')
  await expect(block.getByLabel('Combustível')).toHaveValue('2')
  await expect(block.getByRole('img', { name: 'Foto enviada' })).toHaveCount(0)
})

test('an order shows the tracking of its shipment', async ({ page, checkPage }) => {
  await logIn(page, seeded.customer)
  await page.goto('/orders')
  const row = page.getByRole('row').filter({ hasText: 'Expedição: Entregue em' }).first()
  await checkPage('orders-with-shipments')
  await row.getByRole('rowheader').getByRole('link').click()
  const shipments = page.getByRole('region', { name: 'Expedições' })
  await expect(shipments.getByText('Entregue', { exact: true })).toBeVisible()
  await expect(shipments.getByRole('button', { name: /^Rastrear AA\d{9}BR$/ })).toBeVisible()
  await checkPage('order-shipped')
})
