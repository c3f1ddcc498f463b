import { type Breaker, createBreaker } from '#app/gateways/breaker.ts'
import type { PostalCodeAnswer, PostalCodeProvider } from '#app/gateways/postal-code/postal-code.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'
import { traceCall } from '#app/signals.server.ts'

type Limits = { providerMs?: number; totalMs?: number; makeBreaker?: (rules: { name: string }) => Breaker }
type GuardedProvider = { provider: PostalCodeProvider; breaker: Breaker }

/** Returns a function that finds the address of a CEP (eight digits), or returns 'unavailable' after `totalMs`. */
export function makePostalCodeLookup(
  providers: readonly PostalCodeProvider[],
  { providerMs = 3_000, totalMs = 4_000, makeBreaker = createBreaker }: Limits = {},
): (cep: string) => Promise<PostalCodeAnswer> {
  const guardedProviders = providers.map((provider) => ({
    provider,
    breaker: makeBreaker({ name: provider.name }),
  }))
  return async (cep) => {
    const deadlineMs = performance.now() + totalMs
    for (const guardedProvider of guardedProviders) {
      const remainingMs = deadlineMs - performance.now()
      if (remainingMs <= 0) break
      if (!guardedProvider.breaker.isClosed()) continue
      const timeoutMs = Math.min(providerMs, remainingMs)
      const hasReducedTime = remainingMs < providerMs
      const answer = await tryProvider(guardedProvider, cep, timeoutMs, hasReducedTime)
      if (answer !== 'unavailable') return answer
    }
    return 'unavailable'
  }
}

/** Tries one provider. A timeout does not count as a failure if the provider had less than its full time. */
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
