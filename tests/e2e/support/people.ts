import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createPool, type Pool, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise'
import {
  buildPersonText,
  listPersonTokens,
  type PersonData,
  personTextVersion,
} from '#app/domain/accounts/person-text.ts'
import { runTool } from '../../support/shop.ts'
import { type Login, shopEnvironment } from './shop.ts'

/** A pool of this process, so that statements do not wait for a connection. */
let pool: Pool | undefined

/** Returns a unique e-mail. */
export function newEmail(): string {
  return `visita-${randomBytes(6).toString('hex')}@exemplo.test`
}

/** Returns a unique network address of a client. */
export function newAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`
}

/** Gives this browser a new network address, so that limits of attempts begin anew. */
export async function useNewAddress(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': newAddress() })
}

/**
 * Creates a customer for one test: same type, addresses and password as a seeded login, with another e-mail
 * and, if given, name, without orders or cart. Parallel tests therefore never share a cart.
 */
export async function copyCustomer(kind: 'cliente' | 'empresa', name: string | null = null): Promise<Login> {
  const email = newEmail()
  const seededEmail = `${kind}@aeropub.test`
  await changeRows(
    'insert into users (email, password_hash, email_proved_at) select ?, password_hash, email_proved_at from users where email = ?',
    [email, seededEmail],
  )
  await changeRows(
    `insert into profiles (user_id, is_company, name, company_name, cpf, cnpj, ie, phone, billing_address_id, shipping_address_id)
     select copy_user.id, is_company, coalesce(?, name), company_name, cpf, cnpj, ie, phone, billing_address_id, shipping_address_id
     from profiles join users on users.id = profiles.user_id join users copy_user on copy_user.email = ? where users.email = ?`,
    [name, email, seededEmail],
  )
  await indexPerson(email)
  return { email, password: 'demonstracao-2026' }
}

/** Ends the sessions, as twelve hours without a visit do. */
export async function expireSessions(email: string): Promise<void> {
  await changeRows(
    `update sessions set expires_at = date_sub(expires_at, interval 13 hour)
     where user_id = (select id from users where email = ?)`,
    [email],
  )
}

/** Writes a customer's search index, as the shop does when it writes a profile. */
async function indexPerson(email: string): Promise<void> {
  const [person] = await readRows<PersonRow>(
    `select profiles.id, email, name, company_name as companyName, cpf, cnpj, ie, phone
     from profiles join users on users.id = user_id where email = ?`,
    [email],
  )
  if (!person) throw new Error(`no profile of ${email}`)
  const text = buildPersonText({ ...person, zipCodes: [] })
  await changeRows(
    'insert into person_texts (profile_id, words, parts, version, checked_at) values (?, ?, ?, ?, now(3))',
    [person.id, text.words, text.parts, personTextVersion],
  )
  const tokens = listPersonTokens(text)
  await changeRows(
    `insert into person_words (word, profile_id) values ${tokens.map(() => '(?, ?)').join(', ')}`,
    tokens.flatMap((token) => [token, person.id]),
  )
}

type PersonRow = RowDataPacket & { id: number } & Omit<PersonData, 'zipCodes'>

/** Changes an order as staff do, by `npm run order -- NUMBER …`. */
export function changeOrderStatus(
  orderId: number,
  ...args: ['paid'] | ['approved'] | ['rejected', string]
): Promise<string> {
  const entries = Object.entries(shopEnvironment()).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return runTool('order-status', Object.fromEntries(entries), [String(orderId), ...args])
}

/**
 * Creates a paid subscription of this publication, bought a year before its end, which is in this number of
 * days; the price of its order does not matter.
 */
export async function giveSubscription(
  { email }: Login,
  {
    publicationId,
    endsIn,
    registration = null,
  }: { publicationId: number; endsIn: number; registration?: string | null },
): Promise<void> {
  const token = randomBytes(16).toString('hex')
  await changeRows(
    `insert into orders (profile_id, status, date, total_publications, shipping_value, total, shipping_type,
       billing_address_id, payer_name, payer_document, checkout_token, paid_on)
     select profiles.id, 2, curdate() - interval 1 year, 100, 0, 100, 'DOWNLOAD', billing_address_id, name, '0', ?,
       curdate() - interval 1 year
     from profiles join users on users.id = user_id where email = ?`,
    [token, email],
  )
  await changeRows(
    `insert into order_lines (order_id, publication_id, name, version, value, is_signature, is_download,
       airplane_registration, airplane_serial_number, fuel_type)
     select orders.id, publications.id, publications.name, version, 100, 1, is_download, ?, '200512', 1
     from orders, publications where checkout_token = ? and publications.id = ?`,
    [registration, token, publicationId],
  )
  await changeRows(
    `insert into subscriptions (order_line_id, profile_id, publication_id, status, starts_on, due)
     select order_lines.id, profile_id, publication_id, if(is_download, 1, 5), orders.date,
       curdate() + interval ? day
     from order_lines join orders on orders.id = order_id where checkout_token = ?`,
    [endsIn, token],
  )
}

/** Deletes the boleto of an order, as if the worker had not issued it yet. */
export async function deleteBoleto(orderId: number): Promise<void> {
  await changeRows(
    'delete from boleto_instructions where boleto_id in (select id from boletos where order_id = ?)',
    [orderId],
  )
  await changeRows('delete from boletos where order_id = ?', [orderId])
}

/** Makes the boleto of an order five days overdue and withdrawn. */
export async function expireBoleto(orderId: number): Promise<void> {
  await changeRows(
    `update boletos set due_date = curdate() - interval 5 day, withdrawn_at = now(), withdrawal_reason = 'expired'
     where current_of = ?`,
    [orderId],
  )
}

/** Adds an issuer's Pix code to the boleto. */
export async function addPixCode(orderId: number, payload: string): Promise<void> {
  await changeRows('update boletos set pix_payload = ? where current_of = ?', [payload, orderId])
}

/** Simulates an hour of failed attempts to issue the boleto; the next attempt is far away. */
export async function delayBoleto(orderId: number): Promise<void> {
  await deleteBoleto(orderId)
  await changeRows(
    `update outbox set done_at = null, requeues = 6, published_at = now(3), created_at = now(3) - interval 1 hour
     where subject = ? and job = 'issue-boleto'`,
    [String(orderId)],
  )
}

/** Queues one step of issuing the boleto again. */
export async function queueAgain(orderId: number, job: 'issue-boleto' | 'render-boleto'): Promise<void> {
  await changeRows(
    `update outbox set done_at = null, published_at = null, lease_until = null, requeues = requeues + 1
     where subject = ? and job = ?`,
    [String(orderId), job],
  )
}

type Values = (string | number | null)[]

/** Runs a statement. Throws if it changes no row. */
export async function changeRows(statement: string, values: Values): Promise<void> {
  const { affectedRows } = await execute<ResultSetHeader>(statement, values)
  if (affectedRows === 0) throw new Error(`nothing changed by: ${statement}`)
}

export function readRows<Row extends RowDataPacket>(statement: string, values: Values): Promise<Row[]> {
  return execute<Row[]>(statement, values)
}

async function execute<Result extends ResultSetHeader | RowDataPacket[]>(statement: string, values: Values) {
  pool ??= createPool({ uri: shopEnvironment().DATABASE_URL, connectionLimit: 2 })
  const [result] = await pool.execute<Result>(statement, values)
  return result
}
