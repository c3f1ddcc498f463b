import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findMailbox, findOrCreateMailboxToken } from '#app/models/accounts/mailbox/mailbox.server.ts'
import { recordAddressRefusal } from '#app/models/accounts/mailbox/refused-address.server.ts'
import { requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { type Edge, startEdge } from '#tests/server/test-server.ts'
import { build, fetchPage } from '#tests/support/app-client.ts'
import { readSeenVersion } from '#tests/support/pages/forms-in.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

let edge: Edge

beforeAll(async () => {
  edge = await startEdge({ build })
})
afterAll(() => edge.close())
beforeEach(openShop)

async function makeMailReader() {
  const customer = await makeCustomer()
  const token = await findOrCreateMailboxToken(customer.userId)
  return { ...customer, makeLink: (topic: string) => `/avisos/${token}/${topic}` }
}

const findDeclinedTopics = async (userId: number) => (await findMailbox(userId)).declinedTopics
const oneClickBody = 'List-Unsubscribe=One-Click'

/** Sends the request of a mail program: from any site, without cookies. */
function postFromProgram(path: string, body = oneClickBody, headers: Record<string, string> = {}) {
  const contentType = 'application/x-www-form-urlencoded'
  return edge.send({
    method: 'POST',
    path,
    body,
    headers: { 'Content-Type': contentType, 'Content-Length': String(body.length), ...headers },
  })
}

test('GET changes nothing, and the POST of a mail program unsubscribes once despite repeats', async () => {
  const { userId, makeLink } = await makeMailReader()
  const page = await edge.send({ path: makeLink('revisions') })
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(page.body).toContain('Não receber mais avisos de nova revisão')
  expect(page.body).toContain('aeronavegabilidade')
  expect(await findDeclinedTopics(userId)).toEqual({ reminders: null, revisions: null })
  for (const _request of [1, 2, 3]) expect((await postFromProgram(makeLink('revisions'))).status).toBe(200)
  expect(await findDeclinedTopics(userId)).toEqual({ reminders: null, revisions: expect.any(Date) })
  const entries = await listHistoryForStaff('user', userId)
  expect(entries[0]).toMatchObject({ actor: null, facts: [{ name: 'source', value: 'mail-link' }, {}] })
  const lines = formatHistoryLines(entries)
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).toMatch(/Avisos recusados.*avisos de nova revisão/)
})

test.each<[string, Record<string, string>]>([
  ['a foreign page', { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }],
  ['a page without an origin', { Origin: 'null' }],
])('accepts the POST from %s, because only its token counts', async (_name, headers) => {
  const { userId, makeLink } = await makeMailReader()
  expect((await postFromProgram(makeLink('reminders'), oneClickBody, headers)).status).toBe(200)
  expect((await findDeclinedTopics(userId)).reminders).toBeInstanceOf(Date)
})

test('accepts the unsubscribing POST as multipart', async () => {
  const { userId, makeLink } = await makeMailReader()
  const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  expect((await postFromProgram(makeLink('reminders'), body, headers)).status).toBe(200)
  expect((await findDeclinedTopics(userId)).reminders).toBeInstanceOf(Date)
})

test('the page of a link unsubscribes, and subscribes again', async () => {
  const { userId, makeLink } = await makeMailReader()
  const visitor = new Visitor()
  expect((await fetchPage(visitor, makeLink('reminders'), { wish: 'off' })).location).toBe(
    makeLink('reminders'),
  )
  const page = await fetchPage(visitor, makeLink('reminders'))
  expect(page.text).toContain('Você não recebe avisos de vencimento')
  expect(page.text).toContain('Voltar a receber avisos de vencimento')
  await fetchPage(visitor, makeLink('reminders'), { wish: 'on' })
  expect(await findDeclinedTopics(userId)).toEqual({ reminders: null, revisions: null })
})

test('an unknown link, an unknown topic and an empty form change nothing', async () => {
  const { userId, makeLink } = await makeMailReader()
  const unknownLink = `/avisos/${'A'.repeat(22)}/reminders`
  expect((await edge.send({ path: unknownLink })).status).toBe(404)
  expect((await postFromProgram(unknownLink)).status).toBe(404)
  expect((await fetchPage(new Visitor(), makeLink('orders'))).status).toBe(404)
  expect((await fetchPage(new Visitor(), makeLink('orders'), { wish: 'off' })).status).toBe(404)
  expect((await postFromProgram(makeLink('reminders'), 'a=b')).status).toBe(400)
  expect((await postFromProgram(makeLink('reminders'), 'wish=sim')).status).toBe(400)
  expect(await findDeclinedTopics(userId)).toEqual({ reminders: null, revisions: null })
})

