import type { EveryRecord } from '#tests/factories/every-record.ts'
import type { Reader } from '#tests/routes/statements/page-statements.ts'
import { makeUsers } from '#tests/support/database-users/restricted-users.ts'
import { createDatabase } from '#tests/support/fresh-database.ts'
import { startWeb } from '#tests/support/shop.ts'
import { shopEnvironment } from './shop.ts'

/** The `Cookie` header of each reader. */
export type Cookies = Record<Reader, string>
export type TourShop = Awaited<ReturnType<typeof startTourShop>>

/**
 * Starts a web process on a database of its own, with two accounts and nothing else. The factories run in
 * this process, so the application is imported after the environment names that database.
 */
export async function startTourShop() {
  const database = await createDatabase(process.env.DATABASE_URL ?? '')
  const users = await makeUsers(database.url)
  const redis = new URL(shopEnvironment().REDIS_URL ?? '')
  // Another Redis database than that of the shop under test.
  redis.pathname = '/7'
  const environment = {
    ...shopEnvironment(),
    DATABASE_URL: database.url,
    DATA_DIR: database.dataFolder,
    REDIS_URL: redis.href,
  }
  Object.assign(process.env, environment, { NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const web = await startWeb({ ...environment, DATABASE_URL: users.web })
  const { makeEveryRecord } = await import('#tests/factories/every-record.ts')
  const { makeCustomer } = await import('#tests/factories/people.ts')
  const { beginCheckout } = await import('#tests/support/pages/readers.ts')
  const { loginAs } = await import('#tests/support/request.ts')
  const { db } = await import('#app/models/platform/db.server.ts')

  const administrator = await makeCustomer()
  await db
    .updateTable('users')
    .set({ is_staff: true, is_superuser: true })
    .where('id', '=', administrator.userId)
    .execute()
  const customer = (await loginAs(await makeCustomer())).cookies.header
  const emptyShopCookies: Cookies = {
    superuser: (await loginAs(administrator)).cookies.header,
    owner: customer,
    partner: customer,
    visitor: '',
  }

  let filledShop: Promise<{ records: EveryRecord; cookies: Cookies }> | undefined
  async function fillShop() {
    const records = await makeEveryRecord()
    const openCookies = async (reader: Reader) => (await beginCheckout(reader, records)).cookies.header
    const cookies = {
      superuser: await openCookies('superuser'),
      owner: await openCookies('owner'),
      partner: await openCookies('partner'),
      visitor: await openCookies('visitor'),
    }
    return { records, cookies }
  }

  return {
    url: web.url,
    /** Cookies of an administrator and a customer without any records. */
    nothing: emptyShopCookies,
    /** Creates one record of each kind, once. */
    fill: () => (filledShop ??= fillShop()),
    async stop() {
      await web.stop()
      await db.destroy()
      await users.drop()
      await database.drop()
    },
  }
}
