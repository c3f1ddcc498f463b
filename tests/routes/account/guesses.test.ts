import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { HashQueueFull, hashPassword } from '#app/models/accounts/user.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { type Edge, startEdge } from '#tests/server/test-server.ts'
import { build } from '#tests/support/app-client.ts'
import { confirmCheckout, fillCart, fillPersonForm } from '#tests/support/checkout-form.ts'
import { type Fields, formBody, Visitor } from '#tests/support/request.ts'

let edge: Edge

beforeAll(async () => {
  edge = await startEdge({ build, trustProxy: 1 })
})
afterAll(() => edge.close())
beforeEach(openShop)

/** Sends a form from this client address through the real HTTP edge. */
async function postForm(path: string, fields: Fields, clientAddress: string, visitor = new Visitor()) {
  const body = formBody(fields).toString()
  const reply = await edge.send({
    method: 'POST',
    path,
    body,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(body)),
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': clientAddress,
      Cookie: visitor.cookies.header,
    },
  })
  const headers = new Headers()
  for (const line of reply.headers['set-cookie'] ?? []) headers.append('Set-Cookie', line)
  visitor.cookies.keep(headers)
  return reply
}

/** Returns the same browser after its session ended. */
function duplicateWithoutSession(visitor: Visitor): Visitor {
  const laterVisitor = new Visitor()
  const device = visitor.cookies.get('device')
  laterVisitor.cookies.keep(new Headers([['Set-Cookie', `device=${device}; Path=/`]]))
  return laterVisitor
}

const logIn = (email: string, typedPassword: string, clientAddress: string, visitor?: Visitor) =>
  postForm('/login', { email, password: typedPassword }, clientAddress, visitor)

test('locks out an IPv6 network after ten wrong passwords from different addresses and shows the waiting time', async () => {
  const { email } = await makeCustomer()
  const statuses: number[] = []
  for (let index = 1; index <= 60; index++)
    statuses.push((await logIn(email, `errada${index}`, `2001:db8:1:2::${index.toString(16)}`)).status)
  expect([statuses.filter((status) => status === 400).length, statuses[59]]).toEqual([10, 429])
  const correctLogin = await logIn(email, password, '2001:db8:1:2::61')
  expect(correctLogin.status).toBe(429)
  const minutes = Math.ceil(Number(correctLogin.headers['retry-after']) / 60)
  expect(correctLogin.body).toContain(`Muitas tentativas de entrar. Tente de novo em ${minutes} minutos.`)
  expect(correctLogin.body).toContain(`value="${email}"`)
  expect(correctLogin.body).not.toContain(password)
  expect(correctLogin.headers['set-cookie']?.join()).not.toContain('session')
})

test('counts an IPv4-mapped IPv6 address as the IPv4 address', async () => {
  const { email } = await makeCustomer()
  for (let index = 0; index < 5; index++) {
    await logIn(email, 'errada', '192.0.2.7')
    await logIn(email, 'errada', '::ffff:192.0.2.7')
  }
  // c000:0207 is 192.0.2.7 in hexadecimal.
  expect((await logIn(email, password, '::ffff:c000:0207')).status).toBe(429)
  expect((await logIn(email, password, '192.0.2.8')).status).toBe(303)
})

test.each(['an account', 'no account'])(
  'checks only twenty of forty guesses from forty addresses for an e-mail with %s',
  async (kind) => {
    const { email } = await makeCustomer()
    const attemptedEmail = kind === 'an account' ? email : 'ninguem@exemplo.test'
    const statuses: number[] = []
    for (let index = 1; index <= 40; index++)
      statuses.push((await logIn(attemptedEmail, `errada${index}`, `198.51.100.${index}`)).status)
    expect(statuses).toEqual([...Array(20).fill(400), ...Array(20).fill(429)])
    expect((await logIn(attemptedEmail, password, '203.0.113.1')).status).toBe(429)
  },
)

test('a known browser logs in despite the guesses of others, until it sends ten wrong passwords itself', async () => {
  const { email } = await makeCustomer()
  const firstSession = new Visitor()
  expect((await logIn(email, password, '192.0.2.1', firstSession)).status).toBe(303)
  const ownBrowser = duplicateWithoutSession(firstSession)
  for (let index = 1; index <= 25; index++) await logIn(email, 'errada', `198.51.100.${index}`)
  for (let index = 1; index <= 12; index++) await logIn(email, 'errada', '192.0.2.1')
  expect((await logIn(email, password, '192.0.2.1')).status).toBe(429)
  expect((await logIn(email, password, '192.0.2.1', ownBrowser)).status).toBe(303)
  for (let index = 1; index <= 10; index++)
    expect((await logIn(email, 'errada', '192.0.2.1', duplicateWithoutSession(ownBrowser))).status).toBe(400)
  expect((await logIn(email, password, '192.0.2.1', duplicateWithoutSession(ownBrowser))).status).toBe(429)
})

