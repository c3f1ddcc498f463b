import { entryCookie } from '#app/http/cookies.server.ts'
import { getSafeRedirect } from '#app/paths.ts'

/** The e-mail that a person typed, passed to the pages of a forgotten password and the next login. */
export type EntryHint = { email: string; redirectTo: string }

export async function readEntryHint(request: Request): Promise<EntryHint | undefined> {
  const cookieValue: unknown = await entryCookie.parse(request.headers.get('Cookie'))
  if (
    typeof cookieValue !== 'object' ||
    cookieValue === null ||
    !('email' in cookieValue) ||
    !('redirectTo' in cookieValue)
  )
    return undefined
  const { email, redirectTo } = cookieValue
  return typeof email === 'string' ? { email, redirectTo: getSafeRedirect(String(redirectTo)) } : undefined
}

/** Returns headers that store the hint in this browser. */
export async function storeEntryHint(hint: EntryHint): Promise<Headers> {
  return new Headers([['Set-Cookie', await entryCookie.serialize(hint)]])
}
