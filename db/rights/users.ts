import { type Connection, createConnection } from 'mysql2/promise'
import { listPrivileges, type Role, roles } from '#db/rights/tables.ts'

/** A problem that the database's owner must solve first. */
export class RightsProblem extends Error {}

export type UserUrls = Readonly<Record<Role, string>>

/** Numbers of the errors that reject a login. MariaDB returns 1698 for some unknown users. */
const LOGIN_REJECTED_ERRORS = [1045, 1698]
const MISSING_RIGHT_ERRORS = [1044, 1142, 1227]
/** Revoking ALL also removes other grants, so a further round has to add them again. */
const MAX_ROUNDS = 3

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
  for (const role of roles) requireSeparateUser(ownerUrl, users[role], role)
  if (getUserName(users.web) === getUserName(users.worker))
    throw new RightsProblem('web and worker need a user each: both addresses name the same')
  // Without a database, a replay of the binary log does not repeat these statements.
  const owner = await createConnection(removeDatabase(ownerUrl))
  try {
    let statements = 0
    const otherDatabases = new Set<string>()
    // Grants precede revokes, so that a running shop never lacks a right.
    for (const role of roles) {
      const holder = { url: users[role], account: await ensureUser(owner, users[role]), database }
      statements += await alignGrants(owner, holder, listWantedGrants(database, role))
      for (const otherDatabase of await listOtherDatabases(holder)) otherDatabases.add(otherDatabase)
    }
    return { statements, elsewhere: [...otherDatabases].sort() }
  } finally {
    await owner.end()
  }
}

/** Returns the statements that `grantRights` would run. Throws the same RightsProblem. */
export async function findMissingRights(ownerUrl: string, users: UserUrls): Promise<string[]> {
  const database = getDatabaseName(ownerUrl)
  const missingStatements: string[] = []
  for (const role of roles) {
    requireSeparateUser(ownerUrl, users[role], role)
    const account = await findAccount(users[role])
    if (!account) throw new RightsProblem(`the user of ${role} is missing or has another password`)
    const wantedGrants = listWantedGrants(database, role)
    const heldGrants = await findHeldGrants({ url: users[role], account, database })
    missingStatements.push(
      ...listDifference(wantedGrants, heldGrants, 'grant'),
      ...listDifference(heldGrants, wantedGrants, 'revoke'),
    )
  }
  return missingStatements.map((statement) => statement.replace(' ?@?', ''))
}

/**
 * Compares lines of SHOW GRANTS with what the role needs. Returns the first right that is lacking and the
 * first beyond it; neither if rights may come from a role of the server, which the lines do not list.
 */
export function compareRights(lines: readonly string[], database: string, role: Role) {
  const wantedGrants = listWantedGrants(database, role)
  let heldGrants: Grants
  try {
    heldGrants = readGrants(lines)
  } catch (error) {
    if (error instanceof RightsProblem) return {}
    throw error
  }
  const [lacking] = listRights(
    wantedGrants,
    (grantObject, privilege) => !isGranted(heldGrants, database, grantObject, privilege),
  )
  const [beyond] = listRights(
    heldGrants,
    (grantObject, privilege) =>
      findScope(grantObject, database) !== 'other' && wantedGrants.get(grantObject)?.has(privilege) !== true,
  )
  return { lacking, beyond }
}

function listRights(grants: Grants, isListed: (grantObject: string, privilege: string) => boolean): string[] {
  return [...grants].flatMap(([grantObject, privileges]) =>
    [...privileges].flatMap((privilege) =>
      isListed(grantObject, privilege) ? `${privilege} on ${splitGrantObject(grantObject).table}` : [],
    ),
  )
}

