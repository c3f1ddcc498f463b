import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import { calculateTotals } from '#app/domain/catalogue/pricing.ts'
import { findOrderTransition } from '#app/domain/orders/order-status.ts'
import { hashSecret, readCookie, runTransaction, select } from './database.ts'

export async function addToCart(request: IncomingMessage, response: ServerResponse) {
  const form = await readForm(request)
  const cookieKey = readCookie(request, 'cart')
  const key = cookieKey ?? randomBytes(32).toString('base64url')
  await runTransaction(async (trx) => {
    const cartId = cookieKey ? await lockCart(trx, hashSecret(key)) : await makeCart(trx, hashSecret(key))
    await trx.query('insert ignore into cart_items (cart_id, publication_id, quantity) values (?, ?, 1)', [
      cartId,
      form.get('publication_id'),
    ])
    await touchCart(trx, cartId)
  })
  const cookie = encodeURIComponent(btoa(JSON.stringify(key)))
  const headers = cookieKey ? {} : { 'Set-Cookie': `cart=${cookie}; Path=/; HttpOnly` }
  response.writeHead(303, { ...headers, Location: form.get('return_to') ?? '/cart' }).end()
}

async function lockCart(trx: PoolConnection, keyHash: string): Promise<number> {
  const [carts] = await trx.query<RowDataPacket[]>('select id from carts where key_hash = ? for update', [
    keyHash,
  ])
  return carts[0]?.id
}

async function makeCart(trx: PoolConnection, keyHash: string): Promise<number> {
  const [insertResult] = await trx.query<ResultSetHeader>('insert into carts (key_hash) values (?)', [
    keyHash,
  ])
  return insertResult.insertId
}

async function touchCart(trx: PoolConnection, cartId: number) {
  await trx.query('update carts set version = version + 1, updated_at = ? where id = ?', [new Date(), cartId])
}

type Item = { publication_id: number; name: string; version: string; price: number; quantity: number }

export async function placeOrder(request: IncomingMessage, response: ServerResponse) {
  const form = await readForm(request)
  const token = readCookie(request, 'session') ?? ''
  const [buyer] = await select<RowDataPacket>(
    `select users.id as user_id, profiles.id as profile_id, name, cpf from sessions
     join users on users.id = sessions.user_id join profiles on profiles.user_id = users.id where token_hash = ?`,
    [hashSecret(token)],
  )
  if (!buyer) throw new Error('nobody logged in')
  const orderId = await runTransaction((trx) => writeOrder(trx, form, buyer))
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
  const transition = findOrderTransition(null, 'placed')
  const service = form.get('shipping_service')
  const totals = calculateTotals(items, Number(form.get(`seen_shipping.${service}`)))
  const [insertResult] = await trx.query<ResultSetHeader>('insert into orders set ?', {
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
      const getField = (field: string) => form.get(`unit.${publication_id}-${index + 1}.${field}`)
      return [
        insertResult.insertId,
        publication_id,
        name,
        version,
        price,
        getField('prefix'),
        getField('serial'),
        getField('fuel'),
      ]
    }),
  )
  await trx.query(
    `insert into order_lines (order_id, publication_id, name, version, value, airplane_registration,
     airplane_serial_number, fuel_type) values ?`,
    [lines],
  )
  await trx.query(
    "insert into history (entity, entity_id, action, actor_user_id) values ('order', ?, 'placed', ?)",
    [insertResult.insertId, buyer.user_id],
  )
  const effects = transition?.effects.map((job) => [job, String(insertResult.insertId)])
  await trx.query('insert ignore into outbox (job, subject) values ?', [effects])
  await trx.query('delete from cart_items where cart_id = ?', [cartId])
  await trx.query('delete from checkout_drafts where cart_id = ?', [cartId])
  await touchCart(trx, cartId)
  return insertResult.insertId
}

async function insertAddress(trx: PoolConnection, form: URLSearchParams): Promise<number> {
  const columns = ['zip_code', 'street', 'number', 'complement', 'province', 'city', 'state']
  const address = Object.fromEntries(columns.map((column) => [column, form.get(`billing.${column}`)]))
  const [insertResult] = await trx.query<ResultSetHeader>('insert into addresses set ?', address)
  return insertResult.insertId
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return new URLSearchParams(text)
}
