import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { digestField } from '#app/domain/platform/form-seen.ts'
import { type EveryRecord, makeEveryRecord } from '#tests/factories/every-record.ts'
import { matrix, type Role } from '#tests/support/access/matrix.ts'
import { fillForm } from '#tests/support/access/sent-form.ts'
import { chosenFiles } from '#tests/support/access/valid-bodies.ts'
import { completeLogin } from '#tests/support/access/verdict.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { emptyShop } from '#tests/support/database.ts'
import { readFormFields } from '#tests/support/pages/form-of.ts'
import { containsOwner, listForms, type ShownForm, showsStoredValues } from '#tests/support/pages/forms-in.ts'
import type { Visitor } from '#tests/support/request.ts'
import { keepDatabase } from '#tests/support/worker-database/kept-world.ts'

/* Tests the forms of every back-office page in the table of routes (tests/support/access/matrix.ts). */
let records: EveryRecord
let database: Awaited<ReturnType<typeof keepDatabase>>
const visitors = new Map<Role, Visitor>()

beforeAll(async () => {
  await emptyShop()
  records = await makeEveryRecord()
  for (const role of ['staff', 'superuser'] as const) visitors.set(role, await completeLogin(role, records))
  database = await keepDatabase(process.env.DATABASE_URL ?? '')
})
afterAll(() => database.end())

const openAs = (role: Role) => visitors.get(role)?.duplicate() ?? expect.fail(`nobody is ${role}`)
const staffPages = Object.entries(matrix).filter(
  ([name, { get }]) => /^admin\//.test(name) && get.superuser === 'open',
)

async function loadPostForms(path: string): Promise<ShownForm[]> {
  const { html } = await fetchPage(openAs('superuser'), path)
  return listForms(html).filter(({ isPost, action }) => isPost && action !== '/logout')
}

/** Fields for the version of the shown record; a form that creates a record has 'token' instead. */
const versionFields = [digestField, 'lock_version', 'seen', 'token']
/** Forms whose initial values are options of the action, not values of a record. */
const formsWithoutRecord: Readonly<Record<string, string>> = {
  'admin/shipments/labels': 'how labels are printed',
  'admin/users/labels': 'how labels are printed',
  'admin/orders/files/files': 'what the file is',
  'admin/shipments/codes/codes': 'codes somebody pastes, with the day of the dispatch',
  'admin/shipments/acts/dispatch': 'the day of the dispatch',
  'admin/reports/publication-clients/publication-clients': 'who gets a label or a notice',
}

test.each(staffPages)(
  '%s: each form has its owner and the version of the shown record',
  async (name, row) => {
    for (const { action, html, ...form } of await loadPostForms(row.path(records))) {
      if (/^https?:/.test(action)) continue
      expect([action, containsOwner({ action, html, ...form })]).toEqual([action, true])
      if (
        name in formsWithoutRecord ||
        action.startsWith('/admin/views') ||
        !showsStoredValues({ action, html, ...form })
      )
        continue
      expect(html).toMatch(new RegExp(`name="(${versionFields.join('|')})"`))
    }
  },
)

test('a form opened by one staff member and sent by another writes nothing', async () => {
  const path = `/admin/order/${records.order}/status`
  const fields = readFormFields((await fetchPage(openAs('superuser'), path)).html)
  const rowsBefore = await database.rows()
  const otherStaff = openAs('staff')
  const answer = await fetchPage(otherStaff, path, {
    ...fields,
    status: orderStatus.cancelled,
    confirmed: 'on',
  })
  expect([answer.status, answer.location]).toEqual([303, '/account'])
  expect((await fetchPage(otherStaff, '/account')).text).toContain('o formulário é de outra conta')
  expect(await database.rows()).toEqual(rowsBefore)
})

const uploadRoutes = Object.keys(chosenFiles).filter((name) => name.startsWith('admin/'))

test.each(uploadRoutes)('%s: rejects another staff member’s file on its own page', async (name) => {
  const row = matrix[name] ?? expect.fail(`no row for ${name}`)
  const path = row.path(records)
  const { action = '' } = (await loadPostForms(path)).find(({ hasFiles }) => hasFiles) ?? {}
  const form = await fillForm(name, row, { records, as: openAs, sender: 'superuser' })
  const rowsBefore = await database.rows()
  const otherStaff = openAs('staff')
  const address = action.replaceAll('&amp;', '&')
  const answer = await fetchPage(otherStaff, address, form)
  expect([answer.status, answer.location]).toEqual([303, path])
  const page = await fetchPage(otherStaff, '/admin')
  expect(page.text).toContain('o formulário é de outra conta')
  expect(page.text).toContain('O que você digitou e o arquivo não ficaram guardados')
  expect(await database.rows()).toEqual(rowsBefore)
})
