import { AsyncLocalStorage } from 'node:async_hooks'
import type { ProviderName } from '#app/domain/platform/provider.ts'

type Outcome = 'answered' | 'failed'

const calls = new AsyncLocalStorage<Map<ProviderName, Outcome>>()
const failures = new WeakMap<Error, ProviderFailure>()

/** Whose failure an error is; `isAsked` is false where it was only left alone, which says nothing of it. */
export type ProviderFailure = { provider: ProviderName; isAsked: boolean }

type Judgement = {
  /** false for an error that is about this one request, such as a refused addressee */
  isOutage?: (error: Error) => boolean
  /** false for an error without a question */
  isAsked?: (error: Error) => boolean
}

/**
 * Does `work` at a provider and notes how that went: for whoever called `watchProviders`, and on the error itself. The
 * innermost provider of an error is the one that counts.
 */
export async function atProvider<T>(
  provider: ProviderName,
  work: () => Promise<T>,
  { isOutage = () => true, isAsked = () => true }: Judgement = {},
): Promise<T> {
  try {
    const result = await work()
    calls.getStore()?.set(provider, 'answered')
    return result
  } catch (error) {
    if (error instanceof Error && !failures.has(error)) {
      const isFailure = isOutage(error)
      if (isFailure) failures.set(error, { provider, isAsked: isAsked(error) })
      calls.getStore()?.set(provider, isFailure ? 'failed' : 'answered')
    }
    throw error
  }
}

/** Runs work and tells which providers answered it last, be it with a no to this one request. */
export function watchProviders() {
  const seen = new Map<ProviderName, Outcome>()
  return {
    run: <T>(work: () => Promise<T>): Promise<T> => calls.run(seen, work),
    answered: () => [...seen].flatMap(([name, outcome]) => (outcome === 'answered' ? name : [])),
  }
}

/** Whose failure this error is, or undefined when that of no provider. */
export function providerFailure(error: unknown): ProviderFailure | undefined {
  return error instanceof Error ? failures.get(error) : undefined
}
