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
  apiOrigins?: readonly string[]
  log: Logger
  accessRecords?: AccessRecords | undefined
  isDatabaseReady(): Promise<boolean>
  maintenance?(): Maintenance | undefined
  /** largest allowed lag of the read replica; undefined without a replica */
  replicaMaxLagMs?: number
  /** only in a database cluster: waits until this node shows the client's own writes */
  ownWrites?: OwnWrites
  isReplicaUsed?(): boolean
  readVersion(): Promise<string>
  rooms?: Partial<Rooms>
  refusedForms?: { limit: Limit; onLimit?: (network: string, requestId: string) => void }
  refusedPages?: RefusedPageStore
  /** true if /readyz fails although requests are still served */
  isDraining(): boolean
  /** true if each response must close its connection */
  isClosing(): boolean
}

/** The default quality, 4, compresses style sheets less than gzip does. */
const BROTLI_QUALITY = 6

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
  const getNetwork = ({ ip = '' }: Request) => toClientNetwork(ip)
  app.use(pagesOnly(refusedForms({ limit: refusedFormLimit, clientOf: getNetwork, ...options.refusedForms })))
  const refusedStore =
    options.refusedPages &&
    refusedPages({ store: options.refusedPages, clientOf: getNetwork, log, isSecure: isTls })
  if (refusedStore) app.use(pagesOnly(refusedStore.handler))
  const { replicaMaxLagMs: maxLagMs, ownWrites } = options
  if (maxLagMs !== undefined || ownWrites) app.use(recentWrite({ maxLagMs, isTls, ownWrites }))
  const handle = requestHandler(build, mode)
  // Without a trusted proxy, this may be an unknown proxy that all clients share.
  const findClientAddress = ({ ip }: Request) => (trustProxy > 0 && ip ? toClientNetwork(ip) : undefined)
  const admit = admitBy(rooms, findClientAddress)
  const pages = keptPages({
    // Only the URL is passed on: the first client may leave while others wait for the same page.
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
  const redirectRefused = refusedStore?.redirect
  app.all(
    '*',
    remixHandler({
      handle,
      getLoadContext,
      admit,
      clientOf: findClientAddress,
      ...(redirectRefused ? { redirectRefused } : {}),
    }),
  )
  app.use(handleLastError(log))
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
const failedPage = {
  title: specified.serverError,
  text: 'Tente de novo em instantes. Seu carrinho está salvo.',
}
const failedForStaff = { ...failedPage, text: 'Tente de novo em instantes.' }

function handleLastError(log: Logger): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (error instanceof TooManyRequests) return rejectForLoad(request, response)
    const isBadAddress = error instanceof URIError
    // Anybody can send a malformed address, so it is not logged as an error of the shop.
    if (!isBadAddress) log.error({ err: error, requestId: response.locals.requestId }, 'edge error')
    if (response.headersSent) return next(error)
    if (isApiPath(request.path))
      return void response
        .status(isBadAddress ? 404 : 500)
        .json({ detail: isBadAddress ? missing.title : specified.serverError })
    reject(
      response,
      isBadAddress ? 400 : 500,
      isBadAddress ? missing : isForStaff(request.path) ? failedForStaff : failedPage,
    )
  }
}

function isForStaff(path: string): boolean {
  return /^\/admin(\/|$)/.test(path)
}
