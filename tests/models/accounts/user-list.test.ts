import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { userFilter } from '#app/domain/accounts/user-filter.ts'
import { indexMissingPeople } from '#app/models/accounts/person-words.server.ts'
import { listSameDocumentAccounts } from '#app/models/accounts/same-document.server.ts'
import { listUsers, type UserQuery } from '#app/models/accounts/user-list.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { company, makeCustomer, person } from '#tests/factories/people.ts'

const everyUser: UserQuery = { search: '', status: undefined, sort: 'id', direction: 'descending', page: 1 }

async function listUserIds(query: Partial<UserQuery>) {
  return (await listUsers({ ...everyUser, ...query })).rows.map(({ id }) => id)
}

test('lists users newest first, by name ascending or by e-mail descending', async () => {
  const individual = await makeCustomer({ identity: { ...person, name: 'Zoé' }, email: 'a@exemplo.test' })
  const firmOwner = await makeCustomer({ identity: company, email: 'b@exemplo.test' })
  expect(await listUserIds({})).toEqual([firmOwner.profileId, individual.profileId])
  // The company is 'Asa Inventada', and its contact has another name.
  expect(await listUserIds({ sort: 'name', direction: 'ascending' })).toEqual([
    firmOwner.profileId,
    individual.profileId,
  ])
  expect(await listUserIds({ sort: 'email' })).toEqual([firmOwner.profileId, individual.profileId])
})

test('searches by id, document, words of name and company, or part of the e-mail', async () => {
  const individual = await makeCustomer({ email: 'ana@exemplo.test' })
  const firmOwner = await makeCustomer({ identity: company, email: 'beto@exemplo.test' })
  const findIds = (search: string) => listUserIds({ search })
  expect(await findIds(String(individual.profileId))).toEqual([individual.profileId])
  expect(await findIds('529.982.247-25')).toEqual([individual.profileId])
  expect(await findIds('12.abc.345/01de-35')).toEqual([firmOwner.profileId])
  expect(await findIds('asa inv')).toEqual([firmOwner.profileId])
  expect(await findIds('Beto I')).toEqual([firmOwner.profileId])
  expect(await findIds('ANA@')).toEqual([individual.profileId])
  expect(await findIds('100%')).toEqual([])
  expect(await listUsers({ ...everyUser, search: 'nobody' })).toMatchObject({ count: 0, pages: 1 })
})

test('filters by active, inactive, partner or staff', async () => {
  const [ordinaryUser, inactiveUser, partner, staff] = [
    await makeCustomer(),
    await makeCustomer(),
    await makeCustomer(),
    await makeCustomer(),
  ]
  await db.updateTable('users').set({ is_active: false }).where('id', '=', inactiveUser.userId).execute()
  await db.updateTable('profiles').set({ is_partner: true }).where('id', '=', partner.profileId).execute()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', staff.userId).execute()
  expect(await listUserIds({ status: userFilter.active })).toEqual([
    staff.profileId,
    partner.profileId,
    ordinaryUser.profileId,
  ])
  expect(await listUserIds({ status: userFilter.inactive })).toEqual([inactiveUser.profileId])
  expect(await listUserIds({ status: userFilter.partner })).toEqual([partner.profileId])
  expect(await listUserIds({ status: userFilter.staff })).toEqual([staff.profileId])
  for (const status of Object.values(userFilter)) {
    const { rows, count } = await listUsers({ ...everyUser, status })
    expect(count).toBe(rows.length)
  }
})

test('lists the other users with the same document', async () => {
  const [customer, namesake] = [await makeCustomer(), await makeCustomer()]
  await makeCustomer({ identity: company })
  const accountsWithDocument = await listSameDocumentAccounts({
    id: customer.profileId,
    cpf: person.cpf,
    cnpj: null,
  })
  expect(accountsWithDocument).toEqual([
    { id: namesake.profileId, shownName: person.name, email: namesake.email },
  ])
})

test('finds all users of a very common word, newest first and page by page', async () => {
  await insertNamesakes(350)
  const [firstPage, lastPage] = await Promise.all([
    listUsers({ ...everyUser, search: 'nome' }),
    listUsers({ ...everyUser, search: 'nome', page: 18 }),
  ])
  // Pages of twenty: the last one contains ten users.
  expect(firstPage).toMatchObject({ count: 350, pages: 18 })
  expect(lastPage.rows).toHaveLength(10)
  const ids = firstPage.rows.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  const [newestUser] = firstPage.rows
  expect(await listUsers({ ...everyUser, search: `comum ${newestUser?.userId}` })).toMatchObject({ count: 1 })
  expect(await listUsers({ ...everyUser, search: 'nome comum', sort: 'name' })).toMatchObject({ count: 350 })
})

async function insertNamesakes(count: number) {
  const emails = Array.from({ length: count }, (_, index) => ({ email: `n${index}@exemplo.test` }))
  await db.insertInto('users').values(emails).execute()
  await sql`insert into profiles (user_id, is_company, name) select id, 0, concat('Nome Comum ', id) from users`.execute(
    db,
  )
  expect(await indexMissingPeople()).toBeGreaterThanOrEqual(count)
}
