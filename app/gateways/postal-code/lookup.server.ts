import { type Breaker, createBreaker } from '#app/gateways/breaker.ts'
import type { PostalCodeAnswer, PostalCodeProvider } from '#app/gateways/postal-code/postal-code.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'
import { traceCall } from '#app/signals.server.ts'

type Limits = { providerMs?: number; totalMs?: number; makeBreaker?: (rules: { name: string }) => Breaker }
type Guarded = { provider: PostalCodeProvider; breaker: Breaker }

/** Returns the address of eight digits; 'unavailable' after `totalMs`. Never throws RemoteFault. */
export function makePostalCodeLookup(
  providers: readonly PostalCodeProvider[],
  { providerMs = 3_000, totalMs = 4_000, makeBreaker = createBreaker }: Limits = {},
): (cep: string) => Promise<PostalCodeAnswer> {
  const guarded = providers.map((provider) => ({ provider, breaker: makeBreaker({ name: provider.name }) }))
  return async (cep) => {
    const end = performance.now() + totalMs
    for (const each of guarded) {
      const leftMs = end - performance.now()
      if (leftMs <= 0) break
      if (!each.breaker.isClosed()) continue
      const answer = await tryOne(each, cep, Math.min(providerMs, leftMs), leftMs < providerMs)
      if (answer !== 'unavailable') return answer
    }
    return 'unavailable'
  }
}

/** Tries one provider. A timeout does not count if the provider had less than its full time. */
async function tryOne(
  { provider, breaker }: Guarded,
  cep: string,
  timeoutMs: number,
  isCutShort: boolean,
): Promise<PostalCodeAnswer> {
  try {
    const answer = await traceCall(provider.name, () => provider.lookUp(cep, timeoutMs))
    breaker.succeeded()
    return answer
  } catch (error) {
    if (!(error instanceof RemoteFault)) throw error
    if (!(isCutShort && error.reason === 'timeout')) breaker.failed()
    log.warn({ provider: provider.name, reason: error.reason }, 'postal codes: no answer')
    return 'unavailable'
  }
}
