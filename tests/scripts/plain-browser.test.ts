import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PlainBrowser } from '#tests/e2e/support/plain-browser/context.ts'
import { expectPlain } from '#tests/e2e/support/plain-browser/expect.ts'
import type { PlainPage } from '#tests/e2e/support/plain-browser/page.ts'

type Received = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

const css =
  '.choice-panel{display:none}.box:checked+.choice-panel{display:block}@media print{.seen{display:none}}'

let server: Server
let origin = ''
let html = ''
let page: PlainPage
let received: Received[] = []
let refreshes = 0

beforeAll(async () => {
  server = createServer(answerRequest).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())

beforeEach(async () => {
  received = []
  refreshes = 0
  page = await new PlainBrowser().newContext({ baseURL: origin }).then((context) => context.newPage())
})

async function answerRequest(request: IncomingMessage, response: ServerResponse) {
  let body = ''
  request.setEncoding('latin1')
  for await (const chunk of request) body += chunk
  const path = request.url ?? ''
  if (path === '/style.css') return response.end(css)
  received.push({ method: request.method ?? '', path, headers: request.headers, body })
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  if (path === '/moved') return response.writeHead(303, { Location: '/end', 'Set-Cookie': 'seen=1' }).end()
  if (path === '/file')
    return response
      .writeHead(200, { 'Content-Disposition': "attachment; filename*=UTF-8''pre%C3%A7os.csv" })
      .end('a;b')
  if (path === '/waiting' && ++refreshes < 3)
    return response.end('<meta http-equiv="refresh" content="3;url=/waiting"><p>Aguarde</p>')
  response.end(path === '/end' || path === '/waiting' ? '<h1>Pronto</h1>' : html)
}

async function openPage(body: string) {
  html = `<!doctype html><html><head><link rel="stylesheet" href="/style.css"><title>Ensaio</title></head><body>${body}`
  await page.goto('/')
}

const getLastRequest = () => received.at(-1)

test('sends the form of a pressed button, with the button', async () => {
  await openPage(`<form method="post" action="/order"><label>Nome <input name="name"></label>
    <textarea name="note">a\nb</textarea><button name="act" value="keep">Guardar</button>
    <button name="act" value="send" formaction="/other">Enviar</button></form>`)
  await page.getByLabel('Nome').fill('Ana & Cia.')
  await page.getByRole('button', { name: 'Enviar' }).click()
  expect(getLastRequest()).toMatchObject({
    method: 'POST',
    path: '/other',
    body: 'name=Ana+%26+Cia.&note=a%0D%0Ab&act=send',
  })
  expect(getLastRequest()?.headers).toMatchObject({
    origin,
    referer: `${origin}/`,
    'sec-fetch-site': 'same-origin',
  })
})

test('sends a form by an outside button that refers to it, and a GET form in the address', async () => {
  await openPage(
    '<form id="f" action="/found"><input name="q" aria-label="Busca"></form><button form="f">Buscar</button>',
  )
  await page.getByLabel('Busca').fill('emb 203')
  await page.getByRole('button', { name: 'Buscar' }).click()
  expect(getLastRequest()?.path).toBe('/found?q=emb+203')
})

test('presses the first button of the form on Enter', async () => {
  await openPage(
    '<form action="/found"><input name="q" aria-label="Busca"><button name="act" value="1">Ir</button></form>',
  )
  await page.getByLabel('Busca').press('Enter')
  expect(getLastRequest()?.path).toBe('/found?q=&act=1')
})

test('sends chosen files as multipart', async () => {
  await openPage(`<form method="post" enctype="multipart/form-data"><label>Foto <input type="file" name="photo"></label>
    <button>Enviar</button></form>`)
  await page
    .getByLabel('Foto')
    .setInputFiles({ name: 'placa.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('xyz') })
  await page.getByRole('button', { name: 'Enviar' }).click()
  expect(getLastRequest()?.headers['content-type']).toMatch(/^multipart\/form-data/)
  expect(getLastRequest()?.body).toMatch(
    /name="photo"; filename="placa.jpg"\r\nContent-Type: image\/jpeg\r\n\r\nxyz/,
  )
})

test('follows redirects with GET and sends received cookies until they are cleared', async () => {
  await openPage('<form method="post" action="/moved"><button>Enviar</button></form>')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expectPlain(page).toHaveURL('/end')
  expect(getLastRequest()).toMatchObject({ method: 'GET', headers: { cookie: 'seen=1' } })
  await page.goBack()
  await expectPlain(page).toHaveTitle('Ensaio')
  await page.context().clearCookies()
  await page.reload()
  expect(getLastRequest()?.headers).not.toHaveProperty('cookie')
})

test('sends a form without fields as a form', async () => {
  await openPage('<form method="post" action="/act"><button>Aplicar</button></form>')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  expect(getLastRequest()).toMatchObject({
    body: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
})

test('repeats a sent form on reload', async () => {
  await openPage(
    '<form method="post" action="/wrong"><input name="a" value="1"><button>Enviar</button></form>',
  )
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.reload()
  expect(received.map(({ method, body }) => [method, body])).toEqual([
    ['GET', ''],
    ['POST', 'a=1'],
    ['POST', 'a=1'],
  ])
})

test('downloads a file and stays on the page', async () => {
  await openPage('<a href="/file">Baixar</a>')
  const arrived = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Baixar' }).click()
  expect(await arrived).toMatchObject({ url: expect.any(Function) })
  await expectPlain(page).toHaveTitle('Ensaio')
})

test('reloads a page with a refresh element while a test waits for its content', async () => {
  await page.goto('/waiting')
  await expectPlain(page.getByRole('heading', { name: 'Pronto' })).toBeVisible()
  await expect(expectPlain(page.getByText('Aguarde')).toBeVisible()).rejects.toThrow('toBeVisible')
})

test.each([
  ['hidden by attribute', '<form><button hidden>Ir</button></form>', 'Nothing fits'],
  [
    'in a closed fold',
    '<details><summary>Mais</summary><form><button>Ir</button></form></details>',
    'Nothing fits',
  ],
  ['disabled', '<form><button disabled>Ir</button></form>', 'Disabled'],
  ['in a disabled group', '<form><fieldset disabled><button>Ir</button></fieldset></form>', 'Disabled'],
  ['outside a form', '<button>Ir</button>', 'no form'],
  ['without an action', '<form><button type="button">Ir</button></form>', 'nothing without scripts'],
  ['named by another label', '<form><button>Ir</button><button>Ir já</button></form>', '2 elements fit'],
])('does not press a button that is %s', async (_, body, expectedText) => {
  await openPage(body)
  await expect(page.getByRole('button', { name: 'Ir' }).click()).rejects.toThrow(expectedText)
  expect(received).toHaveLength(1)
})

test.each([
  ['empty', '<input name="a" aria-label="A" required>'],
  ['not an address', '<input type="email" name="a" aria-label="A" value="ana">'],
  ['not checked', '<input type="checkbox" name="a" aria-label="A" required>'],
  ['without a file', '<input type="file" name="a" aria-label="A" required>'],
])('does not send a form with a field that is %s, unless the button has formnovalidate', async (_, field) => {
  await openPage(
    `<form action="/sent">${field}<button>Ir</button><button formnovalidate>Assim mesmo</button></form>`,
  )
  await expect(page.getByRole('button', { name: 'Ir' }).click()).rejects.toThrow('invalid field: a')
  await page.getByRole('button', { name: 'Assim mesmo' }).click()
  expect(getLastRequest()?.path).toMatch(/^\/sent/)
})

test('rejects text for a box or a read-only field, an invalid date, and an unknown or disabled option', async () => {
  await openPage(`<input type="checkbox" aria-label="Aceito"><input type="date" aria-label="Data">
    <input readonly aria-label="Número"><select aria-label="Cor"><option>azul<option disabled>verde</select>`)
  await expect(page.getByLabel('Aceito').fill('sim')).rejects.toThrow('Nothing can be typed')
  await expect(page.getByLabel('Data').fill('ontem')).rejects.toThrow('takes no "ontem"')
  await expect(page.getByLabel('Número').fill('1')).rejects.toThrow('Read only')
  for (const label of ['preto', 'verde'])
    await expect(page.getByLabel('Cor').selectOption({ label })).rejects.toThrow('No option')
  await page.getByLabel('Cor').selectOption({ label: 'azul' })
  await expectPlain(page.getByLabel('Cor')).toHaveValue('azul')
})

test('finds a field by label, and rejects an ambiguous label', async () => {
  await openPage(`<label for="a">Rua</label><input id="a" value="um"><label>Rua do porto <input value="dois"></label>
    <fieldset><legend>Entrega</legend><label for="c">CEP</label><input id="c"></fieldset>`)
  await expectPlain(page.getByLabel('Rua', { exact: true })).toHaveValue('um')
  await expect(page.getByLabel('Rua').fill('três')).rejects.toThrow('2 elements fit')
  await page.getByRole('group', { name: 'Entrega' }).getByLabel('CEP').fill('18600-000')
  await expectPlain(page.getByRole('textbox', { name: 'CEP' })).toHaveValue('18600-000')
})

test('applies the style sheet for choices and folded parts', async () => {
  await openPage(`<label><input class="box" type="radio"><span class="choice-panel">CNPJ</span> Empresa</label>
    <details><summary>Mais</summary><p class="seen">Dentro</p></details>`)
  // Choices and folds must work without a reload, which would show an empty page from now on.
  html = ''
  await expectPlain(page.getByText('CNPJ')).toBeHidden()
  await page.getByRole('radio').check()
  await expectPlain(page.getByText('CNPJ')).toBeVisible()
  await expectPlain(page.getByText('Dentro')).toBeHidden()
  await page.getByText('Mais').click()
  await expectPlain(page.getByText('Dentro')).toBeVisible()
})

test('filters by text, role and content, and counts', async () => {
  await openPage(`<table aria-label="Pedidos"><tr><th scope="row">nº 1</th><td>pago</td></tr>
    <tr><th scope="row">nº 2</th><td>pendente</td></tr></table><section><h2>Solta</h2></section>`)
  const rows = page.getByRole('row')
  await expectPlain(rows).toHaveCount(2)
  await expectPlain(rows).toHaveText(['nº 1pago', /nº 2\s*pendente/])
  const header = page.getByRole('rowheader', { name: 'nº 2', exact: true })
  await expectPlain(rows.filter({ has: header })).toContainText('pendente')
  await expectPlain(rows.filter({ hasText: 'PAGO' }).getByRole('cell')).toHaveText('pago')
  await expectPlain(page.getByRole('region')).toHaveCount(0)
  await expect(expectPlain(page.getByText('enviado')).not.toHaveText('pago')).rejects.toThrow('Nothing fits')
  await expect(expectPlain(rows).toBeVisible()).rejects.toThrow('2 elements fit')
  await expect(expectPlain(rows).toHaveText(['nº 1pago'])).rejects.toThrow('toHaveText')
})
