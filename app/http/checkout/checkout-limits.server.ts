import { randomUUID } from 'node:crypto'
import type { Purpose, RateLimitKey } from '#app/domain/accounts/attempt-limits.ts'
import type { CheckoutForm } from '#app/forms/checkout.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { makeAttemptKey } from '#app/http/context.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { countAttempt, removeAttempt, type TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { EmailTaken, findUserIdByEmail, type Viewer } from '#app/models/accounts/user.server.ts'
import { findOrderByToken, OrderRefused } from '#app/models/orders/order-placement.server.ts'
import { messages } from '#app/text/platform/messages.ts'

type Context = RequestArgs['context']
type FormatRejection = (wait: string) => string

/**
 * Returns a message if a limit is reached. The limits prevent that visitors find out which e-mails have
 * accounts. Throws OrderRefused if the e-mail of a new buyer has an account.
 */
export async function limitCheckout(
  context: Context,
  form: CheckoutForm,
  viewer: Viewer | undefined,
): Promise<string | undefined> {
  const key = { address: context.clientAddress ?? '', form: form.checkout_token }
  if (viewer) return limitOrder(context, viewer, form.checkout_token)
  const email = 'email' in form.buyer ? form.buyer.email : ''
  const limit = (purpose: Purpose, formatRejection: FormatRejection, changes: Partial<RateLimitKey> = {}) =>
    consumeLimit(context, purpose, { ...key, email, ...changes }, formatRejection)
  const rejection = await limit('checkout', messages.tooManyCheckouts, { form: undefined })
  if (rejection) return rejection
  // A repeated form of an order gets the same response for every e-mail, so it reveals no account.
  if (await findOrderByToken(form.checkout_token)) throw new OrderRefused({ code: 'email-taken' })
  const lookup = { email, form: form.checkout_token }
  const lookupRejection = await limitAccountLookup(context, lookup).catch(throwOrderError)
  return lookupRejection ?? (await limit('order', messages.tooManyOrders))
}

export async function limitNewAccount(
  context: Context,
  attempt: { email: string; form: string | undefined },
): Promise<string | undefined> {
  const key = makeAttemptKey(context, attempt.email)
  const rejection = await consumeLimit(context, 'checkout', key, messages.tooManyCheckouts)
  return rejection ?? (await limitAccountLookup(context, attempt))
}

/** Counts a look-up of an e-mail before it runs, and removes it from the count if the e-mail is free. */
async function limitAccountLookup(
  context: Context,
  { email, form }: { email: string; form: string | undefined },
) {
  const key = makeAttemptKey(context, email)
  const lookupKey = { ...key, form: randomUUID() }
  const lookupRejection = await consumeLimit(context, 'known-email', lookupKey, messages.tooManyCheckouts)
  if (lookupRejection) return lookupRejection
  if ((await findUserIdByEmail(email)) !== undefined) throw new EmailTaken()
  await removeAttempt('known-email', lookupKey)
  return consumeLimit(context, 'new-account', { ...key, form }, messages.tooManyAccounts)
}

function throwOrderError(error: unknown): never {
  throw error instanceof EmailTaken ? new OrderRefused({ code: 'email-taken' }) : error
}

export function limitOrder(context: Context, { email }: Viewer, form: string): Promise<string | undefined> {
  const key = { ...makeAttemptKey(context, email), form }
  return consumeLimit(context, 'order', key, messages.tooManyOrders)
}

async function consumeLimit(
  context: Context,
  purpose: Purpose,
  key: RateLimitKey,
  formatRejection: FormatRejection,
) {
  const reachedLimit: TooManyAttempts | undefined = await countAttempt(purpose, key)
  return reachedLimit && formatRejection(setRetryAfter(context, reachedLimit))
}
