import { describe, expect, test } from 'vitest'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action as userAction } from '#app/routes/admin/users/user.tsx'
import {
  address,
  askForPasswordLink,
  company,
  makeCustomer,
  newEmail,
  password,
  person,
} from '#tests/factories/people.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { flat } from '#tests/spec-client/api.js'
import { ApiClient, callAs } from '#tests/support/api-client.ts'
import { loginAs } from '#tests/support/request.ts'

const anyone = new ApiClient()
const addressBody = { country: 'Brasil', ...address, zip_code: '18600-000' }

function makeProfileBody(changes: Record<string, unknown> = {}) {
  return {
    name: person.name,
    person_or_company: 0,
    cpf: '529.982.247-25',
    phone: '(14) 99999-0000',
    billing_address: addressBody,
    shipping_address: null,
    user: { email: newEmail(), password },
    ...changes,
  }
}

async function openStaffClient({ isSuperuser = false } = {}) {
  const userId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: isSuperuser }).where('id', '=', userId).execute()
  return { userId, client: await callAs({ userId }) }
}

const listUserHistory = (userId: number) =>
  db
    .selectFrom('history')
    .select(['action', 'actor_user_id', 'details'])
    .where('entity', '=', 'user')
    .where('entity_id', '=', userId)
    .orderBy('id')
    .execute()

describe('GET /profile/?ordering=-id&page={n}&search={text}: list profiles', () => {
  test('staff search all profiles, newest first, in pages', async () => {
    const { client } = await openStaffClient()
    const companyCustomer = await makeCustomer({ identity: company })
    const newest = await makeCustomer()
    const { body } = await client.get('/profile/?ordering=-id&page=1&limit=2')
    // The staff member also has a profile.
    expect(body).toMatchObject({ count: 3, pages: 2 })
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([
      newest.profileId,
      companyCustomer.profileId,
    ])
    const foundAnswer = await client.get('/profile/?search=asa')
    expect(foundAnswer.body.results).toMatchObject([
      {
        id: companyCustomer.profileId,
        person_or_company: 1,
        company_name: company.companyName,
        user: { email: companyCustomer.email },
      },
    ])
  })

  test('customers see only their own profile for any search', async () => {
    const [customer, otherCustomer] = [await makeCustomer(), await makeCustomer()]
    const { body } = await (await callAs(customer)).get(`/profile/?search=${otherCustomer.email}`)
    expect(body).toMatchObject({ count: 1, pages: 1, results: [{ id: customer.profileId }] })
  })

  test('returns 401 to visitors', async () => {
    expect((await anyone.get('/profile/')).status).toBe(401)
  })
})

