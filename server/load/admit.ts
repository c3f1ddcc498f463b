import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, Response } from 'express'
import { isApiPath } from '#app/paths.ts'
import { apiRefusals, makeRefusalBody } from '#app/text/platform/api-labels.ts'
import { formatError } from '#app/text/platform/error-labels.ts'
import { renderStandalonePage } from '#app/text/platform/standalone-page.ts'
import { isCacheable } from '../pages/cacheable.ts'
import { reject } from '../refusal.ts'
import { standaloneStyleSource } from '../security-headers.ts'
import { type Admission, WAIT_MS } from './admission.ts'
import { ClientDisconnected, TooManyRequests } from './rejected.ts'
import { getPriority, isUpload, isWebhook } from './request-priority.ts'

const RETRY_SECONDS = '5'
const retryLink = { href: '', label: 'Tentar de novo' }
const overloadHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Retry-After': RETRY_SECONDS,
  'Content-Security-Policy': `default-src 'none'; style-src ${standaloneStyleSource}; frame-ancestors 'none'; base-uri 'none'`,
  'X-Content-Type-Options': 'nosniff',
}

/** Runs `work` when there is room for the request. Throws TooManyRequests otherwise. */
export type Admit = <T>(request: Request, work: () => Promise<T>) => Promise<T>

export type Rooms = {
  requests: Admission
  uploads: Admission
  webhooks: Admission
}

/** Holds room until the response is made, not until it is sent. `findClient` returns whose share it uses. */
export function makeAdmit(
  { requests, uploads, webhooks }: Rooms,
  findClient: (request: Request) => string | undefined,
): Admit {
  return async (request, work) => {
    const pageRoom = isUpload(request) ? uploads : requests
    const room = isWebhook(request.path) ? webhooks : pageRoom
    const leaveRoom = await room.admit(getPriority(request.path), findClient(request))
    if (!leaveRoom) throw new TooManyRequests()
    try {
      // The client left while it waited, so its body would never end and would block the room.
      if (request.socket.destroyed) throw new ClientDisconnected()
      return await work()
    } finally {
      leaveRoom()
    }
  }
}

const { title: overloadTitle, text: overloadText } = formatError(503, { isBusy: true })
const overloadPage = Buffer.from(
  renderStandalonePage({ title: overloadTitle, text: overloadText, nextLink: retryLink }),
)

/** Answers 503 before any work and returns true if there is no room. Returns false otherwise. */
export function rejectWhenFull(
  { admission, isCached }: { admission: Admission; isCached(url: string): boolean },
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url = '/' } = request
  // Later handlers may serve files and cached pages from memory, which needs no room.
  if ((method !== 'GET' && method !== 'HEAD') || mayBeInMemory(url) || isCached(url)) return false
  const path = url.split('?', 1)[0] ?? url
  // API calls and staff get other texts, from rejectForLoad.
  if (isApiPath(path) || path.startsWith('/admin')) return false
  if (!admission.turnsAway(getPriority(path))) return false
  const sendOverloadPage = () =>
    response.writeHead(503, overloadHeaders).end(method === 'HEAD' ? undefined : overloadPage)
  // The delay slows down clients that retry at once, which would keep the event loop busy.
  setTimeout(sendOverloadPage, WAIT_MS)
  return true
}

const mayBeInMemory = (url: string) =>
  url === '/readyz' || /^\/assets\/|\.\w{2,5}$/.test(url) || isCacheable(url)

/** Answers 503. The request must not have changed anything, since the page says so. */
export function rejectForLoad(request: Request, response: Response): void {
  response.set('Retry-After', RETRY_SECONDS)
  if (isApiPath(request.path))
    return void response
      .status(503)
      .set('Cache-Control', 'no-store')
      .json(makeRefusalBody(503, apiRefusals[503]))
  const isStaff = /^\/admin(\/|$)/.test(request.path)
  const { title, text } = isStaff ? staffOverloadText : formatError(503, { isBusy: true })
  const isForm = request.method !== 'GET' && request.method !== 'HEAD'
  reject(
    response,
    503,
    isForm ? { title, text: `${text} ${notSavedText}` } : { title, text, nextLink: retryLink },
  )
}

const staffOverloadText = {
  title: 'O sistema está ocupado',
  text: 'A loja está com muitos acessos agora. Espere alguns segundos e tente de novo.',
}
const notSavedText =
  'O que você enviou ainda não foi gravado: recarregue a página e confirme o reenvio, ou volte ao formulário.'
