import { writeSync } from 'node:fs'
import pino from 'pino'
import { env } from '#app/env.server.ts'

const STDOUT = 1
/** Writing to a full pipe is repeated every 20 ms for two seconds. */
const RETRY_MS = 20
const RETRIES = 100

let droppedCount = 0

/** Writes JSON lines to stdout. Log only ids, counts and codes, never personal data. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'cpf',
        'cnpj',
        'email',
        'name',
        'token',
        'cookie',
        '*.password',
        '*.cpf',
        '*.cnpj',
        '*.email',
      ],
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  },
  { write: writeLogLine },
)

/** Counts lines that cannot be written and warns with the next one. Never throws or blocks long. */
function writeLogLine(line: string): void {
  if (droppedCount > 0) {
    const warning = { level: 40, time: new Date().toISOString(), pid: process.pid, dropped: droppedCount }
    if (!writeCompletely(`${JSON.stringify({ ...warning, msg: 'log lines could not be written' })}\n`)) {
      droppedCount += 1
      return
    }
    droppedCount = 0
  }
  if (!writeCompletely(line)) droppedCount += 1
}

function writeCompletely(text: string): boolean {
  let unwrittenBytes = Buffer.from(text)
  let retries = 0
  while (unwrittenBytes.length > 0)
    try {
      unwrittenBytes = unwrittenBytes.subarray(writeSync(STDOUT, unwrittenBytes))
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== 'EAGAIN' || retries === RETRIES) return false
      retries += 1
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  return true
}

/** Masks tokens that open accounts, mail settings, the bank's webhook and files. */
export function maskTokens(text: string): string {
  return text
    .replace(/([?&]link=)[^\s'"&#]+/gi, '$1***')
    .replace(
      /((?:change(?:_|%5f)(?:pass|email)|invitation|avisos|webhooks(?:\/|%2f)+pix)(?:\/|%2f)+)[^\s'"?#]+/gi,
      '$1***',
    )
}

/** Omits the message of database errors because a failed statement may contain personal data. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  const sqlState = 'sqlState' in error ? error.sqlState : undefined
  const message = sqlState === undefined ? error.message : 'database error'
  return {
    type: error.name,
    code,
    sqlState,
    message: maskTokens(message),
    stack: maskTokens((sqlState === undefined ? error.stack : formatStack(error)) ?? ''),
  }
}

/** Returns the stack's calls without the message, which precedes them. */
function formatStack(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .join('\n')
}
