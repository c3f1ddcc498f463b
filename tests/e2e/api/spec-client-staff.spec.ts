import type { APIRequestContext, Page } from '@playwright/test'
import { copyCustomer, giveSubscription } from '#tests/e2e/support/people.ts'
import { makePhotoFile } from '#tests/e2e/support/photo-order.ts'
import { makeManualPdf } from '#tests/e2e/support/publications.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import {
  clientUrl,
  collectAlerts,
  dropPreparingNoise,
  expectPictures,
  fetchAnswered,
  logInToClient,
  openAnswered,
  openCalls,
  orderByCall,
} from '#tests/e2e/support/spec-client.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { makeTrackingCode } from '#tests/e2e/support/waiting-shipments.ts'

// A page of another origin cannot send headers of its own.
test.use({ extraHTTPHeaders: {} })

const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const savedMessage = 'As informações foram salvas com sucesso'
const findMain = (page: Page) => page.locator('main')
const findField = (page: Page, label: string) => findMain(page).getByLabel(label, { exact: true })
const pressButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const openAdminPage = (page: Page, path: string) => page.goto(`${clientUrl()}/admin/${path}`)

/** Places three orders: two under review, one that waits for payment. */
async function placeThreeOrders(request: APIRequestContext) {
  const login = await copyCustomer('cliente')
  const calls = await openCalls(request, login)
  const photo = await calls.sendPhoto(await makePhotoFile())
  const secondPhoto = await calls.sendPhoto(await makePhotoFile())
  const aircraft = { airplane_prefix: 'PT-ABC', airplane_serial_number: '200512', fuel_type: 1 }
  return {
    email: login.email,
    orderToApprove: await orderByCall(calls, publications.photoOfPanel, { file: photo }),
    orderToReject: await orderByCall(calls, publications.photoAndAircraft, {
      file: secondPhoto,
      ...aircraft,
    }),
    orderToShip: await orderByCall(calls, publications.checklist),
  }
}

