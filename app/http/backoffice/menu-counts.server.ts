import { countForMenu, loadQueryTime, type MenuCounts } from '#app/desk/desk.server.ts'
import { log } from '#app/log.server.ts'

const CACHE_MS = 1_000

type CachedCounts = { since: number; counts: Promise<MenuCounts | null> }

const cachedCounts = new Map<boolean, CachedCounts>()

/** Counts all kinds of waiting work in one statement, cached for a second; null if the database fails. */
export function findMenuCounts(reader: { isSuperuser: boolean }): Promise<MenuCounts | null> {
  const knownCounts = cachedCounts.get(reader.isSuperuser)
  if (knownCounts && performance.now() - knownCounts.since < CACHE_MS) return knownCounts.counts
  const counts = readCounts(reader)
  cachedCounts.set(reader.isSuperuser, { since: performance.now(), counts })
  return counts
}

async function readCounts(reader: { isSuperuser: boolean }): Promise<MenuCounts | null> {
  try {
    return await countForMenu(await loadQueryTime(new Date()), reader)
  } catch (error) {
    log.warn({ err: error }, 'the counts of the menu could not be read')
    return null
  }
}