test('the cookie of a known browser counts only for its own account, and a forged cookie for none', async () => {
  const [victim, attacker] = [await makeCustomer(), await makeCustomer()]
  const attackerBrowser = new Visitor()
  await logIn(attacker.email, password, '192.0.2.1', attackerBrowser)
  expect(attackerBrowser.cookies.get('device')).toBeDefined()
  for (let index = 1; index <= 20; index++) await logIn(victim.email, 'errada', `198.51.100.${index}`)
  expect(
    (await logIn(victim.email, password, '192.0.2.1', duplicateWithoutSession(attackerBrowser))).status,
  ).toBe(429)
  const forgedDevice = Buffer.from(JSON.stringify({ name: 'x', users: [victim.userId] })).toString('base64')
  const forger = new Visitor()
  forger.cookies.keep(
    new Headers([['Set-Cookie', `device=${encodeURIComponent(`${forgedDevice}.AAAA`)}; Path=/`]]),
  )
  expect((await logIn(victim.email, password, '192.0.2.1', forger)).status).toBe(429)
})

test('a new password set by link works at once from any browser', async () => {
  const { email, userId } = await makeCustomer()
  for (let index = 1; index <= 25; index++) await logIn(email, 'errada', `198.51.100.${index}`)
  const token = await withTransaction((trx) => makePasswordLink(trx, userId))
  const newPassword = 'outra senha comprida'
  const linkAnswer = await postForm(
    `/change_pass/${token}`,
    { password: newPassword, confirmation: newPassword },
    '192.0.2.1',
  )
  expect(linkAnswer.status).toBe(303)
  expect((await logIn(email, newPassword, '192.0.2.9')).status).toBe(303)
})

test('a new password set by link does not delete the counted attempts on other accounts', async () => {
  const { userId } = await makeCustomer()
  for (let index = 1; index <= 3; index++) await logIn('outra@exemplo.test', 'errada', '192.0.2.1')
  const listAttemptIds = async () =>
    (await db.selectFrom('login_attempts').select('id').execute()).map(({ id }) => id)
  const idsBefore = await listAttemptIds()
  const token = await withTransaction((trx) => makePasswordLink(trx, userId))
  const newPassword = 'outra senha comprida'
  const linkAnswer = await postForm(
    `/change_pass/${token}`,
    { password: newPassword, confirmation: newPassword },
    '192.0.2.1',
  )
  expect(linkAnswer.status).toBe(303)
  expect(await listAttemptIds()).toEqual(expect.arrayContaining(idsBefore))
})

test('a repeated order form allows as few guesses as the login, then rejects even the correct password', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const form = await fillPersonForm(visitor)
  await confirmCheckout(visitor, form)
  const repeatOrder = (typedPassword: string) =>
    postForm('/checkout', { ...form, intent: 'confirm', 'buyer.password': typedPassword }, '192.0.2.66')
  for (let index = 0; index < 26; index++) {
    const answer = await repeatOrder(`errada${index}`)
    expect([answer.status, answer.headers.location?.startsWith('/login?')]).toEqual([303, true])
  }
  const correctRepeat = await repeatOrder(String(form['buyer.password']))
  expect(correctRepeat.headers['set-cookie']?.some((line) => line.startsWith('session='))).not.toBe(true)
  expect((await logIn(String(form['buyer.email']), password, '203.0.113.5')).status).toBe(429)
})

test('the login responds while a hundred order forms are sent at once', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  const form = await fillPersonForm(visitor)
  await confirmCheckout(visitor, form)
  const { email } = await makeCustomer()
  const repeatedOrders = Array.from({ length: 100 }, (_, index) =>
    postForm('/checkout', { ...form, intent: 'confirm', 'buyer.password': `errada${index}` }, '192.0.2.66'),
  )
  const loginAnswer = await logIn(email, password, '203.0.113.5')
  expect([303, 503]).toContain(loginAnswer.status)
  const statuses = new Set((await Promise.all(repeatedOrders)).map((answer) => answer.status))
  expect([...statuses].filter((status) => status !== 303 && status !== 503)).toEqual([])
  expect((await logIn(email, password, '203.0.113.5')).status).toBe(303)
  const attempts = await db.selectFrom('login_attempts').select('who_hash').execute()
  expect(attempts.length).toBeLessThanOrEqual(100)
})

test('returns 503 with a message at once while fifty passwords wait for hashing', async () => {
  const { email } = await makeCustomer()
  const rejections: unknown[] = []
  let isFinished = false
  // More forms than the queue accepts; each is repeated when it is finished, so the queue is always full.
  const hashingRequests = Array.from({ length: 80 }, async () => {
    while (!isFinished)
      await hashPassword('uma senha qualquer').catch((error) => {
        rejections.push(error)
        return new Promise(setImmediate)
      })
  })
  const answer = await logIn(email, password, '203.0.113.5')
  isFinished = true
  await Promise.all(hashingRequests)
  expect(rejections[0]).toBeInstanceOf(HashQueueFull)
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(answer.body).toContain('Muitos acessos ao mesmo tempo')
  expect((await logIn(email, password, '203.0.113.5')).status).toBe(303)
})
