import { randomBytes } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { logIn, logOut } from '#tests/e2e/support/checkout-steps.ts'
import { runWithNamedLock } from '#tests/e2e/support/named-lock.ts'
import { fetchPdf } from '#tests/e2e/support/pdf.ts'
import { copyCustomer, giveSubscription, newEmail } from '#tests/e2e/support/people.ts'
import { placeOrderWithPhoto } from '#tests/e2e/support/photo-order.ts'
import { findField, makeManualPdf, makePublication } from '#tests/e2e/support/publications.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import {
  makeLongestWaiting,
  makeTrackingCode,
  makeWaitingShipments,
  markOrdersSent,
} from '#tests/e2e/support/waiting-shipments.ts'

/** Walks through a day of staff and counts clicks; typing and choosing a file are not counted. */
test.slow()

function makeCounter() {
  let presses = 0
  return {
    press: async (target: Locator) => {
      presses++
      await target.click()
    },
    tick: async (box: Locator) => {
      presses++
      await box.check()
    },
    /** the file downloads at once; if the worker is busy, its page has a link */
    sheet: async (button: Locator) => {
      presses++
      const { texts } = await fetchPdf(button.page(), button)
      return texts
    },
    count: () => presses,
  }
}

test('staff approve a photo from the page Hoje with 1 press', async ({ page, scripts, checkPage }) => {
  const order = await placeOrderWithPhoto(page, newEmail(), scripts)
  await logOut(page)
  await logIn(page, seeded.staff)
  await runWithNamedLock('oldest-photo', async () => {
    await makeLongestWaiting(order)
    const { press, count } = makeCounter()
    await page.goto('/admin/today')
    await expect(page.getByRole('heading', { name: new RegExp(`pedido nº ${order}`) })).toBeVisible()
    await checkPage('today-photo')
    await press(page.getByRole('button', { name: 'Aprovar', exact: true }))
    await expect(page.getByText(`Pedido nº ${order} aprovado.`)).toBeVisible()
    expect(count()).toBe(1)
  })
})

test('staff dispatch 30 shipments with labels and codes in 8 presses', async ({ page, checkPage }) => {
  const nfe = await makeWaitingShipments(30)
  await logIn(page, seeded.staff)
  const { press, sheet, count } = makeCounter()
  await page.goto('/admin/today')
  await press(page.getByRole('link', { name: 'Preparar expedições' }))
  await page.getByRole('searchbox', { name: 'Número do pedido, cliente, NF-e ou prefixo' }).fill(nfe)
  await page.keyboard.press('Enter')
  await expect(page.getByText('30 volumes')).toBeVisible()
  await checkPage('waiting-found')
  await press(page.getByRole('link', { name: 'Todos os 30 encontrados' }))
  await expect(
    page.getByText(/30 volumes encontrados.*, 30 expedições podem ser criadas agora/),
  ).toBeVisible()
  await checkPage('waiting-all')
  await press(page.getByRole('button', { name: 'Criar 30 expedições' }))
  await expect(page.getByRole('heading', { name: 'Destinatários das etiquetas' })).toBeVisible()
  const links = await page.getByRole('link', { name: /^Expedição #\d+$/ }).allTextContents()
  const ids = links.map((text) => Number(/#(\d+)$/.exec(text)?.[1]))
  expect(ids).toHaveLength(30)
  const shipmentUrl = page.url()
  // The style used last is preselected, which may be that of another journey.
  await page.getByRole('radio', { name: /^Simples/ }).check({ force: true })
  const labels = await sheet(page.getByRole('button', { name: 'Gerar etiquetas' }))
  expect(labels.join(' ').match(/CEP/g)).toHaveLength(30)
  if (page.url() !== shipmentUrl) await page.goto(shipmentUrl)
  await press(page.getByRole('link', { name: 'Colar códigos' }))
  await page.getByLabel('Lista').fill(ids.map((id) => `${id};${makeTrackingCode()}`).join('\n'))
  await press(page.getByRole('button', { name: 'Conferir' }))
  await press(page.getByRole('button', { name: 'Marcar 30 expedições como enviadas' }))
  await expect(page.getByRole('heading', { name: '30 expedições enviadas' })).toBeVisible()
  expect(count()).toBeLessThanOrEqual(8)
})

test('staff upload a new revision and notify subscribers in 4 presses', async ({ page, checkPage }) => {
  await logIn(page, seeded.staff)
  const id = await makePublication(page, `Suplemento de ensaio ${newEmail()}`)
  const subscriber = await copyCustomer('cliente')
  await giveSubscription(subscriber, { publicationId: id, endsIn: 90 })
  const { press, tick, count } = makeCounter()
  await page.goto(`/admin/publication/${id}`)
  await findField(page, 'Versão').fill('Rev. 2')
  await findField(page, 'Data da versão').fill('2026-11-20')
  await tick(findField(page, 'Notificar assinantes'))
  await press(page.getByRole('button', { name: 'Salvar publicação' }))
  await expect(page.getByText('Esta revisão ainda não tem arquivo')).toBeVisible()
  await checkPage('notice-without-file')
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles({
    name: 'suplemento.pdf',
    mimeType: 'application/pdf',
    buffer: await makeManualPdf(2),
  })
  await press(page.getByRole('button', { name: 'Enviar arquivo' }))
  await expect(page.getByText('Esta revisão ainda não tem arquivo')).toHaveCount(0)
  await press(page.getByRole('button', { name: 'Enviar e-mail de notificação' }))
  await expect(page.getByText('1 de 1 enviados.')).toBeVisible({ timeout: 20_000 })
  expect(count()).toBeLessThanOrEqual(4)
})

test('staff find a customer’s order by surname in 1 search, with its state on a phone’s first screen', async ({
  page,
  layout,
  checkPage,
}) => {
  const surname = `Zefir${randomBytes(4).toString('hex').replace(/\d/g, 'a')}`
  const code = makeTrackingCode()
  const [ana, bento] = [
    await copyCustomer('cliente', `Ana ${surname}`),
    await copyCustomer('cliente', `Bento ${surname} ${surname}x`),
  ]
  for (const { email } of [ana, bento])
    await giveSubscription({ email, password: '' }, { publicationId: publications.manual.id, endsIn: 300 })
  await markOrdersSent(ana.email, code)
  await logIn(page, seeded.staff)
  const searchQuickly = async (text: string) => {
    await page.goto('/admin/')
    await page.getByLabel('Buscar em tudo (nº, nome, e-mail, matrícula)').fill(text)
    await page.keyboard.press('Enter')
  }
  await searchQuickly(surname)
  await expect(page).toHaveURL(/\/admin\/search/)
  const state = page.getByText(new RegExp(`Pagamento confirmado; Enviado em .*${code}`))
  await expect(state).toBeVisible()
  if (layout) {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(state).toBeInViewport({ ratio: 1 })
    if (size) await page.setViewportSize(size)
  }
  await checkPage('search-orders')
  await searchQuickly(`ana ${surname}`)
  await expect(page).toHaveURL(/\/admin\/client\/\d+$/)
  await expect(page.getByRole('table').first()).toContainText(code)
  await expect(page.getByText(/^Enviado em/)).toBeVisible()
  await checkPage('client')
})
