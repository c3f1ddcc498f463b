import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { userFilter } from '#app/domain/accounts/user-filter.ts'
import { indexMissingPeople } from '#app/models/accounts/person-words.server.ts'
import { listSameDocumentAccounts } from '#app/models/accounts/same-document.server.ts'
import { listUsers, type UserQuery } from '#app/models/accounts/user-list.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { company, makeCustomer, person } from '#tests/factories/people.ts'

const all: UserQuery = { search: '', status: undefined, sort: 'id', direction: 'descending', page: 1 }

async function listUserIds(query: Partial<UserQuery>) {
  return (await listUsers({ ...all, ...query })).rows.map(({ id }) => id)
}

test('lists users newest first, or by name or e-mail in either direction', async () => {
  const zoe = await makeCustomer({ identity: { ...person, name: 'Zoé' }, email: 'a@exemplo.test' })
  const firm = await makeCustomer({ identity: company, email: 'b@exemplo.test' })
  expect(await listUserIds({})).toEqual([firm.profileId, zoe.profileId])
  // The company is 'Asa Inventada', and its contact has another name.
  expect(await listUserIds({ sort: 'name', direction: 'ascending' })).toEqual([firm.profileId, zoe.profileId])
  expect(await listUserIds({ sort: 'email' })).toEqual([firm.profileId, zoe.profileId])
})

test('searches by id, document, words of name and company, or part of the e-mail', async () => {
  const ana = await makeCustomer({ email: 'ana@exemplo.test' })
  const firm = await makeCustomer({ identity: company, email: 'beto@exemplo.test' })
  const findIds = (search: string) => listUserIds({ search })
  expect(await findIds(String(ana.profileId))).toEqual([ana.profileId])
  expect(await findIds('529.982.247-25')).toEqual([ana.profileId])
  expect(await findIds('12.abc.345/01de-35')).toEqual([firm.profileId])
  expect(await findIds('asa inv')).toEqual([firm.profileId])
  expect(await findIds('Beto I')).toEqual([firm.profileId])
  expect(await findIds('ANA@')).toEqual([ana.profileId])
  expect(await findIds('100%')).toEqual([])
  expect(await listUsers({ ...all, search: 'nobody' })).toMatchObject({ count: 0, pages: 1 })
})

test('filters by active, inactive, partner or staff', async () => {
  const [one, shut, partner, staff] = [
    await makeCustomer(),
    await makeCustomer(),
    await makeCustomer(),
    await makeCustomer(),
  ]
  await db.updateTable('users').set({ is_active: false }).where('id', '=', shut.userId).execute()
  await db.updateTable('profiles').set({ is_partner: true }).where('id', '=', partner.profileId).execute()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', staff.userId).execute()
  expect(await listUserIds({ status: userFilter.active })).toEqual([
    staff.profileId,
    partner.profileId,
    one.profileId,
  ])
  expect(await listUserIds({ status: userFilter.inactive })).toEqual([shut.profileId])
  expect(await listUserIds({ status: userFilter.partner })).toEqual([partner.profileId])
  expect(await listUserIds({ status: userFilter.staff })).toEqual([staff.profileId])
  for (const status of Object.values(userFilter)) {
    const { rows, count } = await listUsers({ ...all, status })
    expect(count).toBe(rows.length)
  }
})

test('lists other users with the same document', async () => {
  const [one, other] = [await makeCustomer(), await makeCustomer()]
  await makeCustomer({ identity: company })
  const accountsWithDocument = await listSameDocumentAccounts({
    id: one.profileId,
    cpf: person.cpf,
    cnpj: null,
  })
  expect(accountsWithDocument).toEqual([{ id: other.profileId, shownName: person.name, email: other.email }])
})

test('finds all users of a very common word, newest first and page by page', async () => {
  await insertNamesakes(350)
  const [first, last] = await Promise.all([
    listUsers({ ...all, search: 'nome' }),
    listUsers({ ...all, search: 'nome', page: 18 }),
  ])
  expect(first).toMatchObject({ count: 350, pages: 18 })
  expect(last.rows).toHaveLength(10)
  const ids = first.rows.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  const [newest] = first.rows
  expect(await listUsers({ ...all, search: `comum ${newest?.userId}` })).toMatchObject({ count: 1 })
  expect(await listUsers({ ...all, search: 'nome comum', sort: 'name' })).toMatchObject({ count: 350 })
})

async function insertNamesakes(count: number) {
  const emails = Array.from({ length: count }, (_, index) => ({ email: `n${index}@exemplo.test` }))
  await db.insertInto('users').values(emails).execute()
  await sql`insert into profiles (user_id, is_company, name) select id, 0, concat('Nome Comum ', id) from users`.execute(
    db,
  )
  expect(await indexMissingPeople()).toBeGreaterThanOrEqual(count)
}
