import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { addDays, type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'

/** The longest six months, which the law requires (Lei 12.965/2014, Marco Civil, art. 15). */
const DAYS_KEPT = 184
/** The limit of bytes that wait for the disk. Further records are dropped. */
const MAX_WAITING = 4_000_000

const formatFileName = (day: CivilDate) => `access-${day}.jsonl`
const recordName = /^access-(\d{4}-\d{2}-\d{2})\.jsonl$/

export type AccessRecord = {
  /** ISO 8601, UTC */
  at: string
  address: string
  port?: number | undefined
  request: string
  user?: number | undefined
}

type Options = { folder: string; log: Logger; now?: () => Date; maxWaiting?: number }

/** Writes a line per request to a file per day (São Paulo). Requests succeed even if the disk is full. */
export class AccessRecords {
  readonly #folder: string
  readonly #log: Logger
  readonly #now: () => Date
  readonly #maxWaiting: number
  #open: { day: CivilDate; stream: Promise<WriteStream | undefined> } | undefined
  #isFailing = false
  #dropped = 0

  constructor({ folder, log, now = () => new Date(), maxWaiting = MAX_WAITING }: Options) {
    this.#folder = folder
    this.#log = log
    this.#now = now
    this.#maxWaiting = maxWaiting
  }

  /** Opens today's file, so that the start fails if the folder is not writable. */
  async begin(): Promise<void> {
    await this.#streamOf(toCivilDate(this.#now()))
  }

  async write(record: AccessRecord): Promise<void> {
    const stream = await this.#streamOf(toCivilDate(this.#now()))
    if (!stream) return
    const limit = this.#dropped > 0 ? this.#maxWaiting / 2 : this.#maxWaiting
    if (stream.writableLength > limit) return this.#drop()
    this.#tellDropped()
    stream.write(`${JSON.stringify(record)}\n`)
  }

  async close(): Promise<void> {
    const stream = await this.#open?.stream
    this.#open = undefined
    this.#tellDropped()
    if (stream && !stream.destroyed) await new Promise<void>((resolve) => stream.end(() => resolve()))
  }

  #streamOf(day: CivilDate): Promise<WriteStream | undefined> {
    if (this.#open?.day !== day) {
      const previousStream = this.#open?.stream
      this.#open = { day, stream: this.#begin(day) }
      void previousStream?.then((stream) => stream?.end())
    }
    return this.#open.stream
  }

  async #begin(day: CivilDate): Promise<WriteStream | undefined> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await this.#removeBefore(addDays(day, -DAYS_KEPT))
      const stream = createWriteStream(join(this.#folder, formatFileName(day)), { flags: 'a', mode: 0o600 })
      await once(stream, 'open')
      stream.on('error', (error) => this.#fail(day, error))
      this.#isFailing = false
      return stream
    } catch (error) {
      this.#fail(day, error)
      return undefined
    }
  }

  async #removeBefore(firstKeptDay: CivilDate): Promise<void> {
    const names = await readdir(this.#folder)
    const expiredNames = names.filter((name) => (recordName.exec(name)?.[1] ?? firstKeptDay) < firstKeptDay)
    const removals = expiredNames.map((name) => rm(join(this.#folder, name), { force: true }))
    for (const removal of await Promise.allSettled(removals))
      if (removal.status === 'rejected')
        this.#log.error({ err: removal.reason }, 'access records past their six months cannot be removed')
  }

  #drop(): void {
    if (this.#dropped === 0) this.#log.error('access records are not kept: the disk is behind')
    this.#dropped += 1
  }

  #tellDropped(): void {
    if (this.#dropped > 0) this.#log.error({ count: this.#dropped }, 'access records were not kept')
    this.#dropped = 0
  }

  /** Logs only the first failure. The next request tries to open the file again. */
  #fail(day: CivilDate, error: unknown): void {
    if (this.#open?.day === day) this.#open = undefined
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

function findPort(request: Request, trustProxy: number): number | undefined {
  if (trustProxy === 0) return request.socket.remotePort
  const givenPort = request.get('X-Client-Port')
  return givenPort && /^\d{1,5}$/.test(givenPort) ? Number(givenPort) : undefined
}
