import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { AddressChange } from '#app/api/wire/file-address.ts'
import { fileLinkMinutes } from '#app/domain/accounts/lifetimes.ts'
import { env } from '#app/env.server.ts'

/** The rights an address opens with: those of a token or key as they are then, or a visitor's. */
export type LinkReader = { kind: 'token' | 'key'; id: number } | { kind: 'visitor' }

const parameter = 'link'
const letters = { token: 't', key: 'k', visitor: 'v' } as const
/** Reader, seconds since 1970 until which it opens, signature. */
const linkPattern = /^([tkv])(\d{1,12})\.(\d{1,12})\.([\w-]{43})$/
const signed = /\?link=[tkv]\d{1,12}\.\d{1,12}\.[\w-]{43}(?=")/g

/** The address with a signature over its path, the reader and the end. An older signature is replaced. */
export function signFileAddress(address: string, reader: LinkReader, now = new Date()): string {
  const url = new URL(address)
  const end = Math.floor(now.getTime() / 1000) + fileLinkMinutes * 60
  const claim = `${letters[reader.kind]}${reader.kind === 'visitor' ? 0 : reader.id}.${end}`
  url.search = `${parameter}=${claim}.${signature(url.pathname, claim, env.COOKIE_SECRETS[0] ?? '')}`
  return url.href
}

/** Returns the reader a signed address opens as, 'over' or 'wrong'; undefined without a signature. */
export function readFileLink(
  { searchParams, pathname }: URL,
  now = new Date(),
): LinkReader | 'over' | 'wrong' | undefined {
  const link = searchParams.get(parameter)
  if (link === null) return undefined
  const [, letter, id, end, given = ''] = linkPattern.exec(link) ?? []
  const claim = `${letter}${id}.${end}`
  const isSigned = env.COOKIE_SECRETS.some((secret) => isEqual(given, signature(pathname, claim, secret)))
  if (!isSigned) return 'wrong'
  if (Number(end) * 1000 <= now.getTime()) return 'over'
  if (letter === letters.visitor) return { kind: 'visitor' }
  return { kind: letter === letters.key ? 'key' : 'token', id: Number(id) }
}

/** Signs every declared address of an answer for its reader. */
export function signAddresses(inAnswer: AddressChange, answer: unknown, reader: LinkReader): unknown {
  return inAnswer(answer, (address) => signFileAddress(address, reader))
}

/** The JSON of an answer as it may be stored. */
export function withoutFileLinks(json: string): string {
  return json.replace(signed, '')
}

function signature(pathname: string, claim: string, secret: string): string {
  const path = pathname.replace(/\/$/, '')
  return createHmac('sha256', keyFrom(secret)).update(`${path}\n${claim}`).digest('base64url')
}

const keys = new Map<string, Buffer>()

/** Separate from the cookies' secret. */
function keyFrom(secret: string): Buffer {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'address of a file', 32))
  keys.set(secret, key)
  return key
}

function isEqual(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
