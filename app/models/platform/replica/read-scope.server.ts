import { AsyncLocalStorage } from 'node:async_hooks'

declare global {
  var aeropubReadScope: AsyncLocalStorage<'replica' | 'primary'> | undefined
}

/** On globalThis, since the edge and the pages of a process are two bundles. */
const scope = globalThis.aeropubReadScope ?? new AsyncLocalStorage<'replica' | 'primary'>()
globalThis.aeropubReadScope = scope

/** Statements of `read` that only read may go to the replica (D121). */
export function readingFromReplica<T>(read: () => T): T {
  return scope.run('replica', read)
}

export function onPrimary<T>(work: () => T): T {
  return scope.run('primary', work)
}

export function mayReadFromReplica(): boolean {
  return scope.getStore() === 'replica'
}
