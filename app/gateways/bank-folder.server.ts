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

/** Returns the names of up to `limit` complete files, sorted. Skips folders and hidden files. */
export async function listFolder(folder: string, now: Date, limit: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
  const settledNames: string[] = []
  for (const name of names) {
    if (settledNames.length === limit) break
    const entry = await lstat(join(folder, name)).catch(() => undefined)
    const isSettled = entry && now.getTime() - Math.max(entry.mtimeMs, entry.ctimeMs) >= SETTLING_MS
    if (isSettled && !entry.isDirectory()) settledNames.push(name)
  }
  return settledNames
}

/** Reads a file without following links. Returns undefined if the file is gone or changes while it is read. */
export async function readFolderFile(
  folder: string,
  name: string,
  maxBytes: number,
): Promise<FolderFile | undefined> {
  const entry = await lstat(join(folder, name)).catch(() => undefined)
  if (!entry) return undefined
  if (!entry.isFile()) return { name, refusal: 'not-a-file' }
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const statBefore = await file.stat()
    if (!statBefore.isFile()) return { name, refusal: 'not-a-file' }
    if (statBefore.size > maxBytes) return { name, refusal: 'too-long' }
    const bytes = await file.readFile()
    const statAfter = await file.stat()
    if (statAfter.size !== bytes.length || statAfter.mtimeMs !== statBefore.mtimeMs) return undefined
    return bytes.length === 0 ? { name, refusal: 'empty' } : { name, bytes }
  } finally {
    await file.close()
  }
}

/** Moves a file into a subfolder, under a new name if its name exists there. Writes `note` to a .txt file beside it. */
export async function moveFileAside(
  folder: string,
  name: string,
  { to, note, now }: { to: Subfolder; note?: string; now: Date },
): Promise<void> {
  const targetFolder = join(folder, to)
  await mkdir(targetFolder, { recursive: true })
  const isTaken = await lstat(join(targetFolder, name)).catch(() => undefined)
  const freeName = isTaken ? `${now.toISOString().replace(/\D/g, '')}-${name}` : name
  await rename(join(folder, name), join(targetFolder, freeName))
  if (note !== undefined) await writeFile(join(targetFolder, `${freeName}.txt`), note)
}
