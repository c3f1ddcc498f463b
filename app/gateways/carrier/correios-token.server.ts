import { z } from 'zod'
import { RemoteFault, requestJson } from '#app/gateways/request-json.server.ts'

export type CorreiosAccount = { url: string; user: string; accessCode: string; card: string }

/** Returns a token. `refusedToken` is a token that the server rejected, so `get` returns another. */
export type CorreiosTokens = { get(timeoutMs: number, refusedToken?: string): Promise<string> }

type Token = { value: string; staleAtMs: number }

/** A token is renewed this long before it expires because it must stay valid during the request. */
const renewalMarginMs = 5 * 60_000
/** The lifetime if the expiry cannot be parsed. A 401 corrects it. */
const defaultLifetimeMs = 3_600_000

const tokenAnswer = z.object({ token: z.string().min(1).max(16_000), expiraEm: z.string().optional() })

/** Returns a cache of the token. Concurrent callers share a request. `get` throws RemoteFault. */
export function makeCorreiosTokens(account: CorreiosAccount, now: () => number = Date.now): CorreiosTokens {
  let cachedToken: Token | undefined
  let pendingRequest: Promise<Token> | undefined
  return {
    async get(timeoutMs, refusedToken) {
      if (cachedToken && cachedToken.value !== refusedToken && now() < cachedToken.staleAtMs)
        return cachedToken.value
      pendingRequest ??= requestToken(account, timeoutMs, now).finally(() => {
        pendingRequest = undefined
      })
      cachedToken = await pendingRequest
      return cachedToken.value
    },
  }
}

async function requestToken(account: CorreiosAccount, timeoutMs: number, now: () => number): Promise<Token> {
  const basic = Buffer.from(`${account.user}:${account.accessCode}`).toString('base64')
  const { status, body } = await requestJson(`${account.url}/token/v1/autentica/cartaopostagem`, {
    method: 'POST',
    headers: { Authorization: `Basic ${basic}` },
    json: { numero: account.card },
    timeoutMs,
  })
  if (status !== 201 && status !== 200) throw new RemoteFault(`token-status-${status}`)
  const parsedToken = tokenAnswer.safeParse(body)
  if (!parsedToken.success) throw new RemoteFault('token-malformed')
  return { value: parsedToken.data.token, staleAtMs: computeStaleMs(parsedToken.data.expiraEm ?? '', now()) }
}

/** Returns the time to renew the token. `expiraEm` is usually Brasília time without an offset. */
function computeStaleMs(expiraEm: string, nowMs: number): number {
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(expiraEm)
  const expiryMs = Date.parse(hasOffset ? expiraEm : `${expiraEm}-03:00`)
  return Number.isNaN(expiryMs) ? nowMs + defaultLifetimeMs : expiryMs - renewalMarginMs
}
