import { createCookie } from '@remix-run/node'
import { env } from '#app/env.server.ts'

const YEAR = 365 * 24 * 3600
const common = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.SECURE } as const

function named(name: string) {
  return env.SECURE ? `__Host-${name}` : name
}

/** Random key of a logged-in session; the session itself is in the database. */
export const sessionCookie = createCookie(named('session'), { ...common, maxAge: 30 * 24 * 3600 })

/** Random key of a visitor's cart; the cart itself is in the database. */
export const cartCookie = createCookie(named('cart'), { ...common, maxAge: YEAR })

/** Which accounts logged in from this browser before, signed; it opens nothing, see known-device.server.ts. */
export const deviceCookie = createCookie(named('device'), {
  ...common,
  secrets: env.COOKIE_SECRETS,
  maxAge: YEAR,
})

/** One message for the next page, signed. */
export const flashCookie = createCookie(named('flash'), {
  ...common,
  secrets: env.COOKIE_SECRETS,
  maxAge: 60,
})

/** The Set-Cookie value that removes a cookie from the browser. */
export function clearing(cookie: {
  serialize(value: unknown, options: { maxAge: number }): Promise<string>
}) {
  return cookie.serialize('', { maxAge: 0 })
}
