import { type AppLoadContext, redirect } from '@remix-run/node'
import type { RequestArgs } from '#app/http/context.server.ts'
import { cartCookie, clearing, sessionCookie } from '#app/http/cookies.server.ts'
import { rememberLogin } from '#app/http/known-device.server.ts'
import { endSession, findViewer, hashSecret, startSession } from '#app/models/accounts/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { mergeVisitorCart } from '#app/models/checkout/cart.server.ts'
import { paths } from '#app/paths.ts'

/** Memoised per request: root and page both ask. */
const viewers = new WeakMap<AppLoadContext, Promise<Viewer | undefined>>()

/** The logged-in person, or undefined for a visitor. */
export function getViewer({ request, context }: RequestArgs): Promise<Viewer | undefined> {
  const known = viewers.get(context)
  if (known) return known
  const asked = readViewer(request)
  viewers.set(context, asked)
  return asked
}

/** The logged-in person; a visitor is sent to the login and comes back (D47). */
export async function requireViewer(args: RequestArgs): Promise<Viewer> {
  const viewer = await getViewer(args)
  if (viewer) return viewer
  const { pathname, search } = new URL(args.request.url)
  throw redirect(paths.login({ redirectTo: `${pathname}${search}` }))
}

/** The key of the visitor's cart from the cookie, or undefined. */
export async function readCartKey(request: Request): Promise<string | undefined> {
  return textOf(await cartCookie.parse(request.headers.get('Cookie')))
}

/** True when the browser shows a key of a session or of a cart, whether or not it still opens anything. */
export async function hasKeys(request: Request): Promise<boolean> {
  const session = textOf(await sessionCookie.parse(request.headers.get('Cookie')))
  return session !== undefined || (await readCartKey(request)) !== undefined
}

/**
 * Starts a new session (a new key at every login), which this browser remembers, joins the visitor's cart to the saved one,
 * and gives the headers that tell the browser (D56).
 */
export async function logIn(request: Request, userId: number): Promise<Headers> {
  const cartKey = await readCartKey(request)
  if (cartKey) await mergeVisitorCart(hashSecret(cartKey), userId)
  const before = textOf(await sessionCookie.parse(request.headers.get('Cookie')))
  if (before) await endSession(before)
  const headers = new Headers()
  const token = await startSession(userId, request.headers.get('User-Agent'))
  headers.append('Set-Cookie', await sessionCookie.serialize(token))
  headers.append('Set-Cookie', await rememberLogin(request, userId))
  if (cartKey) headers.append('Set-Cookie', await clearing(cartCookie))
  return headers
}

/** Ends the session on the server and empties this browser; the saved cart comes back at the next login (D56). */
export async function logOut(request: Request): Promise<Headers> {
  const token = textOf(await sessionCookie.parse(request.headers.get('Cookie')))
  if (token) await endSession(token)
  const headers = new Headers()
  headers.append('Set-Cookie', await clearing(sessionCookie))
  headers.append('Set-Cookie', await clearing(cartCookie))
  return headers
}

async function readViewer(request: Request): Promise<Viewer | undefined> {
  const token = textOf(await sessionCookie.parse(request.headers.get('Cookie')))
  return token ? findViewer(token) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
