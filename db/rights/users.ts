import { type Connection, createConnection } from 'mysql2/promise'
import { listPrivileges, type Role, roles } from '#db/rights/tables.ts'

/** A problem that the database's owner must solve first. */
export class RightsProblem extends Error {}

export type UserUrls = Readonly<Record<Role, string>>

/** Error numbers of a rejected login. MariaDB returns 1698 for some unknown users. */
const DENIED = [1045, 1698]
const NO_RIGHT = [1044, 1142, 1227]
/** The number of rounds. Revoking ALL also removes earlier grants, which the next round adds again. */
const ROUNDS = 3

export type GrantResult = {
  statements: number
  /** other databases where web or worker have rights, which are not changed */
  elsewhere: string[]
}

/**
 * Creates missing users and grants them exactly the rights of `db/rights/tables.ts` in the owner's database
 * (D126). Throws RightsProblem for a right that also covers other databases, since revoking it would affect
 * them.
 */
export async function grantRights(ownerUrl: string, users: UserUrls): Promise<GrantResult> {
  const database = getDatabaseName(ownerUrl)
  for (const role of roles) expectApart(ownerUrl, users[role], role)
  if (getUserName(users.web) === getUserName(users.worker))
    throw new RightsProblem('web and worker need a user each: both addresses name the same')
  // Without a database, a replay of the binary log does not repeat these statements.
  const owner = await createConnection(withoutDatabase(ownerUrl))
  try {
    let statements = 0
    const elsewhere = new Set<string>()
    // Grants precede revokes, so that a running shop never lacks a right.
    for (const role of roles) {
      const holder = { url: users[role], account: await ensureUser(owner, users[role]), database }
      statements += await align(owner, holder, listWantedGrants(database, role))
      for (const other of await listOtherDatabases(holder)) elsewhere.add(other)
    }
    return { statements, elsewhere: [...elsewhere].sort() }
  } finally {
    await owner.end()
  }
}

/** Returns the statements that `grantRights` would run. Throws the same RightsProblem. */
export async function findMissingRights(ownerUrl: string, users: UserUrls): Promise<string[]> {
  const database = getDatabaseName(ownerUrl)
  const missing: string[] = []
  for (const role of roles) {
    expectApart(ownerUrl, users[role], role)
    const account = await findAccount(users[role])
    if (!account) throw new RightsProblem(`the user of ${role} is missing or has another password`)
    const wanted = listWantedGrants(database, role)
    const held = await findHeldGrants({ url: users[role], account, database })
    missing.push(...listDifference(wanted, held, 'grant'), ...listDifference(held, wanted, 'revoke'))
  }
  return missing.map((statement) => statement.replace(' ?@?', ''))
}

/**
 * Compares lines of SHOW GRANTS with what the role needs: the first right that is lacking, and the first beyond it.
 * Returns neither when rights may come from a role of the server, which the lines do not list.
 */
export function compareRights(lines: readonly string[], database: string, role: Role) {
  const wanted = listWantedGrants(database, role)
  let held: Grants
  try {
    held = readGrants(lines)
  } catch (error) {
    if (error instanceof RightsProblem) return {}
    throw error
  }
  const [lacking] = listRights(wanted, (place, privilege) => !isHeld(held, database, place, privilege))
  const [beyond] = listRights(
    held,
    (place, privilege) =>
      findReach(place, database) !== 'other' && wanted.get(place)?.has(privilege) !== true,
  )
  return { lacking, beyond }
}

function listRights(grants: Grants, isListed: (place: string, privilege: string) => boolean): string[] {
  return [...grants].flatMap(([place, privileges]) =>
    [...privileges].flatMap((privilege) =>
      isListed(place, privilege) ? `${privilege} on ${splitPlace(place).table}` : [],
    ),
  )
}

