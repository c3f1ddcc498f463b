import { randomUUID } from 'node:crypto'
import type { Purpose, RateLimitKey } from '#app/domain/accounts/attempt-limits.ts'
import type { CheckoutForm } from '#app/forms/checkout.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { waitFor } from '#app/http/retry-after.server.ts'
import {
  consumeAttempt,
  type TooManyAttempts,
  takeBackAttempt,
} from '#app/models/accounts/rate-limit.server.ts'
import { findUserIdByEmail, type Viewer } from '#app/models/accounts/user.server.ts'
import { findOrderByToken, OrderRefused } from '#app/models/orders/order-placement.server.ts'
import { messages } from '#app/text/platform/messages.ts'

type Context = RequestArgs['context']
type Words = (wait: string) => string

/** The refusal text, or undefined. Limited per hour: no enumeration of accounts (D55). Throws OrderRefused. */
export async function limitCheckout(
  context: Context,
  form: CheckoutForm,
  viewer: Viewer | undefined,
): Promise<string | undefined> {
  const key = { address: context.clientAddress ?? '', form: form.checkout_token }
  if (viewer) return limitOrder(context, viewer, form.checkout_token)
  const email = 'email' in form.buyer ? form.buyer.email : ''
  const limit = (purpose: Purpose, words: Words, more: Partial<RateLimitKey> = {}) =>
    limited(context, purpose, { ...key, email, ...more }, words)
  const many = await limit('checkout', messages.tooManyCheckouts, { form: undefined })
  if (many) return many
  // The form is already an order: the same answer for every e-mail, so that it reveals no account.
  if (await findOrderByToken(form.checkout_token)) throw new OrderRefused({ code: 'email-taken' })
  // Counted before the look-up and refunded after it, so that an exhausted limit allows no look-up at all.
  const ask = { form: randomUUID() }
  const asked = await limit('known-email', messages.tooManyCheckouts, ask)
  if (asked) return asked
  if ((await findUserIdByEmail(email)) !== undefined) throw new OrderRefused({ code: 'email-taken' })
  await takeBackAttempt('known-email', { ...key, email, ...ask })
  return (
    (await limit('new-account', messages.tooManyAccounts)) ?? (await limit('order', messages.tooManyOrders))
  )
}

/** Returns the refusal text, or undefined. A resubmitted form counts once. */
export function limitOrder(context: Context, { email }: Viewer, form: string): Promise<string | undefined> {
  const key = { address: context.clientAddress ?? '', email, form }
  return limited(context, 'order', key, messages.tooManyOrders)
}

async function limited(context: Context, purpose: Purpose, key: RateLimitKey, words: Words) {
  const refused: TooManyAttempts | undefined = await consumeAttempt(purpose, key)
  return refused && words(waitFor(context, refused))
}
