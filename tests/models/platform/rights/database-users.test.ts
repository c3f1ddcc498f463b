import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { env } from '#app/env.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listPrivileges, roles } from '#db/rights/tables.ts'
import { compareRights, grantRights, RightsProblem, readGrants } from '#db/rights/users.ts'
import { makeUsers } from '#tests/support/database-users/restricted-users.ts'
import { createEmptyDatabase } from '#tests/support/fresh-database.ts'
import { makeTables } from '#tests/support/schema-copy.ts'

let users: Awaited<ReturnType<typeof makeUsers>>
let connections: Record<(typeof roles)[number], Connection>

beforeAll(async () => {
  users = await makeUsers(env.DATABASE_URL)
  connections = { web: await createConnection(users.web), worker: await createConnection(users.worker) }
})

afterAll(async () => {
  for (const connection of Object.values(connections)) await connection.end()
  await users.drop()
})

beforeEach(async () => {
  await db
    .insertInto('history')
    .values({ entity: 'order', entity_id: 1, action: 'paid', details: '{}' })
    .execute()
  const payment = { event_key: 'k1', source: 'bank-file', value: 100, paid_on: '2026-01-01' } as const
  await db.insertInto('payments').values(payment).execute()
})

/** Returns the error number of the server's rejection; 0 if it accepts the statement. */
async function attemptStatement(role: (typeof roles)[number], statement: string): Promise<number> {
  try {
    await connections[role].query(statement)
    return 0
  } catch (error) {
    return error instanceof Error && 'errno' in error ? Number(error.errno) : -1
  }
}

/** Error numbers for a missing right to a database, a table, a column, or on the server. */
const missingRightErrors = [1044, 1142, 1143, 1227, 1410, 1133]

const rejectedStatements = [
  'drop table payments',
  'drop database mysql',
  'alter table payments add column note int',
  'alter table history auto_increment = 1',
  'create table notes (id int)',
  'create index notes on history (action)',
  'create trigger notes before insert on history for each row set @a = 1',
  'create view notes as select * from users',
  'truncate table payments',
  'truncate table carts',
  'rename table history to old_history',
  'lock tables history write',
  'delete from history',
  "update history set action = 'cancelled'",
  'update history set actor_user_id = 1',
  "update history set created_at = '2020-01-01'",
  "replace into history (id, entity, entity_id, action) values (1, 'order', 1, 'x')",
  'delete from payments',
  'update payments set source = 1',
  "update payments set paid_on = '2020-01-01'",
  "update payments set event_key = 'x', problem = null",
  'delete from refunds',
  'update refunds set value = 1',
  'delete from bank_files',
  'delete from bank_file_lines',
  'update bank_file_lines set value = 1',
  'delete from remittances',
  'update remittances set sequence = 1',
  'delete from boletos',
  'delete from orders',
  'delete from order_lines',
  'update price_change_lines set price_before = 1',
  'delete from price_changes',
  'delete from downloads',
  'update kysely_migration set name = 1',
  'delete from restores',
  "create user intruder@'%' identified by 'x'",
  'grant select on history to current_user()',
  'set global max_connections = 1',
  'select * from mysql.user',
]

test.each(roles.flatMap((role) => rejectedStatements.map((statement) => [role, statement] as const)))(
  'the database rejects a statement of the %s: %s',
  async (role, statement) => {
    expect(missingRightErrors).toContain(await attemptStatement(role, statement))
  },
)

test('web and worker can resolve and lock payments, and only the worker can erase personal data', async () => {
  const paymentUpdate = "update payments set problem = 'unmatched', resolved_at = now(3)"
  for (const role of roles) {
    expect(await attemptStatement(role, paymentUpdate)).toBe(0)
    expect(await attemptStatement(role, 'select * from payments for update')).toBe(0)
    expect(
      await attemptStatement(
        role,
        "insert into history (entity, entity_id, action) values ('order', 1, 'x')",
      ),
    ).toBe(0)
    expect(await attemptStatement(role, 'delete from carts')).toBe(0)
  }
  for (const clearingStatement of [
    'update history set details = null',
    "update remittances set content = ''",
    "update bank_files set stored_name = ''",
    "update bank_file_lines set payer_name = '', payer_document = ''",
    'delete from gateway_events',
  ]) {
    expect(missingRightErrors).toContain(await attemptStatement('web', clearingStatement))
    expect(await attemptStatement('worker', clearingStatement)).toBe(0)
  }
})

