import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { env } from '#app/env.server.ts'
import { atProvider } from '#app/gateways/provider.server.ts'

const root = resolve(env.DATA_DIR)

export class FileTooLong extends Error {
  override name = 'FileTooLong'
}

/** Atomic: temporary file, fsync, rename. */
export async function putFile(name: string, bytes: Uint8Array): Promise<void> {
  await putWhole(name, (file) => onDisk(() => file.writeFile(bytes)))
}

/** Returns the bytes written. Throws FileTooLong above `maxBytes`, and the source's errors. */
export async function putStream(
  name: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<number> {
  let bytes = 0
  await putWhole(name, async (file) => {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new FileTooLong()
      await onDisk(() => file.writeFile(chunk))
    }
  })
  return bytes
}

/** Only disk errors count as a storage outage, not those of the source. */
function onDisk<T>(work: () => Promise<T>): Promise<T> {
  return atProvider('storage', work)
}

async function putWhole(name: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const path = pathOf(name)
  await onDisk(() => mkdir(dirname(path), { recursive: true }))
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const file = await onDisk(() => open(part, 'wx', 0o600))
    try {
      await write(file)
      await onDisk(() => file.sync())
    } finally {
      await file.close()
    }
    await onDisk(() => rename(part, path))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** First and last byte, inclusive. */
export type ByteRange = { start: number; end: number }

/** `size` is that of the whole file in bytes; undefined when missing. */
export async function getFile(
  name: string,
  range?: ByteRange,
): Promise<{ size: number; stream: ReadableStream } | undefined> {
  const size = await sizeOfFile(name)
  if (size === undefined) return undefined
  return { size, stream: createReadableStreamFromReadable(createReadStream(pathOf(name), range)) }
}

/** Bytes, or undefined when missing. */
export async function sizeOfFile(name: string): Promise<number | undefined> {
  const known = await stat(pathOf(name)).catch(() => undefined)
  return known?.isFile() ? known.size : undefined
}

export async function readStored(name: string): Promise<Uint8Array | undefined> {
  return (await sizeOfFile(name)) === undefined ? undefined : readFile(pathOf(name))
}

/** Idempotent. */
export async function removeFile(name: string): Promise<void> {
  await rm(pathOf(name), { force: true })
}

export async function removeStaleParts(before: Date): Promise<number> {
  const names = await readdir(root, { recursive: true }).catch(() => [])
  let removed = 0
  for (const name of names) {
    if (!name.endsWith('.part')) continue
    const known = await stat(pathOf(name)).catch(() => undefined)
    if (!known || known.mtime >= before) continue
    await removeFile(name)
    removed += 1
  }
  return removed
}

export async function listFiles(folder: string, before: Date): Promise<string[]> {
  const names = await readdir(pathOf(folder)).catch(() => [])
  const found: string[] = []
  for (const each of names) {
    const name = `${folder}/${each}`
    const known = each.endsWith('.part') ? undefined : await stat(pathOf(name)).catch(() => undefined)
    if (known?.isFile() && known.mtime < before) found.push(name)
  }
  return found
}

/** Throws for names outside the data folder. */
export function pathOf(name: string): string {
  const path = join(root, name)
  if (!path.startsWith(root + sep)) throw new Error('file name leaves the data folder')
  return path
}
