import type { z } from 'zod'
import { type Breaker, createBreaker } from '#app/gateways/breaker.ts'
import { callProvider, rejectOutage } from '#app/gateways/call-provider.server.ts'
import {
  makeMutualTlsClient,
  type SendToBank,
  type TlsIdentity,
} from '#app/gateways/pix/mutual-tls.server.ts'
import { formatProblem, pixToken } from '#app/gateways/pix/pix-answers.ts'
import { PixRefused } from '#app/gateways/pix/pix-bank.ts'
import { type RemoteAnswer, RemoteFault } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'

export type PixAccess = TlsIdentity & {
  url: string
  tokenUrl: string
  clientId: string
  clientSecret?: string | undefined
  tokenAuth: 'basic' | 'body'
  scopes: string
  headers: Record<string, string>
}

export type AccountOptions = { timeoutMs?: number; breaker?: Breaker; now?: () => number }

type PixRequest = { method?: 'GET' | 'PUT' | 'PATCH'; json?: unknown; query?: Record<string, string> }

export type PixAccount = {
  request<Answer>(
    path: string,
    answer: z.ZodType<Answer>,
    pixRequest?: PixRequest,
  ): Promise<Answer | undefined>
}

/** A token is not used during its last minute. */
const tokenMarginMs = 60_000

/** All callers of this process share the breaker because an outage concerns all of them. */
const sharedBreaker = createBreaker({ name: 'pix', failures: 5, pauseMs: 10_000 })

/** Returns the account. Requests throw PixRefused for final rejections, RemoteFault for other faults and wrong keys. */
export function makePixAccount(access: PixAccess, options: AccountOptions = {}): PixAccount {
  const { timeoutMs = 8_000, breaker = sharedBreaker, now = () => performance.now() } = options
  let connection: SendToBank | undefined
  const sendToBank: SendToBank = (address, pixRequest) => {
    connection ??= makeMutualTlsClient(access)
    return connection(address, pixRequest)
  }
  let token: Promise<Token> | undefined

  /** Returns a token. Concurrent callers share a request. A failed request is not cached. */
  async function getToken(): Promise<string> {
    const tokenBefore = token
    const knownToken = await tokenBefore?.catch(() => undefined)
    if (knownToken && knownToken.usableUntilMs > now()) return knownToken.text
    if (token === tokenBefore) token = requestToken(sendToBank, access, { timeoutMs, now })
    return token ? (await token).text : getToken()
  }

  async function sendOnce(path: string, { method = 'GET', json, query }: PixRequest): Promise<RemoteAnswer> {
    const address = buildAddress(access.url, path, query)
    const sendWithToken = async (tokenText: string) =>
      sendToBank(address, {
        timeoutMs,
        method,
        headers: {
          ...access.headers,
          Authorization: `Bearer ${tokenText}`,
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
    const answer = await sendWithToken(await getToken())
    if (answer.status !== 401) return answer
    token = undefined
    return sendWithToken(await getToken())
  }

  return {
    request(path, schema, pixRequest = {}) {
      const send = async () => rejectOutage(await sendOnce(path, pixRequest))
      return callProvider({ provider: 'pix', breaker }, send, (answer) =>
        answer.status === 404 ? undefined : readAnswer(answer, schema),
      )
    },
  }
}

type Token = { text: string; usableUntilMs: number }

async function requestToken(
  sendToBank: SendToBank,
  { tokenUrl, clientId, clientSecret, tokenAuth, scopes, headers }: PixAccess,
  { timeoutMs, now }: { timeoutMs: number; now: () => number },
): Promise<Token> {
  const usesBasicAuth = tokenAuth === 'basic' && clientSecret !== undefined
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: scopes })
  if (!usesBasicAuth) body.set('client_id', clientId)
  if (!usesBasicAuth && clientSecret !== undefined) body.set('client_secret', clientSecret)
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const answer = await sendToBank(new URL(tokenUrl), {
    timeoutMs,
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(usesBasicAuth ? { Authorization: `Basic ${basic}` } : {}),
    },
    body: body.toString(),
  })
  if ([400, 401, 403].includes(answer.status)) throw reportDeniedAccess(answer.status)
  if (answer.status !== 200 && answer.status !== 201) throw new RemoteFault(`status-${answer.status}`)
  const parsedToken = pixToken.safeParse(answer.body)
  if (!parsedToken.success) throw new RemoteFault('malformed')
  const { access_token: text, expires_in: seconds } = parsedToken.data
  return { text, usableUntilMs: now() + Math.max(0, seconds * 1000 - tokenMarginMs) }
}

/** Returns the URL of a request. It includes the query of the base address because some banks require that query. */
function buildAddress(base: string, path: string, query: Record<string, string> = {}): URL {
  const address = new URL(base)
  address.pathname = `${address.pathname.replace(/\/+$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address
}

function reportDeniedAccess(status: number): RemoteFault {
  log.error({ status }, 'alert: the bank does not take the Pix access of the shop')
  return new RemoteFault('bank-access')
}

function readAnswer<Answer>({ status, body }: RemoteAnswer, schema: z.ZodType<Answer>): Answer {
  if (status === 401 || status === 403) throw reportDeniedAccess(status)
  if (status === 400 || status === 409 || status === 410 || status === 422)
    throw new PixRefused(formatProblem(body) || `status ${status}`)
  if (status < 200 || status > 299) throw new RemoteFault(`status-${status}`)
  const parsedBody = schema.safeParse(body)
  if (!parsedBody.success) throw new RemoteFault('malformed')
  return parsedBody.data
}
