import { unitBlocks } from '#app/domain/units.ts'
import { largestPhotoBytes, type PhotoFault, PhotoRefused, readPhoto } from '#app/gateways/photo.server.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import type { Cart } from '#app/models/cart.server.ts'
import { listCartPhotos, photoFile, storePhoto } from '#app/models/photo.server.ts'
import { photoWords } from '#app/text/photo-words.ts'
import { readMultipart, type SentFile, type SentForm } from '#app/web/multipart.server.ts'

const limits = {
  maxFileBytes: largestPhotoBytes,
  maxFiles: 200,
  maxFields: 2_000,
  maxFieldBytes: 64 * 1024,
  maxTotalBytes: 48 * 1024 * 1024,
}

/** The checkout's form with the files that came along (F43). */
export function readCheckoutForm(request: Request): Promise<SentForm> {
  return readMultipart(request, limits)
}

/**
 * Keeps the photos that came with the form and writes their names into it, so that one that passed stays attached
 * whatever else is wrong; a name that is no free photo of this cart is taken out. Gives what is wrong by field.
 */
export async function takePhotos(cart: Cart, { form, files }: SentForm): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {}
  const blocks = unitBlocks(cart.items).filter((block) => block.asksPhoto)
  await forgetForeignNames(cart.id, form, blocks.map(({ key }) => `unit.${key}.photo`))
  for (const { key } of blocks) {
    const file = files.get(`unit.${key}.file`)
    if (!file) continue
    const kept = await keepPhoto(cart.id, file)
    if (kept.ok) form.set(`unit.${key}.photo`, kept.name)
    else faults[`unit.${key}.photo`] = [photoWords[kept.fault]]
  }
  return faults
}

async function keepPhoto(
  cartId: number,
  file: SentFile,
): Promise<{ ok: true; name: string } | { ok: false; fault: PhotoFault }> {
  if (file === 'too-large') return { ok: false, fault: 'too-large' }
  try {
    const photo = await readPhoto(file.bytes)
    const { type, width, height } = photo
    const name = await storePhoto({ cartId }, { type, width, height, bytes: photo.bytes.length })
    await putFile(photoFile(name), photo.bytes)
    return { ok: true, name }
  } catch (error) {
    if (error instanceof PhotoRefused) return { ok: false, fault: error.code }
    throw error
  }
}

async function forgetForeignNames(cartId: number, form: FormData, fields: string[]) {
  const names = fields.flatMap((field) => String(form.get(field) ?? '') || [])
  const own = new Set(await listCartPhotos(cartId, names))
  for (const field of fields) if (!own.has(String(form.get(field) ?? ''))) form.delete(field)
}
