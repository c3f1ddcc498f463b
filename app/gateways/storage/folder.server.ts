import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { trackProvider } from '#app/gateways/provider.server.ts'
import { countBytes, type FileStore } from './store.ts'

export function makeFolderStore(folder: string): FileStore {
  const root = resolve(folder)

  function toPath(name: string): string {
    const path = join(root, name)
    if (!path.startsWith(root + sep)) throw new Error('file name leaves the data folder')
    return path
  }

  async function findSize(name: string): Promise<number | undefined> {
    const fileStat = await stat(toPath(name)).catch(() => undefined)
    return fileStat?.isFile() ? fileStat.size : undefined
  }

  async function remove(name: string): Promise<void> {
    await rm(toPath(name), { force: true })
  }

  return {
    getLocation: toPath,
    findSize,
    remove,
    put: (name, bytes) => writeAtomically(toPath(name), (file) => runOnDisk(() => file.writeFile(bytes))),
    async putStream(name, source, maxBytes) {
      const { chunks, bytes } = countBytes(source, maxBytes)
      await writeAtomically(toPath(name), async (file) => {
        for await (const chunk of chunks) await runOnDisk(() => file.writeFile(chunk))
      })
      return bytes()
    },
    async get(name, range) {
      const size = await findSize(name)
      if (size === undefined) return undefined
      return { size, stream: createReadableStreamFromReadable(createReadStream(toPath(name), range)) }
    },
    async read(name) {
      return (await findSize(name)) === undefined ? undefined : readFile(toPath(name))
    },
    async list(inFolder, before) {
      const names = await readdir(toPath(inFolder)).catch(() => [])
      const fileNames: string[] = []
      for (const fileName of names) {
        const name = `${inFolder}/${fileName}`
        const fileStat = fileName.endsWith('.part')
          ? undefined
          : await stat(toPath(name)).catch(() => undefined)
        if (fileStat?.isFile() && fileStat.mtime < before) fileNames.push(name)
      }
      return fileNames
    },
    async removeStaleParts(before) {
      const names = await readdir(root, { recursive: true }).catch(() => [])
      let removedCount = 0
      for (const name of names) {
        if (!name.endsWith('.part')) continue
        const fileStat = await stat(toPath(name)).catch(() => undefined)
        if (!fileStat || fileStat.mtime >= before) continue
        await remove(name)
        removedCount += 1
      }
      return removedCount
    },
  }
}

/** Converts errors of the disk to a storage outage. Errors of the source are thrown unchanged. */
function runOnDisk<T>(work: () => Promise<T>): Promise<T> {
  return trackProvider('storage', work)
}

/** Writes a file atomically: temporary file, fsync, rename. */
async function writeAtomically(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  await runOnDisk(() => mkdir(dirname(path), { recursive: true }))
  const temporaryPath = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const file = await runOnDisk(() => open(temporaryPath, 'wx', 0o600))
    try {
      await write(file)
      await runOnDisk(() => file.sync())
    } finally {
      await file.close()
    }
    await runOnDisk(() => rename(temporaryPath, path))
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
}
