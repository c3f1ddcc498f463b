import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FileAddressVisitor } from '#app/api/wire/file-address.ts'
import { fileLinkMinutes } from '#app/domain/accounts/lifetimes.ts'
import { env } from '#app/env.server.ts'

/** The reader for whom an address is signed. The address has the present rights of that token, key or visitor. */
export type FileLinkHolder = { kind: 'token' | 'key'; id: number } | { kind: 'visitor' }

const linkParameter = 'link'
const readerLetters = { token: 't', key: 'k', visitor: 'v' } as const
/** Matches reader, expiry in seconds since 1970, and signature. */
const linkPattern = /^([tkv])(\d{1,12})\.(\d{1,12})\.([\w-]{43})$/
const signedLinkPattern = /\?link=[tkv]\d{1,12}\.\d{1,12}\.[\w-]{43}(?=")/g

/** Signs an address: path, reader and expiry. Replaces an older signature. */
export function signFileAddress(address: string, reader: FileLinkHolder, now = new Date()): string {
  const url = new URL(address)
  const expiry = Math.floor(now.getTime() / 1000) + fileLinkMinutes * 60
  const readerId = reader.kind === 'visitor' ? 0 : reader.id
  const claim = `${readerLetters[reader.kind]}${readerId}.${expiry}`
  const signature = signPath(url.pathname, claim, env.COOKIE_SECRETS[0] ?? '')
  url.search = `${linkParameter}=${claim}.${signature}`
  return url.href
}

/** Returns the reader; 'over' if expired, 'wrong' if invalid, undefined if there is no signature. */
export function readFileLink(
  { searchParams, pathname }: URL,
  now = new Date(),
): FileLinkHolder | 'over' | 'wrong' | undefined {
  const link = searchParams.get(linkParameter)
  if (link === null) return undefined
  const [, letter, id, expiry, signature = ''] = linkPattern.exec(link) ?? []
  const claim = `${letter}${id}.${expiry}`
  const isSigned = env.COOKIE_SECRETS.some((secret) =>
    areSignaturesEqual(signature, signPath(pathname, claim, secret)),
  )
  if (!isSigned) return 'wrong'
  if (Number(expiry) * 1000 <= now.getTime()) return 'over'
  if (letter === readerLetters.visitor) return { kind: 'visitor' }
  return { kind: letter === readerLetters.key ? 'key' : 'token', id: Number(id) }
}

/** Signs all file addresses of a response for the reader. */
export function signAddresses(
  replaceAddresses: FileAddressVisitor,
  answer: unknown,
  reader: FileLinkHolder,
): unknown {
  return replaceAddresses(answer, (address) => signFileAddress(address, reader))
}

/** Removes signatures from a response's JSON because a stored response must not contain them. */
export function removeFileLinks(json: string): string {
  return json.replace(signedLinkPattern, '')
}

function signPath(pathname: string, claim: string, secret: string): string {
  const path = pathname.replace(/\/$/, '')
  return createHmac('sha256', deriveKey(secret)).update(`${path}\n${claim}`).digest('base64url')
}

const keysBySecret = new Map<string, Buffer>()

/** Derives a key from the cookies' secret, because a signed cookie must never be valid as a signed address. */
function deriveKey(secret: string): Buffer {
  const key = keysBySecret.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'address of a file', 32))
  keysBySecret.set(secret, key)
  return key
}

function areSignaturesEqual(signature: string, expected: string): boolean {
  return (
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  )
}
