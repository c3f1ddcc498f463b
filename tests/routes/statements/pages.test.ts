import { expect, test } from 'vitest'
import { type EveryRecord, makeEveryRecord } from '#tests/factories/every-record.ts'
import { build, pageFor } from '#tests/support/app-client.ts'
import { fillCart, openCheckout } from '#tests/support/checkout-form.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { pageStatements } from './page-statements.ts'

test('every route that shows something has its row, and every row its route', () => {
  const routes = Object.values(build.routes).flatMap(({ id, module }) => {
    const shows = module.default !== undefined || 'loader' in module
    return id === 'root' || id.startsWith('routes/api/call/') || !shows ? [] : [id.replace('routes/', '')]
  })
  const rows = new Set(Object.keys(pageStatements).map((key) => key.split(' ')[0]))
  expect([...rows].sort()).toEqual(routes.sort())
})

test('no page takes more statements than it may, and what takes fewer may take no more again', async () => {
  const records = await makeEveryRecord()
  const found: Record<string, number> = {}
  const allowed: Record<string, number> = {}
  for (const [name, [address, statements]] of Object.entries(pageStatements)) {
    allowed[name] = statements
    const visitor = await readerOf(name, records)
    const path = address.replace(/\{([\w.]+)\}/g, (_, key: string) => String(recordNamed(key, records)))
    const sent = await statementsOf(async () => {
      expect([name, (await pageFor(visitor, path)).status]).not.toEqual([name, 500])
    })
    found[name] = sent.length
  }
  expect(found, 'more than allowed: read it once; fewer: lower the allowance').toEqual(allowed)
}, 300_000)

/** Who looks, with something in the cart and a checkout begun. */
async function readerOf(name: string, { users, publication }: EveryRecord): Promise<Visitor> {
  const visitor = name.endsWith(' by a visitor')
    ? new Visitor()
    : await loginAs({ userId: userFor(name, users) })
  await fillCart(visitor, { [publication]: 1 })
  await openCheckout(visitor)
  return visitor
}

function userFor(name: string, users: EveryRecord['users']): number {
  if (name.startsWith('admin/')) return users.superuser
  return name === 'shop/partner' ? users.partner : users.owner
}

/** The id of a record, 'papers.list' of one among several. */
function recordNamed(key: string, records: EveryRecord): unknown {
  const [kind = '', part] = key.split('.')
  const record: unknown = Object.entries(records).find(([name]) => name === kind)?.[1]
  if (part === undefined) return record
  return Object.entries(record ?? {}).find(([name]) => name === part)?.[1]
}
