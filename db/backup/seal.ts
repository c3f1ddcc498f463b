import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { BackupProblem } from '#db/backup/problem.ts'

const MAGIC = Buffer.from('AEROPUB-BACKUP-1\n')
const CIPHER = 'aes-256-gcm'
const SALT_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 64 * 1024

type Bytes = AsyncIterable<Uint8Array>

/**
 * Encrypts in chunks with AES-256-GCM. Each nonce contains the chunk's number and whether it is the last, so
 * that moved and missing chunks are detected.
 */
export async function* encryptStream(source: Bytes, key: Uint8Array): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, randomBytes(SALT_BYTES)])
  yield header
  const fileKey = deriveKey(key, header)
  let chunkNumber = 0
  for await (const { bytes, isLast } of splitChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, fileKey, makeNonce(chunkNumber, isLast), {
      authTagLength: TAG_BYTES,
    })
    chunkNumber += 1
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts. Throws BackupProblem for another key or changed bytes. */
export async function* decryptStream(source: Bytes, key: Uint8Array): AsyncGenerator<Buffer> {
  const { header, encryptedContent } = await splitHeader(source)
  const fileKey = deriveKey(key, header)
  let chunkNumber = 0
  for await (const { bytes, isLast } of splitChunks(encryptedContent, CHUNK_BYTES + TAG_BYTES)) {
    yield openChunk(bytes, fileKey, makeNonce(chunkNumber, isLast), chunkNumber)
    chunkNumber += 1
  }
}

export function isSealed(start: Uint8Array): boolean {
  return MAGIC.equals(start.subarray(0, MAGIC.length))
}

/** Decrypts a chunk, which ends with its authentication tag. */
function openChunk(bytes: Buffer, key: Buffer, nonce: Buffer, chunkNumber: number): Buffer {
  const end = bytes.length - TAG_BYTES
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(end))
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()])
  } catch {
    throw new BackupProblem(
      chunkNumber === 0
        ? 'the backup does not open: BACKUP_KEY is not the one it was made with, or the file is damaged'
        : `the backup is damaged or cut off after ${chunkNumber * CHUNK_BYTES} bytes`,
    )
  }
}

/** Derives an archive's own key of 32 bytes (AES-256) from BACKUP_KEY and the salt in the header. */
function deriveKey(key: Uint8Array, header: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, header, 'aeropub backup', 32))
}

function makeNonce(chunkNumber: number, isLast: boolean): Buffer {
  // Bytes 5 to 10 contain the number, byte 11 marks the last chunk.
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunkNumber, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Reads the header. Returns it and a generator of all bytes after it. */
async function splitHeader(source: Bytes) {
  const chunks = source[Symbol.asyncIterator]()
  let unread = Buffer.alloc(0)
  while (unread.length < MAGIC.length + SALT_BYTES) {
    const { value, done } = await chunks.next()
    if (done) throw new BackupProblem('the backup is cut off in its header')
    unread = Buffer.concat([unread, value])
  }
  const header = unread.subarray(0, MAGIC.length + SALT_BYTES)
  async function* readEncryptedContent() {
    yield unread.subarray(header.length)
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return
      yield value
    }
  }
  return { header, encryptedContent: readEncryptedContent() }
}

/** Yields pieces of `size` bytes; the last piece may be shorter. Yields one empty piece for an empty source. */
async function* splitChunks(source: Bytes, size: number) {
  let unread: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    unread = unread.length === 0 ? Buffer.from(chunk) : Buffer.concat([unread, chunk])
    let pieceStart = 0
    for (; unread.length - pieceStart > size; pieceStart += size)
      yield { bytes: unread.subarray(pieceStart, pieceStart + size), isLast: false }
    unread = unread.subarray(pieceStart)
  }
  yield { bytes: unread, isLast: true }
}
