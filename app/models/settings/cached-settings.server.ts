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
const holdSetting = <Value>(load: () => Promise<Value>) => {
  const find = cacheUntilChange<undefined, Value>(load)
  return () => find(undefined)
}

export const cachedShopIdentity = holdSetting(findShopIdentity)
export const cachedCompany = holdSetting(() => findCompany())
export const cachedShopRules = holdSetting(async () => ({
  ...(await getShopRules()),
  offersPix: await isPixOffered(),
}))
export const cachedStatusFile = holdSetting(findStatusFile)
export const cachedAppearance = holdSetting(() => findAppearance())
