import type { APIRequestContext, Page } from '@playwright/test'
import { copyOfCustomer, giveSubscription } from '#tests/e2e/support/people.ts'
import { photo } from '#tests/e2e/support/photo-order.ts'
import { manual } from '#tests/e2e/support/publications.ts'
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
import { newCode } from '#tests/e2e/support/waiting-shipments.ts'

// A page of another origin cannot send headers of its own.
test.use({ extraHTTPHeaders: {} })

const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const saved = 'As informações foram salvas com sucesso'
const main = (page: Page) => page.locator('main')
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const open = (page: Page, path: string) => page.goto(`${clientUrl()}/admin/${path}`)

/** Places three orders: two under review, one that waits for payment. */
async function orderThrice(request: APIRequestContext) {
  const login = await copyOfCustomer('cliente')
  const calls = await openCalls(request, login)
  const file = await calls.sendPhoto(await photo())
  const other = await calls.sendPhoto(await photo())
  const aircraft = { airplane_prefix: 'PT-ABC', airplane_serial_number: '200512', fuel_type: 1 }
  return {
    email: login.email,
    held: await orderByCall(calls, publications.photoOfPanel, { file }),
    blurred: await orderByCall(calls, publications.photoAndAircraft, { file: other, ...aircraft }),
    plain: await orderByCall(calls, publications.checklist),
  }
}

