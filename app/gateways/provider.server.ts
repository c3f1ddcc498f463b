import { AsyncLocalStorage } from 'node:async_hooks'
import type { ProviderName } from '#app/domain/platform/provider.ts'
import { traceCall } from '#app/signals.server.ts'

type Outcome = 'answered' | 'failed'

const outcomesOfRun = new AsyncLocalStorage<Map<ProviderName, Outcome>>()
const failuresByError = new WeakMap<Error, ProviderFailure>()

/** A provider's failure. `isAsked` is false if the breaker prevented the request, so the provider may work again. */
export type ProviderFailure = { provider: ProviderName; isAsked: boolean }

type ErrorRules = {
  /** returns false for an error of this request only, such as a rejected recipient */
  isOutage?: (error: Error) => boolean
  isAsked?: (error: Error) => boolean
}

/** Runs `work` and records its outcome for `watchProviders`. The innermost of nested calls classifies an error. */
export async function trackProvider<T>(
  provider: ProviderName,
  work: () => Promise<T>,
  { isOutage = () => true, isAsked = () => true }: ErrorRules = {},
): Promise<T> {
  try {
    const result = await traceCall(provider, work)
    outcomesOfRun.getStore()?.set(provider, 'answered')
    return result
  } catch (error) {
    if (error instanceof Error && !failuresByError.has(error)) {
      const isFailure = isOutage(error)
      if (isFailure) failuresByError.set(error, { provider, isAsked: isAsked(error) })
      outcomesOfRun.getStore()?.set(provider, isFailure ? 'failed' : 'answered')
    }
    throw error
  }
}

/**
 * Returns `run`, which records the outcomes of calls in `work`, and `answered`, which lists providers that
 * replied.
 */
export function watchProviders() {
  const seenOutcomes = new Map<ProviderName, Outcome>()
  return {
    run: <T>(work: () => Promise<T>): Promise<T> => outcomesOfRun.run(seenOutcomes, work),
    answered: () => [...seenOutcomes].flatMap(([name, outcome]) => (outcome === 'answered' ? name : [])),
  }
}

export function getProviderFailure(error: unknown): ProviderFailure | undefined {
  return error instanceof Error ? failuresByError.get(error) : undefined
}
