import { holding } from '#app/models/platform/catalogue-version/version.server.ts'
import { offersPix } from '#app/models/settings/pix-setting.server.ts'
import {
  findAppearance,
  findCompany,
  findShopFace,
  findStatusFile,
  getShopRules,
} from '#app/models/settings/setting.server.ts'

/** Caches a setting for display, so the value may be a second old. */
const holdSetting = <Value>(load: () => Promise<Value>) => {
  const find = holding<undefined, Value>(load)
  return () => find(undefined)
}

export const heldShopFace = holdSetting(findShopFace)
export const heldCompany = holdSetting(() => findCompany())
export const heldShopRules = holdSetting(async () => ({
  ...(await getShopRules()),
  offersPix: await offersPix(),
}))
export const heldStatusFile = holdSetting(findStatusFile)
export const heldAppearance = holdSetting(() => findAppearance())
