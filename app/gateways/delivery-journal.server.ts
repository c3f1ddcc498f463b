import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { env } from '#app/env.server.ts'

/** The time for which a worker appends to one file, a segment. */
const SEGMENT_MS = 10 * 60_000
/** A segment counts as complete after this time without a change. It allows for differences between clocks. */
const IDLE_MS = 3 * SEGMENT_MS

/** Opens the journal of delivered mails. Each worker has its own files (docs/decisions/0045). */
export function openJournal(folder: string) {
  const owner = randomBytes(8).toString('hex')
  const knownSegments = new Map<string, { size: number; keys: ReadonlySet<string> }>()

  /** Returns the keys of complete lines. A power failure may have truncated the last line. */
  async function readSegment(name: string): Promise<ReadonlySet<string>> {
    const path = join(folder, name)
    const { size } = await stat(path)
    const knownSegment = knownSegments.get(name)
    if (knownSegment?.size === size) return knownSegment.keys
    const text = await readFile(path, 'utf8')
    const keys = new Set(text.split('\n').slice(0, -1))
    knownSegments.set(name, { size: Buffer.byteLength(text), keys })
    return keys
  }

  async function listSegments(): Promise<string[]> {
    const names: string[] = await readdir(folder).catch(returnIfAbsent<string[]>([]))
    for (const name of knownSegments.keys()) if (!names.includes(name)) knownSegments.delete(name)
    return names
  }

  return {
    /** Resolves when the key is on the disk. `key` must not contain a line break. */
    async append(key: string): Promise<void> {
      const path = join(folder, `${owner}-${Math.floor(Date.now() / SEGMENT_MS)}`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const isNew = !(await fileExists(path))
      await withFile(await open(path, 'a', 0o600), async (file) => {
        await file.appendFile(`${key}\n`)
        await file.datasync()
      })
      if (isNew) await withFile(await open(folder), (file) => file.sync())
    },

    get remembered(): number {
      return knownSegments.size
    },

    async has(key: string): Promise<boolean> {
      for (const name of await listSegments()) {
        const keys = await readSegment(name).catch(returnIfAbsent(new Set<string>()))
        if (keys.has(key)) return true
      }
      return false
    },

    /** Deletes complete segments whose rows are all closed. Returns their number. */
    async prune(now: Date, areRowsClosed: (keys: readonly string[]) => Promise<boolean>): Promise<number> {
      let prunedCount = 0
      for (const name of await listSegments()) {
        const path = join(folder, name)
        const fileStat = await stat(path).catch(returnIfAbsent(undefined))
        if (!fileStat || fileStat.mtimeMs > now.getTime() - IDLE_MS) continue
        const keys = await readSegment(name).catch(returnIfAbsent(undefined))
        if (!keys || !(await areRowsClosed([...keys]))) continue
        await rm(path, { force: true })
        knownSegments.delete(name)
        prunedCount += 1
      }
      return prunedCount
    },
  }
}

export const journal = openJournal(join(resolve(env.DATA_DIR), 'deliveries'))

async function withFile(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file)
  } finally {
    await file.close()
  }
}

function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function returnIfAbsent<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return fallback
    throw error
  }
}
