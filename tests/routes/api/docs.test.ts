import { beforeEach, expect, test } from 'vitest'
import { operations } from '#app/api/registry.server.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

let docsPage: Awaited<ReturnType<typeof fetchPage>>

beforeEach(async () => {
  docsPage = await fetchPage(new Visitor(), '/api/docs')
})

test('anyone can read the API documentation, with a link to every call', () => {
  expect(docsPage.status).toBe(200)
  expect(docsPage.html).toContain('<title>API para programas · Aeropub</title>')
  for (const { id, method, path, summary } of operations) {
    expect.soft(docsPage.html).toContain(`href="/api/docs#${id}"`)
    expect.soft(docsPage.html.split(`id="${id}"`)).toHaveLength(2)
    expect.soft(docsPage.text).toContain(`${method} ${path}`)
    expect.soft(docsPage.text).toContain(summary)
  }
  expect(docsPage.html).toContain('href="/api/openapi.json"')
  expect(docsPage.html).not.toContain('<script type="module"')
})

test('the documentation of an operation lists parameters, body fields, responses and an example call', () => {
  const [, operationHtml = ''] = docsPage.html.split('id="listPublications"')
  for (const expectedText of [
    '>limit<',
    'Registros por página, até 1000 (na consulta)',
    '>inteiro<',
    '>200<',
    '>429<',
  ])
    expect.soft(operationHtml.slice(0, 9_000)).toContain(expectedText)
  expect(docsPage.text).toContain("curl 'http://localhost:3000/publication/12/'")
  const [, reportText = ''] = docsPage.text.split('POST /api/reports/month_count/ Quantas')
  expect(reportText.slice(0, 900)).toMatch(
    /status número ou texto sim 1 assinaturas, 2 renovações, 3 compras 1/,
  )
  expect(reportText).toContain(
    `curl -X POST 'http://localhost:3000/api/reports/month_count/' \\ -H 'Authorization: Bearer TOKEN' \\`,
  )
  expect(reportText).toContain(`-d '{"start":"2026-11-01","end":"2026-11-30","status":1}'`)
})

test('the page documents authentication, errors and limits', () => {
  for (const expectedText of [
    'Acesso',
    'Listas',
    'Erros',
    'Limites',
    'Idempotency-Key',
    'CORS',
    'non_field_errors',
  ])
    expect.soft(docsPage.text).toContain(expectedText)
})

test('the settings link to the documentation', async () => {
  const staff = await loginAs({ userId: await makeStaff() })
  expect((await fetchPage(staff, '/admin/settings')).html).toContain('href="/api/docs"')
  expect((await fetchPage(new Visitor(), '/api/docs/')).status).toBe(200)
})
