import type { RequestListener } from 'node:http'
import { constants } from 'node:zlib'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Request, type Response } from 'express'
import type { Logger } from 'pino'
import { refusedFormLimit } from '#app/domain/accounts/attempt-limits.ts'
import { toClientNetwork } from '#app/domain/platform/client-network.ts'
import type { Limit } from '#app/domain/platform/rate-limit.ts'
import type { OwnWrites } from '#app/models/platform/cluster/own-writes.server.ts'
import type { Maintenance } from '#app/models/platform/maintenance.server.ts'
import { isApiPath } from '#app/paths.ts'
import { specified } from '#app/text/platform/messages.ts'
import { accessLog } from './access-log.ts'
import { apiLimits, apiOrigins, callsAlone, pagesOnly } from './api-edge.ts'
import { bodyDeadline, bodyLimits } from './body-limits.ts'
import { cookieCheck } from './cookie-check.ts'
import { answerHealth, mountReadiness } from './health.ts'
import { hostCheck } from './host-check.ts'
import { Admission, webhookRoom } from './load/admission.ts'
import { admitBy, type Rooms, rejectForLoad, turnAway } from './load/admit.ts'
import { TooManyRequests } from './load/rejected.ts'
import { rejectInMaintenance } from './maintenance.ts'
import { pageRequestsAlone } from './page-edge.ts'
import { keptPages } from './pages/kept-pages.ts'
import { type RefusedPageStore, refusedPages } from './pages/refused-pages.ts'
import { remixHandler, send } from './pages/remix.ts'
import { requestHandler } from './pages/request-handler.ts'
import { recentWrite } from './recent-write.ts'
import { reject } from './refusal.ts'
import { refusedForms } from './refused-forms.ts'
import { requestId } from './request-id.ts'
import { sameOrigin } from './same-origin.ts'
import { guardLinkToken, keptPagePolicy, nonce, securityHeaders } from './security-headers.ts'
import { hashScripts, staticFiles } from './static-files.ts'
import { type AccessRecords, noteAccess } from './watch/access-records.ts'
import { watchRequests } from './watch/requests.ts'

export type EdgeOptions = {
  build: ServerBuild
  clientFolder: string
  publicUrl: string
  trustProxy: number
  mode: string
  /** origins whose pages may call the API */
  apiOrigins?: readonly string[]
  log: Logger
  /** when and from where the shop was used (D144); none are kept without */
  accessRecords?: AccessRecords | undefined
  isDatabaseReady(): Promise<boolean>
  /** set while the shop only reads (D232) */
  maintenance?(): Maintenance | undefined
  /** a replica is set, and what it shows is at most so old (D121) */
  replicaMaxLagMs?: number
  /** waits for what other nodes of a cluster committed (D233) */
  ownWrites?: OwnWrites
  /** for /readyz, where a replica is set */
  isReplicaUsed?(): boolean
  /** of what public pages show, as of now (D110) */
  readVersion(): Promise<string>
  rooms?: Partial<Rooms>
  /** forms that a network may have refused, and what to do when it has reached them; as in production without */
  refusedForms?: { limit: Limit; onLimit?: (network: string, requestId: string) => void }
  /** where pages of refused forms wait for Back and Reload; without it a refusal answers the form itself */
  refusedPages?: RefusedPageStore
  /** not ready, though still serving */
  isDraining(): boolean
  /** each answer ends its connection */
  isClosing(): boolean
}

/** The default, 4, makes style sheets larger than gzip does. */
const BROTLI_QUALITY = 6

