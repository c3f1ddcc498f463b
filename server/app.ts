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
import { specTexts } from '#app/text/platform/messages.ts'
import { makeAccessLog } from './access-log.ts'
import { limitApiCalls, makeCorsHandler, rejectUnsupportedCalls, skipApiPaths } from './api-edge.ts'
import { limitBodies, makeBodyDeadline } from './body-limits.ts'
import { checkCookies } from './cookie-check.ts'
import { answerHealth, mountReadiness } from './health.ts'
import { checkHost } from './host-check.ts'
import { Admission, makeWebhookRoom } from './load/admission.ts'
import { makeAdmit, type Rooms, rejectForLoad, rejectWhenFull } from './load/admit.ts'
import { TooManyRequests } from './load/rejected.ts'
import { makeMaintenanceGuard } from './maintenance.ts'
import { rejectOtherMethods } from './page-edge.ts'
import { makePageCache } from './pages/page-cache.ts'
import { makeRefusedPages, type RefusedPageStore } from './pages/refused-pages.ts'
import { makeRemixHandler, send } from './pages/remix.ts'
import { makeRequestHandler } from './pages/request-handler.ts'
import { makeRecentWrite } from './recent-write.ts'
import { reject } from './refusal.ts'
import { makeRefusedForms } from './refused-forms.ts'
import { makeRequestIdHandler } from './request-id.ts'
import { requireSameOrigin } from './same-origin.ts'
import { guardLinkToken, makeCachedPagePolicy, makeSecurityHeaders, setNonce } from './security-headers.ts'
import { hashScripts, serveStaticFiles } from './static-files.ts'
import { type AccessRecords, recordAccess } from './watch/access-records.ts'
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
  /** largest allowed lag of the read replica; undefined if there is no replica */
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

/** Returns the server's request handler: all steps, in the sequence in which a request passes them. */
export function createEdge(options: EdgeOptions): RequestListener {
  const { build, clientFolder, publicUrl, trustProxy, mode, log, readVersion } = options
  const { apiOrigins: allowedOrigins = [] } = options
  const rooms = {
    requests: new Admission({ max: 32 }),
    uploads: new Admission({ max: 128 }),
    webhooks: makeWebhookRoom(),
    ...options.rooms,
  }
  const isTls = publicUrl.startsWith('https:')
  const scriptHashes = hashScripts(clientFolder)
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', false)
  app.set('trust proxy', trustProxy)
  app.use(
    makeRequestIdHandler(trustProxy > 0),
    watchRequests(build, trustProxy > 0),
    makeAccessLog(log),
    setNonce,
  )
  app.use(makeSecurityHeaders({ isTls }), checkHost)
  app.use(['/change_pass', '/change_email', '/invitation', '/avisos'], guardLinkToken)
  mountReadiness(app, options)
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } }))
  app.use(serveStaticFiles(clientFolder))
  app.use('/assets', (_request, response) => reject(response, 404, missingFileText))
  if (options.accessRecords) app.use(recordAccess(options.accessRecords, trustProxy))
  app.use(rejectUnsupportedCalls, makeCorsHandler(allowedOrigins), limitApiCalls, makeBodyDeadline())
  app.use([rejectOtherMethods, limitBodies, requireSameOrigin(publicUrl), checkCookies].map(skipApiPaths))
  if (options.maintenance) app.use(makeMaintenanceGuard(options.maintenance))
  const getNetwork = ({ ip = '' }: Request) => toClientNetwork(ip)
  app.use(
    skipApiPaths(
      makeRefusedForms({ limit: refusedFormLimit, findClient: getNetwork, ...options.refusedForms }),
    ),
  )
  const { refusedPages: refusedPageStore } = options
  const refusedPages =
    refusedPageStore &&
    makeRefusedPages({ store: refusedPageStore, findClient: getNetwork, log, isSecure: isTls })
  if (refusedPages) app.use(skipApiPaths(refusedPages.handler))
  const { replicaMaxLagMs: maxLagMs, ownWrites } = options
  if (maxLagMs !== undefined || ownWrites) app.use(makeRecentWrite({ maxLagMs, isTls, ownWrites }))
  const handleWithRemix = makeRequestHandler(build, mode)
  // Without a configured proxy, the address may be that of an unknown proxy that all clients share.
  const findClientAddress = ({ ip }: Request) => (trustProxy > 0 && ip ? toClientNetwork(ip) : undefined)
  const admit = makeAdmit(rooms, findClientAddress)
  const pages = makePageCache({
    // Only the URL is passed on: the first client may leave while others wait for the same page.
    render: (request, response) =>
      admit(request, () =>
        handleWithRemix(new Request(new URL(request.originalUrl, publicUrl)), {
          requestId: String(response.locals.requestId),
          scriptHashes,
        }),
      ),
    send,
    readVersion,
    contentPolicy: makeCachedPagePolicy(scriptHashes, { isTls, origin: new URL(publicUrl).origin }),
  })
  app.use(pages.handler)
  const redirectRefused = refusedPages?.redirect
  app.all(
    '*',
    makeRemixHandler({
      handle: handleWithRemix,
      getLoadContext,
      admit,
      findClient: findClientAddress,
      ...(redirectRefused ? { redirectRefused } : {}),
    }),
  )
  app.use(handleLastError(log))
  return (request, response) => {
    if (options.isClosing()) response.setHeader('Connection', 'close')
    if (answerHealth(request, response)) return
    if (rejectWhenFull({ admission: rooms.requests, isCached: pages.isCached }, request, response)) return
    app(request, response)
  }
}

function getLoadContext(request: Request, response: Response): AppLoadContext {
  return {
    clientAddress: request.ip && toClientNetwork(request.ip),
    requestId: String(response.locals.requestId),
    nonce: String(response.locals.nonce),
    cookiesRefused: response.locals.cookiesRefused === true,
    isLagAllowed: response.locals.mayLag === true,
    onViewer(userId) {
      response.locals.userId = userId
    },
  }
}

const missingFileText = {
  title: 'Não encontrado',
  text: 'Este arquivo não existe mais. Recarregue a página.',
}
const errorText = {
  title: specTexts.serverError,
  text: 'Tente de novo em instantes. Seu carrinho está salvo.',
}
const staffErrorText = { ...errorText, text: 'Tente de novo em instantes.' }

function handleLastError(log: Logger): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (error instanceof TooManyRequests) return rejectForLoad(request, response)
    const isBadAddress = error instanceof URIError
    // Anybody can send a malformed address, so it is not logged as an error of the shop.
    if (!isBadAddress) log.error({ err: error, requestId: response.locals.requestId }, 'edge error')
    if (response.headersSent) return next(error)
    if (isApiPath(request.path)) {
      const detail = isBadAddress ? missingFileText.title : specTexts.serverError
      return void response.status(isBadAddress ? 404 : 500).json({ detail })
    }
    if (isBadAddress) return reject(response, 400, missingFileText)
    reject(response, 500, isStaffAddress(request.path) ? staffErrorText : errorText)
  }
}

function isStaffAddress(path: string): boolean {
  return /^\/admin(\/|$)/.test(path)
}
