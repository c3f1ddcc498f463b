import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { env } from '#app/env.server.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Encrypts a secret, because thieves of the database must not be able to create codes. */
export function encryptSecret(secret: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(env.COOKIE_SECRETS[0] ?? ''), nonce)
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
}

/** Decrypts a secret, or returns undefined if no key fits. `isOld` is true if the key is not the newest. */
export function decryptSecret(sealedSecret: string): { secret: string; isOld: boolean } | undefined {
  const bytes = Buffer.from(sealedSecret, 'base64url')
  for (const [index, cookieSecret] of env.COOKIE_SECRETS.entries()) {
    const secret = decryptWithKey(deriveKey(cookieSecret), bytes)
    if (secret !== undefined) return { secret, isOld: index > 0 }
  }
  return undefined
}

function decryptWithKey(key: Buffer, bytes: Buffer): string | undefined {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(tag)
    const ciphertext = bytes.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function deriveKey(cookieSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', cookieSecret, '', 'aeropub second factor', KEY_BYTES))
}
