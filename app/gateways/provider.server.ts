import { AsyncLocalStorage } from 'node:async_hooks'
import type { ProviderName } from '#app/domain/provider.ts'

type Outcome = 'done' | 'failed'

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
    calls.getStore()?.set(provider, 'done')
    return result
  } catch (error) {
    if (error instanceof Error && !failures.has(error) && isOutage(error)) {
      failures.set(error, { provider, isAsked: isAsked(error) })
      calls.getStore()?.set(provider, 'failed')
    }
    throw error
  }
}

/** Runs `work`; `used()` tells which providers did what `work` last asked of them. */
export function watchProviders<T>(work: (used: () => ProviderName[]) => Promise<T>): Promise<T> {
  const seen = new Map<ProviderName, Outcome>()
  const used = () => [...seen].flatMap(([name, outcome]) => (outcome === 'done' ? name : []))
  return calls.run(seen, () => work(used))
}

/** Whose failure this error is, or undefined when that of no provider. */
export function providerFailure(error: unknown): ProviderFailure | undefined {
  return error instanceof Error ? failures.get(error) : undefined
}
