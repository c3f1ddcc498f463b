import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { makeCustomer } from '#tests/factories/people.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

test('the offline page is the same for all users and has a retry link', async () => {
  const customer = await loginAs(await makeCustomer())
  const [visitorPage, customerPage] = await Promise.all([
    fetchPage(new Visitor(), '/offline'),
    fetchPage(customer, '/offline'),
  ])
  expect(customerPage.html).toBe(visitorPage.html)
  expect(visitorPage.html).toContain('<a class="button button-main" href="">Tentar de novo</a>')
  expect(visitorPage.html).toContain('<html lang="pt-BR">')
  expect(visitorPage.html).not.toContain('<script')
})

test('the service worker lists the offline page and its style sheet, and is revalidated each time', async () => {
  const { html, headers } = await fetchPage(new Visitor(), '/offline-worker.js')
  expect(headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('Cache-Control')).toBe('no-cache')
  const eventNames: string[] = []
  const scope = {
    self: { addEventListener: (name: string) => eventNames.push(name), location: { origin: '' } },
    OFFLINE: '',
    FILES: [''],
    VERSION: '',
  }
  runInNewContext(html, scope)
  expect(eventNames).toEqual(['install', 'activate', 'fetch'])
  expect(scope.FILES).toEqual(['/offline', expect.any(String)])
  expect(scope.VERSION).toMatch(/^[0-9a-f]{12}$/)
})