test('staff of another site review, release and ship, by the API alone', {
  tag: '@once',
}, async ({ page, request, noise }) => {
  const alerts = collectAlerts(page)
  const { email, held, blurred, plain } = await orderThrice(request)
  await logInToClient(page, seeded.staff)
  await page.getByRole('link', { name: 'Administração' }).click()
  await expect(page.locator('#cards')).toContainText(
    /\d+ a vencer · \d+ assinaturas · \d+ renovações · \d+ compras/,
  )

  await page.getByRole('link', { name: 'Pedidos', exact: true }).last().click()
  await expect(main(page).getByRole('heading', { name: 'Pedidos', exact: true })).toBeVisible()
  await field(page, 'Buscar').fill(email)
  await field(page, 'Situação').selectOption('4')
  await press(page, 'Filtrar')
  await expect(page.getByRole('row', { name: 'Em análise' })).toHaveCount(2)
  await page.getByRole('link', { name: `Pedido ${held}` }).click()
  await expectPictures(main(page).getByAltText(`Foto do pedido ${held}`), 1)
  await press(page, 'Aprovar')
  await expect(main(page)).toContainText('Pagamento pendente,')
  await expect(main(page)).toContainText(saved)

  await open(page, `order/${blurred}`)
  await press(page, 'Reprovar')
  await expect.poll(() => alerts.splice(0)).toEqual(['Um motivo precisa ser informado para o cliente'])
  await field(page, 'Motivo').fill('A placa não se lê.')
  await press(page, 'Reprovar')
  await expect(main(page)).toContainText('PEDIDO REPROVADO: A placa não se lê.')

  await open(page, `order/${plain}`)
  await expect(field(page, 'NF-e')).toHaveCount(0)
  await field(page, 'Situação').selectOption('2')
  await press(page, 'Mudar situação')
  await expect(main(page)).toContainText('Pagamento confirmado,')
  await field(page, 'NF-e').fill('4711')
  await field(page, 'Nota').fill('Ligar antes.')
  await press(page, 'Salvar')
  await expect(page.getByRole('row', { name: /^Alterado/ })).toHaveCount(2)
  const danfe = { name: 'danfe.pdf', mimeType: 'application/pdf', buffer: await manual(1) }
  await field(page, 'Arquivo').setInputFiles(danfe)
  const file = page.getByRole('link', { name: 'Arquivo do pedido' })
  expect(await openAnswered(page, file)).toBe('application/pdf')

  const code = newCode()
  await open(page, 'expedition/0')
  await field(page, 'Buscar cliente').fill(email)
  await press(page, 'Procurar cliente')
  await page.getByLabel(new RegExp(`Pedido ${plain} 4711`)).check()
  await field(page, 'Tipo').selectOption('PAC')
  await press(page, 'Salvar')
  await expect(main(page)).toContainText(`pedidos ${plain}, Em Andamento`)
  await field(page, 'Rastreamento').fill(code)
  await field(page, 'Data de envio').fill(today)
  await press(page, 'Salvar')
  await expect(main(page)).toContainText('Enviado')
  await field(page, 'Data de entrega').fill(today)
  await press(page, 'Salvar')
  await expect(main(page)).toContainText('Entregue')
  await open(page, `expeditions?status=3&search=${code}`)
  await expect(page.getByRole('row', { name: String(plain) })).toContainText('Entregue')

  await open(page, `signatures?search=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: /^Andamento \d/ }).click()
  await expect(field(page, 'Rastreamento')).toHaveValue(code)
  await field(page, 'Observações').fill('Entregue na portaria.')
  await press(page, 'Salvar')
  await expect(field(page, 'Observações')).toHaveValue('Entregue na portaria.')
  await expect(main(page)).toContainText(saved)
  expect(alerts).toEqual([])
  dropPreparingNoise(noise)
})

test('staff of another site manage people, publications and internal orders, by the API alone', {
  tag: '@once',
}, async ({ page, request, noise }) => {
  const alerts = collectAlerts(page)
  const login = await copyOfCustomer('cliente', `Zilda ${newCode()}`)
  await giveSubscription(login, { publicationId: publications.subscription.id, endsIn: 100 })
  await request.post(`${process.env.E2E_URL}/api/user/change_password/`, { data: { email: login.email } })
  await logInToClient(page, seeded.staff)

  await open(page, `users?search=${encodeURIComponent(login.email)}`)
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
  await field(page, 'Parceria').check()
  await field(page, 'Rua de cobrança').fill('Rua das Asas')
  await press(page, 'Salvar')
  await expect(main(page)).toContainText(saved)
  await expect(field(page, 'Parceria')).toBeChecked()
  await expect(field(page, 'Administrador')).toHaveCount(0)
  await page.getByRole('link', { name: 'Link para nova senha' }).click()
  await press(page, 'Alterar senha')
  await field(page, 'Nova senha').fill('asas-e-helices-2026')
  await field(page, 'Confirmação').fill('asas-e-helices-2026')
  await press(page, 'Alterar senha')
  const passwords = ['As senhas precisam ser iguais', 'Senha alterada com sucesso']
  await expect.poll(() => alerts).toEqual(passwords)
  alerts.length = 0

  const title = `Manual ${newCode()}`
  await open(page, 'publication/0')
  for (const [label, text] of [
    ['Nome', title],
    ['Aplicabilidade', 'EMB-202'],
    ['Versão', 'Rev. 1'],
    ['Data', '2026-01-15'],
    ['Preço de compra', '1.234,56'],
    ['Preço de renovação', '80,05'],
  ] as const)
    await field(page, label).fill(text)
  await field(page, 'Assinatura').check()
  await field(page, 'Download').check()
  await press(page, 'Salvar')
  await expect(page).toHaveURL(/publication\/[1-9]\d*$/)
  const file = { name: 'manual.pdf', mimeType: 'application/pdf', buffer: await manual(2) }
  await field(page, 'Arquivo').setInputFiles(file)
  expect(await openAnswered(page, page.getByRole('link', { name: 'Arquivo da publicação' }))).toBe(
    'application/pdf',
  )
  await field(page, 'Aplicabilidade').fill('EMB-203')
  await field(page, 'Notificar assinantes').check()
  await press(page, 'Salvar')
  await expect(main(page)).toContainText(saved)
  await expect(field(page, 'Aplicabilidade')).toHaveValue('EMB-203')

  await open(page, 'create_order')
  await field(page, 'Buscar cliente').fill(login.email)
  await press(page, 'Procurar cliente')
  await field(page, 'Buscar publicação').fill(title)
  await press(page, 'Procurar publicação')
  await expect(main(page).getByLabel('cliente', { exact: true }).locator('option')).toHaveText([/^Zilda/])
  await expect(main(page).getByLabel('publicação', { exact: true }).locator('option')).toHaveText([title])
  await press(page, 'Incluir publicação')
  await press(page, 'Novo item')
  await press(page, 'Novo item')
  const prices = main(page).getByLabel('Preço', { exact: true })
  for (const [index, label] of ['Normal', 'Assinatura', 'Gratuito'].entries())
    await prices.nth(index).selectOption(label)
  await press(page, 'Criar pedido')
  await expect(page).toHaveURL(/order\/\d+$/)
  for (const price of ['R$ 1.234,56', 'R$ 80,05', 'R$ 0,00'])
    await expect(page.getByRole('row', { name: price })).toHaveCount(1)

  await open(page, 'publications')
  await page.getByRole('link', { name: title }).click()
  await press(page, 'Remover')
  await expect(page).toHaveURL(/admin\/publications$/)
  expect(alerts).toEqual(['Enviar e-mail de notificação aos usuários?', 'Publicação removida com sucesso!'])
  dropPreparingNoise(noise)
})

/** Creates a customer with a dispatched purchase, an expired subscription, a renewed and a free one. */
async function fillReports(request: APIRequestContext) {
  const login = await copyOfCustomer('cliente', `Zuleica ${newCode()}`)
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
  const code = newCode()
  const shipment = await staff.post('/expedition/', {
    client: profile.id,
    order: [bought],
    shipping_type: 'PAC',
  })
  await staff.put(`/expedition/${shipment.id}/`, { status: 2, send_date: today, track_code: code })
  return { name: profile.name, renewal, bought, given: internal.id, ended: unit.order.id, code }
}

test('staff of another site read and print every report, by the API alone', {
  tag: '@once',
}, async ({ page, request, noise }) => {
  await page.addInitScript(() => {
    window.print = () => void document.body.append(' impresso ')
  })
  const { name, renewal, bought, given, code } = await fillReports(request)
  await logInToClient(page, seeded.staff)
  const { subscription, checklist } = publications
  const rows: [path: string, row: string][] = [
    ['order_prefix/PT-ZUL', `Pedido ${given}`],
    ['publication_price/', checklist.name],
    ['paid_orders/', `Pedido ${bought}`],
    ['expedition_list/', code],
    ['expired_signatures/', name],
    ['signatures/', `Pedido ${given}`],
    ['renews/', `Pedido ${renewal}`],
    ['orders/', `Pedido ${bought}`],
    ['product/', checklist.name],
    ['client/', name],
  ]
  for (const [path, row] of rows) {
    await open(page, `report/${path}`)
    await expect(page.getByRole('row', { name: row }).first(), path).toBeVisible()
    await press(page, 'Imprimir')
    await expect(page.locator('body'), path).toContainText('impresso')
  }
  await open(page, 'report/order_prefix/null')
  await expect(main(page)).toContainText('Escolha um prefixo.')
  await field(page, 'Prefixo').fill('PT-QQQ')
  await press(page, 'Buscar')
  await expect(main(page)).toContainText('Nenhum pedido encontrado para o prefixo PT-QQQ')

  await open(page, 'report/publication_price/')
  await field(page, 'Percentual').fill('110')
  await expect(main(page)).toContainText('R$ 80,00 → R$ 88,00')

  await open(page, `report/publication_clients/${subscription.id}`)
  await field(page, 'Todos').uncheck()
  await field(page, name).check()
  for (const button of ['Etiquetas simples', 'Etiquetas completas', 'Lista em PDF']) {
    const [file, start] = await fetchAnswered(page, page.getByRole('button', { name: button }))
    expect([file, start]).toEqual([expect.stringMatching(/^[a-z]+-manual-de-manutencao.*\.pdf$/), '%PDF-'])
  }
  dropPreparingNoise(noise)
})