function isGranted(heldGrants: Grants, database: string, grantObject: string, privilege: string): boolean {
  const { table } = splitGrantObject(grantObject)
  // A privilege on the whole table includes each column.
  const wholeTable = privilege.replace(/ \(.*/, '')
  return [...heldGrants].some(
    ([otherObject, privileges]) =>
      coversTable(otherObject, database, table) &&
      [privilege, wholeTable, 'ALL PRIVILEGES'].some((name) => privileges.has(name)),
  )
}

function coversTable(grantObject: string, database: string, table: string): boolean {
  const otherObject = splitGrantObject(grantObject)
  return (
    findScope(grantObject, database) !== 'other' && (otherObject.table === '*' || otherObject.table === table)
  )
}

function requireSeparateUser(ownerUrl: string, userUrl: string, role: Role): void {
  if (getUserName(ownerUrl) === getUserName(userUrl))
    throw new RightsProblem(`${role} has the user of DATABASE_URL: it needs one of its own`)
  if (getDatabaseName(ownerUrl) !== getDatabaseName(userUrl))
    throw new RightsProblem(`the address of ${role} names another database than DATABASE_URL`)
}

type Account = { name: string; host: string }

/** Creates the user, or resets the password if the user cannot log in. */
async function ensureUser(owner: Connection, userUrl: string): Promise<Account> {
  const knownAccount = await findAccount(userUrl)
  if (knownAccount) return knownAccount
  const { name, password } = getCredentials(userUrl)
  if (!password) throw new RightsProblem(`the user ${name} needs a password`)
  const host = await chooseAccountHost(owner, userUrl)
  try {
    await owner.query('create user if not exists ?@? identified by ?', [name, host, password])
    await owner.query('alter user ?@? identified by ?', [name, host, password])
  } catch (error) {
    if (!MISSING_RIGHT_ERRORS.includes(getErrorNumber(error))) throw error
    throw new RightsProblem(
      `the user ${name} is missing or has another password, and DATABASE_URL may not make it`,
    )
  }
  return { name, host }
}

/** Returns the account that the server uses for this address; undefined if the login is rejected. */
async function findAccount(userUrl: string): Promise<Account | undefined> {
  try {
    const [account = ''] = await queryAsUser(userUrl, 'select current_user()')
    const [, name = '', host = ''] = /^(.*)@(.*)$/.exec(account) ?? []
    return { name, host }
  } catch (error) {
    if (LOGIN_REJECTED_ERRORS.includes(getErrorNumber(error))) return undefined
    throw error
  }
}

/** Returns the host of the user's account; only this machine if the server runs here. */
async function chooseAccountHost(owner: Connection, userUrl: string): Promise<string> {
  const [rows] = await owner.query({ sql: "select substring_index(user(), '@', -1)", rowsAsArray: true })
  const ownHost = Array.isArray(rows) ? String(rows.flat()[0]) : ''
  const isLocalServer = /^(127\.|localhost$|\[::1\]$)/.test(new URL(userUrl).hostname)
  return isLocalServer && ['localhost', '127.0.0.1', '::1'].includes(ownHost) ? ownHost : '%'
}

/** Runs a query as the user, without a database, since the user may have no rights in any yet. */
async function queryAsUser(userUrl: string, statement: string): Promise<string[]> {
  const connection = await createConnection(removeDatabase(userUrl))
  try {
    const [rows] = await connection.query({ sql: statement, rowsAsArray: true })
    return Array.isArray(rows) ? rows.flat().map(String) : []
  } finally {
    await connection.end()
  }
}

type Grants = Map<string, Set<string>>

function listWantedGrants(database: string, role: Role): Grants {
  // In a database name, `_` would match any letter.
  const wantedGrants: Grants = new Map([[`${database.replaceAll('_', '\\_')}.*`, new Set(['SELECT'])]])
  for (const [table, privileges] of listPrivileges(role))
    if (privileges.length > 0) wantedGrants.set(`${database}.${table}`, new Set(privileges))
  return wantedGrants
}

type Holder = { url: string; account: Account; database: string }

/** Grants lacking rights and revokes others, until none differ. Returns the number of statements. */
async function alignGrants(owner: Connection, holder: Holder, wantedGrants: Grants): Promise<number> {
  const { account } = holder
  let count = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const heldGrants = await findHeldGrants(holder)
    const statements = [
      ...listDifference(wantedGrants, heldGrants, 'grant'),
      ...listDifference(heldGrants, wantedGrants, 'revoke'),
    ]
    if (statements.length === 0) return count
    for (const statement of statements) await runStatement(owner, statement, account)
    count += statements.length
  }
  throw new RightsProblem(`the rights of ${account.name} do not become what they should: look at SHOW GRANTS`)
}

