import { expect, test } from 'vitest'
import { makeEveryRecord } from '#tests/factories/every-record.ts'
import { build, fetchPage } from '#tests/support/app-client.ts'
import { beginCheckout } from '#tests/support/pages/readers.ts'
import { recordStatements } from '#tests/support/statements.ts'
import { fillAddress, findReader, pageStatements } from './page-statements.ts'

test('every route with a page has a row in the table, and every row a route', () => {
  const routes = Object.values(build.routes).flatMap(({ id, module }) => {
    const hasPage = module.default !== undefined || 'loader' in module
    return id === 'root' || id.startsWith('routes/api/call/') || !hasPage ? [] : [id.replace('routes/', '')]
  })
  const rows = new Set(Object.keys(pageStatements).map((key) => key.split(' ')[0]))
  expect([...rows].sort()).toEqual(routes.sort())
})

test('each page runs exactly the allowed number of statements', {
  timeout: 300_000,
  meta: { slow: 'renders every page of the shop' },
}, async () => {
  const records = await makeEveryRecord()
  const statementCounts: Record<string, number> = {}
  const allowedCounts: Record<string, number> = {}
  for (const [name, [address, statements, status = 200]] of Object.entries(pageStatements)) {
    allowedCounts[name] = statements
    const visitor = await beginCheckout(findReader(name), records)
    const path = fillAddress(address, records)
    const sentStatements = await recordStatements(async () => {
      expect([name, (await fetchPage(visitor, path)).status]).toEqual([name, status])
    })
    statementCounts[name] = sentStatements.length
  }
  expect(statementCounts, 'more than allowed: read it once; fewer: lower the allowance').toEqual(
    allowedCounts,
  )
})