test('rejects guesses of links after forty, while known links still work', async () => {
  const { userId, makeLink } = await makeMailReader()
  const statuses: number[] = []
  for (let count = 0; count < 42; count++)
    statuses.push((await postFromProgram(`/avisos/${'A'.repeat(22)}/reminders`)).status)
  expect(new Set(statuses.slice(0, 40))).toEqual(new Set([404]))
  expect(statuses.slice(40)).toEqual([429, 429])
  expect((await postFromProgram(makeLink('reminders'))).status).toBe(200)
  expect((await findDeclinedTopics(userId)).reminders).toBeInstanceOf(Date)
})

test('limits an account to forty changes and shows a message about the limit', async () => {
  const { makeLink } = await makeMailReader()
  for (let count = 0; count < 40; count++)
    expect(
      (await fetchPage(new Visitor(), makeLink('reminders'), { wish: count % 2 ? 'on' : 'off' })).status,
    ).toBe(303)
  const page = await fetchPage(new Visitor(), makeLink('reminders'), { wish: 'off' })
  expect(page.status).toBe(429)
  expect(page.text).toContain('Muitas mudanças em pouco tempo')
})

test('“Meus dados” saves both topics, and an unticked box unsubscribes', async () => {
  const { userId, ...customer } = await makeMailReader()
  const visitor = await loginAs({ userId })
  expect((await fetchPage(visitor, '/account')).html).toContain('href="/account/mails"')
  const page = await fetchPage(visitor, '/account/mails')
  expect(page.html.match(/type="checkbox"[^>]*checked/g)).toHaveLength(2)
  const answer = await fetchPage(visitor, '/account/mails', {
    ...readSeenVersion(page.html),
    reminders: 'on',
  })
  expect(answer.location).toBe('/account/mails')
  expect(await findDeclinedTopics(userId)).toEqual({ reminders: null, revisions: expect.any(Date) })
  expect((await fetchPage(visitor, '/account/mails', { reminders: 'maybe' })).status).toBe(400)
  const staff = await loginAs({ userId: await makeStaff() })
  const clientPage = await fetchPage(staff, `/admin/client/${customer.profileId}`)
  expect(clientPage.text).toContain('avisos de nova revisão, desde')
})

test('shows a failing mailbox on the customer’s pages until acknowledged, and to staff', async () => {
  const { userId, email, profileId } = await makeMailReader()
  const visitor = await loginAs({ userId })
  const bannerText = 'Seu e-mail recusou nossas mensagens'
  expect((await fetchPage(visitor, '/orders')).text).not.toContain(bannerText)
  await recordAddressRefusal(email, { by: 'report', code: '5.1.1' })
  // Two parts: the page shows the banner once.
  for (const path of ['/orders', '/account', '/account/mails'])
    expect((await fetchPage(visitor, path)).text.split(bannerText)).toHaveLength(2)
  expect((await fetchPage(new Visitor(), '/')).text).not.toContain(bannerText)
  const staff = await loginAs({ userId: await makeStaff() })
  const clientPage = await fetchPage(staff, `/admin/client/${profileId}`)
  expect(clientPage.text).toMatch(/E-mail recusado pelo servidor em .*código 5\.1\.1/)
  await fetchPage(visitor, '/account/mails', { address: 'right' })
  expect((await fetchPage(visitor, '/orders')).text).not.toContain(bannerText)
  expect((await findMailbox(userId)).refusedAt).toBeNull()
})

test('shows staff their own failing mailbox in the back-office', async () => {
  const userId = await makeStaff()
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const staff = await loginAs({ userId })
  const expectedText = 'Seu e-mail recusou nossas mensagens'
  expect((await fetchPage(staff, '/admin')).text).not.toContain(expectedText)
  await recordAddressRefusal(email, { by: 'report', code: '5.1.1' })
  const page = await fetchPage(staff, '/admin')
  expect(page.text).toContain(expectedText)
  expect(page.html).toContain('class="masthead staff-head"')
  expect(page.html).toContain('href="/account/mails"')
})

test('returns 404 for the link of an account with a deletion request', async () => {
  const { userId, profileId, makeLink } = await makeMailReader()
  await requestDeletion({ userId, profileId }, { areLossesAccepted: true, today: '2026-11-25' })
  expect((await edge.send({ path: makeLink('reminders') })).status).toBe(404)
  expect(await db.selectFrom('mailboxes').select('user_id').execute()).toHaveLength(1)
})
