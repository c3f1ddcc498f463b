import { AsyncLocalStorage } from 'node:async_hooks'

declare global {
  var aeropubReadScope: AsyncLocalStorage<'replica' | 'primary'> | undefined
}

/**
 * Called by the driver that reads from a replica. Without one there is no scope: its first run makes Node follow every
 * promise of the process. On globalThis, since the edge and the pages of a process are two bundles.
 */
export function openReadScope(): void {
  globalThis.aeropubReadScope ??= new AsyncLocalStorage<'replica' | 'primary'>()
}

/** Statements of `read` that only read may go to the replica (D121). */
export function readingFromReplica<T>(read: () => T): T {
  return runIn('replica', read)
}

export function onPrimary<T>(work: () => T): T {
  return runIn('primary', work)
}

export function mayReadFromReplica(): boolean {
  return globalThis.aeropubReadScope?.getStore() === 'replica'
}

function runIn<T>(store: 'replica' | 'primary', work: () => T): T {
  const scope = globalThis.aeropubReadScope
  return scope ? scope.run(store, work) : work()
}
