import { maxPhotoBytes } from '#app/domain/platform/attachment.ts'
import { listUnitBlocks } from '#app/domain/platform/units.ts'
import { deletePhoto, storeSentPhoto } from '#app/http/checkout/photo-upload.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart, type SentForm } from '#app/http/multipart.server.ts'
import { maxFields } from '#app/http/responses.server.ts'
import { hasSessionOrCartKey } from '#app/http/session.server.ts'
import type { Cart } from '#app/models/checkout/cart.server.ts'
import { listCartPhotos } from '#app/models/checkout/photo.server.ts'
import { photoLabels } from '#app/text/orders/photo-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
const MAX_FIELDS_PER_UNIT = 20

const uploadLimits = {
  maxFileBytes: maxPhotoBytes,
  maxFiles: 200,
  maxFieldBytes: 64 * KILOBYTE,
  maxTotalBytes: 48 * MEGABYTE,
}

/** Returns true for an upload without session and cart. Without an owner, its body is not read. */
export async function isAnonymousUpload(request: Request): Promise<boolean> {
  const isUpload = request.headers.get('Content-Type')?.startsWith('multipart/form-data') ?? false
  return isUpload && !(await hasSessionOrCartKey(request))
}

export async function readCheckoutForm({ request, context }: RequestArgs): Promise<SentForm> {
  const maxFieldCount = (await hasSessionOrCartKey(request)) ? maxFields.large : maxFields.small
  return readMultipart(request, { ...uploadLimits, maxFields: maxFieldCount }, context.clientAddress)
}

/** Rejects a form with more fields than the page of this cart has. */
function limitFields({ items }: Cart, form: FormData): void {
  const maxFieldCount = maxFields.small + MAX_FIELDS_PER_UNIT * (items.length + listUnitBlocks(items).length)
  if ([...form.keys()].length > maxFieldCount) throw new Response(null, { status: 400 })
}

/** Stores photos and adds their names to the form, so that they survive errors (F43). Returns faults. */
export async function storePhotos(
  cart: Cart,
  { form, files, clientAddress }: SentForm,
  draft: Record<string, string>,
): Promise<Record<string, string[]>> {
  limitFields(cart, form)
  const faults: Record<string, string[]> = {}
  const blocks = listUnitBlocks(cart.items).filter((block) => block.needsPhoto)
  const photoFieldNames = blocks.map(({ key }) => `unit.${key}.photo`)
  await restorePhotoNames(cart.id, form, { photoFieldNames, draft })
  for (const { key } of blocks) {
    const file = files.get(`unit.${key}.file`)
    if (!file) continue
    const storedPhoto = await storeSentPhoto({ cartId: cart.id }, file, clientAddress)
    if ('name' in storedPhoto) {
      await deletePhoto(String(form.get(`unit.${key}.photo`) ?? ''))
      form.set(`unit.${key}.photo`, storedPhoto.name)
    } else faults[`unit.${key}.photo`] = [photoLabels[storedPhoto.fault]]
  }
  return faults
}

const photoIntentPattern = /^photo\.foto-([\d-]+)$/
const photoFieldPattern = /^unit\.[\d-]+\.photo$/

/** Returns an error if the button beside a photo was pressed without a file (F43). */
export function findMissingPhoto({ form, files }: SentForm): Record<string, string[]> {
  const [, block] = photoIntentPattern.exec(String(form.get('intent'))) ?? []
  if (block === undefined || files.has(`unit.${block}.file`)) return {}
  return { [`unit.${block}.photo`]: [specTexts.photoOfUnitRequired] }
}

/** Removes the names of photos that belong to another cart or an order. */
export async function removeForeignPhotos(
  cart: Cart,
  fields: Record<string, string>,
): Promise<Record<string, string>> {
  const entries = Object.entries(fields)
  const photoEntries = entries.filter(([fieldName]) => photoFieldPattern.test(fieldName))
  const photoNames = photoEntries.map(([, photoName]) => photoName)
  if (photoNames.length === 0) return fields
  const ownPhotos = new Set(await listCartPhotos(cart.id, photoNames))
  const keptEntries = entries.filter(
    ([fieldName, text]) => !photoFieldPattern.test(fieldName) || ownPhotos.has(text),
  )
  return Object.fromEntries(keptEntries)
}

/** Adds the draft's photos, so that a page loaded before the upload does not remove them. */
async function restorePhotoNames(
  cartId: number,
  form: FormData,
  { photoFieldNames, draft }: { photoFieldNames: string[]; draft: Record<string, string> },
) {
  const listPhotoNames = (fieldName: string) => [String(form.get(fieldName) ?? ''), draft[fieldName] ?? '']
  const photoNames = photoFieldNames.flatMap(listPhotoNames).filter(Boolean)
  const ownPhotos = new Set(await listCartPhotos(cartId, photoNames))
  for (const fieldName of photoFieldNames) {
    const photoName = listPhotoNames(fieldName).find((photo) => ownPhotos.has(photo))
    if (photoName) form.set(fieldName, photoName)
    else form.delete(fieldName)
  }
}
