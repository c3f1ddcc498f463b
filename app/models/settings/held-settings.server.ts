import { holding } from '#app/models/platform/catalogue-version/version.server.ts'
import { offersPix } from '#app/models/settings/pix-setting.server.ts'
import {
  findAppearance,
  findCompany,
  findShopFace,
  findStatusFile,
  getShopRules,
} from '#app/models/settings/setting.server.ts'

/** Caches a value for display, which may be a second old. */
const held = <Value>(load: () => Promise<Value>) => {
  const find = holding<undefined, Value>(load)
  return () => find(undefined)
}

export const heldShopFace = held(findShopFace)
export const heldCompany = held(() => findCompany())
export const heldShopRules = held(async () => ({ ...(await getShopRules()), offersPix: await offersPix() }))
export const heldStatusFile = held(findStatusFile)
export const heldAppearance = held(() => findAppearance())
