import { holdValue } from '#app/models/catalogue/catalogue-version.server.ts'
import {
  findAppearance,
  findCompany,
  findShopFace,
  findStatusFile,
  getShopRules,
} from '#app/models/settings/setting.server.ts'

// What settings say, held in process for pages that only show it (D110): at most a second old.

export const heldShopFace = () => holdValue('shopFace', () => findShopFace())
export const heldCompany = () => holdValue('company', () => findCompany())
export const heldShopRules = () => holdValue('shopRules', () => getShopRules())
export const heldStatusFile = () => holdValue('statusFile', () => findStatusFile())
export const heldAppearance = () => holdValue('appearance', () => findAppearance())
