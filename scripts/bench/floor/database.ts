import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createPool, type PoolConnection, type RowDataPacket } from 'mysql2/promise'

const pool = createPool({
  uri: process.env.DATABASE_URL,
  connectionLimit: 10,
  charset: 'utf8mb4_unicode_520_ci',
  timezone: 'Z',
  dateStrings: ['DATE'],
})
pool.pool.on('connection', (connection) => {
  connection.query('set session transaction isolation level read committed')
})

export type Value = string | number | Date | null | undefined | readonly (string | number)[]

export async function select<Row>(sql: string, values: Value[] = []): Promise<Row[]> {
  const [rows] = await pool.query<(Row & RowDataPacket)[]>(sql, values)
  return rows
}

export function convertFlags<Row extends object>(rows: Row[], names: readonly (keyof Row & string)[]): Row[] {
  for (const row of rows) for (const name of names) Object.assign(row, { [name]: Boolean(row[name]) })
  return rows
}

export async function runTransaction<T>(work: (trx: PoolConnection) => Promise<T>): Promise<T> {
  const connection = await pool.getConnection()
  try {
    await connection.query('begin')
    const result = await work(connection)
    await connection.query('commit')
    return result
  } catch (error) {
    await connection.query('rollback')
    throw error
  } finally {
    connection.release()
  }
}

export type Visitor = {
  id: number
  email: string
  name: string
  companyName: string | null
  isCompany: boolean
  isPartner: boolean
  isStaff: boolean
  hasCompanies: boolean
  units: string | null
  inCart: string | null
}

export async function findVisitor(request: IncomingMessage): Promise<Visitor | undefined> {
  const token = readCookie(request, 'session')
  if (token === undefined) return undefined
  const [visitor] = convertFlags(
    await select<Visitor>(
      `select users.id, email, profiles.name, company_name as companyName, is_company as isCompany,
       is_partner as isPartner, is_staff or is_superuser as isStaff,
       exists (select 1 from company_members where user_id = users.id and is_open = 1) as hasCompanies,
       (select sum(quantity) from carts join cart_items on cart_id = carts.id where carts.user_id = users.id) as units,
       (select group_concat(publication_id) from carts join cart_items on cart_id = carts.id
        where carts.user_id = users.id and renews_subscription_id = 0) as inCart
       from sessions join users on users.id = sessions.user_id join profiles on profiles.user_id = users.id
       where token_hash = ? and kind = 'browser' and expires_at > ?`,
      [hashSecret(token), new Date()],
    ),
    ['isCompany', 'isPartner', 'isStaff', 'hasCompanies'],
  )
  return visitor
}

/** Finds the member of staff of a browser. */
export async function findStaff(request: IncomingMessage): Promise<{ id: number } | undefined> {
  const token = readCookie(request, 'session') ?? ''
  const [staff] = await select<{ id: number }>(
    `select users.id, proved_at from sessions join users on users.id = sessions.user_id
     where token_hash = ? and kind = 'browser' and expires_at > ? and (is_staff = 1 or is_superuser = 1)`,
    [hashSecret(token), new Date()],
  )
  return staff
}

/** Finds the user of an API token. */
export async function findCaller({ headers }: IncomingMessage): Promise<{ id: number } | undefined> {
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  const [caller] = await select<{ id: number }>(
    `select users.id, is_partner, is_staff, is_superuser from sessions join users on users.id = sessions.user_id
     join profiles on profiles.user_id = users.id where token_hash = ? and kind = 'api' and expires_at > ?`,
    [hashSecret(token), new Date()],
  )
  return caller
}

/** Returns the value of a cookie of Remix: JSON in Base64. */
export function readCookie(request: IncomingMessage, name: string): string | undefined {
  const pair = request.headers.cookie?.split('; ').find((cookiePair) => cookiePair.startsWith(`${name}=`))
  return pair && JSON.parse(atob(decodeURIComponent(pair.slice(name.length + 1))))
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
