import { describe, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { findPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action as contactAction } from '#app/routes/shop/contact.tsx'
import { askForPasswordLink, makeCustomer, newEmail, password } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'
import { addSubscribers } from '#tests/factories/subscribers.ts'
import { ApiClient, callAs, callUntilFileIsReady, preparedBytes } from '#tests/support/api-client.ts'
import { Visitor } from '#tests/support/request.ts'

const anyone = new ApiClient()
const today = toCivilDate(new Date())

/** Creates clients with an active subscription. */
async function makeSubscribers(count: number) {
  const publicationId = await makePublication({ is_signature: true })
  await addSubscribers(publicationId, count, today)
  return db
    .selectFrom('subscriptions')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['subscriptions.id', 'profiles.id as profileId', 'users.id as userId', 'email'])
    .orderBy('subscriptions.id')
    .execute()
}

async function makeTwoSubscribers() {
  const [first, second] = await makeSubscribers(2)
  if (!first || !second) throw new Error('expected two subscribers')
  return { first, second }
}

describe('POST /api/user/change_password/: request password recovery', () => {
  test('queues a password link for an account', async () => {
    const { email } = await makeCustomer()
    const answer = await anyone.post('/api/user/change_password/', { email })
    expect([answer.status, answer.body]).toEqual([
      200,
      { detail: 'Enviamos um e-mail para recuperação da senha.' },
    ])
    const jobs = await db.selectFrom('outbox').select('job').execute()
    expect(jobs).toEqual([{ job: 'send-password-link' }])
  })

  test.each([
    [{}, ['O e-mail precisa ser preenchido']],
    [{ email: ' ' }, ['O e-mail precisa ser preenchido']],
    [{ email: 'ninguem@exemplo.test' }, ['Não foi encontrada uma conta cadastrada com esse e-mail']],
  ])('returns 400 with field errors: %o', async (body, email) => {
    const answer = await anyone.post('/api/user/change_password/', body)
    expect([answer.status, answer.body]).toEqual([400, { email }])
  })

  test('returns 429 with Retry-After for the sixth request of one network address', async () => {
    const requestRecovery = () =>
      anyone.post(
        '/api/user/change_password/',
        { email: newEmail() },
        { context: { clientAddress: '192.0.2.7' } },
      )
    for (let count = 0; count < 5; count += 1) expect((await requestRecovery()).status).toBe(400)
    const rejectedAnswer = await requestRecovery()
    expect(rejectedAnswer.status).toBe(429)
    expect(Number(rejectedAnswer.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})

describe('POST /api/user/confirm_password/: set a new password', () => {
  async function requestLinkToken(email: string) {
    return (await findPasswordLink(await askForPasswordLink(email)))?.token
  }

  test('changes the password with the hash of a link, once, and ends the sessions', async () => {
    const customer = await makeCustomer()
    const client = await callAs(customer)
    const hash = await requestLinkToken(customer.email)
    const newPassword = 'outra senha inventada 77'
    const answer = await anyone.post('/api/user/confirm_password/', { hash, password: newPassword })
    expect([answer.status, answer.body]).toEqual([200, { detail: 'Senha alterada com sucesso' }])
    expect((await client.get('/profile/')).status).toBe(401)
    const requestToken = (triedPassword: string) =>
      anyone.post('/api/token/', { username: customer.email, password: triedPassword })
    expect([(await requestToken(newPassword)).status, (await requestToken(password)).status]).toEqual([
      200, 400,
    ])
    const secondAnswer = await anyone.post('/api/user/confirm_password/', {
      hash,
      password: 'mais uma senha 88',
    })
    expect([secondAnswer.status, secondAnswer.body]).toMatchObject([400, { hash: ['Este link venceu'] }])
  })

  test('returns field errors for a short password and for an unknown hash', async () => {
    const { email } = await makeCustomer()
    const hash = await requestLinkToken(email)
    const shortAnswer = await anyone.post('/api/user/confirm_password/', { hash, password: 'curta' })
    expect(shortAnswer.body).toEqual({ password: ['A senha precisa de pelo menos 8 caracteres'] })
    const unknownAnswer = await anyone.post('/api/user/confirm_password/', {
      hash: 'x',
      password: 'outra senha 77',
    })
    expect([unknownAnswer.status, unknownAnswer.body]).toMatchObject([
      400,
      { hash: ['Este link não existe'] },
    ])
  })
})

describe('POST /api/contact/: contact', () => {
  const message = {
    name: 'Ana',
    email: 'ana@exemplo.test',
    phone: '(14) 99999-0000',
    text: 'Olá',
    subject: 'x',
  }
  const listRows = () =>
    db
      .selectFrom('contact_messages')
      .select(['name', 'email', 'phone', 'text', 'subject', 'user_id'])
      .execute()
  const listJobs = () => db.selectFrom('outbox').select('job').orderBy('id').execute()

  test('returns {} and stores the same rows as the form', async () => {
    const answer = await anyone.post('/api/contact/', message)
    expect([answer.status, answer.body]).toEqual([200, {}])
    const { subject: _, ...fields } = message
    await new Visitor().post(contactAction, '/contact', { ...fields, token: 'a' })
    const [callRow, formRow, ...furtherRows] = await listRows()
    expect(callRow).toEqual(formRow)
    expect(furtherRows).toEqual([])
    // The call and the form each queue two jobs.
    const jobNames = (await listJobs()).map(({ job }) => job)
    expect(jobNames.slice(0, 2)).toEqual(jobNames.slice(2))
  })

  test('returns 200 with field errors and stores no message', async () => {
    const answer = await anyone.post('/api/contact/', { ...message, email: 'x', text: null })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        email: ['E-mail incorreto: confira se está completo, como nome@exemplo.com.br'],
        text: ['Campo obrigatório'],
      },
    ])
    expect(await listRows()).toEqual([])
  })

  test('stores one message for an invalid and two valid calls with one Idempotency-Key', async () => {
    const invalidAnswer = await anyone.post('/api/contact/', { ...message, email: 'x' }, { key: 'k1' })
    expect([invalidAnswer.status, Object.keys(invalidAnswer.body)]).toEqual([200, ['email']])
    await anyone.post('/api/contact/', message, { key: 'k1' })
    await anyone.post('/api/contact/', message, { key: 'k1' })
    expect(await listRows()).toHaveLength(1)
  })
})

describe('GET /api/users_admins/: staff list', () => {
  test('lists staff with user id, name and profile, and no customers', async () => {
    const userId = await makeStaff()
    await makeCustomer()
    const client = await callAs({ userId })
    const { body } = await client.get('/api/users_admins/')
    expect(body).toEqual([{ id: userId, name: expect.any(String), profile: expect.any(Number) }])
    const ownAnswer = await client.get(`/profile/${body[0].profile}`)
    expect(ownAnswer.body).toMatchObject({ id: body[0].profile, name: body[0].name, user: { id: userId } })
  })
})

describe('POST /api/users_addresses_list/: labels of addresses (PDF)', () => {
  test.each(['simple', 'complete'])('accepts users as comma-separated profile ids, type %s', async (type) => {
    const client = await callAs({ userId: await makeStaff() })
    const [firstCustomer, secondCustomer] = [await makeCustomer(), await makeCustomer()]
    const users = `${firstCustomer.profileId}, ${secondCustomer.profileId}`
    const { answer, request } = await callUntilFileIsReady(() =>
      client.post('/api/users_addresses_list/', { users, type }),
    )
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    expect(answer.bytes).toEqual(preparedBytes)
    expect(request?.facts).toMatchObject({
      profileIds: [firstCustomer.profileId, secondCustomer.profileId],
      style: type,
      sheet: '6181',
    })
  })

  test.each([
    [{ type: 'simple' }, { users: ['Campo obrigatório'] }],
    [{ users: 'a,b', type: 'simple' }, { users: ['Números de perfis separados por vírgula'] }],
    [{ users: '1', type: 'other' }, { type: ['Use simple ou complete'] }],
    [
      { users: '4294967295', type: 'simple' },
      { users: ['Nenhum destes perfis tem endereço: não há o que imprimir.'] },
    ],
  ])('returns 400 with field errors: %o', async (body, errors) => {
    const client = await callAs({ userId: await makeStaff() })
    const answer = await client.post('/api/users_addresses_list/', body)
    expect([answer.status, answer.body]).toMatchObject([400, errors])
  })
})

describe('POST /api/get_certificate/: certificate', () => {
  test('returns Certificate.pdf of the caller when the call has no body', async () => {
    const { first } = await makeTwoSubscribers()
    const client = await callAs(first)
    const { answer, request } = await callUntilFileIsReady(() => client.post('/api/get_certificate/'))
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('Content-Disposition')).toContain('filename="Certificate.pdf"')
    expect(answer.bytes).toEqual(preparedBytes)
    expect(request?.user_id).toBe(first.userId)
  })

  test('returns customers their own certificate by signature or e-mail, but no other', async () => {
    const { first, second } = await makeTwoSubscribers()
    const client = await callAs(first)
    const { answer } = await callUntilFileIsReady(() =>
      client.post('/api/get_certificate/', { signature: first.id }),
    )
    expect(answer.status).toBe(200)
    const otherAnswer = await client.post('/api/get_certificate/', { signature: second.id })
    expect([otherAnswer.status, otherAnswer.body]).toEqual([
      400,
      { non_field_errors: ['Nenhuma assinatura ativa'] },
    ])
    expect((await client.post('/api/get_certificate/', { email: second.email })).status).toBe(403)
    const email = ` ${first.email.toUpperCase()} `
    const ownCertificate = await callUntilFileIsReady(() => client.post('/api/get_certificate/', { email }))
    expect(ownCertificate.answer.status).toBe(200)
  })

  test('returns {e-mail}.pdf to staff by e-mail, and 404 for an unknown e-mail', async () => {
    const { first } = await makeTwoSubscribers()
    const client = await callAs({ userId: await makeStaff() })
    const { answer } = await callUntilFileIsReady(() =>
      client.post('/api/get_certificate/', { email: first.email }),
    )
    // The plain file name has _ in place of @.
    expect(answer.headers.get('Content-Disposition')).toContain(
      `filename="${first.email}.pdf"`.replace('@', '_'),
    )
    expect((await client.post('/api/get_certificate/', { email: newEmail() })).status).toBe(404)
  })

  test('returns 400 without an active subscription', async () => {
    const { first } = await makeTwoSubscribers()
    await db
      .updateTable('subscriptions')
      .set({ due: addDays(today, -1) })
      .execute()
    expect((await (await callAs(first)).post('/api/get_certificate/', {})).status).toBe(400)
  })

  test('returns 503 with Retry-After until the worker has created the certificate', async () => {
    const { first } = await makeTwoSubscribers()
    const answer = await (await callAs(first)).post('/api/get_certificate/')
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  })
})

