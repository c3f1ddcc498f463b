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

const FIELDS_OF_A_UNIT = 20

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

function requireFieldsOfCart({ items }: Cart, form: FormData): void {
  const max = maxFields.small + FIELDS_OF_A_UNIT * (items.length + listUnitBlocks(items).length)
  if ([...form.keys()].length > max) throw new Response(null, { status: 400 })
}

/** Stores photos and adds their names to the form, so that they survive errors (F43). Returns faults. */
export async function storePhotos(
  cart: Cart,
  { form, files, client }: SentForm,
  draft: Record<string, string>,
): Promise<Record<string, string[]>> {
  requireFieldsOfCart(cart, form)
  const faults: Record<string, string[]> = {}
  const blocks = listUnitBlocks(cart.items).filter((block) => block.needsPhoto)
  const names = blocks.map(({ key }) => `unit.${key}.photo`)
  await keepAttached(cart.id, form, names, draft)
  for (const { key } of blocks) {
    const file = files.get(`unit.${key}.file`)
    if (!file) continue
    const keptPhoto = await storeSentPhoto({ cartId: cart.id }, file, client)
    if ('name' in keptPhoto) {
      await deletePhoto(String(form.get(`unit.${key}.photo`) ?? ''))
      form.set(`unit.${key}.photo`, keptPhoto.name)
    } else faults[`unit.${key}.photo`] = [photoLabels[keptPhoto.fault]]
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
  const own = new Set(await listCartPhotos(cart.id, names))
  return Object.fromEntries(Object.entries(fields).filter((entry) => !isPhoto(entry) || own.has(entry[1])))
}

/** Adds the draft's photos, since a page loaded before the upload must not remove them. */
async function keepAttached(cartId: number, form: FormData, fields: string[], draft: Record<string, string>) {
  const listNamed = (field: string) => [String(form.get(field) ?? ''), draft[field] ?? '']
  const own = new Set(await listCartPhotos(cartId, fields.flatMap(listNamed).filter(Boolean)))
  for (const field of fields) {
    const name = listNamed(field).find((each) => own.has(each))
    if (name) form.set(field, name)
    else form.delete(field)
  }
}
