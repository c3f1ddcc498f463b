import { maxPhotoBytes } from '#app/domain/platform/attachment.ts'
import { listUnitBlocks } from '#app/domain/platform/units.ts'
import { deletePhoto, storeSentPhoto } from '#app/http/checkout/photo-upload.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart, type SentForm } from '#app/http/multipart.server.ts'
import { maxFields } from '#app/http/responses.server.ts'
import { hasKeys } from '#app/http/session.server.ts'
import type { Cart } from '#app/models/checkout/cart.server.ts'
import { listCartPhotos } from '#app/models/checkout/photo.server.ts'
import { photoLabels } from '#app/text/orders/photo-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'

const MAX_FIELDS_PER_UNIT = 20

const limits = {
  maxFileBytes: maxPhotoBytes,
  maxFiles: 200,
  maxFieldBytes: 64 * 1024,
  maxTotalBytes: 48 * 1024 * 1024,
}

/** Returns true for an upload without session and cart. It has no owner, so its body is not read. */
export async function isAnonymousUpload(request: Request): Promise<boolean> {
  const isUpload = request.headers.get('Content-Type')?.startsWith('multipart/form-data') ?? false
  return isUpload && !(await hasKeys(request))
}

export async function readCheckoutForm({ request, context }: RequestArgs): Promise<SentForm> {
  const max = (await hasKeys(request)) ? maxFields.large : maxFields.small
  return readMultipart(request, { ...limits, maxFields: max }, context.clientAddress)
}

function limitFields({ items }: Cart, form: FormData): void {
  const max = maxFields.small + MAX_FIELDS_PER_UNIT * (items.length + listUnitBlocks(items).length)
  if ([...form.keys()].length > max) throw new Response(null, { status: 400 })
}

/** Stores photos and adds their names to the form, so that they survive errors (F43). Returns faults. */
export async function storePhotos(
  cart: Cart,
  { form, files, client }: SentForm,
  draft: Record<string, string>,
): Promise<Record<string, string[]>> {
  limitFields(cart, form)
  const faults: Record<string, string[]> = {}
  const blocks = listUnitBlocks(cart.items).filter((block) => block.needsPhoto)
  const names = blocks.map(({ key }) => `unit.${key}.photo`)
  await restorePhotoNames(cart.id, form, names, draft)
  for (const { key } of blocks) {
    const file = files.get(`unit.${key}.file`)
    if (!file) continue
    const storedPhoto = await storeSentPhoto({ cartId: cart.id }, file, client)
    if ('name' in storedPhoto) {
      await deletePhoto(String(form.get(`unit.${key}.photo`) ?? ''))
      form.set(`unit.${key}.photo`, storedPhoto.name)
    } else faults[`unit.${key}.photo`] = [photoLabels[storedPhoto.fault]]
  }
  return faults
}

/** Returns an error if the button beside a photo was pressed without a file (F43). */
export function findMissingPhoto({ form, files }: SentForm): Record<string, string[]> {
  const [, block] = /^photo\.foto-([\d-]+)$/.exec(String(form.get('intent'))) ?? []
  if (block === undefined || files.has(`unit.${block}.file`)) return {}
  return { [`unit.${block}.photo`]: [specTexts.photoOfUnitRequired] }
}

/** Removes the names of photos that belong to another cart or an order. */
export async function removeForeignPhotos(
  cart: Cart,
  fields: Record<string, string>,
): Promise<Record<string, string>> {
  const isPhoto = ([name]: [string, string]) => /^unit\.[\d-]+\.photo$/.test(name)
  const names = Object.entries(fields)
    .filter(isPhoto)
    .map(([, text]) => text)
  if (names.length === 0) return fields
  const ownPhotos = new Set(await listCartPhotos(cart.id, names))
  return Object.fromEntries(
    Object.entries(fields).filter((entry) => !isPhoto(entry) || ownPhotos.has(entry[1])),
  )
}

/** Adds the draft's photos, so that a page loaded before the upload does not remove them. */
async function restorePhotoNames(
  cartId: number,
  form: FormData,
  fields: string[],
  draft: Record<string, string>,
) {
  const listNames = (field: string) => [String(form.get(field) ?? ''), draft[field] ?? '']
  const ownPhotos = new Set(await listCartPhotos(cartId, fields.flatMap(listNames).filter(Boolean)))
  for (const field of fields) {
    const name = listNames(field).find((photo) => ownPhotos.has(photo))
    if (name) form.set(field, name)
    else form.delete(field)
  }
}
