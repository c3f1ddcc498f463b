import { countForMenu, loadQueryTime, type MenuCounts } from '#app/desk/desk.server.ts'
import { cacheForSecond } from '#app/http/backoffice/brief-cache.server.ts'
import { log } from '#app/log.server.ts'

/** Counts all kinds of waiting work in one statement, or returns null if the database fails. */
export const findMenuCounts = cacheForSecond(async (isSuperuser: boolean): Promise<MenuCounts | null> => {
  try {
    return await countForMenu(await loadQueryTime(new Date()), { isSuperuser })
  } catch (error) {
    log.warn({ err: error }, 'the counts of the menu could not be read')
    return null
  }
})
