import { type AppLoadContext, redirect } from '@remix-run/node'
import { type AccountRight, canUse } from '#app/domain/accounts/colleagues.ts'
import { removeFormOwner } from '#app/domain/accounts/form-owner.ts'
import { readFormOwner, requireFormOwner, verifyFormOwner } from '#app/http/accounts/form-owner.server.ts'
import { rememberLogin } from '#app/http/accounts/known-device.server.ts'
import { recordRefusal, recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { saveUnsent } from '#app/http/accounts/unsent-form.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import {
  cartCookie,
  challengeCookie,
  clearCookie,
  entryCookie,
  sessionCookie,
} from '#app/http/cookies.server.ts'
import { seeOther } from '#app/http/flash.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { type Account, resolveAccount } from '#app/models/accounts/colleagues/acting.server.ts'
import { startChallenge } from '#app/models/accounts/second-factor/login-challenge.server.ts'
import { hasSecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { endSession, findViewer, hashSecret, startSession } from '#app/models/accounts/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { mergeVisitorCart } from '#app/models/checkout/cart.server.ts'
import { paths } from '#app/paths.ts'

/** The viewer of each request, cached because root and page both read it. */
const viewersByContext = new WeakMap<AppLoadContext, Promise<Viewer | undefined>>()

export function getViewer({ request, context }: RequestArgs): Promise<Viewer | undefined> {
  const cachedViewer = viewersByContext.get(context)
  if (cachedViewer) return cachedViewer
  const pendingViewer = readViewer(request).then((viewer) => {
    if (viewer) context.onViewer?.(viewer.userId)
    return viewer
  })
  viewersByContext.set(context, pendingViewer)
  return pendingViewer
}

/** Returns the viewer. Redirects visitors to the login, and then back to the page or to the form that they sent. */
export async function requireViewer(args: RequestArgs): Promise<Viewer> {
  const viewer = await getViewer(args)
  if (viewer) {
    await requireFormOwner(args.request, viewer)
    return viewer
  }
  const { pathname, search } = new URL(args.request.url)
  const redirectTo = removeFormOwner(`${pathname}${search}`)
  if (args.request.method !== 'POST') throw redirect(paths.login({ redirectTo }))
  const ownerMark = await readFormOwner(args.request)
  const formOwner = ownerMark ? verifyFormOwner(ownerMark) : undefined
  const unsentId = await saveUnsent(args.request, await readSessionKey(args.request), formOwner)
  const loginQuery =
    unsentId === undefined ? { redirectTo, lost: '1' } : { redirectTo: paths.unsentForm(unsentId) }
  throw redirect(paths.login(loginQuery))
}

/** Returns the account for which the viewer acts. Throws 404 if the viewer lacks the right in that company. */
export async function getAccount(args: RequestArgs, right: AccountRight): Promise<Account | undefined> {
  const viewer = await getViewer(args)
  if (viewer) await requireFormOwner(args.request, viewer, { checksCompany: true })
  // A person whose session has ended must log in again before the form is accepted.
  else if ((await readFormOwner(args.request)) !== undefined) await requireViewer(args)
  const account = viewer && resolveAccount(viewer)
  if (!account || canUse(account.role, right)) return account
  await recordRefusal(args, { userId: viewer.userId })
  return notFound()
}

export async function requireAccount(args: RequestArgs, right: AccountRight): Promise<Account> {
  await requireViewer(args)
  return (await getAccount(args, right)) ?? notFound()
}

export async function readCartKey(request: Request): Promise<string | undefined> {
  return toTextOrUndefined(await cartCookie.parse(request.headers.get('Cookie')))
}

/** Returns true if the request has a session or cart cookie, even an invalid one. */
export async function hasSessionOrCartKey(request: Request): Promise<boolean> {
  return (await readSessionKey(request)) !== undefined || (await readCartKey(request)) !== undefined
}

/** Logs in after the correct password, or redirects to the second factor first. */
export async function completeLogin(args: RequestArgs, userId: number, target: string): Promise<Response> {
  if (!(await hasSecondFactor(userId))) return seeOther(target, await logIn(args, userId, 'password'))
  await recordSecurity(args, 'code-asked', { accountId: userId })
  const challenge = await challengeCookie.serialize(await startChallenge(userId))
  return seeOther(paths.loginCode({ redirectTo: target }), new Headers([['Set-Cookie', challenge]]))
}

/** Starts a session, records the login and returns the cookies. */
export async function logIn(
  args: RequestArgs,
  userId: number,
  by: 'password' | 'code' | 'passkey' | 'new-account',
): Promise<Headers> {
  const headers = await openSession(args.request, userId)
  args.context.onViewer?.(userId)
  await recordSecurity(args, 'login', { userId, accountId: userId, details: { by } })
  return headers
}

/**
 * Starts a session with a new key, against fixation, and merges the visitor's cart. `provedAt` is the time of the
 * identity check.
 */
export async function openSession(
  request: Request,
  userId: number,
  provedAt: Date | null = new Date(),
): Promise<Headers> {
  const cartKey = await readCartKey(request)
  if (cartKey) await mergeVisitorCart(hashSecret(cartKey), userId)
  const formerToken = await readSessionKey(request)
  if (formerToken) await endSession(formerToken)
  const headers = new Headers()
  const token = await startSession(userId, request.headers.get('User-Agent'), 'browser', provedAt)
  headers.append('Set-Cookie', await sessionCookie.serialize(token))
  headers.append('Set-Cookie', await rememberLogin(request, userId))
  if (cartKey) headers.append('Set-Cookie', await clearCookie(cartCookie))
  if (request.headers.get('Cookie')?.includes(entryCookie.name))
    headers.append('Set-Cookie', await clearCookie(entryCookie))
  return headers
}

/** Ends the session and clears the cookies. The saved cart returns at the next login. */
export async function logOut(request: Request): Promise<Headers> {
  const token = await readSessionKey(request)
  if (token) await endSession(token)
  const headers = new Headers()
  headers.append('Set-Cookie', await clearCookie(sessionCookie))
  headers.append('Set-Cookie', await clearCookie(cartCookie))
  headers.append('Set-Cookie', await clearCookie(entryCookie))
  return headers
}

export async function readChallengeKey(request: Request): Promise<string | undefined> {
  return toTextOrUndefined(await challengeCookie.parse(request.headers.get('Cookie')))
}

export async function readSessionKey(request: Request): Promise<string | undefined> {
  return toTextOrUndefined(await sessionCookie.parse(request.headers.get('Cookie')))
}

async function readViewer(request: Request): Promise<Viewer | undefined> {
  const token = await readSessionKey(request)
  return token ? findViewer(token) : undefined
}

function toTextOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
