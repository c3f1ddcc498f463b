import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Returns an RSA key of at least 1024 bits (RFC 8301, 3.2), or the fault of the file. */
export function readDkimKey(path: string): { key: string } | { fault: string } {
  try {
    const key = readFileSync(path, 'utf8')
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(key)
    if (asymmetricKeyType !== 'rsa') return { fault: 'not an RSA key' }
    return (asymmetricKeyDetails?.modulusLength ?? 0) < 1024
      ? { fault: 'a key of at least 1024 bits, better 2048' }
      : { key }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) return { fault: 'not a private key in PEM' }
    return { fault: Reflect.get(error, 'code') === 'ENOENT' ? 'does not exist' : 'cannot be read' }
  }
}
