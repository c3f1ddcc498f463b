import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that changed within this time may be incomplete. */
const SETTLING_MS = 60_000

export type FolderFile = { name: string } & (
  | { bytes: Uint8Array }
  | { refusal: 'not-a-file' | 'too-long' | 'empty' }
)

export type Subfolder = 'lidos' | 'recusados'

export async function listFolder(folder: string, now: Date, limit: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
  const found: string[] = []
  for (const name of names) {
    if (found.length === limit) break
    const knownEntry = await lstat(join(folder, name)).catch(() => undefined)
    const isSettled =
      knownEntry && now.getTime() - Math.max(knownEntry.mtimeMs, knownEntry.ctimeMs) >= SETTLING_MS
    if (isSettled && !knownEntry.isDirectory()) found.push(name)
  }
  return found
}

/** Reads a file without following links. Returns undefined if it changes meanwhile or is gone. */
export async function readFolderFile(
  folder: string,
  name: string,
  maxBytes: number,
): Promise<FolderFile | undefined> {
  const knownEntry = await lstat(join(folder, name)).catch(() => undefined)
  if (!knownEntry) return undefined
  if (!knownEntry.isFile()) return { name, refusal: 'not-a-file' }
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const before = await file.stat()
    if (!before.isFile()) return { name, refusal: 'not-a-file' }
    if (before.size > maxBytes) return { name, refusal: 'too-long' }
    const bytes = await file.readFile()
    const after = await file.stat()
    if (after.size !== bytes.length || after.mtimeMs !== before.mtimeMs) return undefined
    return bytes.length === 0 ? { name, refusal: 'empty' } : { name, bytes }
  } finally {
    await file.close()
  }
}

/** Moves a file, renamed if its name exists. `note` are written to a .txt file. */
export async function moveFileAside(
  folder: string,
  name: string,
  { to, note, now }: { to: Subfolder; note?: string; now: Date },
): Promise<void> {
  const target = join(folder, to)
  await mkdir(target, { recursive: true })
  const isTaken = await lstat(join(target, name)).catch(() => undefined)
  const free = isTaken ? `${now.toISOString().replace(/\D/g, '')}-${name}` : name
  await rename(join(folder, name), join(target, free))
  if (note !== undefined) await writeFile(join(target, `${free}.txt`), note)
}
