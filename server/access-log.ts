import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { maskTokens } from '#app/log.server.ts'

/** Logs the path of each request, without query, link tokens and file names, which may be secret. */
export function makeAccessLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = process.hrtime.bigint()
    const { method } = request
    const path = maskTokens(request.path).replace(/^(\/files\/\d{1,12}\/).+$/, '$1***')
    response.once('close', () => {
      const ms = Math.round(Number(process.hrtime.bigint() - startedAt) / 1e6)
      const aborted = !response.writableFinished
      const { requestId } = response.locals
      log.info({ requestId, method, path, status: response.statusCode, ms, aborted }, 'request')
    })
    next()
  }
}
