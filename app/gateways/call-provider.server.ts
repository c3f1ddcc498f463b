import type { ProviderName } from '#app/domain/platform/provider.ts'
import type { Breaker } from '#app/gateways/breaker.ts'
import { trackProvider } from '#app/gateways/provider.server.ts'
import { type RemoteAnswer, RemoteFault } from '#app/gateways/request-json.server.ts'

type Asked = { provider: ProviderName; breaker: Breaker }

/** Returns a guarded `send`, which throws RemoteFault 'paused' while the breaker is open. */
export function callProvider<Given, Answer>(
  { provider, breaker }: Asked,
  send: () => Promise<Given>,
  read: (givenAnswer: Given) => Answer,
): Promise<Answer> {
  const askOnce = async () => {
    if (!breaker.isClosed()) throw new RemoteFault('paused')
    return read(await countOutcome(breaker, send))
  }
  return trackProvider(provider, askOnce, { isOutage: isRemoteFault, isAsked: isAnswerToUs })
}

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

function isAnswerToUs(error: Error): boolean {
  return !(error instanceof RemoteFault) || error.reason !== 'paused'
}
