import type { EveryRecord } from '#tests/factories/every-record.ts'
import type { Reader } from '#tests/routes/statements/page-statements.ts'
import { fillCart, loadCheckout } from '#tests/support/checkout-form.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

/** Returns a visitor with a publication in the cart and a draft of the checkout. */
export async function beginCheckout(reader: Reader, { users, publication }: EveryRecord): Promise<Visitor> {
  const visitor = reader === 'visitor' ? new Visitor() : await loginAs({ userId: users[reader] })
  await fillCart(visitor, { [publication]: 1 })
  await loadCheckout(visitor)
  return visitor
}