test('the list of privileges covers every table, and names only existing tables and columns', async () => {
  const tables = await db.introspection.getTables()
  const shopTables = tables.filter(({ name }) => !name.startsWith('kysely_'))
  const listedPrivileges = listPrivileges('worker')
  expect([...listedPrivileges.keys()].toSorted()).toEqual(shopTables.map(({ name }) => name).toSorted())
  const columns = new Map(shopTables.map((table) => [table.name, table.columns.map(({ name }) => name)]))
  for (const [table, privileges] of listedPrivileges)
    for (const [, column = ''] of privileges.map((privilege) => /\((.*)\)/.exec(privilege) ?? []))
      if (column) expect(columns.get(table)).toContain(column)
})

test('reports rights of a database user that its role lacks, and rights of the role that the user lacks', async () => {
  const database = new URL(users.web).pathname.slice(1)
  const compareUserWithRole = async (user: (typeof roles)[number], role: (typeof roles)[number]) => {
    const [rows] = await connections[user].query<RowDataPacket[]>('show grants')
    return compareRights(rows.flatMap(Object.values<string>), database, role)
  }
  for (const role of roles)
    expect(await compareUserWithRole(role, role)).toEqual({ lacking: undefined, beyond: undefined })
  expect((await compareUserWithRole('web', 'worker')).lacking).toMatch(/^(DELETE|UPDATE \(\w+\)) on \w+$/)
  expect(await compareUserWithRole('worker', 'web')).toEqual({
    lacking: undefined,
    beyond: expect.stringMatching(/^(DELETE|UPDATE \(\w+\)) on \w+$/),
  })
  const escapedName = database.replaceAll('_', '\\_')
  for (const grantedOn of ['*.*', `\`${escapedName}\`.*`]) {
    const grants = [`GRANT ALL PRIVILEGES ON ${grantedOn} TO x@y`]
    const expectedExcess = 'ALL PRIVILEGES on *'
    expect(compareRights(grants, database, 'web')).toEqual({ lacking: undefined, beyond: expectedExcess })
  }
  const grantsOnOtherDatabase = ['GRANT ALL PRIVILEGES ON `other`.* TO x@y']
  expect(compareRights(grantsOnOtherDatabase, database, 'web')).toEqual({
    lacking: 'SELECT on *',
    beyond: undefined,
  })
  expect(compareRights(['GRANT `shop_role` TO x@y'], database, 'web')).toEqual({})
})

test('granting again changes nothing, unless privileges differ from the list, which it then restores', async () => {
  expect(await grantRights(env.DATABASE_URL, users)).toMatchObject({ statements: 0 })
  const owner = await createConnection(env.DATABASE_URL)
  const account = await findWebAccount()
  const database = new URL(users.web).pathname.slice(1)
  await owner.query(`grant all privileges on \`${database}\`.* to ${account} with grant option`)
  await owner.query(`grant delete, update (entity, action) on history to ${account}`)
  await owner.query(`revoke insert on users from ${account}`)
  await owner.end()
  const { statements } = await grantRights(env.DATABASE_URL, users)
  expect(statements).toBeGreaterThan(3)
  expect(missingRightErrors).toContain(await attemptStatement('web', 'delete from history'))
  expect(missingRightErrors).toContain(await attemptStatement('web', "update history set action = 'x'"))
  expect(await grantRights(env.DATABASE_URL, users)).toMatchObject({ statements: 0 })
})

/** Returns the user of the web as statements name it. */
async function findWebAccount(): Promise<string> {
  const [[row]] = await connections.web.query<RowDataPacket[]>('select current_user() as account')
  return String(row?.account).replace('@', "@'").concat("'")
}

/** Returns the grants of the web user as the server lists them. */
async function listWebGrants(): Promise<string[]> {
  const [rows] = await connections.web.query({ sql: 'show grants', rowsAsArray: true })
  return Array.isArray(rows) ? rows.flat().map(String) : []
}

