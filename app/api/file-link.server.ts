import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FileAddressVisitor } from '#app/api/wire/file-address.ts'
import { fileLinkMinutes } from '#app/domain/accounts/lifetimes.ts'
import { env } from '#app/env.server.ts'

/** The reader whose rights an address has: those of the token or key at that time, or a visitor's. */
export type FileLinkHolder = { kind: 'token' | 'key'; id: number } | { kind: 'visitor' }

const parameter = 'link'
const letters = { token: 't', key: 'k', visitor: 'v' } as const
/** Matches reader, expiry in seconds since 1970, and signature. */
const linkPattern = /^([tkv])(\d{1,12})\.(\d{1,12})\.([\w-]{43})$/
const signedLinkPattern = /\?link=[tkv]\d{1,12}\.\d{1,12}\.[\w-]{43}(?=")/g

/** Signs an address: path, reader and expiry. Replaces an older signature. */
export function signFileAddress(address: string, reader: FileLinkHolder, now = new Date()): string {
  const url = new URL(address)
  const expiry = Math.floor(now.getTime() / 1000) + fileLinkMinutes * 60
  const readerId = reader.kind === 'visitor' ? 0 : reader.id
  const claim = `${letters[reader.kind]}${readerId}.${expiry}`
  url.search = `${parameter}=${claim}.${signPath(url.pathname, claim, env.COOKIE_SECRETS[0] ?? '')}`
  return url.href
}

/** Returns the reader; 'over' if expired, 'wrong' if invalid, undefined without a signature. */
export function readFileLink(
  { searchParams, pathname }: URL,
  now = new Date(),
): FileLinkHolder | 'over' | 'wrong' | undefined {
  const link = searchParams.get(parameter)
  if (link === null) return undefined
  const [, letter, id, expiry, signature = ''] = linkPattern.exec(link) ?? []
  const claim = `${letter}${id}.${expiry}`
  const isSigned = env.COOKIE_SECRETS.some((secret) =>
    areSignaturesEqual(signature, signPath(pathname, claim, secret)),
  )
  if (!isSigned) return 'wrong'
  if (Number(expiry) * 1000 <= now.getTime()) return 'over'
  if (letter === letters.visitor) return { kind: 'visitor' }
  return { kind: letter === letters.key ? 'key' : 'token', id: Number(id) }
}

/** Signs all addresses of files in a response for its reader. */
export function signAddresses(
  replaceAddresses: FileAddressVisitor,
  answer: unknown,
  reader: FileLinkHolder,
): unknown {
  return replaceAddresses(answer, (address) => signFileAddress(address, reader))
}

/** Removes signatures from a response's JSON, so that the response can be stored. */
export function removeFileLinks(json: string): string {
  return json.replace(signedLinkPattern, '')
}

function signPath(pathname: string, claim: string, secret: string): string {
  const path = pathname.replace(/\/$/, '')
  return createHmac('sha256', deriveKey(secret)).update(`${path}\n${claim}`).digest('base64url')
}

const keys = new Map<string, Buffer>()

/** Derives a key from the cookies' secret, so that the two signatures are never interchangeable. */
function deriveKey(secret: string): Buffer {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'address of a file', 32))
  keys.set(secret, key)
  return key
}

function areSignaturesEqual(signature: string, expected: string): boolean {
  return (
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  )
}
