import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { atProvider } from '#app/gateways/provider.server.ts'
import { counted, type FileStore } from './store.ts'

export function folderStore(folder: string): FileStore {
  const root = resolve(folder)

  function pathOf(name: string): string {
    const path = join(root, name)
    if (!path.startsWith(root + sep)) throw new Error('file name leaves the data folder')
    return path
  }

  async function sizeOf(name: string): Promise<number | undefined> {
    const known = await stat(pathOf(name)).catch(() => undefined)
    return known?.isFile() ? known.size : undefined
  }

  async function remove(name: string): Promise<void> {
    await rm(pathOf(name), { force: true })
  }

  return {
    locationOf: pathOf,
    sizeOf,
    remove,
    put: (name, bytes) => putWhole(pathOf(name), (file) => onDisk(() => file.writeFile(bytes))),
    async putStream(name, source, maxBytes) {
      const { chunks, bytes } = counted(source, maxBytes)
      await putWhole(pathOf(name), async (file) => {
        for await (const chunk of chunks) await onDisk(() => file.writeFile(chunk))
      })
      return bytes()
    },
    async get(name, range) {
      const size = await sizeOf(name)
      if (size === undefined) return undefined
      return { size, stream: createReadableStreamFromReadable(createReadStream(pathOf(name), range)) }
    },
    async read(name) {
      return (await sizeOf(name)) === undefined ? undefined : readFile(pathOf(name))
    },
    async list(inFolder, before) {
      const names = await readdir(pathOf(inFolder)).catch(() => [])
      const found: string[] = []
      for (const each of names) {
        const name = `${inFolder}/${each}`
        const known = each.endsWith('.part') ? undefined : await stat(pathOf(name)).catch(() => undefined)
        if (known?.isFile() && known.mtime < before) found.push(name)
      }
      return found
    },
    async removeStaleParts(before) {
      const names = await readdir(root, { recursive: true }).catch(() => [])
      let removed = 0
      for (const name of names) {
        if (!name.endsWith('.part')) continue
        const known = await stat(pathOf(name)).catch(() => undefined)
        if (!known || known.mtime >= before) continue
        await remove(name)
        removed += 1
      }
      return removed
    },
  }
}

/** Converts disk errors to a storage outage; errors of the source are thrown unchanged. */
function onDisk<T>(work: () => Promise<T>): Promise<T> {
  return atProvider('storage', work)
}

/** Writes a file atomically: temporary file, fsync, rename. */
async function putWhole(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
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
