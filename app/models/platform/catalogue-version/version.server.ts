import { LRUCache } from 'lru-cache'
import { onShownTableChange } from '#app/models/platform/catalogue-version/change-driver.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { runOnPrimary, runOnReplica } from '#app/models/platform/replica/read-scope.server.ts'
import { hasReplicaVersion } from '#app/models/platform/replica/replica-state.server.ts'

const MAX_VERSION_AGE_MS = 1_000
const MAX_VALUES_PER_CACHE = 500

type VersionState = {
  version: string | undefined
  /** performance.now() at the start of the query */
  checkedAt: number
  stores: Set<{ clear(): void }>
}

declare global {
  var aeropubHeld: VersionState | undefined
}

/** The state is stored in globalThis because each bundle of a process has its own copy of this module. */
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

let runningRead: Promise<string> | undefined
let nextRead: Promise<string> | undefined

/** Returns the version that the database had after this call began. Concurrent calls share one query. */
export function readCatalogueVersion(): Promise<string> {
  if (!runningRead) return startRead()
  nextRead ??= readVersionAfter(runningRead)
  return nextRead
}

function startRead(): Promise<string> {
  const newRead = queryVersion().finally(() => {
    if (runningRead === newRead) runningRead = undefined
  })
  runningRead = newRead
  return newRead
}

async function readVersionAfter(earlierRead: Promise<string>): Promise<string> {
  await earlierRead.catch(() => undefined)
  nextRead = undefined
  return startRead()
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

/**
 * Caches values of `load` by argument until the catalogue or the settings change. Edit forms and transactions must
 * not use it.
 */
export function cacheUntilChange<Argument extends string | number | object | undefined, Value>(
  load: (argument: Argument) => Promise<Value>,
): (argument: Argument) => Promise<Value> {
  const store = new LRUCache<string, Promise<Value>>({ max: MAX_VALUES_PER_CACHE })
  versionState.stores.add(store)
  return async (argument) => {
    const versionAgeMs = performance.now() - versionState.checkedAt
    if (versionState.version === undefined || versionAgeMs > MAX_VERSION_AGE_MS) await readCatalogueVersion()
    const key = JSON.stringify(argument) ?? ''
    const cachedValue = store.get(key)
    if (cachedValue) return cachedValue
    const loading = loadFrom(versionState.version, () => load(argument))
    store.set(key, loading)
    loading.catch(() => {
      if (store.peek(key) === loading) store.delete(key)
    })
    return loading
  }
}

/** Loads from the replica only if the replica has this version, because cached data must not be older. */
function loadFrom<Value>(version: string | undefined, load: () => Promise<Value>): Promise<Value> {
  const isOnReplica = version !== undefined && hasReplicaVersion(version)
  return isOnReplica ? runOnReplica(load) : runOnPrimary(load)
}
