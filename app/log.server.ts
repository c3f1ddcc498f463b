import pino from 'pino'
import { env } from '#app/env.server.ts'

/** JSON lines on stdout. Only ids, counts and codes go in: no names, documents, addresses or e-mails. */
export const log = pino({
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
})

/**
 * A path, or a text that quotes one, as logs may keep it: what follows /change_pass/, /change_email/ or /invitation/ opens an
 * account, what follows /avisos/ is of its mails, what follows /webhooks/pix/ is known to the bank alone.
 */
export function withoutToken(text: string): string {
  return text.replace(
    /((?:change(?:_|%5f)(?:pass|email)|invitation|avisos|webhooks(?:\/|%2f)+pix)(?:\/|%2f)+)[^\s'"?#]+/gi,
    '$1***',
  )
}

/** An error without its parameters: SQL text of a failed statement may carry people's data, so it stays out. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  const sqlState = 'sqlState' in error ? error.sqlState : undefined
  const message = sqlState === undefined ? error.message : 'database error'
  return {
    type: error.name,
    code,
    sqlState,
    message: withoutToken(message),
    stack: withoutToken((sqlState === undefined ? error.stack : stackOf(error)) ?? ''),
  }
}

function stackOf(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .join('\n')
}
