import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, type Pack, pack } from 'tar-stream'
import {
  type Manifest,
  type Member,
  manifestName,
  manifestSumName,
  readManifest,
} from '#db/backup/manifest.ts'
import { BackupProblem } from '#db/backup/problem.ts'
import { decryptStream, encryptStream, isSealed } from '#db/backup/seal.ts'

/** Adds members to a tar and records their sizes and checksums for the manifest. */
export class ArchiveWriter {
  readonly members: Member[] = []
  readonly #pack: Pack = pack()

  /** Returns the archive's bytes, encrypted if there is a key. */
  bytes(key: Uint8Array | undefined): Readable {
    const tar: AsyncIterable<Uint8Array> = Readable.from(this.#pack)
    return Readable.from(key ? encryptStream(tar, key) : tar)
  }

  async add(name: string, content: Uint8Array): Promise<void> {
    this.members.push({ name, bytes: content.length, sha256: hashContent(content) })
    await this.#write(name, content)
  }

  /** Adds a file. Returns false if it was deleted before it was opened. */
  async addFile(name: string, path: string): Promise<boolean> {
    const file = await open(path).catch(ignoreMissing)
    if (!file) return false
    try {
      // A file that grows while it is read is cut at this size, which the tar's header contains.
      const { size } = await file.stat()
      const hash = createHash('sha256')
      const entry = this.#pack.entry({ name, size })
      const source = size === 0 ? [] : file.createReadStream({ autoClose: false, end: size - 1 })
      await pipeline(source, createHashTransform(hash), entry)
      this.members.push({ name, bytes: size, sha256: hash.digest('hex') })
      return true
    } finally {
      await file.close()
    }
  }

  async finish(manifest: Manifest): Promise<void> {
    const manifestText = Buffer.from(JSON.stringify(manifest))
    await this.#write(manifestName, manifestText)
    await this.#write(manifestSumName, Buffer.from(hashContent(manifestText)))
    this.#pack.finalize()
  }

  fail(error: Error): void {
    this.#pack.destroy(error)
  }

  #write(name: string, content: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      const finishEntry = (error?: Error | null) => (error ? reject(error) : resolve())
      this.#pack.entry({ name, size: content.length }, finishEntry).end(Buffer.from(content))
    })
  }
}

type HandleMember = (name: string, content: Readable) => Promise<void>

/** Calls `handleMember` for each member in sequence. Discards the bytes that `handleMember` does not read. */
async function forEachMember(
  path: string,
  key: Uint8Array | undefined,
  handleMember: HandleMember,
): Promise<void> {
  const extractor = extract()
  const source = await openArchive(path, key)
  const writingToExtractor = pipeline(source, extractor).catch((error) => {
    extractor.destroy(error)
    throw error
  })
  const handlingMembers = (async () => {
    for await (const entry of extractor) {
      await handleMember(entry.header.name, Readable.from(entry))
      entry.resume()
    }
  })()
  await Promise.all([writingToExtractor, handlingMembers]).catch((error) => {
    throw error instanceof BackupProblem || isSystemError(error)
      ? error
      : new BackupProblem(
          `the backup is damaged or cut off: ${error instanceof Error ? error.message : error}`,
        )
  })
}

async function openArchive(path: string, key: Uint8Array | undefined): Promise<Readable> {
  // Longer than the mark at the start of an encrypted archive.
  const start = Buffer.alloc(64)
  const file = await open(path)
  await file.read(start, 0, start.length, 0).finally(() => file.close())
  const content = createReadStream(path)
  if (!isSealed(start)) return content
  if (!key) throw new BackupProblem('the backup is encrypted: BACKUP_KEY is needed')
  return Readable.from(decryptStream(content, key))
}

/** Reads the complete archive. Throws BackupProblem unless all sizes and checksums are as recorded. */
export async function verifyArchive(path: string, key: Uint8Array | undefined): Promise<Manifest> {
  const foundMembers = new Map<string, Member>()
  const manifestTexts = new Map<string, string>()
  await forEachMember(path, key, async (name, content) => {
    const isManifestMember = name === manifestName || name === manifestSumName
    const hash = createHash('sha256')
    let bytes = 0
    const manifestChunks: Buffer[] = []
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      if (isManifestMember) manifestChunks.push(chunk)
    }
    if (isManifestMember) manifestTexts.set(name, Buffer.concat(manifestChunks).toString())
    else if (foundMembers.has(name)) throw new BackupProblem(`the backup has ${name} twice`)
    else foundMembers.set(name, { name, bytes, sha256: hash.digest('hex') })
  })
  return compareWithManifest(manifestTexts, foundMembers)
}

/** Returns the manifest. Throws if the manifest or a member is missing or damaged, or a member unknown. */
function compareWithManifest(
  manifestTexts: Map<string, string>,
  foundMembers: Map<string, Member>,
): Manifest {
  const manifestText = manifestTexts.get(manifestName)
  const manifest = manifestText === undefined ? undefined : readManifest(manifestText)
  if (manifestText === undefined || !manifest)
    throw new BackupProblem('the backup is cut off: it has no manifest')
  if (hashContent(Buffer.from(manifestText)) !== manifestTexts.get(manifestSumName))
    throw new BackupProblem('the manifest of the backup is damaged')
  for (const { name, bytes, sha256 } of manifest.members) {
    const member = foundMembers.get(name)
    if (!member) throw new BackupProblem(`the backup lacks ${name}`)
    if (member.bytes !== bytes || member.sha256 !== sha256) throw new BackupProblem(`${name} is damaged`)
    foundMembers.delete(name)
  }
  const [unknownName] = foundMembers.keys()
  if (unknownName !== undefined) throw new BackupProblem(`the manifest does not know ${unknownName}`)
  return manifest
}

/** Calls `handleMember` for all members except the manifest. Call `verifyArchive` before. */
export async function readMembers(
  path: string,
  key: Uint8Array | undefined,
  handleMember: HandleMember,
): Promise<void> {
  await forEachMember(path, key, async (name, content) => {
    if (name !== manifestName && name !== manifestSumName) await handleMember(name, content)
  })
}

/** Parses a key in base64, as in BACKUP_KEY. */
export function parseBackupKey(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}

function hashContent(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function createHashTransform(hash: Hash): Transform {
  return new Transform({
    transform(chunk, _encoding, callback) {
      hash.update(chunk)
      callback(null, chunk)
    },
  })
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Returns true for errors of disk or database. All others mean a damaged archive. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || 'sqlState' in error || 'fatal' in error)
}
