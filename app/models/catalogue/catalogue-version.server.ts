import { onShownChange } from '#app/models/platform/change-driver.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** What other processes changed is seen within this. */
const HELD_MS = 1_000

type Held = {
  version: string | undefined
  /** performance.now() of when the version was asked for */
  checkedAt: number
  values: Map<string, Promise<unknown>>
}

declare global {
  var aeropubHeld: Held | undefined
}

const held: Held = globalThis.aeropubHeld ?? { version: undefined, checkedAt: 0, values: new Map() }
globalThis.aeropubHeld = held
onShownChange(forgetHeld)

/** Drops what is held in this process; the next reader asks the database. */
export function forgetHeld(): void {
  held.version = undefined
  held.values.clear()
}

let underWay: Promise<string> | undefined
let next: Promise<string> | undefined

/**
 * The version of what public pages show, as it is after this call began (D110). Requests that come while one read is
 * under way share the one after it: many at a time cost one statement. Throws what the database throws.
 */
export function readCatalogueVersion(): Promise<string> {
  if (!underWay) return startReading()
  next ??= readAfter(underWay)
  return next
}

function startReading(): Promise<string> {
  const reading = askVersion().finally(() => {
    if (underWay === reading) underWay = undefined
  })
  underWay = reading
  return reading
}

async function readAfter(before: Promise<string>): Promise<string> {
  await before.catch(() => undefined)
  next = undefined
  return startReading()
}

async function askVersion(): Promise<string> {
  const askedAt = performance.now()
  const row = await db.selectFrom('catalogue_version').select('stamp').where('id', '=', 1).executeTakeFirst()
  const version = row?.stamp ?? ''
  if (version !== held.version) held.values.clear()
  held.version = version
  held.checkedAt = askedAt
  return version
}

/**
 * A value that only changes with the catalogue or the settings, loaded once a version and held in this process. Not for
 * forms that save what they show, nor for what is decided in a transaction: it may be a second old.
 */
export async function holdValue<Value>(name: string, load: () => Promise<Value>): Promise<Value> {
  if (held.version === undefined || performance.now() - held.checkedAt > HELD_MS) await readCatalogueVersion()
  const known = held.values.get(name)
  if (known) return known as Promise<Value>
  const loading = load()
  held.values.set(name, loading)
  loading.catch(() => {
    if (held.values.get(name) === loading) held.values.delete(name)
  })
  return loading
}
