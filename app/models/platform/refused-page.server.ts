import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { db } from '#app/models/platform/db.server.ts'

const LIFETIME_MS = 3_600_000
const IV_BYTES = 12
const TAG_BYTES = 16
const TOKEN_BYTES = 16

/** The response to a rejected form. `address` is the path and query to which the form was sent. */
export type RefusedPage = { address: string; status: number; html: string; nonce: string }

/** `token` is in the page's address. `owner` is the sender's cookie, or '' if there is none. */
export type RefusedPageKey = { token: string; owner: string }

export function makeRefusedPageToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Stores the page for an hour. Encrypts it with a key that is not stored. Replaces an earlier page. */
export async function saveRefusedPage(key: RefusedPageKey, page: RefusedPage): Promise<void> {
  const row = { sealed: await sealPage(key, page), created_at: new Date() }
  await db
    .insertInto('refused_pages')
    .values({ key_hash: hashKey(key), ...row })
    .onDuplicateKeyUpdate(row)
    .execute()
}

/** Returns a stored page, or undefined if the key differs or the page is older than an hour. */
export async function findRefusedPage(
  key: RefusedPageKey,
  now = new Date(),
): Promise<RefusedPage | undefined> {
  const row = await db
    .selectFrom('refused_pages')
    .select('sealed')
    .where('key_hash', '=', hashKey(key))
    .where('created_at', '>', new Date(now.getTime() - LIFETIME_MS))
    .executeTakeFirst()
  return row && unsealPage(key, row.sealed)
}

export async function deleteRefusedPage(key: RefusedPageKey): Promise<void> {
  await db.deleteFrom('refused_pages').where('key_hash', '=', hashKey(key)).execute()
}

export async function deleteOldRefusedPages(now: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('refused_pages')
    .where('created_at', '<', new Date(now.getTime() - LIFETIME_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

function hashKey({ token, owner }: RefusedPageKey): string {
  return createHash('sha256').update(`refused page ${token} ${owner}`).digest('hex')
}

function deriveCipherKey({ token, owner }: RefusedPageKey): Buffer {
  return createHash('sha256').update(`seal of refused page ${token} ${owner}`).digest()
}

async function sealPage(key: RefusedPageKey, page: RefusedPage): Promise<string> {
  const compressedPage = await promisify(gzip)(JSON.stringify(page))
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveCipherKey(key), iv)
  const encryptedPage = Buffer.concat([cipher.update(compressedPage), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encryptedPage]).toString('base64')
}

async function unsealPage(key: RefusedPageKey, sealedPage: string): Promise<RefusedPage> {
  const bytes = Buffer.from(sealedPage, 'base64')
  const iv = bytes.subarray(0, IV_BYTES)
  const authTag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const encryptedPage = bytes.subarray(IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', deriveCipherKey(key), iv, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(authTag)
  const compressedPage = Buffer.concat([decipher.update(encryptedPage), decipher.final()])
  const pageJson = await promisify(gunzip)(compressedPage)
  return JSON.parse(pageJson.toString())
}
