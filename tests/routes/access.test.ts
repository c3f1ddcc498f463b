import { describe, expect, test } from 'vitest'
import { changeRole, endMember } from '#app/models/accounts/colleagues/membership.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { type EveryRecord, makeEveryRecord } from '#tests/factories/every-record.ts'
import { type Access, matrix, notAllowed, type Row, roles, tokenOnly } from '#tests/support/access/matrix.ts'
import { completeLogin, judgeAccess } from '#tests/support/access/verdict.ts'
import { build, fetchPage, routeFiles } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

/** Modules of changed routes in `npm test -- changed`; undefined selects all. */
const changedRoutes = process.env.ACCESS_ROUTES?.split(',')
const testedRows = Object.entries(matrix).filter(([key]) => {
  const file = routeFiles[`routes/${key.split(' ')[0]}`]
  return !changedRoutes || changedRoutes.includes(file?.replace(/^routes\/|\.tsx?$/g, '') ?? '')
})

test('selects matrix rows of every changed module, and every row has a module', () => {
  const testedModules = new Set(testedRows.map(([key]) => routeFiles[`routes/${key.split(' ')[0]}`]))
  expect([...testedModules]).not.toContain(undefined)
  // API calls are tested in tests/api/access.test.ts.
  const changedModules = changedRoutes?.filter((name) => name !== 'api/call')
  if (changedModules) expect(testedModules.size).toBe(changedModules.length)
})

let records: EveryRecord

makeRowsOnce(async () => {
  records = await makeEveryRecord()
})

test('every route has a row in the matrix, and every row a route', () => {
  // API calls have a separate table: tests/api/access.test.ts.
  const routes = Object.values(build.routes).flatMap(({ id }) =>
    id === 'root' || id.startsWith('routes/api/call/') ? [] : [id.replace('routes/', '')],
  )
  const matrixNames = new Set(Object.keys(matrix).map((key) => key.split(' ')[0]))
  expect([...matrixNames].sort()).toEqual(routes.sort())
})

describe.each(testedRows)('the route %s', (_, row) => {
  const { path, get, post, fields } = row
  test('matches the access matrix for GET', async () => {
    expect(await listVerdicts((visitor) => fetchPage(visitor, path(records)), row)).toEqual(get)
  })

  test('matches the access matrix for POST', async () => {
    expect(
      await listVerdicts((visitor) => fetchPage(visitor, path(records), fields?.(records) ?? {}), row),
    ).toEqual(post)
  })
})

test("a stranger finds no records in the own lists by searching for the owner's e-mail (D49)", async () => {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', records.users.owner)
    .executeTakeFirstOrThrow()
  const stranger = await loginAs({ userId: records.users.stranger })
  for (const path of [`/orders?search=${email}`, `/manage?search=${email}`])
    expect((await fetchPage(stranger, path)).text).toMatch(/Nenhum(a publicação| pedido) encontrad/)
})

test('treats an owner whose account was deactivated as a visitor on every route', async () => {
  const owner = await loginAs({ userId: records.users.owner })
  await db.updateTable('users').set({ is_active: false }).where('id', '=', records.users.owner).execute()
  for (const [name, row] of testedRows) {
    const page = await fetchPage(owner.duplicate(), row.path(records))
    expect([name, judgeAccess(page, row, 'deactivated', records)]).toEqual([name, row.get.visitor])
    const answer = await fetchPage(owner.duplicate(), row.path(records), row.fields?.(records) ?? {})
    expect([name, judgeAccess(answer, row, 'deactivated', records)]).toEqual([name, row.post.visitor])
  }
})

test('treats a removed colleague as a stranger on the next request (D92)', {
  meta: { slow: 'asks every address of the shop' },
}, async () => {
  const [mechanic, buyer] = [await completeLogin('mechanic', records), await completeLogin('buyer', records)]
  const owner = { userId: records.users.owner, profileId: records.profile }
  for (const memberId of Object.values(records.memberIds)) await endMember({ memberId, owner })
  for (const visitor of [mechanic, buyer])
    for (const [name, row] of testedRows) {
      if (row.post === tokenOnly || name === 'account/logout') continue
      const page = await fetchPage(visitor.duplicate(), row.path(records))
      expect([name, judgeAccess(page, row, 'stranger', records)]).toEqual([name, row.get.stranger])
      // These forms would end or switch the session that the following routes need.
      if (/^account\/(sessions|colleagues\/companies)$/.test(name)) continue
      const answer = await fetchPage(visitor.duplicate(), row.path(records), row.fields?.(records) ?? {})
      expect([name, judgeAccess(answer, row, 'stranger', records)]).toEqual([name, row.post.stranger])
    }
})

test('applies a changed role on the next request (D92)', async () => {
  const mechanic = await completeLogin('mechanic', records)
  const owner = { userId: records.users.owner, profileId: records.profile }
  const listStatuses = async () => [
    (await fetchPage(mechanic.duplicate(), `/downloads/${records.unit}`)).status,
    (await fetchPage(mechanic.duplicate(), `/orders/${records.order}`)).status,
  ]
  expect(await listStatuses()).toEqual([200, 404])
  await changeRole({ memberId: records.memberIds.mechanic, owner }, 'buyer')
  expect(await listStatuses()).toEqual([404, 200])
})

/** Tests each role with a login of its own, because some forms end the session. */
async function listVerdicts(
  fetchRoute: (visitor: Visitor) => ReturnType<typeof fetchPage>,
  row: Row,
): Promise<Access> {
  const verdicts = { ...notAllowed }
  for (const role of roles) {
    verdicts[role] = judgeAccess(await fetchRoute(await completeLogin(role, records)), row, role, records)
  }
  return verdicts
}