describe("POST /api/logme/: history of target 'order', target_id", () => {
  test('returns id, action, created and actor.name of each entry', async () => {
    const { orderId } = await makePaidOrder()
    const client = await callAs({ userId: await makeStaff() })
    const { status, body } = await client.post('/api/logme/', { target: 'order', target_id: orderId })
    expect(status).toBe(200)
    expect(body.map(({ action }: { action: string }) => action)).toContain('Pagamento confirmado')
    for (const entry of body)
      expect(entry).toEqual({
        id: expect.any(Number),
        action: expect.any(String),
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        actor: { name: expect.toBeOneOf([null, 'Ana Inventada da Silva']) },
      })
  })

  test('returns a profile’s history by its id', async () => {
    const customer = await makeCustomer()
    await (await callAs(customer)).put(`/profile/${customer.profileId}/`, { phone: '(14) 98888-0000' })
    const client = await callAs({ userId: await makeStaff() })
    const { body } = await client.post('/api/logme/', { target: 'profile', target_id: customer.profileId })
    expect(body).toMatchObject([
      { action: 'Telefone alterado pelo cliente', actor: { name: 'Ana Inventada da Silva' } },
    ])
  })

  test('returns 400 with field errors', async () => {
    const client = await callAs({ userId: await makeStaff() })
    const answer = await client.post('/api/logme/', { target: 'x' })
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { target: ['Registro desconhecido'], target_id: ['Campo obrigatório'] },
    ])
  })
})

test.each([
  ['GET', '/api/users_admins/'],
  ['POST', '/api/users_addresses_list/'],
  ['POST', '/api/logme/'],
])('%s %s allows only staff', async (method, path) => {
  const client = await callAs(await makeCustomer())
  const body = method === 'GET' ? undefined : {}
  expect((await client.call(method, path, body)).status).toBe(403)
  expect((await anyone.call(method, path, body)).status).toBe(401)
})
