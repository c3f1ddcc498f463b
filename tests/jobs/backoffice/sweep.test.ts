import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepOnce } from '#app/jobs/backoffice/sweep.server.ts'
import { receiveContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { requestPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { findPeople } from '#app/models/accounts/people-search.server.ts'
import { startSession } from '#app/models/accounts/session.server.ts'
import { findOrCreateDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { storeFreightQuote } from '#app/models/checkout/shipping.server.ts'
import { storeWebhookEvent } from '#app/models/payments/gateway-event.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeCart, makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'

const DAY = 24 * 3_600_000
const getDayFromNow = (days: number) => new Date(Date.now() + days * DAY)

/** Creates a session, a freight quote, a draft with its visitor's cart, and a customer's cart. */
async function makeOneOfEach() {
  const { userId } = await makeCustomer()
  await startSession(userId)
  await storeFreightQuote({ cep: '18600000', weightKg: 1 }, [])
  await findOrCreateDraft((await makeCart({ [await makeDownload()]: 1 })).id)
  await makeCart({ [await makeDownload()]: 1 }, { userId })
}

test('the daily deletion retains records in use', async () => {
  await makeOneOfEach()
  const swept = await sweepOnce()
  expect(Object.values(swept).every((count) => count === 0)).toBe(true)
})

test('deletes expired quotes, sessions after a week, drafts after a month, visitors’ carts after a year', async () => {
  await makeOneOfEach()
  expect(await sweepOnce(getDayFromNow(2))).toMatchObject({ sessions: 0, quotes: 1, drafts: 0, carts: 0 })
  expect(await sweepOnce(getDayFromNow(8))).toMatchObject({ sessions: 1 })
  expect(await sweepOnce(getDayFromNow(31))).toMatchObject({ drafts: 1, carts: 0 })
  expect(await sweepOnce(getDayFromNow(366))).toMatchObject({ carts: 1 })
  const carts = await db.selectFrom('carts').select('user_id').execute()
  expect(carts).toEqual([{ user_id: expect.any(Number) }])
})

test('deletes old attempts, and password links a week after their expiry', async () => {
  const { email } = await makeCustomer()
  await requestPasswordLink({ address: '192.0.2.1', email })
  const message = { name: 'Ana', email, phone: null, text: 'Olá' }
  await receiveContactMessage(message, { token: 'form', address: '192.0.2.1' })
  expect(await sweepOnce()).toMatchObject({ attempts: 0, passwordResets: 0 })
  // Each of the two forms counts under its e-mail and under its network address.
  expect(await sweepOnce(getDayFromNow(2))).toMatchObject({ attempts: 4, passwordResets: 0 })
  expect(await sweepOnce(getDayFromNow(9))).toMatchObject({ passwordResets: 1 })
})

test('updates the search index for people whose entry is missing or outdated', async () => {
  const { profileId } = await makeCustomer()
  await db.updateTable('profiles').set({ name: 'Zuleica Trocada' }).execute()
  const otherCustomer = await makeCustomer()
  await db.deleteFrom('person_words').where('profile_id', '=', otherCustomer.profileId).execute()
  await db.deleteFrom('person_texts').where('profile_id', '=', otherCustomer.profileId).execute()
  expect((await sweepOnce()).people).toBe(1)
  expect((await findPeople('inventada')).ids).toContain(otherCustomer.profileId)
  // An entry that was checked recently is not checked yet.
  expect((await findPeople('zuleica')).ids).toEqual([])
  await sweepOnce(getDayFromNow(2))
  expect((await findPeople('zuleica')).ids).toEqual([profileId])
})

test('deletes finished outbox rows after 90 days and open ones never', async () => {
  await makeOrder({ [await makeDownload()]: 1 })
  await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('outbox').set({ done_at: new Date() }).orderBy('id').limit(1).execute()
  expect((await sweepOnce(getDayFromNow(89))).outbox).toBe(0)
  expect((await sweepOnce(getDayFromNow(91))).outbox).toBe(1)
  // The two orders had four rows.
  expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(3)
})

test('deletes gateway webhook events after 180 days', async () => {
  const about = { externalId: 'pay_1', reference: null, happenedAt: null }
  await storeWebhookEvent({ eventId: 'evt_1', name: 'PAYMENT_RECEIVED', ...about })
  expect((await sweepOnce(getDayFromNow(179))).gatewayEvents).toBe(0)
  expect((await sweepOnce(getDayFromNow(181))).gatewayEvents).toBe(1)
})

test('deletes contact messages after five years', async () => {
  const message = { name: 'Ana', email: 'ana@exemplo.test', phone: null, text: 'Olá' }
  await receiveContactMessage(message, { token: 'a'.repeat(32), address: '203.0.113.0' })
  expect((await sweepOnce(getDayFromNow(5 * 365))).contactMessages).toBe(0)
  expect((await sweepOnce(getDayFromNow(5 * 366 + 1))).contactMessages).toBe(1)
})

test('deletes several batches in one run', async () => {
  const oldQuote = { cep: '18600000', weight_kg: 1, options: '[]', expires_at: new Date(Date.now() - DAY) }
  await db
    .insertInto('shipping_quotes')
    .values(Array.from({ length: 1_500 }, () => oldQuote))
    .execute()
  expect((await sweepOnce()).quotes).toBe(1_500)
})

test('continues after a failed part, and reports the run as failed with the part’s name', async () => {
  await makeOneOfEach()
  await sql`rename table shipping_quotes to quotes_away`.execute(db)
  try {
    await expect(sweepOnce(getDayFromNow(8))).rejects.toThrow('failed: quotes')
  } finally {
    await sql`rename table quotes_away to shipping_quotes`.execute(db)
  }
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
  expect(await sweepOnce(getDayFromNow(8))).toMatchObject({ sessions: 0, quotes: 1 })
})