/** Returns the rights that the user sees for itself, which needs no privilege. */
async function findHeldGrants({ url, account, database }: Holder): Promise<Grants> {
  const heldGrants: Grants = new Map()
  for (const [grantObject, privileges] of readGrants(await queryAsUser(url, 'show grants'))) {
    const scope = findScope(grantObject, database)
    if (scope === 'wider' && privileges.size > 0)
      throw new RightsProblem(
        `take this away first, it reaches beyond ${database}: ${[...privileges].join(', ')} on ${grantObject}, from ${account.name}`,
      )
    if (scope === 'own') heldGrants.set(grantObject, privileges)
  }
  return heldGrants
}

async function listOtherDatabases({ url, database }: Holder): Promise<string[]> {
  const otherDatabases = [...readGrants(await queryAsUser(url, 'show grants'))].flatMap(
    ([grantObject, privileges]) =>
      privileges.size > 0 && findScope(grantObject, database) === 'other'
        ? splitGrantObject(grantObject).database
        : [],
  )
  return otherDatabases.map((name) => name.replaceAll('\\', ''))
}

/** Returns whether a right covers only `database`, others as well, or only others. */
function findScope(grantObject: string, database: string): 'own' | 'wider' | 'other' {
  const { database: pattern, table } = splitGrantObject(grantObject)
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

function splitGrantObject(grantObject: string): { database: string; table: string } {
  const [, database = '', table = ''] = /^(.*)\.(.*)$/.exec(grantObject) ?? []
  return { database, table }
}

async function runStatement(owner: Connection, statement: string, { name, host }: Account): Promise<void> {
  try {
    await owner.query(statement, [name, host])
  } catch (error) {
    if (!MISSING_RIGHT_ERRORS.includes(getErrorNumber(error))) throw error
    throw new RightsProblem(`DATABASE_URL may not: ${statement.replace('?@?', name)}`)
  }
}

/** Privileges that must stand alone in a statement. */
const STANDALONE_PRIVILEGES = ['ALL PRIVILEGES', 'GRANT OPTION']

/** Returns statements for the rights in `grants` that `otherGrants` lacks, one per object. */
function listDifference(grants: Grants, otherGrants: Grants, command: 'grant' | 'revoke'): string[] {
  const preposition = command === 'grant' ? 'to' : 'from'
  return [...grants].flatMap(([grantObject, privileges]) => {
    const missingPrivileges = [...privileges].filter(
      (privilege) => !otherGrants.get(grantObject)?.has(privilege),
    )
    const combinablePrivileges = missingPrivileges
      .filter((privilege) => !STANDALONE_PRIVILEGES.includes(privilege))
      .join(', ')
    return [
      combinablePrivileges,
      ...missingPrivileges.filter((privilege) => STANDALONE_PRIVILEGES.includes(privilege)),
    ].flatMap((privilegeList) =>
      privilegeList
        ? `${command} ${privilegeList} on ${quoteGrantObject(grantObject)} ${preposition} ?@?`
        : [],
    )
  })
}

function quoteGrantObject(grantObject: string): string {
  const { database, table } = splitGrantObject(grantObject)
  return table === '*' ? `\`${database}\`.*` : `\`${database}\`.\`${table}\``
}

/** Parses SHOW GRANTS; database names stay escaped (`my\_shop.*`). Throws RightsProblem for a granted role. */
export function readGrants(lines: readonly string[]): Grants {
  const grants: Grants = new Map()
  for (const line of lines) {
    // MariaDB grants everybody rights in its test databases.
    if (/ TO PUBLIC$/.test(line)) continue
    const unquotedLine = line.replaceAll('`', '')
    const [, privileges, grantObject = ''] =
      /^GRANT ([A-Z ,]+(?:\(.*?\)[A-Z ,]*)*) ON (\S+) TO /.exec(unquotedLine) ?? []
    if (!privileges) throw new RightsProblem(`take this away first: ${line}`)
    const heldGrants = grants.get(grantObject) ?? new Set()
    for (const privilege of parsePrivileges(privileges)) if (privilege !== 'USAGE') heldGrants.add(privilege)
    if (/ WITH GRANT OPTION$/.test(unquotedLine)) heldGrants.add('GRANT OPTION')
    grants.set(grantObject, heldGrants)
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

function removeDatabase(address: string): string {
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
