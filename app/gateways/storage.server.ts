import { env } from '#app/env.server.ts'
import { makeFolderStore } from '#app/gateways/storage/folder.server.ts'
import type { ByteRange, FileStore } from '#app/gateways/storage/store.ts'

export { type ByteRange, FileTooLong } from '#app/gateways/storage/store.ts'

/** The configured bucket, or the folder DATA_DIR without a bucket. FileStore describes the functions. */
const store = env.BUCKET ? openBucket(env.BUCKET) : makeFolderStore(env.DATA_DIR)

async function openBucket(bucket: NonNullable<typeof env.BUCKET>): Promise<FileStore> {
  const { makeBucketStore } = await import('#app/gateways/storage/bucket.server.ts')
  return makeBucketStore(bucket)
}

export async function putFile(name: string, bytes: Uint8Array): Promise<void> {
  await (await store).put(name, bytes)
}

export async function putStream(
  name: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<number> {
  return (await store).putStream(name, source, maxBytes)
}

export async function getFile(name: string, range?: ByteRange) {
  return (await store).get(name, range)
}

export async function findFileSize(name: string): Promise<number | undefined> {
  return (await store).findSize(name)
}

export async function readStored(name: string): Promise<Uint8Array | undefined> {
  return (await store).read(name)
}

export async function removeFile(name: string): Promise<void> {
  await (await store).remove(name)
}

export async function removeStaleParts(before: Date): Promise<number> {
  return (await store).removeStaleParts(before)
}

export async function listFiles(folder: string, before: Date): Promise<string[]> {
  return (await store).list(folder, before)
}

export async function getFileLocation(name: string): Promise<string> {
  return (await store).getLocation(name)
}

/** Returns true for a full, read-only or missing disk. ENOENT can mean a read-only disk. */
export function isStorageFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && storageErrorCodes.has(String(error.code))
}

const storageErrorCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EIO',
  'EMFILE',
  'EPERM',
])
