import { createCookie } from '@remix-run/node'
import { env } from '#app/env.server.ts'

const YEAR = 365 * 24 * 3600
const common = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.SECURE } as const

function formatName(name: string) {
  return env.SECURE ? `__Host-${name}` : name
}

/** Contains the random key of a session; the session is in the database. */
export const sessionCookie = createCookie(formatName('session'), { ...common, maxAge: 30 * 24 * 3600 })

export const challengeCookie = createCookie(formatName('login'), { ...common, maxAge: 600 })

/** Contains the random key of a visitor's cart; the cart is in the database. */
export const cartCookie = createCookie(formatName('cart'), { ...common, maxAge: YEAR })

/** Signed list of accounts that logged in with this browser. Grants no access (known-device.server.ts). */
export const deviceCookie = createCookie(formatName('device'), {
  ...common,
  secrets: env.COOKIE_SECRETS,
  maxAge: YEAR,
})

export const flashCookie = createCookie(formatName('flash'), {
  ...common,
  secrets: env.COOKIE_SECRETS,
  maxAge: 60,
})

/** Signed e-mail and target page of an unfinished login (entry-hint.server.ts). */
export const entryCookie = createCookie(formatName('entry'), {
  ...common,
  secrets: env.COOKIE_SECRETS,
  maxAge: 30 * 60,
})

export function clearCookie(cookie: {
  serialize(value: unknown, options: { maxAge: number }): Promise<string>
}) {
  return cookie.serialize('', { maxAge: 0 })
}
