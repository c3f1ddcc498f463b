import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '#app/models/accounts/session.server.ts'
import { runTool } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { Buyer, buyPublication } from './support/buyer.ts'

let harness: FaultHarness
const productionSettings = { APP_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:1', LIMIT_FACTOR: '1' }
const token = 'a session of the demonstration'

beforeAll(async () => {
  harness = await startHarness()
  const admin = await harness.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@aeropub.test')
    .executeTakeFirstOrThrow()
  await harness.db
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(token),
      user_id: admin.id,
      last_seen_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
})

afterAll(() => harness.end())

const removeDemonstration = (...args: string[]) =>
  runTool('remove-demonstration', omitUndefinedValues(harness.environment), args)

const listDemonstrationUsers = () =>
  harness.db.selectFrom('users').select('id').where('is_demonstration', '=', true).execute()

test.each(['web', 'worker'] as const)(
  'in production the %s does not start with demonstration accounts, and names the command that removes them',
  async (kind) => {
    const start = kind === 'web' ? harness.startWeb : harness.startWorker
    await expect(start(productionSettings)).rejects.toThrow(
      /ended at once:[\s\S]*npm run remove-demonstration -- --yes/,
    )
  },
)

test('the removal command without --yes removes nothing and lists what it would remove', async () => {
  const before = await listDemonstrationUsers()
  await expect(removeDemonstration()).rejects.toThrow(/"accounts":30,[\s\S]*nothing removed yet/)
  expect(await listDemonstrationUsers()).toEqual(before)
})

test('the removal deletes demonstration data, but anonymises an account whose order has a payment and retains real orders', async () => {
  const shop = await harness.startWeb()
  const admin = await openBrowserWith(token).get(`${shop.url}/admin/`)
  expect(admin.status).toBe(200)
  const { orderId } = await buyPublication(shop.url)
  const demonstrationOrder = await findOrder('empresa@aeropub.test')
  await harness.db
    .insertInto('payments')
    .values({
      event_key: 'test',
      source: 'bank-file',
      order_id: demonstrationOrder.id,
      value: 100,
      paid_on: '2026-11-20',
    })
    .execute()
  await shop.stop()

  expect(await removeDemonstration('--yes')).toMatch(/"keptOrders":[1-9]/)
  expect(await listDemonstrationUsers()).toEqual([])
  // The session of the real buyer remains.
  expect(await harness.db.selectFrom('sessions').select('user_id').execute()).toHaveLength(1)
  const orders = await harness.db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .select(['orders.id', 'profiles.id as profileId', 'name'])
    .execute()
  expect(orders.find(({ id }) => id === orderId)?.name).toBe('Ana Inventada da Silva')
  const remainingOrders = orders.filter(({ id }) => id !== orderId)
  expect(remainingOrders.map(({ id }) => id)).toContain(demonstrationOrder.id)
  expect(new Set(remainingOrders.map(({ profileId, name }) => `${profileId} ${name}`))).toEqual(
    new Set([`${demonstrationOrder.profile_id} Conta removida`]),
  )
  const users = await harness.db.selectFrom('users').selectAll().execute()
  // Only the real buyer and the anonymised accounts remain.
  const removedUsers = users.filter(({ email }) => email.endsWith('@invalid'))
  expect(users).toHaveLength(removedUsers.length + 1)
  for (const user of removedUsers)
    expect(user).toMatchObject({
      password_hash: null,
      is_active: false,
      is_staff: false,
      is_superuser: false,
    })
  expect(await removeDemonstration('--yes')).toContain('"accounts":0')
  expect(await removeDemonstration()).toMatch(/"accounts":0,[\s\S]*nothing removed yet/)

  const live = await harness.startWeb(productionSettings)
  expect((await openBrowserWith(token).get(`${live.url}/admin/`)).location).toContain('/login')
  expect((await new Buyer().get(`${live.url}/publications`)).status).toBe(200)
  await harness.startWorker(productionSettings)
})

test('a restored session of a demonstration account is rejected in production', async () => {
  const live = await harness.startWeb(productionSettings)
  const { insertId } = await harness.db
    .insertInto('users')
    .values({ email: 'volta@aeropub.test', is_staff: true, is_superuser: true, is_demonstration: true })
    .executeTakeFirstOrThrow()
  const userId = Number(insertId)
  await harness.db
    .insertInto('profiles')
    .values({ user_id: userId, is_company: false, name: 'Volta' })
    .execute()
  await harness.db
    .insertInto('sessions')
    .values({
      token_hash: hashSecret('back again'),
      user_id: userId,
      last_seen_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  for (const path of ['/admin/', '/admin/settings/bank', '/account'])
    expect((await openBrowserWith('back again').get(live.url + path)).location).toContain('/login')
})

/** Returns a browser with this session. */
function openBrowserWith(session: string): Buyer {
  const buyer = new Buyer()
  buyer.setCookie('session', encodeURIComponent(Buffer.from(JSON.stringify(session)).toString('base64')))
  return buyer
}

function findOrder(email: string) {
  return harness.db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['orders.id', 'orders.profile_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

function omitUndefinedValues(environment: FaultHarness['environment']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
