import { JSDOM } from 'jsdom'
import { beforeEach, expect, test } from 'vitest'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor

beforeEach(async () => {
  await openShop()
  staff = await loginAs({ userId: await makeStaff() })
})

test.each([
  ['/admin/', 'status=1'],
  ['/admin/signatures', 'goods=to-send'],
  ['/admin/users', 'payment=due'],
  ['/admin/expeditions', 'status=2'],
  ['/admin/publications', 'status=1'],
  ['/admin/orders', 'status=1'],
  ['/admin/boletos', 'issuer=own-bank'],
  ['/admin/mails', 'status=1'],
  ['/admin/history', 'entity=order'],
  ['/admin/payments', 'start=2026-11-01'],
])('the filters of %s are folded behind one button until a filter is set', async (listPath, filter) => {
  const readForm = async (path: string) => {
    const { document } = new JSDOM((await fetchPage(staff, path)).html).window
    return document.querySelector('form.search')
  }
  const form = await readForm(listPath)
  const filterDetails = form?.querySelector('details')
  expect(filterDetails?.querySelector('summary')?.textContent).toBe('Filtros')
  expect(filterDetails?.hasAttribute('open')).toBe(false)
  const fields = [...(form?.querySelectorAll('select, input:not([type=hidden])') ?? [])]
  expect(
    fields.filter((field) => !filterDetails?.contains(field)).map((field) => field.getAttribute('type')),
  ).toEqual(['search'])
  const filteredForm = await readForm(`${listPath}?${filter}`)
  expect(filteredForm?.querySelector('details')?.hasAttribute('open')).toBe(true)
})
