import type { AppLoadContext } from '@remix-run/node'
import { canUse } from '#app/domain/accounts/colleagues.ts'
import type { CartOwner } from '#app/domain/checkout/cart.ts'
import { makeAttemptKey, type RequestArgs } from '#app/http/context.server.ts'
import { cartCookie } from '#app/http/cookies.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { getAccount, getViewer, readCartKey } from '#app/http/session.server.ts'
import { resolveAccount } from '#app/models/accounts/colleagues/acting.server.ts'
import { countAttempt } from '#app/models/accounts/rate-limit.server.ts'
import { hashSecret, makeSecret } from '#app/models/accounts/session.server.ts'
import { type CartSummary, readCartSummary } from '#app/models/checkout/cart.server.ts'
import { paths } from '#app/paths.ts'
import { messages } from '#app/text/platform/messages.ts'

/** Returns the cart's owner; undefined for a visitor without a cart, or a colleague who may not buy. */
export async function findCartOwner(args: RequestArgs): Promise<CartOwner | undefined> {
  const viewer = await getViewer(args)
  if (viewer) {
    const { userId, role } = resolveAccount(viewer)
    return canUse(role, 'purchase') ? { userId } : undefined
  }
  const key = await readCartKey(args.request)
  return key === undefined ? undefined : { keyHash: hashSecret(key) }
}

/** Returns the cart's owner. Adds a new visitor's cookie to `headers`. Throws 404 if the viewer may not buy. */
export async function ensureCartOwner(args: RequestArgs): Promise<{ owner: CartOwner; headers: Headers }> {
  const headers = new Headers()
  await getAccount(args, 'purchase')
  const knownOwner = await findCartOwner(args)
  if (knownOwner) return { owner: knownOwner, headers }
  const key = makeSecret()
  headers.append('Set-Cookie', await cartCookie.serialize(key))
  return { owner: { keyHash: hashSecret(key) }, headers }
}

/** Redirects to the cart with a message if the visitor's network has created too many carts. */
export async function limitNewCarts({ context }: RequestArgs, owner: CartOwner): Promise<void> {
  if ('userId' in owner) return
  const tooManyAttempts = await countAttempt('new-cart', makeAttemptKey(context, ''))
  if (!tooManyAttempts) return
  const text = messages.tooManyCarts(setRetryAfter(context, tooManyAttempts))
  throw await redirectWithFlash(paths.cart(), { tone: 'warn', text })
}

const cartSummariesByContext = new WeakMap<AppLoadContext, Promise<CartSummary | null>>()

/** Returns the cart's summary, read once per request; null for a colleague who may not buy. */
export function getCartSummary(args: RequestArgs): Promise<CartSummary | null> {
  const knownSummary = cartSummariesByContext.get(args.context)
  if (knownSummary) return knownSummary
  const cartSummary = readSummary(args)
  cartSummariesByContext.set(args.context, cartSummary)
  return cartSummary
}

async function readSummary(args: RequestArgs): Promise<CartSummary | null> {
  const owner = await findCartOwner(args)
  if (owner) return readCartSummary(owner)
  return (await getViewer(args)) ? null : { units: 0, publicationIds: [] }
}

export async function listCartPublicationIds(args: RequestArgs): Promise<number[] | null> {
  const cartSummary = await getCartSummary(args)
  return cartSummary?.publicationIds ?? null
}
