import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { constants } from 'node:zlib'
import type { ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import { networkOf } from '#app/domain/platform/client-network.ts'
import { isApiPath } from '#app/paths.ts'
import { specified } from '#app/text/platform/messages.ts'
import { accessLog } from './access-log.ts'
import { apiLimits, apiOrigins, callsAlone, pagesOnly } from './api-edge.ts'
import { bodyDeadline, bodyLimits } from './body-limits.ts'
import { cookieCheck } from './cookie-check.ts'
import { mountHealth } from './health.ts'
import { reject } from './refusal.ts'
import { remixHandler } from './remix.ts'
import { requestId } from './request-id.ts'
import { sameOrigin } from './same-origin.ts'
import { guardLinkToken, nonce, securityHeaders } from './security-headers.ts'

export type EdgeOptions = {
  build: ServerBuild
  clientFolder: string
  publicFolder: string
  publicUrl: string
  trustProxy: number
  mode: string
  /** origins whose pages may call the API */
  apiOrigins?: readonly string[]
  log: Logger
  isDatabaseUp(): Promise<boolean>
  isDraining(): boolean
}

/** The default, 4, makes style sheets larger than gzip does. */
const BROTLI_QUALITY = 6
const YEAR = '1y'
const HOUR = '1h'

/** Everything a request passes before a loader or action. */
export function createEdge(options: EdgeOptions): Express {
  const { build, clientFolder, publicFolder, publicUrl, trustProxy, mode, log } = options
  const { apiOrigins: callers = [] } = options
  const app = express()
  app.disable('x-powered-by')
  // Addresses are read where they are needed (webRequest).
  app.set('query parser', false)
  app.set('trust proxy', trustProxy)
  app.use(requestId(trustProxy > 0), accessLog(log), nonce)
  app.use(securityHeaders({ isTls: publicUrl.startsWith('https:') }))
  app.use(['/change_pass', '/change_email', '/invitation'], guardLinkToken)
  mountHealth(app, options)
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } }))
  app.use(
    '/assets',
    express.static(`${clientFolder}/assets`, {
      immutable: true,
      maxAge: YEAR,
      index: false,
      redirect: false,
    }),
  )
  app.use('/assets', (_request, response) => reject(response, 404, missing))
  app.use(publicFiles(publicFolder))
  app.use(callsAlone, apiOrigins(callers), apiLimits, bodyDeadline())
  app.use([bodyLimits, sameOrigin(publicUrl), cookieCheck].map(pagesOnly))
  app.use((_request, response, next) => {
    if (options.isDraining()) response.set('Connection', 'close')
    next()
  })
  app.all(
    '*',
    remixHandler({
      build,
      mode,
      getLoadContext: (request, response) => ({
        clientAddress: request.ip && networkOf(request.ip),
        requestId: String(response.locals.requestId),
        nonce: String(response.locals.nonce),
        cookiesRefused: response.locals.cookiesRefused === true,
      }),
    }),
  )
  app.use(lastResort(log))
  return app
}

/** Serves the files that are there now; no page's address is looked for on the disk. */
function publicFiles(folder: string): RequestHandler {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`)
  const known = new Set(names)
  const serve = express.static(folder, { maxAge: HOUR, index: false, redirect: false, dotfiles: 'ignore' })
  return (request, response, next) => (known.has(request.path) ? serve(request, response, next) : next())
}

const missing = { title: 'Não encontrado', text: 'Este arquivo não existe mais. Recarregue a página.' }
const failed = {
  title: specified.serverError,
  text: 'Tente de novo em instantes. Seu carrinho está salvo.',
}
const failedForStaff = { ...failed, text: 'Tente de novo em instantes.' }

function lastResort(log: Logger): ErrorRequestHandler {
  return (error, request, response, next) => {
    log.error({ err: error, requestId: response.locals.requestId }, 'edge error')
    if (response.headersSent) return next(error)
    const isBadAddress = error instanceof URIError
    if (isApiPath(request.path))
      return void response
        .status(isBadAddress ? 404 : 500)
        .json({ detail: isBadAddress ? missing.title : specified.serverError })
    reject(
      response,
      isBadAddress ? 400 : 500,
      isBadAddress ? missing : isForStaff(request.path) ? failedForStaff : failed,
    )
  }
}

function isForStaff(path: string): boolean {
  return /^\/admin(\/|$)/.test(path)
}
