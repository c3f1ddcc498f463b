/**
 * The baseline: what answers the same requests with the same rows, and nothing else. No framework, no query
 * builder, no security headers, no checks of what was sent. It is not meant to be a shop.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createPool, type PoolConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise'
import { publicationOf } from '#app/api/wire/publication.ts'
import { totalsOf } from '#app/domain/catalogue/pricing.ts'
import { orderTransition } from '#app/domain/orders/order-status.ts'
import {
  listPage,
  type OrderRow,
  ordersPage,
  type PaidRow,
  type PublicationRow,
  paidOrdersPage,
} from './bare-pages.tsx'

const perPage = 20

type CatalogueRow = PublicationRow & Parameters<typeof publicationOf>[0]
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

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.keepAliveTimeout = 20_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))

async function answer(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://bare')
  if (url.pathname === '/publications') return sendList(url.searchParams, response)
  if (url.pathname === '/publication/') return sendJson(url.searchParams, response)
  if (url.pathname === '/admin/orders') return sendOrders(url.searchParams, response)
  if (url.pathname === '/admin/report/paid_orders/') return sendPaidOrders(url.searchParams, response)
  if (url.pathname === '/cart') return addToCart(request, response)
  if (url.pathname === '/checkout') return placeOrder(request, response)
  response.end('ok')
}

async function sendList(query: URLSearchParams, response: ServerResponse) {
  const page = Number(query.get('page') ?? 1)
  const search = query.get('search') ?? ''
  const { rows, count, pages } = await publicationsOf(search, page)
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end(listPage({ rows, count, page, pages, search }))
}

async function sendJson(query: URLSearchParams, response: ServerResponse) {
  const { rows, ...counts } = await publicationsOf(query.get('search') ?? '', Number(query.get('page') ?? 1))
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ ...counts, results: rows.map((row) => publicationOf(row)) }))
}

async function publicationsOf(search: string, page: number) {
  const terms = search.split(/\s+/).filter(Boolean)
  const where = ['active = 1', ...terms.map(() => '(name like ? or applicability like ?)')].join(' and ')
  const values = terms.flatMap((term) => [`%${term}%`, `%${term}%`])
  const [rows, counted] = await Promise.all([
    select<CatalogueRow>(
      `select id, name, applicability, version, date, price, price_signature, weight, is_signature, is_download,
       has_airplane_info, has_photo_upload, is_sent_immediately, active from publications where ${where} order by id desc limit ? offset ?`,
      [...values, perPage, (page - 1) * perPage],
    ),
    select<{ count: number }>(`select count(*) as count from publications where ${where}`, values),
  ])
  const count = counted[0]?.count ?? 0
  return { rows, count, pages: Math.max(1, Math.ceil(count / perPage)) }
}

/** The orders a member of staff looks for, each way of the search by an index. */
async function sendOrders(query: URLSearchParams, response: ServerResponse) {
  const search = query.get('search') ?? ''
  const status = query.get('status')
  const found = `join (
    select id from orders where id = ?
    union select id from orders where nfe like ?
    union select order_id from order_lines where airplane_registration like ?
    union select orders.id from profiles join orders on orders.profile_id = profiles.id where name like ?
    union select orders.id from profiles join orders on orders.profile_id = profiles.id where company_name like ?
    union select orders.id from users join profiles on profiles.user_id = users.id
      join orders on orders.profile_id = profiles.id where email like ?) as found on found.id = orders.id`
  const from = `orders ${search ? found : ''} where ${status ? 'status = ?' : 'true'}`
  const values = [
    ...(search ? [Number(search) || 0, ...Array(5).fill(`${search}%`)] : []),
    ...(status ? [status] : []),
  ]
  const [ids, counted] = await Promise.all([
    select<{ id: number }>(`select orders.id from ${from} order by orders.id desc limit ?`, [
      ...values,
      perPage,
    ]),
    select<{ count: number }>(`select count(*) as count from ${from}`, values),
  ])
  const rows = await select<OrderRow>(
    `select orders.id, date, status, reason, nfe, total, name, company_name as companyName, is_company as isCompany
     from orders join profiles on profiles.id = profile_id where orders.id in (?) order by orders.id desc`,
    [ids.map(({ id }) => id)],
  )
  const pages = Math.max(1, Math.ceil((counted[0]?.count ?? 0) / perPage))
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end(ordersPage({ rows, pages, search }))
}

/** A hundred of the orders paid in a period with their titles, how many there are and what they come to. */
async function sendPaidOrders(query: URLSearchParams, response: ServerResponse) {
  const period = [query.get('start'), query.get('end')]
  const where = 'status = 2 and date >= ? and date <= ?'
  const [orders, sums] = await Promise.all([
    select<Omit<PaidRow, 'titles'>>(
      `select orders.id, date, nfe, total, name, company_name as companyName, is_company as isCompany
       from orders join profiles on profiles.id = profile_id where ${where} order by date desc, orders.id desc limit 100`,
      period,
    ),
    select<{ count: number; total: string }>(
      `select count(*) as count, sum(total) as total from orders where ${where}`,
      period,
    ),
  ])
  const lines = await select<{ order_id: number; name: string }>(
    'select order_id, name from order_lines where order_id in (?) group by order_id, name order by name',
    [orders.map(({ id }) => id)],
  )
  const rows = orders.map((order) => ({
    ...order,
    titles: lines.filter(({ order_id }) => order_id === order.id).map(({ name }) => name),
  }))
  const { count = 0, total = '0' } = sums[0] ?? {}
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end(paidOrdersPage({ rows, count, total: Number(total) }))
}

