import { randomUUID } from 'node:crypto'
import { describeError, withoutToken } from '#app/log.server.ts'
import { onSignal } from '#app/signals.server.ts'
import { currentWork, followWork, type Work } from '#app/telemetry/current-work.server.ts'

type Options = {
  /** https://KEY@HOST/PROJECT */
  dsn: string
  release?: string
  environment: string
  /** reports a minute; more are counted and named in the next */
  perMinute?: number
  timeoutMs?: number
  now?: () => number
}

/** At once; a receiver that hangs holds up no more. */
const MAX_UNDER_WAY = 3
const MINUTE_MS = 60_000
const MAX_TEXT = 500
const MAX_FRAMES = 50

/**
 * Sends what is logged as an error to a receiver of the Sentry protocol (envelopes), and never a person's data: the
 * error's name, its scrubbed message and stack, the request id or the effect's id, the route or the job (D115). Nobody
 * waits for it; what fails is dropped. `flush` resolves when no report is under way.
 */
export function reportErrors({
  dsn,
  release,
  environment,
  perMinute = 30,
  timeoutMs = 3_000,
  now = () => performance.now(),
}: Options) {
  const { address, key } = readDsn(dsn)
  const underWay = new Set<Promise<void>>()
  let minuteBegan = now()
  let inMinute = 0
  let dropped = 0
  let pausedUntil = 0
  followWork()

  const stop = onSignal('error', ({ message, level, error, ...said }) => {
    // What ends the process is its last word.
    if (!mayReport() && level !== 'fatal') {
      dropped += 1
      return
    }
    const event = {
      ...describeEvent(error, message, workOf(said)),
      level,
      release,
      environment,
      ...(dropped > 0 ? { extra: { dropped_before: dropped } } : {}),
    }
    dropped = 0
    const sending = send(event)
      .catch(() => undefined)
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
  })

  function mayReport(): boolean {
    const time = now()
    if (time - minuteBegan >= MINUTE_MS) {
      minuteBegan = time
      inMinute = 0
    }
    if (time < pausedUntil || underWay.size >= MAX_UNDER_WAY || inMinute >= perMinute) return false
    inMinute += 1
    return true
  }

  async function send(event: object): Promise<void> {
    const id = randomUUID().replaceAll('-', '')
    const sentAt = new Date().toISOString()
    const lines = [
      { event_id: id, sent_at: sentAt },
      { type: 'event' },
      { event_id: id, timestamp: sentAt, platform: 'node', ...event },
    ]
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-sentry-envelope',
        'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=aeropub/1, sentry_key=${key}`,
      },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    const waitSeconds = Number(response.headers.get('Retry-After')) || 60
    if (response.status === 429) pausedUntil = now() + waitSeconds * 1000
  }

  const flush = () => Promise.all(underWay)
  return {
    flush,
    async end() {
      stop()
      await flush()
    },
  }
}

/** What the log line says of it, else what the process is at. */
function workOf({ requestId, job, outboxId }: { requestId?: string; job?: string; outboxId?: number }) {
  const work = currentWork()
  return {
    name: job ?? work?.name,
    requestId: requestId ?? work?.requestId,
    outboxId: outboxId ?? work?.outboxId,
  }
}

function readDsn(dsn: string): { address: string; key: string } {
  const url = new URL(dsn)
  const [, before = '', project = ''] = /^(.*)\/(\d+)$/.exec(url.pathname) ?? []
  return { address: `${url.origin}${before}/api/${project}/envelope/`, key: url.username }
}

function describeEvent(error: unknown, message: string, { name, requestId, outboxId }: Partial<Work>) {
  const described = describeError(error)
  const type = String(described.type)
  const said = error === undefined ? message : String(described.message ?? message)
  return {
    logger: scrub(message),
    transaction: name,
    tags: { request_id: requestId, effect: outboxId, code: described.code && String(described.code) },
    fingerprint: [type, name ?? '', scrub(message), framesOf(described.stack).at(-1)?.function ?? ''],
    exception: {
      values: [{ type, value: scrub(said), stacktrace: { frames: framesOf(described.stack) } }],
    },
  }
}

/** Whatever in a text could be a person's: addresses of mail, documents, long numbers, quoted values. */
export function scrub(text: string): string {
  return withoutToken(text)
    .slice(0, MAX_TEXT)
    .replace(/[^\s@<>"']+@[^\s@<>"']+/g, '[email]')
    .replace(/\d[\d./-]{4,}\d/g, '[number]')
    .replace(/(['"`])(?:(?!\1).){0,200}\1/g, '[value]')
}

/** Oldest first, as the protocol wants them; places in the program, never the message. */
function framesOf(stack: unknown) {
  return String(stack ?? '')
    .split('\n')
    .flatMap((line) => {
      const [, call = '', file = '', row, column] =
        /^\s+at (?:(.*) \()?((?:file:|node:|\/).*?):(\d+):(\d+)\)?$/.exec(line.slice(0, MAX_TEXT)) ?? []
      return file
        ? [{ function: call || '?', filename: file, lineno: Number(row), colno: Number(column) }]
        : []
    })
    .slice(0, MAX_FRAMES)
    .reverse()
}