function isHeld(held: Grants, database: string, place: string, privilege: string): boolean {
  const { table } = splitPlace(place)
  const wholeTable = privilege.replace(/ \(.*/, '')
  return [...held].some(
    ([other, privileges]) =>
      covers(other, database, table) &&
      [privilege, wholeTable, 'ALL PRIVILEGES'].some((each) => privileges.has(each)),
  )
}

function covers(place: string, database: string, table: string): boolean {
  const other = splitPlace(place)
  return findReach(place, database) !== 'other' && (other.table === '*' || other.table === table)
}

function expectApart(ownerUrl: string, userUrl: string, role: Role): void {
  if (getUserName(ownerUrl) === getUserName(userUrl))
    throw new RightsProblem(`${role} has the user of DATABASE_URL: it needs one of its own`)
  if (getDatabaseName(ownerUrl) !== getDatabaseName(userUrl))
    throw new RightsProblem(`the address of ${role} names another database than DATABASE_URL`)
}

type Account = { name: string; host: string }

/** Creates the user, or resets the password if the user cannot log in. */
async function ensureUser(owner: Connection, userUrl: string): Promise<Account> {
  const known = await findAccount(userUrl)
  if (known) return known
  const { name, password } = getCredentials(userUrl)
  if (!password) throw new RightsProblem(`the user ${name} needs a password`)
  const host = await findHost(owner, userUrl)
  try {
    await owner.query('create user if not exists ?@? identified by ?', [name, host, password])
    await owner.query('alter user ?@? identified by ?', [name, host, password])
  } catch (error) {
    if (!NO_RIGHT.includes(getErrorNumber(error))) throw error
    throw new RightsProblem(
      `the user ${name} is missing or has another password, and DATABASE_URL may not make it`,
    )
  }
  return { name, host }
}

/** Returns the account that the server uses for this address; undefined if the login is rejected. */
async function findAccount(userUrl: string): Promise<Account | undefined> {
  try {
    const [account = ''] = await askAs(userUrl, 'select current_user()')
    const [, name = '', host = ''] = /^(.*)@(.*)$/.exec(account) ?? []
    return { name, host }
  } catch (error) {
    if (DENIED.includes(getErrorNumber(error))) return undefined
    throw error
  }
}

/** Returns the host of the user's account; only this machine if the server runs here. */
async function findHost(owner: Connection, userUrl: string): Promise<string> {
  const [rows] = await owner.query({ sql: "select substring_index(user(), '@', -1)", rowsAsArray: true })
  const seen = Array.isArray(rows) ? String(rows.flat()[0]) : ''
  const isHere = /^(127\.|localhost$|\[::1\]$)/.test(new URL(userUrl).hostname)
  return isHere && ['localhost', '127.0.0.1', '::1'].includes(seen) ? seen : '%'
}

/** Runs a query as the user, without a database, since the user may have no rights in any yet. */
async function askAs(userUrl: string, question: string): Promise<string[]> {
  const connection = await createConnection(withoutDatabase(userUrl))
  try {
    const [rows] = await connection.query({ sql: question, rowsAsArray: true })
    return Array.isArray(rows) ? rows.flat().map(String) : []
  } finally {
    await connection.end()
  }
}

type Grants = Map<string, Set<string>>

function listWantedGrants(database: string, role: Role): Grants {
  // In a database name, `_` would match any letter.
  const wanted: Grants = new Map([[`${database.replaceAll('_', '\\_')}.*`, new Set(['SELECT'])]])
  for (const [table, privileges] of listPrivileges(role))
    if (privileges.length > 0) wanted.set(`${database}.${table}`, new Set(privileges))
  return wanted
}

type Holder = { url: string; account: Account; database: string }

async function align(owner: Connection, holder: Holder, wanted: Grants): Promise<number> {
  const { account } = holder
  let count = 0
  for (let round = 0; round < ROUNDS; round++) {
    const held = await findHeldGrants(holder)
    const statements = [...listDifference(wanted, held, 'grant'), ...listDifference(held, wanted, 'revoke')]
    if (statements.length === 0) return count
    for (const statement of statements) await run(owner, statement, account)
    count += statements.length
  }
  throw new RightsProblem(`the rights of ${account.name} do not become what they should: look at SHOW GRANTS`)
}

/** Returns the rights that the user sees for itself, which needs no privilege. */
async function findHeldGrants({ url, account, database }: Holder): Promise<Grants> {
  const held: Grants = new Map()
  for (const [place, privileges] of readGrants(await askAs(url, 'show grants'))) {
    const reach = findReach(place, database)
    if (reach === 'wider' && privileges.size > 0)
      throw new RightsProblem(
        `take this away first, it reaches beyond ${database}: ${[...privileges].join(', ')} on ${place}, from ${account.name}`,
      )
    if (reach === 'own') held.set(place, privileges)
  }
  return held
}

async function listOtherDatabases({ url, database }: Holder): Promise<string[]> {
  const others = [...readGrants(await askAs(url, 'show grants'))].flatMap(([place, privileges]) =>
    privileges.size > 0 && findReach(place, database) === 'other' ? splitPlace(place).database : [],
  )
  return others.map((name) => name.replaceAll('\\', ''))
}

/** Returns whether a right covers only `database`, others as well, or only others. */
function findReach(place: string, database: string): 'own' | 'wider' | 'other' {
  const { database: pattern, table } = splitPlace(place)
  if (pattern === '*') return 'wider'
  if (pattern.replaceAll('\\', '') === database) return 'own'
  return table === '*' && matchesPattern(pattern, database) ? 'wider' : 'other'
}

/** Compares like LIKE: `%` and `_` are wildcards, `\` is the escape. */
function matchesPattern(pattern: string, name: string): boolean {
  const parts = [...pattern.matchAll(/\\?./g)].map(([part]) => {
    if (part === '%') return '.*'
    return part === '_' ? '.' : part.replace(/^\\/, '').replace(/[^\w]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`).test(name)
}

function splitPlace(place: string): { database: string; table: string } {
  const [, database = '', table = ''] = /^(.*)\.(.*)$/.exec(place) ?? []
  return { database, table }
}

async function run(owner: Connection, statement: string, { name, host }: Account): Promise<void> {
  try {
    await owner.query(statement, [name, host])
  } catch (error) {
    if (!NO_RIGHT.includes(getErrorNumber(error))) throw error
    throw new RightsProblem(`DATABASE_URL may not: ${statement.replace('?@?', name)}`)
  }
}

/** Privileges that must stand alone in a statement. */
const ALONE = ['ALL PRIVILEGES', 'GRANT OPTION']

/** Returns statements for the rights in `some` that `others` lacks, one per object. */
function listDifference(some: Grants, others: Grants, command: 'grant' | 'revoke'): string[] {
  const toward = command === 'grant' ? 'to' : 'from'
  return [...some].flatMap(([place, privileges]) => {
    const missing = [...privileges].filter((each) => !others.get(place)?.has(each))
    const together = missing.filter((each) => !ALONE.includes(each)).join(', ')
    return [together, ...missing.filter((each) => ALONE.includes(each))].flatMap((list) =>
      list ? `${command} ${list} on ${quotePlace(place)} ${toward} ?@?` : [],
    )
  })
}

function quotePlace(place: string): string {
  const { database, table } = splitPlace(place)
  return table === '*' ? `\`${database}\`.*` : `\`${database}\`.\`${table}\``
}

/** Parses SHOW GRANTS; database names stay escaped (`my\_shop.*`). Throws RightsProblem for a granted role. */
export function readGrants(lines: readonly string[]): Grants {
  const grants: Grants = new Map()
  for (const line of lines) {
    // MariaDB grants everybody rights in its test databases.
    if (/ TO PUBLIC$/.test(line)) continue
    const plain = line.replaceAll('`', '')
    const [, privileges, place = ''] = /^GRANT ([A-Z ,]+(?:\(.*?\)[A-Z ,]*)*) ON (\S+) TO /.exec(plain) ?? []
    if (!privileges) throw new RightsProblem(`take this away first: ${line}`)
    const held = grants.get(place) ?? new Set()
    for (const each of parsePrivileges(privileges)) if (each !== 'USAGE') held.add(each)
    if (/ WITH GRANT OPTION$/.test(plain)) held.add('GRANT OPTION')
    grants.set(place, held)
  }
  return grants
}

/** Splits "INSERT, UPDATE (a, b)" into INSERT, UPDATE (a) and UPDATE (b). */
function parsePrivileges(text: string): string[] {
  return [...text.matchAll(/([A-Z ]*[A-Z]) ?(?:\(([^)]*)\))?/g)].flatMap(([, name = '', columns]) =>
    columns === undefined
      ? [name.trim()]
      : columns.split(',').map((column) => `${name.trim()} (${column.trim()})`),
  )
}

function withoutDatabase(address: string): string {
  const url = new URL(address)
  url.pathname = '/'
  return url.href
}

function getDatabaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

function getUserName(url: string): string {
  return getCredentials(url).name
}

function getCredentials(url: string) {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

function getErrorNumber(error: unknown): number {
  return error instanceof Error && 'errno' in error ? Number(error.errno) : 0
}
