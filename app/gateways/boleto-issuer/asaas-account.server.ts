import type { z } from 'zod'
import { asaasErrors, listRefusalReasons } from '#app/gateways/boleto-issuer/asaas-answers.ts'
import { IssuerRefused } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { type Breaker, createBreaker } from '#app/gateways/breaker.ts'
import { callProvider, rejectOutage } from '#app/gateways/call-provider.server.ts'
import { type RemoteAnswer, RemoteFault, requestJson } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'

export type AsaasAccess = { url: string; apiKey: string }

export type AccountOptions = {
  timeoutMs?: number
  breaker?: Breaker
}

export class AsaasRefused extends IssuerRefused {
  override name = 'AsaasRefused'

  constructor(
    message: string,
    readonly codes: readonly string[],
  ) {
    super(message)
  }
}

type RequestOptions = { method?: 'GET' | 'POST' | 'DELETE'; json?: unknown }

/** The gateway's account. Requests resolve to undefined if the gateway responds 404. */
export type AsaasAccount = {
  request<Answer>(
    path: string,
    schema: z.ZodType<Answer>,
    options?: RequestOptions,
  ): Promise<Answer | undefined>
}

/** All callers of this process share the breaker because an outage concerns all of them. */
const sharedBreaker = createBreaker({ name: 'gateway', failures: 5, pauseMs: 10_000 })

/** Returns the account. Requests throw IssuerRefused if a retry is useless, otherwise RemoteFault. */
export function makeAsaasAccount({ url, apiKey }: AsaasAccess, options: AccountOptions = {}): AsaasAccount {
  const { timeoutMs = 5_000, breaker = sharedBreaker } = options
  const headers = { access_token: apiKey }
  return {
    request(path, schema, { method = 'GET', json } = {}) {
      const send = async () =>
        rejectOutage(await requestJson(`${url}${path}`, { method, headers, json, timeoutMs }))
      return callProvider({ provider: 'gateway', breaker }, send, (answer) =>
        answer.status === 404 ? undefined : readAnswer(answer, schema),
      )
    },
  }
}

function readAnswer<Answer>({ status, body }: RemoteAnswer, schema: z.ZodType<Answer>): Answer {
  if (status === 401 || status === 403) {
    log.error({ status }, 'alert: the gateway does not take the key of the shop')
    throw new RemoteFault('access')
  }
  const refusal = status === 400 ? asaasErrors.safeParse(body) : undefined
  if (refusal?.success)
    throw new AsaasRefused(
      listRefusalReasons(refusal.data.errors),
      refusal.data.errors.map(({ code }) => code),
    )
  if (status !== 200) throw new RemoteFault(`status-${status}`)
  const parsedBody = schema.safeParse(body)
  if (!parsedBody.success) throw new RemoteFault('malformed')
  return parsedBody.data
}
