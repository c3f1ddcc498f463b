import { expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { changeAddresses, changePhone } from '#app/models/accounts/account.server.ts'
import { createFirstAdmin } from '#app/models/accounts/first-admin.server.ts'
import { findPeople } from '#app/models/accounts/people-search.server.ts'
import { indexMissingPeople, refreshPeople } from '#app/models/accounts/person-words.server.ts'
import { changeUser, createUser, findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { anonymiseAccount, requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { removedAccountName } from '#app/text/accounts/account-labels.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { address, changeEmail, company, makeCustomer, person } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'

const findIds = async (search: string) => (await findPeople(search)).ids

const farmIdentity = {
  ...company,
  name: 'Helena Brandão de Almeida',
  companyName: 'Fazenda Asa Branca Aviação Agrícola Ltda.',
}

test('finds a person by the start of any word, by part of a number or by part of the e-mail', async () => {
  await makeCustomer()
  const { profileId } = await makeCustomer({
    identity: { ...farmIdentity, phone: '16998761234' },
    email: 'contato@fazendaasabranca.exemplo.test',
  })
  const searches = [
    ...['Brandão', 'brandao', 'almeida helena', 'Asa Branca', 'branca ASA', 'agrícola brand'],
    ...['asabranca', 'fazendaasabranca.exemplo', 'contato@fazenda', '@fazendaasa', 'tato@'],
    ...['16998761234', '(16) 99876-1234', '99876-1234', '9876 1234', '+55 16 99876-1234', '1234 brandão'],
    ...['12ABC34501DE35', '12.abc.345/01de-35', '12.abc'],
  ]
  for (const search of searches) expect.soft(await findIds(search), search).toEqual([profileId])
  const searchesWithoutMatch = [
    'randão',
    'brandão silva',
    'asa branca ribeiro',
    '99876-1235',
    'azenda contatos',
    'ninguem',
  ]
  for (const search of searchesWithoutMatch) expect.soft(await findIds(search), search).toEqual([])
})

test('finds a person by the postal code of either address', async () => {
  const { profileId, userId } = await makeCustomer()
  await changeAddresses(
    { userId, profileId },
    { billing: address, shipping: { ...address, zip_code: '14400123' } },
  )
  expect(await findIds('14400-123')).toEqual([profileId])
  // The postal code of `address`.
  expect(await findIds('18600000')).toEqual([profileId])
})

test('every change of a person updates the index and removes the replaced words', async () => {
  const { userId, profileId } = await makeCustomer({ email: 'antes@exemplo.test' })
  // The customer of the factory has the phone (14) 99999-0000.
  await changePhone({ userId, profileId }, '21988887777')
  expect([await findIds('88887777'), await findIds('14999990000')]).toEqual([[profileId], []])
  await changeEmail(userId, 'depois@outro.test')
  expect([await findIds('outro.test'), await findIds('antes')]).toEqual([[profileId], []])
  const user = await findUserForStaff(profileId)
  const form = {
    ...{ identity: farmIdentity, email: 'depois@outro.test', billing: address, shipping: null },
    ...{ isActive: true, isPartner: false, isStaff: false, isSuperuser: false },
  }
  const staff = { userId: await makeStaff(), isSuperuser: false }
  await changeUser(profileId, { form, seenVersion: user?.lock_version ?? -1, actor: staff })
  expect([await findIds('asa branca'), await findIds('depois inventada')]).toEqual([[profileId], []])
  expect(await indexMissingPeople()).toBe(0)
})

test('indexes accounts as soon as the checkout, staff or the first-administrator command creates them', async () => {
  const order = await makeOrder({ [await makePublication()]: 1 })
  const [buyer] = await db.selectFrom('profiles').select('id').where('user_id', '=', order.userId).execute()
  expect(await findIds(person.name)).toEqual([buyer?.id])
  const form = {
    ...{ identity: farmIdentity, email: 'nova@exemplo.test', billing: address, shipping: null },
    ...{ isActive: true, isPartner: false, isStaff: false, isSuperuser: false },
  }
  const user = await createUser(form, { userId: order.userId, isSuperuser: false })
  expect(await findIds('nova@ helena')).toEqual([user])
  await createFirstAdmin('chefe@loja.exemplo.test')
  expect(await findIds('chefe')).toHaveLength(1)
})

test('deletes the search words of a removed account', async () => {
  const { userId, profileId } = await makeCustomer({ identity: farmIdentity })
  await requestDeletion({ userId, profileId }, { areLossesAccepted: true, today: toCivilDate(new Date()) })
  const { id } = await db.selectFrom('deletion_requests').select('id').executeTakeFirstOrThrow()
  expect(await anonymiseAccount(id, removedAccountName)).toBe(true)
  expect(await findIds('brandao')).toEqual([])
  expect(
    await db.selectFrom('person_words').selectAll().where('profile_id', '=', profileId).execute(),
  ).toEqual([])
  const text = db.selectFrom('person_texts').select(['words', 'parts']).where('profile_id', '=', profileId)
  expect(await text.execute()).toEqual([{ words: '', parts: '' }])
})

test('indexes people who have no index entries or outdated ones, each only once', async () => {
  const [farmCustomer, otherCustomer] = [await makeCustomer({ identity: farmIdentity }), await makeCustomer()]
  await db.deleteFrom('person_words').execute()
  await db.deleteFrom('person_texts').where('profile_id', '=', farmCustomer.profileId).execute()
  await db.updateTable('person_texts').set({ version: 0, words: ' velho ' }).execute()
  expect(await findIds('brandao')).toEqual([])
  expect(await indexMissingPeople()).toBe(2)
  expect(await findIds('brandao')).toEqual([farmCustomer.profileId])
  expect(await findIds('inventada silva')).toEqual([otherCustomer.profileId])
  expect(await indexMissingPeople()).toBe(0)
})

test('indexes all people again in batches a day later, since an older release may have changed them', async () => {
  const customers = [await makeCustomer(), await makeCustomer(), await makeCustomer()]
  await db.updateTable('profiles').set({ name: 'Zuleica Trocada' }).execute()
  const [now, tomorrow] = [new Date(), new Date(Date.now() + 25 * 3_600_000)]
  expect(await refreshPeople(now, 100)).toBe(0)
  expect(await findIds('zuleica')).toEqual([])
  expect(await refreshPeople(tomorrow, 2)).toBe(2)
  expect(await findIds('zuleica')).toHaveLength(2)
  expect(await refreshPeople(tomorrow, 2)).toBe(1)
  expect((await findIds('zuleica')).sort()).toEqual(customers.map(({ profileId }) => profileId).sort())
  expect(await refreshPeople(tomorrow, 2)).toBe(0)
})

test('indexes people without index entries before those due for reindexing', async () => {
  const [changedCustomer, unindexedCustomer] = [
    await makeCustomer(),
    await makeCustomer({ identity: farmIdentity }),
  ]
  await db.deleteFrom('person_words').where('profile_id', '=', unindexedCustomer.profileId).execute()
  await db.deleteFrom('person_texts').where('profile_id', '=', unindexedCustomer.profileId).execute()
  await db
    .updateTable('profiles')
    .set({ phone: '21988887777' })
    .where('id', '=', changedCustomer.profileId)
    .execute()
  const tomorrow = new Date(Date.now() + 25 * 3_600_000)
  expect(await refreshPeople(tomorrow, 1)).toBe(1)
  expect([await findIds('brandao'), await findIds('88887777')]).toEqual([[unindexedCustomer.profileId], []])
  expect(await refreshPeople(tomorrow, 1)).toBe(1)
  expect(await findIds('88887777')).toEqual([changedCustomer.profileId])
})

test('the index contains all of three concurrent changes of one person', async () => {
  const { userId, profileId } = await makeCustomer()
  await Promise.all([
    changePhone({ userId, profileId }, '21988887777'),
    changeEmail(userId, 'depois@outro.test'),
    changeAddresses({ userId, profileId }, { billing: { ...address, zip_code: '14400123' }, shipping: null }),
  ])
  for (const search of ['88887777', 'outro.test', '14400123'])
    expect.soft(await findIds(search)).toEqual([profileId])
})

test('a whole e-mail finds one account, and a part finds all accounts whose e-mail contains it', async () => {
  const suffix = `${Date.now()}`
  const customer = await makeCustomer({ email: `ana${suffix}@exemplo.test` })
  const otherCustomer = await makeCustomer({ email: `mariana${suffix}@exemplo.test` })
  const exactMatch = await findPeople(` ANA${suffix}@exemplo.test `)
  expect(exactMatch).toEqual({ ids: [customer.profileId], terms: null })
  const partialMatches = await findPeople(`ana${suffix}@exemplo`)
  expect([...partialMatches.ids].sort()).toEqual([customer.profileId, otherCustomer.profileId].sort())
})
