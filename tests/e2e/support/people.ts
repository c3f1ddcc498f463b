import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createConnection, type ResultSetHeader } from 'mysql2/promise'
import { runTool } from '../../support/shop.ts'
import { type Login, shopEnvironment } from './shop.ts'

/** An e-mail nobody else has. */
export function newEmail(): string {
  return `visita-${randomBytes(6).toString('hex')}@exemplo.test`
}

/** Gives this browser a client address of its own, so that tests side by side do not use up each other's tries. */
export async function comeFromElsewhere(page: Page): Promise<void> {
  const address = `10.${[...randomBytes(3)].join('.')}`
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': address })
}

/**
 * A customer of the test's own: same person or company, addresses and password as a seeded login, another
 * e-mail, no orders, no cart. So tests that run side by side never meet in one cart.
 */
export async function twinOf(kind: 'cliente' | 'empresa'): Promise<Login> {
  const email = newEmail()
  const like = `${kind}@aeropub.test`
  await change(
    'insert into users (email, password_hash) select ?, password_hash from users where email = ?',
    [email, like],
  )
  await change(
    `insert into profiles (user_id, is_company, name, company_name, cpf, cnpj, ie, phone, billing_address_id, shipping_address_id)
     select twin.id, is_company, name, company_name, cpf, cnpj, ie, phone, billing_address_id, shipping_address_id
     from profiles join users on users.id = profiles.user_id join users twin on twin.email = ? where users.email = ?`,
    [email, like],
  )
  return { email, password: 'demonstracao-2026' }
}

/** Does with an order what staff do: `npm run order -- NUMBER …`. */
export function decide(
  orderId: number,
  ...words: ['paid'] | ['approved'] | ['rejected', string]
): Promise<string> {
  const texts = Object.entries(shopEnvironment()).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return runTool('order-status', Object.fromEntries(texts), [String(orderId), ...words])
}

/** Takes the slip of an order away, as if the worker had not come to it yet. */
export async function takeSlipAway(orderId: number): Promise<void> {
  await change('delete from boletos where order_id = ?', [orderId])
}

/** Offers one step of making the slip to the worker again. */
export async function offerAgain(orderId: number, job: 'issue-boleto' | 'render-slip'): Promise<void> {
  await change(
    `update outbox set done_at = null, published_at = null, lease_until = null, redrives = redrives + 1
     where subject = ? and job = ?`,
    [String(orderId), job],
  )
}

async function change(statement: string, values: (string | number)[]): Promise<void> {
  const connection = await createConnection(shopEnvironment().DATABASE_URL)
  try {
    const [result] = await connection.execute<ResultSetHeader>(statement, values)
    if (result.affectedRows === 0) throw new Error(`nothing changed by: ${statement}`)
  } finally {
    await connection.end()
  }
}
