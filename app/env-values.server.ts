import { realpathSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'

export const httpUrl = z.url({ protocol: /^https?$/, error: 'an address with http: or https:', abort: true })
export const siteUrl = httpUrl.refine(isRoot, 'an address without a path')
export const databaseUrl = z
  .url({ protocol: /^mysql$/, error: 'an address as mysql://user@host/database', abort: true })
  .refine(hasDatabaseName, 'the name of the database is missing')
export const redisUrl = z.url({ protocol: /^rediss?$/, error: 'an address with redis: or rediss:' })
export const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'an address with smtp: or smtps:' })
export const port = z.coerce.number().int().min(1).max(65_535)
export const folder = z
  .string()
  .min(1)
  .superRefine((path, context) => {
    const message = findFolderFault(path)
    if (message) context.addIssue({ code: 'custom', message })
  })
export const sender = z
  .string()
  .regex(/^(?:[^<>]*<[^\s<>@"]+@[^\s<>@"]+>|[^\s<>@"]+@[^\s<>@"]+)$/, 'an address as Loja <loja@example.com>')

/** The interface of the Correios accepts at most five services per request. */
export const services = z
  .string()
  .regex(
    /^\d{5}:[A-Z0-9][A-Z0-9 ]{0,19}(,\d{5}:[A-Z0-9][A-Z0-9 ]{0,19}){0,4}$/,
    'one to five of CODE:NAME, by commas',
  )
  .transform((list) => list.split(',').map((pair) => ({ code: pair.slice(0, 5), name: pair.slice(6) })))
  .refine((list) => isDistinct(list.map(({ code }) => code)), 'a code is given twice')
  .refine((list) => isDistinct(list.map(({ name }) => name)), 'a name is given twice')

export const hosts = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
  .refine((list) => list.every(isHostAndPort), { error: 'host:port, by commas', abort: true })
  .transform((list) => list.map(splitHostAndPort))

function isHostAndPort(text: string): boolean {
  const { port } = splitHostAndPort(text)
  return /^\[?[\w.:-]+\]?:\d{1,5}$/.test(text) && port > 0 && port < 65_536
}

function splitHostAndPort(text: string): { host: string; port: number } {
  const colonIndex = text.lastIndexOf(':')
  return { host: text.slice(0, colonIndex).replace(/^\[|\]$/g, ''), port: Number(text.slice(colonIndex + 1)) }
}

export const headers = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
  .refine((list) => list.every(isHeader), { error: 'name:value, by commas', abort: true })
  .transform((list) => Object.fromEntries(list.map(parseHeader)))

function isHeader(text: string): boolean {
  return /^[A-Za-z][\w-]*:\s*[ -~]*[!-~]$/.test(text)
}

function parseHeader(text: string): [string, string] {
  const colonIndex = text.indexOf(':')
  return [text.slice(0, colonIndex).toLowerCase(), text.slice(colonIndex + 1).trim()]
}

export const origins = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
  .refine((list) => list.every(isOrigin), 'origins as https://example.com, by commas')

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

export const webProcesses = z
  .literal('auto')
  .transform(availableParallelism)
  .or(z.coerce.number('a number or auto').int().min(1).max(64))

export const positive = (fallback: number) => z.coerce.number().int().positive().default(fallback)

export const secrets = z.string().refine(areLongSecrets, 'each secret needs at least 32 characters')

function areLongSecrets(list: string): boolean {
  return list.split(',').every((secret) => secret.trim().length >= 32)
}

/** Returns true for a secret with few distinct characters; random secrets have more. */
export function isGuessable(secret: string): boolean {
  return new Set(secret.trim()).size < 8
}

/** Returns whether an address uses TLS. Returns true for an invalid address, which another check reports. */
export function isSecure(address: string): boolean {
  return !URL.canParse(address) || new URL(address).protocol === 'https:'
}

/** Returns true if `?ssl={…}` requires a verified certificate. */
export function isDatabaseSecure(address: string): boolean {
  try {
    const ssl: unknown = JSON.parse(new URL(address).searchParams.get('ssl') ?? 'null')
    return typeof ssl === 'object' && ssl !== null && Reflect.get(ssl, 'rejectUnauthorized') !== false
  } catch {
    return false
  }
}

function isRoot(address: string): boolean {
  return URL.canParse(address) && new URL(address).href === `${new URL(address).origin}/`
}

function hasDatabaseName(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname.length > 1
}

/** Returns the fault of a folder's path; undefined also for a path that does not exist yet. */
function findFolderFault(path: string): string | undefined {
  try {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true
    return isFolder ? undefined : 'a file, not a folder'
  } catch {
    return 'this user has no access'
  }
}

/** Returns whether `inner` is `outer` or a folder inside it. Follows symbolic links. */
export function isInsideFolder(inner: string, outer: string): boolean {
  const relativePath = relative(findRealPath(outer), findRealPath(inner))
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`)
}

/** Resolves the symbolic links in the existing part of a path. */
function findRealPath(path: string): string {
  const absolutePath = resolve(path)
  try {
    return realpathSync(absolutePath)
  } catch {
    return join(findRealPath(dirname(absolutePath)), basename(absolutePath))
  }
}

/**
 * Returns whether an address is of this machine. Returns true for an invalid one, which another check
 * reports.
 */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return true
  return /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(new URL(address).hostname)
}

/** Returns true if the sender's domain is the signing domain or below it, as DMARC requires. */
export function isSignedSender(from: string, domain: string): boolean {
  const host = /@([^\s<>@"]+)>?\s*$/.exec(from)?.[1]?.toLowerCase()
  return host === domain || host?.endsWith(`.${domain}`) === true
}

function isDistinct(values: string[]): boolean {
  return new Set(values).size === values.length
}
