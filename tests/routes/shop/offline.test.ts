import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { makeCustomer } from '#tests/factories/people.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

test('the page is the same for all users and has a retry link', async () => {
  const customer = await loginAs(await makeCustomer())
  const [page, own] = await Promise.all([
    fetchPage(new Visitor(), '/offline'),
    fetchPage(customer, '/offline'),
  ])
  expect(own.html).toBe(page.html)
  expect(page.html).toContain('<a class="button button-main" href="">Tentar de novo</a>')
  expect(page.html).toContain('<html lang="pt-BR">')
  expect(page.html).not.toContain('<script')
})

test('the service worker lists page and style sheet, and is revalidated each time', async () => {
  const { html, headers } = await fetchPage(new Visitor(), '/offline-worker.js')
  expect(headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('Cache-Control')).toBe('no-cache')
  const listened: string[] = []
  const scope = {
    self: { addEventListener: (name: string) => listened.push(name), location: { origin: '' } },
    OFFLINE: '',
    FILES: [''],
    VERSION: '',
  }
  runInNewContext(html, scope)
  expect(listened).toEqual(['install', 'activate', 'fetch'])
  expect(scope.FILES).toEqual(['/offline', expect.any(String)])
  expect(scope.VERSION).toMatch(/^[0-9a-f]{12}$/)
})
