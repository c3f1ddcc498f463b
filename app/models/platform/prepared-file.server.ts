import { createHash } from 'node:crypto'
import { preparedFileDays } from '#app/domain/reports/report-limits.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

export type FileKind = 'copy' | 'certificate' | 'receipt' | 'status-list' | 'labels' | 'report'

export type FileRequest = {
  kind: FileKind
  /** the only person who may open the file; null for everybody */
  userId: number | null
  /** the company for which the file was requested; only people who act for this company may open the file */
  forProfileId?: number | undefined
  /** the input of the file; requests with equal input share a file */
  facts: Record<string, unknown>
  name: string
  type: string
}

const slowKinds: ReadonlySet<FileKind> = new Set(['report', 'labels'])
const LIFETIME_MS = preparedFileDays * 24 * 3_600_000
const DISCARDED_EXPIRY = new Date(0)

/** Requests a file and returns its id. Equal requests within a week share one file unless it failed. */
export async function requestFile(trx: Trx, request: FileRequest, now = new Date()): Promise<number> {
  const hash = hashRequest(request)
  const knownFile = await lockFileByHash(trx, hash)
  const isUsable = knownFile?.failed_at === null && knownFile.expires_at > now
  if (isUsable) return knownFile.id
  if (knownFile) await expireFile(trx, knownFile.id)
  const id = await insertFile(trx, request, { hash, now })
  const job = slowKinds.has(request.kind) ? 'prepare-report' : 'prepare-file'
  await addToOutbox(trx, [job], String(id))
  return id
}

