import { createCookie } from '@remix-run/node'
import { env } from '#app/env.server.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const commonOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.SECURE } as const

function formatCookieName(name: string) {
  return env.SECURE ? `__Host-${name}` : name
}

/** Contains the random key of a session, which the database stores. */
export const sessionCookie = createCookie(formatCookieName('session'), {
  ...commonOptions,
  maxAge: 30 * 24 * 3600,
})

/** Contains the random key of a login that still needs the second factor. */
export const challengeCookie = createCookie(formatCookieName('login'), { ...commonOptions, maxAge: 600 })

/** Contains the random key of a visitor's cart, which the database stores. */
export const cartCookie = createCookie(formatCookieName('cart'), { ...commonOptions, maxAge: YEAR_SECONDS })

/** Signed list of accounts that logged in with this browser. Grants no access (known-device.server.ts). */
export const deviceCookie = createCookie(formatCookieName('device'), {
  ...commonOptions,
  secrets: env.COOKIE_SECRETS,
  maxAge: YEAR_SECONDS,
})

export const flashCookie = createCookie(formatCookieName('flash'), {
  ...commonOptions,
  secrets: env.COOKIE_SECRETS,
  maxAge: 60,
})

/** Signed e-mail and target page of an unfinished login (entry-hint.server.ts). */
export const entryCookie = createCookie(formatCookieName('entry'), {
  ...commonOptions,
  secrets: env.COOKIE_SECRETS,
  maxAge: 30 * 60,
})

export function clearCookie(cookie: {
  serialize(value: unknown, options: { maxAge: number }): Promise<string>
}) {
  return cookie.serialize('', { maxAge: 0 })
}
