import { z } from 'zod'
import { askJson, RemoteFault } from '#app/gateways/ask-json.server.ts'

/** Who asks: the contract's user, its access code and its posting card. */
export type CorreiosAccount = { url: string; user: string; accessCode: string; card: string }

/** Hands out the token of the account; `refused` is one the server does not take any more. */
export type CorreiosTokens = { get(timeoutMs: number, refused?: string): Promise<string> }

type Token = { value: string; staleAt: number }

/** A token is renewed this long before it ends, so that it does not end on the way. */
const marginMs = 5 * 60_000
/** How long a token serves whose end cannot be read; the server's 401 tells the rest. */
const unreadableMs = 3_600_000

const answer = z.object({ token: z.string().min(1).max(16_000), expiraEm: z.string().optional() })

/**
 * The token is asked for once and shared by whoever needs it, also by those who ask while it is on its way.
 * `get` throws RemoteFault when there is none to be had.
 */
export function correiosTokens(account: CorreiosAccount, now: () => number = Date.now): CorreiosTokens {
  let known: Token | undefined
  let asking: Promise<Token> | undefined
  return {
    async get(timeoutMs, refused) {
      if (known && known.value !== refused && now() < known.staleAt) return known.value
      asking ??= askToken(account, timeoutMs, now).finally(() => {
        asking = undefined
      })
      known = await asking
      return known.value
    },
  }
}

async function askToken(account: CorreiosAccount, timeoutMs: number, now: () => number): Promise<Token> {
  const basic = Buffer.from(`${account.user}:${account.accessCode}`).toString('base64')
  const { status, body } = await askJson(`${account.url}/token/v1/autentica/cartaopostagem`, {
    method: 'POST',
    headers: { Authorization: `Basic ${basic}` },
    json: { numero: account.card },
    timeoutMs,
  })
  if (status !== 201 && status !== 200) throw new RemoteFault(`token-status-${status}`)
  const parsed = answer.safeParse(body)
  if (!parsed.success) throw new RemoteFault('token-malformed')
  return { value: parsed.data.token, staleAt: staleTime(parsed.data.expiraEm ?? '', now()) }
}

/** `expiraEm` is Brasília's time without saying so. */
function staleTime(expiraEm: string, now: number): number {
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(expiraEm)
  const end = Date.parse(hasOffset ? expiraEm : `${expiraEm}-03:00`)
  return Number.isNaN(end) ? now + unreadableMs : end - marginMs
}
