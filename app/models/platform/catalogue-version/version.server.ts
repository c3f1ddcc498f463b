import { LRUCache } from 'lru-cache'
import { onShownTableChange } from '#app/models/platform/catalogue-version/change-driver.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { runOnPrimary, runOnReplica } from '#app/models/platform/replica/read-scope.server.ts'
import { hasReplicaVersion } from '#app/models/platform/replica/replica-state.server.ts'

const MAX_AGE_MS = 1_000
const MAX_VALUES = 500

type VersionState = {
  version: string | undefined
  /** performance.now() at the start of the query */
  checkedAt: number
  stores: Set<{ clear(): void }>
}

declare global {
  var aeropubHeld: VersionState | undefined
}

/** The value is stored in globalThis because each bundle of a process has its own copy of this module. */
const versionState: VersionState = globalThis.aeropubHeld ?? {
  version: undefined,
  checkedAt: 0,
  stores: new Set(),
}
globalThis.aeropubHeld = versionState
onShownTableChange(clearCaches)

export function clearCaches(): void {
  versionState.version = undefined
  for (const store of versionState.stores) store.clear()
}

let currentReading: Promise<string> | undefined
let nextReading: Promise<string> | undefined

/** Returns the catalogue version, read after this call began. Concurrent calls share one query. */
export function readCatalogueVersion(): Promise<string> {
  if (!currentReading) return startReading()
  nextReading ??= readAfter(currentReading)
  return nextReading
}

function startReading(): Promise<string> {
  const newReading = queryVersion().finally(() => {
    if (currentReading === newReading) currentReading = undefined
  })
  currentReading = newReading
  return newReading
}

async function readAfter(before: Promise<string>): Promise<string> {
  await before.catch(() => undefined)
  nextReading = undefined
  return startReading()
}

async function queryVersion(): Promise<string> {
  const askedAt = performance.now()
  const row = await runOnPrimary(() =>
    db.selectFrom('catalogue_version').select('stamp').where('id', '=', 1).executeTakeFirst(),
  )
  const version = row?.stamp ?? ''
  if (version !== versionState.version) clearCaches()
  versionState.version = version
  versionState.checkedAt = askedAt
  return version
}

/** Caches `load` by argument until catalogue or settings change. Not for edit forms or transactions. */
export function cacheUntilChange<Argument extends string | number | object | undefined, Value>(
  load: (argument: Argument) => Promise<Value>,
): (argument: Argument) => Promise<Value> {
  const store = new LRUCache<string, Promise<Value>>({ max: MAX_VALUES })
  versionState.stores.add(store)
  return async (argument) => {
    if (versionState.version === undefined || performance.now() - versionState.checkedAt > MAX_AGE_MS)
      await readCatalogueVersion()
    const key = JSON.stringify(argument) ?? ''
    const knownValue = store.get(key)
    if (knownValue) return knownValue
    const loading = loadFrom(versionState.version, () => load(argument))
    store.set(key, loading)
    loading.catch(() => {
      if (store.peek(key) === loading) store.delete(key)
    })
    return loading
  }
}

/** Loads from the replica only if it has this version; cached data must not be older. */
function loadFrom<Value>(version: string | undefined, load: () => Promise<Value>): Promise<Value> {
  const isOnReplica = version !== undefined && hasReplicaVersion(version)
  return isOnReplica ? runOnReplica(load) : runOnPrimary(load)
}
