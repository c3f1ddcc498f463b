import { cacheUntilChange } from '#app/models/platform/catalogue-version/version.server.ts'
import { isPixOffered } from '#app/models/settings/pix-setting.server.ts'
import {
  findAppearance,
  findCompany,
  findShopIdentity,
  findStatusFile,
  getShopRules,
} from '#app/models/settings/setting.server.ts'

/** Caches a setting for display, so the value may be a second old. */
const cacheSetting = <Value>(load: () => Promise<Value>) => {
  const readCached = cacheUntilChange<undefined, Value>(load)
  return () => readCached(undefined)
}

export const cachedShopIdentity = cacheSetting(findShopIdentity)
export const cachedCompany = cacheSetting(() => findCompany())
export const cachedShopRules = cacheSetting(async () => ({
  ...(await getShopRules()),
  offersPix: await isPixOffered(),
}))
export const cachedStatusFile = cacheSetting(findStatusFile)
export const cachedAppearance = cacheSetting(() => findAppearance())
