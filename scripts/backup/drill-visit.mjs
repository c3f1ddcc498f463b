import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import mysql from 'mysql2/promise'
import { Problem } from '../dev-services/log.mjs'

/**
 * Logs in as the buyer of the newest order and opens the order.
 * @param {{ address: string, databaseUrl: string }} shop @returns {Promise<string>} what the customer saw
 */
export async function openOneOrder({ address, databaseUrl }) {
  const homeAnswer = await fetch(address)
  if (!homeAnswer.ok) throw new Problem(`the shop answers ${homeAnswer.status}`)
  // The customer's password is changed only in the private copy of the database.
  const password = randomBytes(12).toString('hex')
  const buyerOrder = await setBuyerPassword(databaseUrl, password)
  if (!buyerOrder) return 'shop: open; it has no order of an account that can log in'
  const cookie = await logIn(address, { email: buyerOrder.email, password })
  const orderAnswer = await fetch(`${address}/orders/${buyerOrder.order}`, {
    headers: { Cookie: cookie },
    redirect: 'manual',
  })
  const pageText = await orderAnswer.text()
  if (orderAnswer.status !== 200 || !pageText.includes(String(buyerOrder.order)))
    throw new Problem(`order ${buyerOrder.order} answers ${orderAnswer.status}`)
  return `shop: open, order ${buyerOrder.order} shown to its buyer`
}

/** @param {string} url @param {string} password @returns {Promise<{ order: number, email: string } | undefined>} */
async function setBuyerPassword(url, password) {
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 10_000 })
  try {
    const [rows] = await connection.query(
      `select orders.id as \`order\`, users.id as user, email from orders
       join profiles on profiles.id = orders.profile_id join users on users.id = profiles.user_id
       where password_hash is not null and users.is_active and email not like '%@invalid'
       order by orders.id desc limit 1`,
    )
    const [buyerOrder] = /** @type {{ order: number, user: number, email: string }[]} */ (rows)
    if (!buyerOrder) return undefined
    await connection.query('update users set password_hash = ? where id = ?', [
      await hash(password),
      buyerOrder.user,
    ])
    return buyerOrder
  } finally {
    await connection.end()
  }
}

/** @param {string} address @param {{ email: string, password: string }} fields @returns {Promise<string>} cookies */
async function logIn(address, fields) {
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    redirect: 'manual',
  })
  if (answer.status !== 302 && answer.status !== 303) throw new Problem(`the login answers ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