/** Returns the id of the user's newest file with this input since `since`. Ignores failed files. */
export async function findSimilarRequest(
  trx: Trx,
  { kind, userId, facts }: Pick<FileRequest, 'kind' | 'userId' | 'facts'>,
  since: Date,
): Promise<number | undefined> {
  const rows = await trx
    .selectFrom('prepared_files')
    .select(['id', 'facts'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('failed_at', 'is', null)
    // A file expires LIFETIME_MS after its request.
    .where('expires_at', '>=', new Date(since.getTime() + LIFETIME_MS))
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  const hasEqualFacts = (knownFacts: Record<string, unknown>) =>
    Object.entries(facts).every(([name, value]) => knownFacts[name] === value)
  const similarRow = rows.find((row) => hasEqualFacts(parseFacts(row.facts)))
  return similarRow?.id
}

/** Returns the input of the user's newest file of a kind, or undefined after cleanup deleted all of them. */
export async function findNewestRequest(userId: number, kind: FileKind) {
  const row = await db
    .selectFrom('prepared_files')
    .select('facts')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && parseFacts(row.facts)
}

/** Releases the request's key and expires the file, so the cleanup job deletes the file. */
export async function expireFile(trx: Trx, id: number) {
  const unusedHash = createHash('sha256').update(`aside ${id}`).digest('hex')
  const discardedColumns = { request_hash: unusedHash, expires_at: DISCARDED_EXPIRY }
  await trx.updateTable('prepared_files').set(discardedColumns).where('id', '=', id).execute()
}

/** Adds a row for another request that uses an existing file. `file` is the storage name. */
export async function shareFile(
  trx: Trx,
  request: FileRequest,
  { file, bytes }: { file: string; bytes: number },
  now = new Date(),
): Promise<number> {
  const id = await insertFile(trx, request, {
    hash: hashRequest({ ...request, name: `${request.name} ${now.toISOString()}` }),
    now,
  })
  await trx.updateTable('prepared_files').set({ file, bytes, ready_at: now }).where('id', '=', id).execute()
  return id
}

export async function findFileRequest(id: number) {
  const row = await db
    .selectFrom('prepared_files')
    .select(['id', 'kind', 'user_id', 'facts', 'ready_at', 'name', 'type'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, facts: parseFacts(row.facts) }
}

/** The user, or null for a visitor. `forProfileId` is the company for which the person acts. */
export type FileReader = number | null | { userId: number; forProfileId?: number | undefined }

const noRequester = { userId: 0, forProfileId: 0 }

/** Returns the requester of a file: the account's own user, or the colleague and the company. */
export function getFileRequester(holder: {
  userId: number
  profileId: number
  actorUserId?: number | undefined
}) {
  const { userId, profileId, actorUserId = userId } = holder
  return actorUserId === userId ? { userId } : { userId: actorUserId, forProfileId: profileId }
}

/** Returns a file if `requester` requested the file or if everybody may open it, else undefined. */
export async function findPreparedFile(id: number, requester: FileReader, reader: DbOrTrx = db) {
  const person = typeof requester === 'object' ? (requester ?? noRequester) : { userId: requester }
  const { userId, forProfileId = 0 } = person
  const row = await reader
    .selectFrom('prepared_files')
    .select([
      'id',
      'kind',
      'user_id',
      'name',
      'type',
      'file',
      'bytes',
      'done',
      'total',
      'created_at',
      'failed_at',
      'facts',
      'for_profile_id',
    ])
    .where('id', '=', id)
    .where('expires_at', '>', DISCARDED_EXPIRY)
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', userId)]))
    .where((eb) => eb.or([eb('for_profile_id', 'is', null), eb('for_profile_id', '=', forProfileId)]))
    .executeTakeFirst()
  if (!row) return undefined
  return { ...row, facts: parseFacts(row.facts), state: getFileState(row) }
}

export type FileState = 'preparing' | 'ready' | 'failed'

export async function recordProgress(id: number, done: number, total: number): Promise<void> {
  await db.updateTable('prepared_files').set({ done, total }).where('id', '=', id).execute()
}

export async function markFileReady(
  id: number,
  { file, bytes }: { file: string; bytes: number },
  readyAt = new Date(),
) {
  await db
    .updateTable('prepared_files')
    .set({ file, bytes, ready_at: readyAt })
    .where('id', '=', id)
    .execute()
}

/** Records that the stored file is missing, so the next request creates a new file. */
export async function markFileLost(id: number, failedAt = new Date()): Promise<void> {
  await db
    .updateTable('prepared_files')
    .set({ file: null, bytes: null, ready_at: null, failed_at: failedAt })
    .where('id', '=', id)
    .execute()
}

export async function markFileFailed(id: number, failedAt = new Date()): Promise<void> {
  await db
    .updateTable('prepared_files')
    .set({ failed_at: failedAt })
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .execute()
}

export function makePreparedName(id: number): string {
  return `prepared/${id}`
}

export function listExpiredFiles(now: Date, limit: number) {
  return db
    .selectFrom('prepared_files')
    .select(['id', 'file'])
    .where('expires_at', '<', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

export async function deletePreparedFile(id: number): Promise<void> {
  await db.deleteFrom('prepared_files').where('id', '=', id).execute()
}

type Row = { file: string | null; failed_at: Date | null }

function getFileState({ file, failed_at }: Row): FileState {
  if (file !== null) return 'ready'
  return failed_at === null ? 'preparing' : 'failed'
}

/** Inserts a row for the file. Returns its id, or the id of the existing row with this hash. */
async function insertFile(trx: Trx, request: FileRequest, { hash, now }: { hash: string; now: Date }) {
  const { kind, userId, forProfileId, facts, name, type } = request
  const insertion = await trx
    .insertInto('prepared_files')
    .values({
      kind,
      user_id: userId,
      for_profile_id: forProfileId ?? null,
      request_hash: hash,
      facts: JSON.stringify(facts),
      name,
      type,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
    })
    .onDuplicateKeyUpdate((eb) => ({ id: eb.fn('last_insert_id', ['prepared_files.id']) }))
    .executeTakeFirstOrThrow()
  return Number(insertion.insertId)
}

function lockFileByHash(trx: Trx, hash: string) {
  return trx
    .selectFrom('prepared_files')
    .select(['id', 'failed_at', 'expires_at'])
    .where('request_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
}

function hashRequest(request: FileRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}

function parseFacts(json: string): Record<string, unknown> {
  const facts: unknown = JSON.parse(json)
  return typeof facts === 'object' && facts !== null ? { ...facts } : {}
}