test('staff of another site approve, reject, pay and ship orders, by the API alone', {
  tag: '@once',
}, async ({ page, request, noise }) => {
  const alerts = collectAlerts(page)
  const { email, orderToApprove, orderToReject, orderToShip } = await placeThreeOrders(request)
  await logInToClient(page, seeded.staff)
  await page.getByRole('link', { name: 'Administração' }).click()
  await expect(page.locator('#cards')).toContainText(
    /\d+ a vencer · \d+ assinaturas · \d+ renovações · \d+ compras/,
  )

  await page.getByRole('link', { name: 'Pedidos', exact: true }).last().click()
  await expect(findMain(page).getByRole('heading', { name: 'Pedidos', exact: true })).toBeVisible()
  await findField(page, 'Buscar').fill(email)
  await findField(page, 'Situação').selectOption('4')
  await pressButton(page, 'Filtrar')
  await expect(page.getByRole('row', { name: 'Em análise' })).toHaveCount(2)
  await page.getByRole('link', { name: `Pedido ${orderToApprove}` }).click()
  await expectPictures(findMain(page).getByAltText(`Foto do pedido ${orderToApprove}`), 1)
  await pressButton(page, 'Aprovar')
  await expect(findMain(page)).toContainText('Pagamento pendente,')
  await expect(findMain(page)).toContainText(savedMessage)

  await openAdminPage(page, `order/${orderToReject}`)
  await pressButton(page, 'Reprovar')
  await expect.poll(() => alerts.splice(0)).toEqual(['Um motivo precisa ser informado para o cliente'])
  await findField(page, 'Motivo').fill('A placa não se lê.')
  await pressButton(page, 'Reprovar')
  await expect(findMain(page)).toContainText('PEDIDO REPROVADO: A placa não se lê.')

  await openAdminPage(page, `order/${orderToShip}`)
  await expect(findField(page, 'NF-e')).toHaveCount(0)
  await findField(page, 'Situação').selectOption('2')
  await pressButton(page, 'Mudar situação')
  await expect(findMain(page)).toContainText('Pagamento confirmado,')
  await findField(page, 'NF-e').fill('4711')
  await findField(page, 'Nota').fill('Ligar antes.')
  await pressButton(page, 'Salvar')
  await expect(page.getByRole('row', { name: /^Alterado/ })).toHaveCount(2)
  const danfe = { name: 'danfe.pdf', mimeType: 'application/pdf', buffer: await makeManualPdf(1) }
  await findField(page, 'Arquivo').setInputFiles(danfe)
  const file = page.getByRole('link', { name: 'Arquivo do pedido' })
  expect(await openAnswered(page, file)).toBe('application/pdf')

  const code = makeTrackingCode()
  await openAdminPage(page, 'expedition/0')
  await findField(page, 'Buscar cliente').fill(email)
  await pressButton(page, 'Procurar cliente')
  await page.getByLabel(new RegExp(`Pedido ${orderToShip} 4711`)).check()
  await findField(page, 'Tipo').selectOption('PAC')
  await pressButton(page, 'Salvar')
  await expect(findMain(page)).toContainText(`pedidos ${orderToShip}, Em Andamento`)
  await findField(page, 'Rastreamento').fill(code)
  await findField(page, 'Data de envio').fill(today)
  await pressButton(page, 'Salvar')
  await expect(findMain(page)).toContainText('Enviado')
  await findField(page, 'Data de entrega').fill(today)
  await pressButton(page, 'Salvar')
  await expect(findMain(page)).toContainText('Entregue')
  await openAdminPage(page, `expeditions?status=3&search=${code}`)
  await expect(page.getByRole('row', { name: String(orderToShip) })).toContainText('Entregue')

  await openAdminPage(page, `signatures?search=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: /^Andamento \d/ }).click()
  await expect(findField(page, 'Rastreamento')).toHaveValue(code)
  await findField(page, 'Observações').fill('Entregue na portaria.')
  await pressButton(page, 'Salvar')
  await expect(findField(page, 'Observações')).toHaveValue('Entregue na portaria.')
  await expect(findMain(page)).toContainText(savedMessage)
  expect(alerts).toEqual([])
  dropPreparingNoise(noise)
})

test('staff of another site manage people, publications and internal orders, by the API alone', {
  tag: '@once',
}, async ({ page, request, noise }) => {
  const alerts = collectAlerts(page)
  const login = await copyCustomer('cliente', `Zilda ${makeTrackingCode()}`)
  await giveSubscription(login, { publicationId: publications.subscription.id, endsIn: 100 })
  await request.post(`${process.env.E2E_URL}/api/user/change_password/`, { data: { email: login.email } })
  await logInToClient(page, seeded.staff)

  await openAdminPage(page, `users?search=${encodeURIComponent(login.email)}`)
  const certificate = page.getByRole('button', { name: `Certificado de ${login.email}` })
  expect(await fetchAnswered(page, certificate)).toEqual([`${login.email}.pdf`, '%PDF-'])
  await page.getByRole('link', { name: /^Zilda/ }).click()
  for (const [name, type] of [
    ['Etiqueta simples', 'simple'],
    ['Etiqueta completa', 'complete'],
  ])
    expect(await fetchAnswered(page, page.getByRole('button', { name }))).toEqual([
      `etiquetas-${type}.pdf`,
      '%PDF-',
    ])
  await findField(page, 'Parceria').check()
  await findField(page, 'Rua de cobrança').fill('Rua das Asas')
  await pressButton(page, 'Salvar')
  await expect(findMain(page)).toContainText(savedMessage)
  await expect(findField(page, 'Parceria')).toBeChecked()
  await expect(findField(page, 'Administrador')).toHaveCount(0)
  await page.getByRole('link', { name: 'Link para nova senha' }).click()
  await pressButton(page, 'Alterar senha')
  await findField(page, 'Nova senha').fill('asas-e-helices-2026')
  await findField(page, 'Confirmação').fill('asas-e-helices-2026')
  await pressButton(page, 'Alterar senha')
  const passwordAlerts = ['As senhas precisam ser iguais', 'Senha alterada com sucesso']
  await expect.poll(() => alerts).toEqual(passwordAlerts)
  alerts.length = 0

  const title = `Manual ${makeTrackingCode()}`
  await openAdminPage(page, 'publication/0')
  for (const [label, text] of [
    ['Nome', title],
    ['Aplicabilidade', 'EMB-202'],
    ['Versão', 'Rev. 1'],
    ['Data', '2026-01-15'],
    ['Preço de compra', '1.234,56'],
    ['Preço de renovação', '80,05'],
  ] as const)
    await findField(page, label).fill(text)
  await findField(page, 'Assinatura').check()
  await findField(page, 'Download').check()
  await pressButton(page, 'Salvar')
  await expect(page).toHaveURL(/publication\/[1-9]\d*$/)
  const file = { name: 'manual.pdf', mimeType: 'application/pdf', buffer: await makeManualPdf(2) }
  await findField(page, 'Arquivo').setInputFiles(file)
  expect(await openAnswered(page, page.getByRole('link', { name: 'Arquivo da publicação' }))).toBe(
    'application/pdf',
  )
  await findField(page, 'Aplicabilidade').fill('EMB-203')
  await findField(page, 'Notificar assinantes').check()
  await pressButton(page, 'Salvar')
  await expect(findMain(page)).toContainText(savedMessage)
  await expect(findField(page, 'Aplicabilidade')).toHaveValue('EMB-203')

  await openAdminPage(page, 'create_order')
  await findField(page, 'Buscar cliente').fill(login.email)
  await pressButton(page, 'Procurar cliente')
  await findField(page, 'Buscar publicação').fill(title)
  await pressButton(page, 'Procurar publicação')
  await expect(findMain(page).getByLabel('cliente', { exact: true }).locator('option')).toHaveText([/^Zilda/])
  await expect(findMain(page).getByLabel('publicação', { exact: true }).locator('option')).toHaveText([title])
  await pressButton(page, 'Incluir publicação')
  await pressButton(page, 'Novo item')
  await pressButton(page, 'Novo item')
  const prices = findMain(page).getByLabel('Preço', { exact: true })
  for (const [index, label] of ['Normal', 'Assinatura', 'Gratuito'].entries())
    await prices.nth(index).selectOption(label)
  await pressButton(page, 'Criar pedido')
  await expect(page).toHaveURL(/order\/\d+$/)
  for (const price of ['R$ 1.234,56', 'R$ 80,05', 'R$ 0,00'])
    await expect(page.getByRole('row', { name: price })).toHaveCount(1)

  await openAdminPage(page, 'publications')
  await page.getByRole('link', { name: title }).click()
  await pressButton(page, 'Remover')
  await expect(page).toHaveURL(/admin\/publications$/)
  expect(alerts).toEqual(['Enviar e-mail de notificação aos usuários?', 'Publicação removida com sucesso!'])
  dropPreparingNoise(noise)
})

/** Creates a customer with a dispatched purchase, an expired subscription, a renewed and a free one. */
async function makeReportRecords(request: APIRequestContext) {
  const login = await copyCustomer('cliente', `Zuleica ${makeTrackingCode()}`)
  const { subscription, needsAircraft, checklist } = publications
  await giveSubscription(login, { publicationId: subscription.id, endsIn: 10 })
  await giveSubscription(login, { publicationId: publications.manual.id, endsIn: -5 })
  const [own, staff] = [await openCalls(request, login), await openCalls(request, seeded.staff)]
  const [profile] = (await own.get('/profile/')).results
  const unit = (await own.get('/signature/?ordering=id')).results[0]
  const { order: renewal } = await own.post(`/signature/${unit.id}/renew/`, {})
  const bought = await orderByCall(own, checklist)
  for (const order of [renewal, bought]) await staff.post('/api/order_update_status/', { order, status: 2 })
  const internal = await staff.post('/order/', {
    profile: profile.id,
    publications: [
      { publication: subscription.id, value: 0, fuel_type: 0 },
      {
        publication: needsAircraft.id,
        value: 0,
        fuel_type: 0,
        airplane_prefix: 'PT-ZUL',
        airplane_serial_number: '7',
      },
    ],
    shipping_type: 'Pedido Interno',
    shipping_value: 0.01,
  })
  const code = makeTrackingCode()
  const shipment = await staff.post('/expedition/', {
    client: profile.id,
    order: [bought],
    shipping_type: 'PAC',
  })
  await staff.put(`/expedition/${shipment.id}/`, { status: 2, send_date: today, track_code: code })
  return { name: profile.name, renewal, bought, internalOrder: internal.id, code }
}

test('staff of another site read and print every report, by the API alone', {
  tag: '@once',
}, async ({ page, request, noise }) => {
  await page.addInitScript(() => {
    window.print = () => void document.body.append(' impresso ')
  })
  const { name, renewal, bought, internalOrder, code } = await makeReportRecords(request)
  await logInToClient(page, seeded.staff)
  const { subscription, checklist } = publications
  const rows: [path: string, row: string][] = [
    ['order_prefix/PT-ZUL', `Pedido ${internalOrder}`],
    ['publication_price/', checklist.name],
    ['paid_orders/', `Pedido ${bought}`],
    ['expedition_list/', code],
    ['expired_signatures/', name],
    ['signatures/', `Pedido ${internalOrder}`],
    ['renews/', `Pedido ${renewal}`],
    ['orders/', `Pedido ${bought}`],
    ['product/', checklist.name],
    ['client/', name],
  ]
  for (const [path, row] of rows) {
    await openAdminPage(page, `report/${path}`)
    await expect(page.getByRole('row', { name: row }).first(), path).toBeVisible()
    await pressButton(page, 'Imprimir')
    await expect(page.locator('body'), path).toContainText('impresso')
  }
  await openAdminPage(page, 'report/order_prefix/null')
  await expect(findMain(page)).toContainText('Escolha um prefixo.')
  await findField(page, 'Prefixo').fill('PT-QQQ')
  await pressButton(page, 'Buscar')
  await expect(findMain(page)).toContainText('Nenhum pedido encontrado para o prefixo PT-QQQ')

  await openAdminPage(page, 'report/publication_price/')
  await findField(page, 'Percentual').fill('110')
  await expect(findMain(page)).toContainText('R$ 80,00 → R$ 88,00')

  await openAdminPage(page, `report/publication_clients/${subscription.id}`)
  await findField(page, 'Todos').uncheck()
  await findField(page, name).check()
  for (const button of ['Etiquetas simples', 'Etiquetas completas', 'Lista em PDF']) {
    const [file, start] = await fetchAnswered(page, page.getByRole('button', { name: button }))
    expect([file, start]).toEqual([expect.stringMatching(/^[a-z]+-manual-de-manutencao.*\.pdf$/), '%PDF-'])
  }
  dropPreparingNoise(noise)
})
