import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { addDays, type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'

/** The law requires six months (Lei 12.965/2014, Marco Civil, art. 15), which are at most 184 days. */
const DAYS_KEPT = 184
/** Records are dropped while more bytes than this wait to be written to the disk. */
const MAX_WAITING_BYTES = 4_000_000

const formatFileName = (day: CivilDate) => `access-${day}.jsonl`
const recordFilePattern = /^access-(\d{4}-\d{2}-\d{2})\.jsonl$/

export type AccessRecord = {
  /** ISO 8601, UTC */
  at: string
  address: string
  port?: number | undefined
  /** id of the request */
  request: string
  /** id of the user who is logged in */
  user?: number | undefined
}

type Options = { folder: string; log: Logger; now?: () => Date; maxWaitingBytes?: number }

/** Writes a line per request to a file per day (São Paulo). Requests succeed even if the disk is full. */
export class AccessRecords {
  readonly #folder: string
  readonly #log: Logger
  readonly #now: () => Date
  readonly #maxWaitingBytes: number
  #openFile: { day: CivilDate; stream: Promise<WriteStream | undefined> } | undefined
  #isFailing = false
  #droppedCount = 0

  constructor({ folder, log, now = () => new Date(), maxWaitingBytes = MAX_WAITING_BYTES }: Options) {
    this.#folder = folder
    this.#log = log
    this.#now = now
    this.#maxWaitingBytes = maxWaitingBytes
  }

  /** Opens today's file, so that an unwritable folder is logged at the start. Does not throw. */
  async begin(): Promise<void> {
    await this.#getStream(toCivilDate(this.#now()))
  }

  async write(record: AccessRecord): Promise<void> {
    const stream = await this.#getStream(toCivilDate(this.#now()))
    if (!stream) return
    // After a drop, half of the limit must become free, so that drops are not logged again and again.
    const limit = this.#droppedCount > 0 ? this.#maxWaitingBytes / 2 : this.#maxWaitingBytes
    if (stream.writableLength > limit) return this.#dropRecord()
    this.#logDropped()
    stream.write(`${JSON.stringify(record)}\n`)
  }

  async close(): Promise<void> {
    const stream = await this.#openFile?.stream
    this.#openFile = undefined
    this.#logDropped()
    if (stream && !stream.destroyed) await new Promise<void>((resolve) => stream.end(() => resolve()))
  }

  #getStream(day: CivilDate): Promise<WriteStream | undefined> {
    if (this.#openFile?.day !== day) {
      const previousStream = this.#openFile?.stream
      this.#openFile = { day, stream: this.#openStream(day) }
      void previousStream?.then((stream) => stream?.end())
    }
    return this.#openFile.stream
  }

  async #openStream(day: CivilDate): Promise<WriteStream | undefined> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await this.#removeFilesBefore(addDays(day, -DAYS_KEPT))
      const stream = createWriteStream(join(this.#folder, formatFileName(day)), { flags: 'a', mode: 0o600 })
      await once(stream, 'open')
      stream.on('error', (error) => this.#handleFailure(day, error))
      this.#isFailing = false
      return stream
    } catch (error) {
      this.#handleFailure(day, error)
      return undefined
    }
  }

  async #removeFilesBefore(firstKeptDay: CivilDate): Promise<void> {
    const names = await readdir(this.#folder)
    const expiredNames = names.filter(
      (name) => (recordFilePattern.exec(name)?.[1] ?? firstKeptDay) < firstKeptDay,
    )
    const removals = expiredNames.map((name) => rm(join(this.#folder, name), { force: true }))
    for (const removal of await Promise.allSettled(removals))
      if (removal.status === 'rejected')
        this.#log.error({ err: removal.reason }, 'access records past their six months cannot be removed')
  }

  #dropRecord(): void {
    if (this.#droppedCount === 0) this.#log.error('access records are not kept: the disk is behind')
    this.#droppedCount += 1
  }

  #logDropped(): void {
    if (this.#droppedCount > 0) this.#log.error({ count: this.#droppedCount }, 'access records were not kept')
    this.#droppedCount = 0
  }

  /** Logs only the first failure. The next request tries to open the file again. */
  #handleFailure(day: CivilDate, error: unknown): void {
    if (this.#openFile?.day === day) this.#openFile = undefined
    const folder = this.#folder
    if (!this.#isFailing)
      this.#log.error({ err: error, folder }, 'access records cannot be written to ACCESS_RECORDS_DIR')
    this.#isFailing = true
  }
}

export function recordAccess(records: AccessRecords, trustProxy: number): RequestHandler {
  return (request, response, next) => {
    const startedAt = new Date().toISOString()
    const [address, port] = [request.ip, findPort(request, trustProxy)]
    response.once('close', () => {
      const { requestId, userId: user } = response.locals
      if (address) void records.write({ at: startedAt, address, port, request: String(requestId), user })
    })
    next()
  }
}

/** Returns the client's port; behind a proxy, the port in the proxy's header. */
function findPort(request: Request, trustProxy: number): number | undefined {
  if (trustProxy === 0) return request.socket.remotePort
  const givenPort = request.get('X-Client-Port')
  return givenPort && /^\d{1,5}$/.test(givenPort) ? Number(givenPort) : undefined
}
