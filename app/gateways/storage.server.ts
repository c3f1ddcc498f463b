import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { env } from '#app/env.server.ts'

const root = resolve(env.DATA_DIR)

/** Writes a file whole or not at all: beside its place first, flushed, then renamed. */
export async function putFile(name: string, bytes: Uint8Array): Promise<void> {
  const path = pathOf(name)
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** A stored file as a stream with its size in bytes, or undefined when it is not there. */
export async function getFile(name: string): Promise<{ size: number; stream: ReadableStream } | undefined> {
  const path = pathOf(name)
  const known = await stat(path).catch(() => undefined)
  if (!known?.isFile()) return undefined
  return { size: known.size, stream: createReadableStreamFromReadable(createReadStream(path)) }
}

/** Removes a stored file; one that is not there is no error, so that it can be done again. */
export async function removeFile(name: string): Promise<void> {
  await rm(pathOf(name), { force: true })
}

/** Where a stored file lies on this machine; for log lines that tell an operator where to look. */
export function pathOf(name: string): string {
  const path = join(root, name)
  if (!path.startsWith(root + sep)) throw new Error('file name leaves the data folder')
  return path
}
