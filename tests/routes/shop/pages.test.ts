import { expect, test } from 'vitest'
import { addRevision } from '#app/models/catalogue/revision.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { findCompany, saveSetting } from '#app/models/settings/setting.server.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'
import { giveModels, makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { build, fetchPage } from '#tests/support/app-client.ts'
import { loginAs, shopOrigin, Visitor } from '#tests/support/request.ts'

test.each([
  ['/', 'Aeropub'],
  ['/publications', 'Publicações · Aeropub'],
  ['/status', 'Status das publicações · Aeropub'],
  ['/cart', 'Carrinho · Aeropub'],
  ['/orders', 'Meus pedidos · Aeropub'],
  ['/manage', 'Minhas publicações · Aeropub'],
  ['/contact', 'Contato · Aeropub'],
  ['/login', 'Entrar · Aeropub'],
  ['/recover', 'Recuperar senha · Aeropub'],
])('%s has the title «%s» and one heading, even in an empty shop', async (path, title) => {
  const page = await fetchPage(new Visitor(), path)
  expect(page.status).toBe(200)
  expect(page.html).toContain(`<title>${title}</title>`)
  expect(page.html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(page.html).toContain('<html lang="pt-BR">')
})

test('home links to the shop, the customer area and the publication status', async () => {
  const page = await fetchPage(new Visitor(), '/')
  for (const expectedText of ['Comprar publicação', 'Gerenciar publicação', 'Status das publicações'])
    expect(page.text).toContain(expectedText)
})

test('home describes the shop and company, and shows the current status file', async () => {
  const pageBefore = await fetchPage(new Visitor(), '/')
  for (const expectedText of [
    'Sempre a versão em vigor',
    'Para a sua aeronave',
    'Boleto na hora',
    'Sobre a Aeropub',
  ])
    expect(pageBefore.text).toContain(expectedText)
  expect(pageBefore.text).toContain(
    'Confira o que está em vigor: lista de publicações e revisões, também em PDF',
  )
  const file = { name: 'status-2026-11.pdf', file: 'status/a', type: 'application/pdf', bytes: 3 }
  await saveSetting('statusFile', { ...file, uploadedOn: '2026-11-20' })
  expect((await fetchPage(new Visitor(), '/')).html).toContain(
    '<a href="/status/status-2026-11.pdf">status-2026-11.pdf</a>',
  )
})

test('home links to titles by search, aircraft and latest revision', async () => {
  const shownId = await makePublication({ name: 'Manual do EMB-203', version: 'Rev. 8', date: '2026-01-15' })
  const hiddenId = await makePublication({ name: 'Fora de venda', active: false })
  for (const publicationId of [shownId, hiddenId])
    await giveModels(publicationId, [{ model: 'EMB-203', from: null, to: null }])
  const revision = { publicationId: shownId, version: 'Rev. 9', date: '2026-05-01', changes: null }
  await withTransaction((trx) => addRevision(trx, revision))
  const { html, text } = await fetchPage(new Visitor(), '/')
  expect(html).toContain('<form class="search" role="search" method="get" action="/publications">')
  expect(html).toContain('href="/publications?aircraft=EMB-203"')
  expect(text).toContain('EMB-203 1 título')
  expect(text).toMatch(
    /01\/05\/2026 Manual do EMB-203 Rev\. 8 → Rev\. 9 15\/01\/2026 Manual do EMB-203 Rev\. 8 Ver/,
  )
  expect(text).not.toContain('Fora de venda')
})

test('an empty shop hides the sections for aircraft and new revisions', async () => {
  const { text } = await fetchPage(new Visitor(), '/')
  for (const expectedText of ['Pela aeronave', 'Novas revisões']) expect(text).not.toContain(expectedText)
})

test('status lists every publication on sale by name, with version and date', async () => {
  await makePublication({ name: 'Zeta', version: 'Rev. 2', date: '2026-03-04' })
  await makePublication({ name: 'Álamo', version: 'Rev. 5' })
  await makePublication({ name: 'Beta', active: false })
  const { text } = await fetchPage(new Visitor(), '/status')
  expect(text).toMatch(/Álamo.*Rev\. 5.*Zeta.*Rev\. 2.*04\/03\/2026/)
  expect(text).not.toContain('Beta')
})

test('contact and footer show the company of the settings', async () => {
  await openShop()
  const page = await fetchPage(new Visitor(), '/contact')
  for (const expectedText of [
    '(14) 3333-0000',
    'atendimento@aeropub.test',
    'CEP 18600-000',
    '11.222.333/0001-81',
  ])
    expect(page.text).toContain(expectedText)
  const phoneLinks = [...page.html.matchAll(/href="tel:([^"]*)"/g)].map(([, number]) => number)
  expect(phoneLinks).toEqual(['+551433330000', '+551433330000'])
})

test('the header shows the name of person or company, with the e-mail', async () => {
  const [customer, companyCustomer] = [await makeCustomer(), await makeCustomer({ identity: company })]
  const [personPage, companyPage] = [
    await fetchPage(await loginAs(customer), '/'),
    await fetchPage(await loginAs(companyCustomer), '/'),
  ]
  expect(personPage.text).toContain('Ana Inventada da Silva')
  expect(personPage.text).toContain(customer.email)
  expect(companyPage.text).toContain('Asa Inventada Aviação Agrícola Ltda.')
  expect(companyPage.text).not.toContain('Beto Inventado')
})

test.each([
  '/nada',
  '/publications/abc/def',
  '/payment',
  '/payment/1/boleto',
  '/.env',
  '/wp-login.php',
  '/__proto__',
  '/cart/1',
])('returns 404 for %s with links to other pages', async (path) => {
  const page = await fetchPage(new Visitor(), path)
  expect(page.status).toBe(404)
  expect(page.html).toContain('<title>Não encontrado · Aeropub</title>')
  expect(page.text).toContain('Ver as publicações')
  expect(page.text).toContain('Código do atendimento: test')
})

test('returns 404 for a form sent to an unknown address', async () => {
  expect((await fetchPage(new Visitor(), '/nada', { a: 1 })).status).toBe(404)
})

test.each(['/publications', '/', '/orders'])('%s returns 405 for a form', async (path) => {
  const page = await fetchPage(await loginAs(await makeCustomer()), path, { a: 1 })
  expect(page.status).toBe(405)
  expect(page.text).toContain('Não entendemos o envio')
})

test('a server error never shows a stack or a file name', async () => {
  await openShop()
  const seller = await findCompany()
  if (!seller) throw new Error('no company')
  // Each page formats the company's postal code, which throws for an invalid one.
  await saveSetting('company', { ...seller, zipCode: 'XXXXXXXX' })
  const page = await fetchPage(new Visitor(), '/contact')
  expect(page.status).toBe(500)
  expect(page.text).toContain('Um erro foi encontrado.')
  expect(page.html).not.toMatch(/RangeError|\.tsx?:|node_modules|not a CEP/)
})

test('the shop has the main routes of the specification', () => {
  const addresses = Object.values(build.routes).map((route) => `/${route.path ?? ''}`)
  for (const path of [
    '/login',
    '/change_pass/:hash',
    '/publications',
    '/manage',
    '/cart',
    '/contact',
    '/checkout',
    '/payment/:order',
    '/orders',
  ])
    expect(addresses).toContain(path)
})

test('a page opens by its full address on the shop’s origin', async () => {
  const visitor = new Visitor()
  const page = await fetchPage(visitor, new URL('/cart', shopOrigin).href)
  expect(page.status).toBe(200)
})

test('the privacy notice names the data controller, and home and account link to the notice', async () => {
  await openShop()
  const page = await fetchPage(new Visitor(), '/privacy')
  expect(page.html).toContain('<title>Privacidade · Aeropub</title>')
  for (const expectedText of ['controladora dos dados', 'CNPJ', 'Com quem são compartilhados', 'ANPD'])
    expect(page.text).toContain(expectedText)
  for (const receiver of ['o banco', 'instituição de pagamento', 'Correios', 'ViaCEP', 'e-mails', 'hospeda'])
    expect(page.text).toContain(receiver)
  expect(page.text).toContain('O encarregado pelos dados (art. 41) atende em atendimento@aeropub.test')
  expect((await fetchPage(new Visitor(), '/')).html).toContain('href="/privacy"')
  const customer = await loginAs(await makeCustomer())
  expect((await fetchPage(customer, '/account')).html).toContain('href="/privacy">Aviso de privacidade')
})

test('shows the data protection officer when the settings have one', async () => {
  await openShop()
  const seller = await findCompany()
  if (!seller) throw new Error('no company')
  await saveSetting('company', {
    ...seller,
    officerName: 'Lívia Invenção',
    officerEmail: 'dados@aeropub.test',
  })
  const { text } = await fetchPage(new Visitor(), '/privacy')
  expect(text).toContain('é Lívia Invenção, que atende em dados@aeropub.test')
  expect(text).toContain('escreva ao encarregado em dados@aeropub.test')
})

test('the privacy notice works without a company in the settings', async () => {
  const { status, text } = await fetchPage(new Visitor(), '/privacy')
  expect([status, text.includes('A empresa que mantém esta loja'), /undefined|null/.test(text)]).toEqual([
    200,
    true,
    false,
  ])
})
