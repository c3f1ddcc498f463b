import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStaff } from '#tests/factories/shipments.ts'
import { listsSeenAt, makeStaffLists } from '#tests/factories/staff-lists.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { restartNumbers } from '#tests/support/database.ts'
import { loginAs } from '#tests/support/request.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: listsSeenAt })
})
afterEach(() => {
  vi.useRealTimers()
})

const month = 'start=2026-02-01&end=2026-02-28'

/** Name of the snapshots, address of the page, address of its file. */
const lists: [string, string, string][] = [
  ['orders', '/admin/orders', '/admin/orders.csv'],
  ['orders-paid', '/admin/orders?status=2&sort=total', '/admin/orders.csv?status=2&sort=total'],
  ['shipments', '/admin/expeditions', '/admin/expeditions.csv'],
  ['shipments-sent', '/admin/expeditions?sort=send_date', '/admin/expeditions.csv?sort=send_date'],
  ['boletos', '/admin/boletos', '/admin/boletos.csv'],
  [
    'boletos-rejected',
    '/admin/boletos?status=7&issuer=own-bank',
    '/admin/boletos.csv?status=7&issuer=own-bank',
  ],
  ['publications', '/admin/publications', '/admin/publications.csv'],
  ['publications-removed', '/admin/publications?status=3', '/admin/publications.csv?status=3'],
  ['signatures', '/admin/signatures', '/admin/signatures.csv'],
  ['signatures-due', '/admin/?sort=due', '/admin/signatures.csv?sort=due'],
  ['users', '/admin/users', '/admin/users.csv'],
  [
    'users-by-name',
    '/admin/users?sort=name&direction=ascending',
    '/admin/users.csv?sort=name&direction=ascending',
  ],
  ['mails', '/admin/mails', '/admin/mails.csv'],
  ['mails-failed', '/admin/mails?status=3', '/admin/mails.csv?status=3'],
  ['history', '/admin/history', '/admin/history.csv'],
  ['history-of-orders', '/admin/history?entity=order', '/admin/history.csv?entity=order'],
]

const reports: [string, string, string][] = [
  makeReportCase('client', month),
  makeReportCase('expedition_list', month),
  makeReportCase('expired_signatures', month),
  makeReportCase('orders', month),
  makeReportCase('paid_orders', `${month}&by=paid_on`),
  makeReportCase('product', month),
  makeReportCase('publication_price', ''),
  makeReportCase('renews', month),
  makeReportCase('signatures', month),
  [
    'reports/order_prefix',
    '/admin/report/order_prefix/PT-A',
    '/admin/report/order_prefix/file/csv?prefix=PT-A',
  ],
]

function makeReportCase(slug: string, query: string): [string, string, string] {
  const file = `/admin/report/${slug}/file/csv?${query}`
  return [`reports/${slug}`, `/admin/report/${slug}/?${query}`, file]
}

/** Pages of reports that show no rows: name of the snapshot and address. */
const pages: [string, string][] = [
  ['reports', '/admin/reports'],
  ['reports/paid_orders-asking', '/admin/report/paid_orders/?ask=1'],
  ['reports/order_prefix-asking', '/admin/report/order_prefix/null?ask=1'],
  ['reports/client-offered', `/admin/report/client/?${month}&prepare=1`],
]

/**
 * A single test, so that generated ids are the same in each run: the folder contains all files and pages of
 * staff, and a deliberate change of one reveals every other change here.
 */
test('every staff list and report, as page and file, matches its snapshot byte for byte', {
  meta: { slow: 'reads every list and report' },
  // A second attempt has other e-mail addresses, which would hide the real difference.
  retry: 0,
}, async () => {
  await restartNumbers()
  const { bankFile, publication } = await makeStaffLists()
  const staff = await loginAs({ userId: await makeStaff() })
  const bankFileLines: [string, string, string] = [
    'bank-file-lines',
    `/admin/bank_files/${bankFile}`,
    `/admin/bank_files/${bankFile}/lines.csv`,
  ]
  const subscribers: [string, string, string] = [
    'reports/publication_clients',
    `/admin/report/publication_clients/${publication}`,
    `/admin/report/publication_clients/file/csv?publication=${publication}`,
  ]
  for (const [name, page, file] of [...lists, bankFileLines, ...reports, subscribers]) {
    const download = await fetchPage(staff, file)
    const text = download.bytes.toString('utf8')
    expect.soft(download.status, name).toBe(200)
    expect.soft(text, name).toMatch(/^\uFEFF[^\n]+\r\n/)
    await expect.soft(text, name).toMatchFileSnapshot(`./files/${name}.csv`)
    const staffPage = await fetchPage(staff, page)
    expect.soft(staffPage.status, name).toBe(200)
    const fileName = download.headers.get('Content-Disposition')
    await expect
      .soft(`${fileName}\n${readMain(staffPage.html)}`, name)
      .toMatchFileSnapshot(`./pages/${name}.txt`)
  }
  for (const [name, page] of pages) {
    const { html } = await fetchPage(staff, page)
    await expect.soft(readMain(html), name).toMatchFileSnapshot(`./pages/${name}.txt`)
  }
})

/** Returns the page below the menu, without the reader's name, one line per element. */
function readMain(html: string): string {
  const title = /<title>.*?<\/title>/s.exec(html)?.[0] ?? ''
  const main = /(<dialog|<header class="heading">).*<\/main>/s.exec(html)?.[0] ?? ''
  const content = `${title}${main}`.replaceAll(/<input[^>]* name="form_owner"[^>]*>/g, '')
  return content.replaceAll(/(?<=>)(?=<)/g, '\n')
}