describe('GET /profile/{id}: get a profile', () => {
  test('returns all fields of the specification', async () => {
    const ownCustomer = await makeCustomer()
    const { status, body } = await (await callAs(ownCustomer)).get(`/profile/${ownCustomer.profileId}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: ownCustomer.profileId,
      name: person.name,
      company_name: null,
      person_or_company: 0,
      phone: '14999990000',
      cpf: '52998224725',
      cnpj: null,
      ie: null,
      is_partner: false,
      temp_hash: null,
      billing_address: { country: 'Brasil', ...address },
      shipping_address: null,
      user: {
        id: ownCustomer.userId,
        email: ownCustomer.email,
        is_superuser: false,
        is_staff: false,
        is_active: true,
      },
      legacy_id: null,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  test.each<[string, Record<string, unknown>, boolean]>([
    ['makes a customer staff', { user: { is_staff: true, is_superuser: true } }, false],
    ['makes a new account staff', { user: { is_staff: true, is_superuser: true, email: newEmail() } }, true],
  ])(
    'ignores staff roles when an API key %s, and accepts them from an administrator (D50)',
    async (_, { user }, isNew) => {
      const { userId, client } = await openStaffClient({ isSuperuser: true })
      const { key } = await createApiKey(userId, { name: 'ERP', scopes: ['people:read', 'people:write'] })
      const { profileId } = await makeCustomer()
      const saveAccount = (caller: ApiClient, email: string) =>
        isNew
          ? caller.post('/profile/', makeProfileBody({ user: { ...Object(user), email } }))
          : caller.put(`/profile/${profileId}/`, { user })
      const keyAnswer = await saveAccount(new ApiClient(key), newEmail())
      expect(keyAnswer.body.user).toMatchObject({ is_staff: false, is_superuser: false })
      const personAnswer = await saveAccount(client, newEmail())
      expect(personAnswer.body.user).toMatchObject({ is_staff: true, is_superuser: true })
    },
  )

  test('an administrator’s key neither changes nor deletes a staff account', async () => {
    const { userId, client } = await openStaffClient({ isSuperuser: true })
    const { key } = await createApiKey(userId, { name: 'ERP', scopes: ['people:read', 'people:write'] })
    const keyClient = new ApiClient(key)
    const staffAccount = await makeCustomer()
    const path = `/profile/${staffAccount.profileId}/`
    await db.updateTable('users').set({ is_staff: true }).where('id', '=', staffAccount.userId).execute()
    const changes = { user: { email: newEmail(), is_active: false, is_staff: false } }
    expect((await keyClient.put(path, changes)).body.user).toEqual((await client.get(path)).body.user)
    expect((await keyClient.delete(path)).status).toBe(403)
    expect((await client.get(path)).body.user).toMatchObject({
      email: staffAccount.email,
      is_active: true,
      is_staff: true,
    })
  })

  test('returns 404 to customers for other profiles', async () => {
    const [own, other] = [await makeCustomer(), await makeCustomer()]
    expect((await (await callAs(own)).get(`/profile/${other.profileId}`)).status).toBe(404)
  })

  test('shows staff the open password link and logs it, but never shows it to API keys', async () => {
    const { userId, client } = await openStaffClient()
    const customer = await makeCustomer()
    await askForPasswordLink(customer.email)
    const { body } = await client.get(`/profile/${customer.profileId}`)
    expect(body.temp_hash).toEqual(expect.any(String))
    const loggedActions = (await listUserHistory(customer.userId)).map(({ action, actor_user_id }) => [
      action,
      actor_user_id,
    ])
    expect(loggedActions).toEqual([['reset-link-seen', userId]])
    const { key } = await createApiKey(userId, { name: 'ERP', scopes: ['people:read'] })
    const keyAnswer = await new ApiClient(key).get(`/profile/${customer.profileId}`)
    expect([keyAnswer.status, keyAnswer.body.temp_hash]).toEqual([200, null])
    expect(await listUserHistory(customer.userId)).toHaveLength(1)
  })
})

describe('POST /profile/: create a profile', () => {
  test('creates an account for a visitor, who can log in', async () => {
    const profile = makeProfileBody()
    const { status, body } = await anyone.post('/profile/', profile)
    expect([status, body.user]).toEqual([
      201,
      {
        id: expect.any(Number),
        email: profile.user.email,
        is_superuser: false,
        is_staff: false,
        is_active: true,
      },
    ])
    const login = await anyone.post('/api/token/', { username: profile.user.email, password })
    expect(login.status).toBe(200)
  })

  test('creates a company, and accepts person_or_company true as 1', async () => {
    const { status, body } = await anyone.post(
      '/profile/',
      makeProfileBody({
        person_or_company: true,
        company_name: company.companyName,
        cnpj: '12.ABC.345/01DE-35',
        ie: 'isento',
      }),
    )
    expect([status, body.person_or_company, body.cnpj, body.ie]).toEqual([201, 1, '12ABC34501DE35', 'ISENTO'])
  })

  test('ignores staff roles, partner and activity flags of a visitor’s new account', async () => {
    const user = { email: newEmail(), password, is_staff: true, is_superuser: true, is_active: false }
    const { body } = await anyone.post('/profile/', makeProfileBody({ user, is_partner: true }))
    expect(body).toMatchObject({
      is_partner: false,
      user: { is_staff: false, is_superuser: false, is_active: true },
    })
  })

  test.each([
    [{ cpf: '111.111.111-11' }, { cpf: ['CPF incorreto: confira os 11 números'] }],
    [{ phone: '' }, { phone: ['Campo obrigatório'] }],
    [
      { billing_address: { ...addressBody, zip_code: '1860' } },
      { billing_address: { zip_code: ['CEP incorreto: são oito números, como 18600-000'] } },
    ],
    [
      { shipping_address: { ...addressBody, state: 'XX' } },
      { shipping_address: { state: ['UF incorreta: use a sigla do estado, como SP'] } },
    ],
    [{ user: { email: 'x', password } }, { user: { email: [expect.stringContaining('E-mail incorreto')] } }],
    [
      { user: { email: 'ana@exemplo.test', password: 'curta' } },
      { user: { password: [expect.any(String)] } },
    ],
    [{ name: 12 }, { name: ['Valor inválido'] }],
    [{ name: 'Acesse https://exemplo.test' }, { name: ['Escreva sem endereço de site nem de e-mail'] }],
    [
      {
        person_or_company: 1,
        company_name: 'Veja www.exemplo.test',
        cnpj: '11.444.777/0001-61',
        ie: 'isento',
      },
      { company_name: ['Escreva sem endereço de site nem de e-mail'] },
    ],
    [
      { billing_address: { ...addressBody, complement: 'fale com ana@exemplo.test' } },
      { billing_address: { complement: ['Escreva sem endereço de site nem de e-mail'] } },
    ],
  ])('returns 400 with field errors: %o', async (changes, errors) => {
    const answer = await anyone.post('/profile/', makeProfileBody(changes))
    expect([answer.status, answer.body]).toEqual([400, errors])
  })

  test('returns errors that the specification’s client can flatten with underscores', async () => {
    const { body } = await anyone.post(
      '/profile/',
      makeProfileBody({
        phone: '',
        billing_address: { ...addressBody, zip_code: '1860' },
        user: { email: 'ana@exemplo.test', password: '' },
      }),
    )
    expect(flat(body)).toEqual({
      phone: 'Campo obrigatório',
      billing_address_zip_code: 'CEP incorreto: são oito números, como 18600-000',
      user_password: 'Campo obrigatório',
    })
  })

  test('rejects a registered e-mail, and a new profile sent by a customer who has one', async () => {
    const knownCustomer = await makeCustomer()
    const answer = await anyone.post(
      '/profile/',
      makeProfileBody({ user: { email: knownCustomer.email, password } }),
    )
    expect([answer.status, answer.body]).toEqual([
      400,
      { user: { email: ['Já existe uma conta com este e-mail'] } },
    ])
    expect((await (await callAs(knownCustomer)).post('/profile/', makeProfileBody())).status).toBe(403)
  })

  test('creates one profile for two calls with one Idempotency-Key', async () => {
    const profile = makeProfileBody()
    const [firstAnswer, repeatedAnswer] = [
      await anyone.post('/profile/', profile, { key: 'k1' }),
      await anyone.post('/profile/', profile, { key: 'k1' }),
    ]
    expect([firstAnswer.status, repeatedAnswer.status, repeatedAnswer.body]).toEqual([
      201,
      201,
      firstAnswer.body,
    ])
  })

  test('staff create a profile without a password, with the same rows as the form', async () => {
    const { userId, client } = await openStaffClient()
    const email = newEmail()
    const answer = await client.post('/profile/', makeProfileBody({ user: { email } }))
    expect(answer.status).toBe(201)
    const billing = Object.fromEntries(
      Object.entries(address).map(([name, text]) => [`billing.${name}`, text]),
    )
    const fields = {
      name: person.name,
      person_or_company: '0',
      cpf: '529.982.247-25',
      phone: '(14) 99999-0000',
    }
    const form = { ...fields, ...billing, email: newEmail(), ship_elsewhere: 'off', is_active: 'on' }
    await (await loginAs({ userId })).post(userAction, '/admin/user/0', form, { id: '0' })
    const rows = await db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.user_id', 'users.id')
      .select(['users.id', 'email', 'password_hash', 'is_staff', 'cpf', 'phone', 'is_partner'])
      .where('email', 'in', [email, form.email])
      .orderBy('users.id')
      .execute()
    const [callRow, formRow] = await Promise.all(
      rows.map(async ({ id, email: ownEmail, ...row }) => ({
        ...row,
        history: (await listUserHistory(id)).map((entry) => ({
          ...entry,
          details: entry.details?.replace(ownEmail, ''),
        })),
      })),
    )
    expect(callRow?.history).toHaveLength(1)
    expect(callRow).toEqual(formRow)
  })

  test('rejects a key without the scope people:write', async () => {
    const { userId } = await openStaffClient()
    const { key } = await createApiKey(userId, { name: 'ERP', scopes: ['people:read'] })
    expect((await new ApiClient(key).post('/profile/', makeProfileBody())).status).toBe(403)
  })
})

describe('PUT /profile/{id}/: update a profile', () => {
  test('customers change phone and addresses; locked fields are ignored', async () => {
    const ownCustomer = await makeCustomer()
    const { status, body } = await (await callAs(ownCustomer)).put(`/profile/${ownCustomer.profileId}/`, {
      name: 'Outra Pessoa',
      cpf: '123.456.789-09',
      is_partner: true,
      phone: '(14) 98888-0000',
      billing_address: { ...addressBody, number: '200' },
      shipping_address: { ...addressBody, number: '300' },
      user: { email: newEmail(), is_staff: true, is_superuser: true },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: person.name,
      cpf: person.cpf,
      is_partner: false,
      phone: '14988880000',
      billing_address: { number: '200' },
      shipping_address: { number: '300' },
      user: { email: ownCustomer.email, is_staff: false, is_superuser: false },
    })
    expect((await listUserHistory(ownCustomer.userId)).map(({ action }) => action)).toEqual([
      'phone-changed',
      'addresses-changed',
    ])
  })

  test('leaves omitted fields unchanged; null removes the shipping address', async () => {
    const ownCustomer = await makeCustomer()
    const client = await callAs(ownCustomer)
    const path = `/profile/${ownCustomer.profileId}/`
    await client.put(path, { shipping_address: addressBody })
    const unchangedAnswer = await client.put(path, { phone: '(14) 97777-0000' })
    expect(unchangedAnswer.body).toMatchObject({ shipping_address: address, billing_address: address })
    expect((await client.put(path, { shipping_address: null })).body.shipping_address).toBeNull()
  })

  const addressWithWrongCep = { ...addressBody, zip_code: '1' }

  test.each<[string, Record<string, unknown>, object]>([
    [
      'an address',
      { phone: '(14) 98888-0000', billing_address: addressWithWrongCep },
      { billing_address: { zip_code: [expect.any(String)] } },
    ],
    [
      'a phone and two addresses, reported together',
      {
        phone: '12',
        billing_address: addressWithWrongCep,
        shipping_address: { ...addressBody, state: 'XX' },
      },
      {
        phone: [expect.stringContaining('Telefone incorreto')],
        billing_address: { zip_code: [expect.any(String)] },
        shipping_address: { state: [expect.any(String)] },
      },
    ],
    ['an emptied phone', { phone: '' }, { phone: ['Campo obrigatório'] }],
  ])('rejects the whole change when one field is invalid: %s', async (_, changes, errors) => {
    const ownCustomer = await makeCustomer()
    const answer = await (await callAs(ownCustomer)).put(`/profile/${ownCustomer.profileId}/`, changes)
    expect([answer.status, answer.body]).toEqual([400, errors])
    expect(await listUserHistory(ownCustomer.userId)).toEqual([])
  })

  test('staff change everything but roles, and can send back unchanged fields', async () => {
    const { client } = await openStaffClient()
    const customer = await makeCustomer()
    const path = `/profile/${customer.profileId}/`
    const profileBefore = (await client.get(path)).body
    const email = newEmail()
    const user = { ...profileBefore.user, email, is_staff: true, is_superuser: true }
    const { status, body } = await client.put(path, {
      ...profileBefore,
      name: 'Ana Corrigida',
      is_partner: true,
      user,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...profileBefore,
      updated_at: expect.any(String),
      name: 'Ana Corrigida',
      is_partner: true,
      user: { email, is_staff: false, is_superuser: false },
    })
  })

  test('administrators change the roles of others, but not their own', async () => {
    const { userId, client } = await openStaffClient({ isSuperuser: true })
    const customer = await makeCustomer()
    const path = `/profile/${customer.profileId}/`
    expect((await client.put(path, { user: { is_staff: true } })).body.user.is_staff).toBe(true)
    const ownProfile = await db
      .selectFrom('profiles')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const answer = await client.put(`/profile/${ownProfile.id}/`, { user: { is_superuser: false } })
    expect([answer.status, answer.body]).toEqual([
      400,
      { user: { is_superuser: [expect.stringContaining('na sua própria conta')] } },
    ])
  })

  test('returns 404 to customers for other profiles', async () => {
    const [own, other] = [await makeCustomer(), await makeCustomer()]
    const answer = await (await callAs(own)).put(`/profile/${other.profileId}/`, { phone: '(14) 98888-0000' })
    expect(answer.status).toBe(404)
  })
})

describe('DELETE /profile/{id}: delete a profile', () => {
  test('deactivates the account and ends its sessions', async () => {
    const { client } = await openStaffClient()
    const customer = await makeCustomer()
    const customerClient = await callAs(customer)
    expect((await client.delete(`/profile/${customer.profileId}`)).status).toBe(204)
    expect((await client.get(`/profile/${customer.profileId}`)).body.user.is_active).toBe(false)
    expect((await customerClient.get('/profile/')).status).toBe(401)
    expect((await listUserHistory(customer.userId)).map(({ action }) => action)).toEqual(['changed'])
  })

  test.each([
    ['customers', 'customer', 403],
    ['staff for another staff account', 'staff', 403],
  ] as const)('deleting a staff account is forbidden for %s', async (_, callerKind, status) => {
    const staffUserId = await makeStaff()
    const { id } = await db
      .selectFrom('profiles')
      .select('id')
      .where('user_id', '=', staffUserId)
      .executeTakeFirstOrThrow()
    const client =
      callerKind === 'staff' ? (await openStaffClient()).client : await callAs(await makeCustomer())
    expect((await client.delete(`/profile/${id}`)).status).toBe(status)
  })
})
