import { randomBytes } from 'node:crypto'
import type { Appearance, Colours } from '#app/domain/settings/appearance.ts'
import { PhotoRefused, readLogo } from '#app/gateways/photo.server.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart, type SentFile } from '#app/http/multipart.server.ts'
import { log } from '#app/log.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { editSetting, findAppearance, type SaveContext } from '#app/models/settings/setting.server.ts'

const MAX_LOGO_BYTES = 5 * 1024 * 1024

export type LogoFault =
  | 'none'
  | 'empty'
  | 'not-an-image'
  | 'too-large'
  | 'too-many-pixels'
  | 'damaged'
  | 'edited'

const noLogo = { logoFile: null, logoWidth: null, logoHeight: null, logoBytes: null }

/** Saves the colours; the logo stays. Throws StaleRecordError if the setting changed meanwhile. */
export async function saveColours(colours: Colours, saveContext: SaveContext): Promise<void> {
  await saveAppearance({ ...(await loadAppearanceData()), ...colours }, saveContext)
}

export function readLogoForm({ request, context }: RequestArgs) {
  const limits = {
    maxFileBytes: MAX_LOGO_BYTES,
    maxFiles: 1,
    maxFields: 5,
    maxFieldBytes: 100,
    maxTotalBytes: MAX_LOGO_BYTES * 2,
  }
  return readMultipart(request, limits, context.clientAddress)
}

/** Redraws the picture and stores it as the logo. Returns the reason of a rejection; undefined on success. */
export async function saveLogo(
  sentFile: SentFile | undefined,
  saveContext: SaveContext,
): Promise<LogoFault | undefined> {
  if (sentFile === undefined) return 'none'
  if (sentFile === 'too-large') return 'too-large'
  const logo = await readLogo(sentFile.bytes).catch(toLogoFault)
  if (typeof logo === 'string') return logo
  const logoFile = `look/${randomBytes(12).toString('hex')}.png`
  await putFile(logoFile, logo.bytes)
  const logoData = { logoFile, logoWidth: logo.width, logoHeight: logo.height, logoBytes: logo.bytes.length }
  const fault = await replaceLogo((before) => ({ ...before, ...logoData }), saveContext)
  if (fault) await deleteLogoFile(logoFile)
  return fault
}

/** Restores the default logo and, with `colours`, the default colours. */
export function resetLook(
  { colours }: { colours: boolean },
  saveContext: SaveContext,
): Promise<'edited' | undefined> {
  const defaultValues = colours ? { ...noLogo, ink: null, act: null } : noLogo
  return replaceLogo((before) => ({ ...before, ...defaultValues }), saveContext)
}

type AppearanceData = Omit<Appearance, 'stamp'>

async function loadAppearanceData(): Promise<AppearanceData> {
  return (await findAppearance()) ?? { ink: null, act: null, ...noLogo }
}

function saveAppearance(data: AppearanceData, saveContext: SaveContext): Promise<void> {
  return editSetting('appearance', { ...data, stamp: randomBytes(8).toString('hex') }, saveContext)
}

/**
 * Saves the changed appearance, then deletes the previous logo's file if the setting no longer refers to it.
 * Returns 'edited' if the setting changed meanwhile.
 */
async function replaceLogo(
  change: (before: AppearanceData) => AppearanceData,
  saveContext: SaveContext,
): Promise<'edited' | undefined> {
  const before = await loadAppearanceData()
  const after = change(before)
  try {
    await saveAppearance(after, saveContext)
  } catch (error) {
    if (error instanceof StaleRecordError) return 'edited'
    throw error
  }
  if (before.logoFile && before.logoFile !== after.logoFile) await deleteLogoFile(before.logoFile)
  return undefined
}

async function deleteLogoFile(file: string): Promise<void> {
  await removeFile(file).catch((error) => log.warn({ err: error, file }, 'left in the storage'))
}

function toLogoFault(error: unknown): Exclude<LogoFault, 'none' | 'edited'> {
  if (!(error instanceof PhotoRefused)) throw error
  return error.code === 'heic' ? 'not-an-image' : error.code
}
