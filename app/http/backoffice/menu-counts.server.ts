import { countForMenu, loadQueryTime, type MenuCounts } from '#app/desk/desk.server.ts'
import { log } from '#app/log.server.ts'

const HELD_MS = 1_000

type Held = { since: number; counts: Promise<MenuCounts | null> }

const heldCounts = new Map<boolean, Held>()

/** Counts all kinds of waiting work in one statement, cached for a second; null if the database fails. */
export function findMenuCounts(reader: { isSuperuser: boolean }): Promise<MenuCounts | null> {
  const knownCounts = heldCounts.get(reader.isSuperuser)
  if (knownCounts && performance.now() - knownCounts.since < HELD_MS) return knownCounts.counts
  const counts = readCounts(reader)
  heldCounts.set(reader.isSuperuser, { since: performance.now(), counts })
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
