import { type Breaker, createBreaker } from '#app/gateways/breaker.ts'
import type { PostalCodeAnswer, PostalCodeProvider } from '#app/gateways/postal-code/postal-code.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'
import { traceCall } from '#app/signals.server.ts'

type Limits = { providerMs?: number; totalMs?: number; makeBreaker?: (rules: { name: string }) => Breaker }
type GuardedProvider = { provider: PostalCodeProvider; breaker: Breaker }

/** Returns the address of eight digits; 'unavailable' after `totalMs`. Never throws RemoteFault. */
export function makePostalCodeLookup(
  providers: readonly PostalCodeProvider[],
  { providerMs = 3_000, totalMs = 4_000, makeBreaker = createBreaker }: Limits = {},
): (cep: string) => Promise<PostalCodeAnswer> {
  const guardedProviders = providers.map((provider) => ({
    provider,
    breaker: makeBreaker({ name: provider.name }),
  }))
  return async (cep) => {
    const end = performance.now() + totalMs
    for (const guardedProvider of guardedProviders) {
      const remainingMs = end - performance.now()
      if (remainingMs <= 0) break
      if (!guardedProvider.breaker.isClosed()) continue
      const answer = await tryProvider(
        guardedProvider,
        cep,
        Math.min(providerMs, remainingMs),
        remainingMs < providerMs,
      )
      if (answer !== 'unavailable') return answer
    }
    return 'unavailable'
  }
}

/** Tries one provider. A timeout does not count if the provider had less than its full time. */
async function tryProvider(
  { provider, breaker }: GuardedProvider,
  cep: string,
  timeoutMs: number,
  hasReducedTime: boolean,
): Promise<PostalCodeAnswer> {
  try {
    const answer = await traceCall(provider.name, () => provider.lookUp(cep, timeoutMs))
    breaker.succeeded()
    return answer
  } catch (error) {
    if (!(error instanceof RemoteFault)) throw error
    if (!(hasReducedTime && error.reason === 'timeout')) breaker.failed()
    log.warn({ provider: provider.name, reason: error.reason }, 'postal codes: no answer')
    return 'unavailable'
  }
}