/** Everything a request passes before a loader or action. */
export function createEdge(options: EdgeOptions): RequestListener {
  const { build, clientFolder, publicUrl, trustProxy, mode, log, readVersion } = options
  const { apiOrigins: callers = [] } = options
  const rooms = {
    requests: new Admission({ max: 32 }),
    uploads: new Admission({ max: 128 }),
    webhooks: webhookRoom(),
    ...options.rooms,
  }
  const isTls = publicUrl.startsWith('https:')
  const scriptHashes = hashScripts(clientFolder)
  const app = express()
  app.disable('x-powered-by')
  // Addresses are read where they are needed (webRequest).
  app.set('query parser', false)
  app.set('trust proxy', trustProxy)
  app.use(requestId(trustProxy > 0), watchRequests(build, trustProxy > 0), accessLog(log), nonce)
  app.use(securityHeaders({ isTls }), hostCheck)
  app.use(['/change_pass', '/change_email', '/invitation', '/avisos'], guardLinkToken)
  mountReadiness(app, options)
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } }))
  app.use(staticFiles(clientFolder))
  app.use('/assets', (_request, response) => reject(response, 404, missing))
  if (options.accessRecords) app.use(noteAccess(options.accessRecords, trustProxy))
  app.use(callsAlone, apiOrigins(callers), apiLimits, bodyDeadline())
  app.use([pageRequestsAlone, bodyLimits, sameOrigin(publicUrl), cookieCheck].map(pagesOnly))
  if (options.maintenance) app.use(rejectInMaintenance(options.maintenance))
  const addressOf = ({ ip = '' }: Request) => toClientNetwork(ip)
  app.use(pagesOnly(refusedForms({ limit: refusedFormLimit, clientOf: addressOf, ...options.refusedForms })))
  const refused =
    options.refusedPages &&
    refusedPages({ store: options.refusedPages, clientOf: addressOf, log, isSecure: isTls })
  if (refused) app.use(pagesOnly(refused.handler))
  const { replicaMaxLagMs: maxLagMs, ownWrites } = options
  if (maxLagMs !== undefined || ownWrites) app.use(recentWrite({ maxLagMs, isTls, ownWrites }))
  const handle = requestHandler(build, mode)
  // Without a trusted proxy all may come through one that is not known.
  const clientOf = ({ ip }: Request) => (trustProxy > 0 && ip ? toClientNetwork(ip) : undefined)
  const admit = admitBy(rooms, clientOf)
  const pages = keptPages({
    // Only the address of the request is passed on: its sender may leave while others wait for the same page.
    render: (request, response) =>
      admit(request, () =>
        handle(new Request(new URL(request.originalUrl, publicUrl)), {
          requestId: String(response.locals.requestId),
          scriptHashes,
        }),
      ),
    send,
    readVersion,
    contentPolicy: keptPagePolicy(scriptHashes, { isTls, origin: new URL(publicUrl).origin }),
  })
  app.use(pages.handler)
  const redirectRefused = refused?.redirect
  app.all(
    '*',
    remixHandler({
      handle,
      getLoadContext,
      admit,
      clientOf,
      ...(redirectRefused ? { redirectRefused } : {}),
    }),
  )
  app.use(lastResort(log))
  return (request, response) => {
    if (options.isClosing()) response.setHeader('Connection', 'close')
    if (answerHealth(request, response)) return
    if (turnAway({ admission: rooms.requests, isKept: pages.has }, request, response)) return
    app(request, response)
  }
}

function getLoadContext(request: Request, response: Response): AppLoadContext {
  return {
    clientAddress: request.ip && toClientNetwork(request.ip),
    requestId: String(response.locals.requestId),
    nonce: String(response.locals.nonce),
    cookiesRefused: response.locals.cookiesRefused === true,
    mayLag: response.locals.mayLag === true,
    onViewer(userId) {
      response.locals.userId = userId
    },
  }
}

const missing = { title: 'Não encontrado', text: 'Este arquivo não existe mais. Recarregue a página.' }
const failed = {
  title: specified.serverError,
  text: 'Tente de novo em instantes. Seu carrinho está salvo.',
}
const failedForStaff = { ...failed, text: 'Tente de novo em instantes.' }

function lastResort(log: Logger): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (error instanceof TooManyRequests) return rejectForLoad(request, response)
    const isBadAddress = error instanceof URIError
    // Anybody can type one: no fault of the shop, and not for its alerts.
    if (!isBadAddress) log.error({ err: error, requestId: response.locals.requestId }, 'edge error')
    if (response.headersSent) return next(error)
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
