import { beforeEach, expect, test } from 'vitest'
import { findViewer, startSession } from '#app/models/accounts/session.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import * as markSeeded from '#db/migrations/0120-mark-seeded-accounts.ts'
import * as endStaffSessions from '#db/migrations/0121-end-staff-sessions.ts'
import * as unmarkOthers from '#db/migrations/0122-unmark-other-accounts.ts'
import { makeCustomer } from '#tests/factories/people.ts'

const invented = ['admin@aeropub.test', 'soja@exemplo.test', 'cliente-7@muitos.test']
const own = ['ana@oficina.test', 'ana@aeropub.test.br', 'ana@naoaeropub.test', 'ana@x.exemplo.test']

const marked = async () => {
  const rows = db.selectFrom('users').select('email').where('is_demonstration', '=', true).orderBy('id')
  return (await rows.execute()).map(({ email }) => email)
}

beforeEach(async () => {
  await db
    .insertInto('users')
    .values([...invented, ...own].map((email) => ({ email, password_hash: null })))
    .execute()
})

test('accounts of the demonstration and of the generator are marked, and nobody else', async () => {
  await markSeeded.up(db)
  expect(await marked()).toEqual(invented)
})

test('whoever was marked for the ending of the e-mail alone no longer is', async () => {
  await db.updateTable('users').set({ is_demonstration: true }).execute()
  await unmarkOthers.up(db)
  expect(await marked()).toEqual([...invented, 'ana@aeropub.test.br'])
})

test('all sessions of staff and administrators end, those of customers do not', async () => {
  const people = [await makeCustomer(), await makeCustomer(), await makeCustomer()]
  const tokens = await Promise.all(people.map(({ userId }) => startSession(userId)))
  const [staff, admin] = people
  await db
    .updateTable('users')
    .set({ is_staff: true })
    .where('id', '=', staff?.userId ?? 0)
    .execute()
  await db
    .updateTable('users')
    .set({ is_superuser: true })
    .where('id', '=', admin?.userId ?? 0)
    .execute()
  await endStaffSessions.up(db)
  const viewers = await Promise.all(tokens.map(findViewer))
  expect(viewers.map((viewer) => viewer?.userId)).toEqual([undefined, undefined, people[2]?.userId])
})