async function addToCart(request: IncomingMessage, response: ServerResponse) {
  const form = await formOf(request)
  const known = cookieOf(request, 'cart')
  const key = known ?? randomBytes(32).toString('base64url')
  await transaction(async (trx) => {
    const cartId = known ? await lockCart(trx, hashOf(key)) : await makeCart(trx, hashOf(key))
    await trx.query('insert ignore into cart_items (cart_id, publication_id, quantity) values (?, ?, 1)', [
      cartId,
      form.get('publication_id'),
    ])
    await touchCart(trx, cartId)
  })
  const headers = known ? {} : { 'Set-Cookie': `cart=${key}; Path=/; HttpOnly` }
  response.writeHead(303, { ...headers, Location: form.get('return_to') ?? '/cart' }).end()
}

async function lockCart(trx: PoolConnection, keyHash: string): Promise<number> {
  const [carts] = await trx.query<RowDataPacket[]>('select id from carts where key_hash = ? for update', [
    keyHash,
  ])
  return carts[0]?.id
}

async function makeCart(trx: PoolConnection, keyHash: string): Promise<number> {
  const [made] = await trx.query<ResultSetHeader>('insert into carts (key_hash) values (?)', [keyHash])
  return made.insertId
}

async function touchCart(trx: PoolConnection, cartId: number) {
  await trx.query('update carts set version = version + 1, updated_at = ? where id = ?', [new Date(), cartId])
}

type Item = { publication_id: number; name: string; version: string; price: number; quantity: number }

async function placeOrder(request: IncomingMessage, response: ServerResponse) {
  const form = await formOf(request)
  const token = JSON.parse(atob(cookieOf(request, 'session') ?? ''))
  const [buyer] = await select<RowDataPacket>(
    `select users.id as user_id, profiles.id as profile_id, name, cpf from sessions
     join users on users.id = sessions.user_id join profiles on profiles.user_id = users.id where token_hash = ?`,
    [hashOf(token)],
  )
  if (!buyer) throw new Error('nobody logged in')
  const orderId = await transaction((trx) => writeOrder(trx, form, buyer))
  response.writeHead(303, { Location: `/payment/${orderId}` }).end()
}

async function writeOrder(trx: PoolConnection, form: URLSearchParams, buyer: RowDataPacket): Promise<number> {
  const [carts] = await trx.query<RowDataPacket[]>('select id from carts where user_id = ? for update', [
    buyer.user_id,
  ])
  const cartId = carts[0]?.id
  const [items] = await trx.query<(Item & RowDataPacket)[]>(
    `select publication_id, name, version, price, quantity from cart_items
     join publications on publications.id = publication_id where cart_id = ? order by cart_items.id`,
    [cartId],
  )
  await trx.query('update profiles set phone = ?, billing_address_id = ? where id = ?', [
    form.get('buyer.phone'),
    await insertAddress(trx, form),
    buyer.profile_id,
  ])
  const transition = orderTransition(null, 'placed')
  const service = form.get('shipping_service')
  const totals = totalsOf(items, Number(form.get(`seen_shipping.${service}`)))
  const [made] = await trx.query<ResultSetHeader>('insert into orders set ?', {
    profile_id: buyer.profile_id,
    status: transition?.to,
    date: new Date().toISOString().slice(0, 10),
    total_publications: totals.publications,
    shipping_value: totals.shipping,
    total: totals.total,
    shipping_type: service,
    billing_address_id: await insertAddress(trx, form),
    payer_name: buyer.name,
    payer_document: buyer.cpf,
    checkout_token: form.get('checkout_token'),
  })
  const lines = items.flatMap(({ quantity, publication_id, name, version, price }) =>
    Array.from({ length: quantity }, (_, index) => {
      const of = (field: string) => form.get(`unit.${publication_id}-${index + 1}.${field}`)
      return [made.insertId, publication_id, name, version, price, of('prefix'), of('serial'), of('fuel')]
    }),
  )
  await trx.query(
    `insert into order_lines (order_id, publication_id, name, version, value, airplane_registration,
     airplane_serial_number, fuel_type) values ?`,
    [lines],
  )
  await trx.query(
    "insert into history (entity, entity_id, action, actor_user_id) values ('order', ?, 'placed', ?)",
    [made.insertId, buyer.user_id],
  )
  const effects = transition?.effects.map((job) => [job, String(made.insertId)])
  await trx.query('insert ignore into outbox (job, subject) values ?', [effects])
  await trx.query('delete from cart_items where cart_id = ?', [cartId])
  await trx.query('delete from checkout_drafts where cart_id = ?', [cartId])
  await touchCart(trx, cartId)
  return made.insertId
}

async function insertAddress(trx: PoolConnection, form: URLSearchParams): Promise<number> {
  const columns = ['zip_code', 'street', 'number', 'complement', 'province', 'city', 'state']
  const address = Object.fromEntries(columns.map((column) => [column, form.get(`billing.${column}`)]))
  const [made] = await trx.query<ResultSetHeader>('insert into addresses set ?', address)
  return made.insertId
}

async function transaction<T>(work: (trx: PoolConnection) => Promise<T>): Promise<T> {
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

async function select<Row>(sql: string, values: unknown[]): Promise<Row[]> {
  const [rows] = await pool.query<(Row & RowDataPacket)[]>(sql, values)
  return rows
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return new URLSearchParams(text)
}

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const pair = request.headers.cookie?.split('; ').find((each) => each.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
