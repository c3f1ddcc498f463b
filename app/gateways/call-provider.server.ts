import type { ProviderName } from '#app/domain/platform/provider.ts'
import type { Breaker } from '#app/gateways/breaker.ts'
import { trackProvider } from '#app/gateways/provider.server.ts'
import { type RemoteAnswer, RemoteFault } from '#app/gateways/request-json.server.ts'

type GuardedProvider = { provider: ProviderName; breaker: Breaker }

/** Sends a request and reads the reply. Throws RemoteFault 'paused' while the breaker is open. */
export function callProvider<Reply, Answer>(
  { provider, breaker }: GuardedProvider,
  send: () => Promise<Reply>,
  read: (reply: Reply) => Answer,
): Promise<Answer> {
  const callOnce = async () => {
    if (!breaker.isClosed()) throw new RemoteFault('paused')
    return read(await countOutcome(breaker, send))
  }
  return trackProvider(provider, callOnce, { isOutage: isRemoteFault, isAsked: wasRequestSent })
}

/** Returns the response. Throws RemoteFault for 429 and 5xx, which count as an outage. */
export function rejectOutage(answer: RemoteAnswer): RemoteAnswer {
  if (answer.status === 429 || answer.status >= 500) throw new RemoteFault(`status-${answer.status}`)
  return answer
}

async function countOutcome<T>(breaker: Breaker, send: () => Promise<T>): Promise<T> {
  try {
    const result = await send()
    breaker.succeeded()
    return result
  } catch (error) {
    breaker.failed()
    throw error
  }
}

function isRemoteFault(error: Error): boolean {
  return error instanceof RemoteFault
}

function wasRequestSent(error: Error): boolean {
  return !(error instanceof RemoteFault) || error.reason !== 'paused'
}
