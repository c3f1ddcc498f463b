import type { RequestArgs } from '#app/http/context.server.ts'
import { cartCookie } from '#app/http/cookies.server.ts'
import { getViewer, readCartKey } from '#app/http/session.server.ts'
import { hashSecret, newSecret } from '#app/models/accounts/session.server.ts'
import type { CartOwner } from '#app/models/checkout/cart.server.ts'

/** Undefined for a visitor who never added anything. */
export async function findCartOwner(args: RequestArgs): Promise<CartOwner | undefined> {
  const viewer = await getViewer(args)
  if (viewer) return { userId: viewer.userId }
  const key = await readCartKey(args.request)
  return key === undefined ? undefined : { keyHash: hashSecret(key) }
}

/** Gives a visitor without a cart a key; `headers` carry its cookie. */
export async function ensureCartOwner(args: RequestArgs): Promise<{ owner: CartOwner; headers: Headers }> {
  const headers = new Headers()
  const known = await findCartOwner(args)
  if (known) return { owner: known, headers }
  const key = newSecret()
  headers.append('Set-Cookie', await cartCookie.serialize(key))
  return { owner: { keyHash: hashSecret(key) }, headers }
}