test.each(['_stage', '2'])(
  'granting on a second database, "shop%s", leaves the first unchanged',
  async (suffix) => {
    const grantsBefore = await listWebGrants()
    const secondDatabase = await createEmptyDatabase(env.DATABASE_URL, suffix)
    try {
      await makeTables(secondDatabase.url)
      const [firstPath, secondPath] = [
        new URL(env.DATABASE_URL).pathname,
        new URL(secondDatabase.url).pathname,
      ]
      const usersOfSecond = {
        web: users.web.replace(firstPath, secondPath),
        worker: users.worker.replace(firstPath, secondPath),
      }
      const outcome = await grantRights(secondDatabase.url, usersOfSecond)
      expect(outcome.statements).toBeGreaterThan(100)
      expect(outcome.elsewhere).toContain(firstPath.slice(1))
      expect(await listWebGrants()).toEqual(expect.arrayContaining(grantsBefore))
      await expect(attemptStatement('web', 'select count(*) from orders')).resolves.toBe(0)
      const secondRun = await grantRights(env.DATABASE_URL, users)
      expect(secondRun).toEqual({ statements: 0, elsewhere: expect.arrayContaining([secondPath.slice(1)]) })
      const shop = await createConnection(usersOfSecond.web)
      await shop.query('insert into history (entity, entity_id, action) values (?, ?, ?)', ['order', 1, 'x'])
      await shop.end()
    } finally {
      await secondDatabase.drop()
    }
  },
)

test.each(['*.*', '`aeropub%`.*'])(
  'rejects a privilege on %s, which reaches beyond the database',
  async (scope) => {
    const owner = await createConnection(env.DATABASE_URL)
    const account = await findWebAccount()
    await owner.query(`grant create temporary tables on ${scope} to ${account}`)
    try {
      await expect(grantRights(env.DATABASE_URL, users)).rejects.toThrow(
        /^take this away first, it reaches beyond aeropub\w+: CREATE TEMPORARY TABLES on /,
      )
      expect((await listWebGrants()).join()).toContain('CREATE TEMPORARY TABLES')
    } finally {
      await owner.query(`revoke create temporary tables on ${scope} from ${account}`)
      await owner.end()
    }
  },
)

test('granting sets a changed password of a database user', async () => {
  const changedUser = new URL(users.worker)
  changedUser.password = 'another-one'
  const outcome = await grantRights(env.DATABASE_URL, { ...users, worker: changedUser.href })
  expect(outcome.statements).toBe(0)
  await (await createConnection(changedUser.href)).end()
  await grantRights(env.DATABASE_URL, users)
})

test('requires separate users for owner, web and worker in the same database', async () => {
  const { web, worker } = users
  const owner = env.DATABASE_URL
  await expect(grantRights(owner, { web: owner, worker })).rejects.toThrow('web has the user of DATABASE_URL')
  await expect(grantRights(owner, { web, worker: web })).rejects.toThrow('a user each')
  const userOfOtherDatabase = new URL(web)
  userOfOtherDatabase.pathname = '/another'
  await expect(grantRights(owner, { web: userOfOtherDatabase.href, worker })).rejects.toThrow(
    'another database',
  )
  await expect(grantRights(web, { web: owner, worker })).rejects.toThrow(RightsProblem)
})

test('parses grants as MySQL and MariaDB list them', () => {
  expect(
    readGrants([
      "GRANT USAGE ON *.* TO `web`@`%` IDENTIFIED BY PASSWORD '*0'",
      'GRANT SELECT ON `my\\_shop`.* TO `web`@`%`',
      'GRANT DELETE, INSERT, UPDATE (`a`, `b`) ON `my_shop`.`t` TO `web`@`%` WITH GRANT OPTION',
    ]),
  ).toEqual(
    new Map([
      ['*.*', new Set()],
      ['my\\_shop.*', new Set(['SELECT'])],
      ['my_shop.t', new Set(['DELETE', 'INSERT', 'UPDATE (a)', 'UPDATE (b)', 'GRANT OPTION'])],
    ]),
  )
  expect(() => readGrants(['GRANT `admin`@`%` TO `web`@`%`'])).toThrow('take this away first')
})

test.each([1045, 1698])(
  'requires a password for a user whom the server rejects with error %i',
  async (errno) => {
    // The server answers every connection with this error in a packet of the MySQL protocol.
    const [lowByte, highByte] = [errno & 0xff, errno >> 8]
    const errorPacket = Buffer.concat([Buffer.from([0xff, lowByte, highByte]), Buffer.from('Access denied')])
    const packetHeader = Buffer.from([errorPacket.length, 0, 0, 0])
    const server = createServer((socket) => {
      socket.end(Buffer.concat([packetHeader, errorPacket]))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = new URL(env.DATABASE_URL)
    address.host = `127.0.0.1:${getPort(server)}`
    const [web, worker] = ['web_of_nobody', 'worker_of_nobody'].map((name) => {
      address.username = name
      address.password = ''
      return address.href
    })
    const grantAttempt = grantRights(env.DATABASE_URL, { web: web ?? '', worker: worker ?? '' })
    await expect(grantAttempt).rejects.toThrow(new RightsProblem('the user web_of_nobody needs a password'))
    server.close()
  },
)

function getPort(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
