import { AsyncLocalStorage } from 'node:async_hooks'

declare global {
  var aeropubReadScope: AsyncLocalStorage<'replica' | 'primary'> | undefined
}

/** Enables `runOnReplica`. Only the driver of a replica calls it, because AsyncLocalStorage slows promises. */
export function openReadScope(): void {
  globalThis.aeropubReadScope ??= new AsyncLocalStorage<'replica' | 'primary'>()
}

/** Allows the read-only statements in `read` to use the replica. */
export function runOnReplica<T>(read: () => T): T {
  return runInScope('replica', read)
}

export function runOnPrimary<T>(work: () => T): T {
  return runInScope('primary', work)
}

export function canReadFromReplica(): boolean {
  return globalThis.aeropubReadScope?.getStore() === 'replica'
}

function runInScope<T>(server: 'replica' | 'primary', work: () => T): T {
  const scope = globalThis.aeropubReadScope
  return scope ? scope.run(server, work) : work()
}
