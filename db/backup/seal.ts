import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { BackupProblem } from '#db/backup/problem.ts'

const MAGIC = Buffer.from('AEROPUB-BACKUP-1\n')
const CIPHER = 'aes-256-gcm'
const SALT_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 64 * 1024

type Bytes = AsyncIterable<Uint8Array>

/** Encrypts with AES-256-GCM. Nonces contain position and end, to detect changed chunks. */
export async function* encryptStream(source: Bytes, key: Uint8Array): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, randomBytes(SALT_BYTES)])
  yield header
  const fileKey = deriveKey(key, header)
  let count = 0
  for await (const { bytes, isLast } of splitPieces(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, fileKey, makeNonce(count, isLast), { authTagLength: TAG_BYTES })
    count += 1
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts. Throws BackupProblem for another key or changed bytes. */
export async function* decryptStream(source: Bytes, key: Uint8Array): AsyncGenerator<Buffer> {
  const { header, rest } = await splitHeader(source)
  const fileKey = deriveKey(key, header)
  let count = 0
  for await (const { bytes, isLast } of splitPieces(rest, CHUNK_BYTES + TAG_BYTES)) {
    yield open(bytes, fileKey, makeNonce(count, isLast), count)
    count += 1
  }
}

export function isSealed(start: Uint8Array): boolean {
  return MAGIC.equals(start.subarray(0, MAGIC.length))
}

function open(bytes: Buffer, key: Buffer, nonce: Buffer, count: number): Buffer {
  const end = bytes.length - TAG_BYTES
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(end))
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()])
  } catch {
    throw new BackupProblem(
      count === 0
        ? 'the backup does not open: BACKUP_KEY is not the one it was made with, or the file is damaged'
        : `the backup is damaged or cut off after ${count * CHUNK_BYTES} bytes`,
    )
  }
}

function deriveKey(key: Uint8Array, header: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, header, 'aeropub backup', 32))
}

function makeNonce(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(count, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

async function splitHeader(source: Bytes) {
  const chunks = source[Symbol.asyncIterator]()
  let kept = Buffer.alloc(0)
  while (kept.length < MAGIC.length + SALT_BYTES) {
    const { value, done } = await chunks.next()
    if (done) throw new BackupProblem('the backup is cut off in its header')
    kept = Buffer.concat([kept, value])
  }
  const header = kept.subarray(0, MAGIC.length + SALT_BYTES)
  async function* readRest() {
    yield kept.subarray(header.length)
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return
      yield value
    }
  }
  return { header, rest: readRest() }
}

/** Yields pieces of `size` bytes, the last one maybe shorter; one empty piece for no source. */
async function* splitPieces(source: Bytes, size: number) {
  let kept: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    kept = kept.length === 0 ? Buffer.from(chunk) : Buffer.concat([kept, chunk])
    let from = 0
    for (; kept.length - from > size; from += size)
      yield { bytes: kept.subarray(from, from + size), isLast: false }
    kept = kept.subarray(from)
  }
  yield { bytes: kept, isLast: true }
}
