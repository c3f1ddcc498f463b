import type { CartOwner } from '#app/domain/checkout/cart.ts'
import { isDrawingBusy, PhotoRefused, readPhoto } from '#app/gateways/photo.server.ts'
import { findFileSize, getFile, readStored } from '#app/gateways/storage.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findPhotoForViewer, makePhotoPath } from '#app/models/checkout/photo.server.ts'

/** Twice the side in pixels at which a form shows its photo. */
const PREVIEW_SIDE = 384

type PhotoViewer = { owner?: CartOwner | 'first-order'; isStaff: boolean }

/** Sends a photo. Throws 404, not 403, because people without access may be guessing names. */
export async function makePhotoResponse(
  { method }: Pick<Request, 'method'>,
  name: string,
  viewer: PhotoViewer,
): Promise<Response> {
  const photo = await findPhoto(name, viewer)
  const isHead = method === 'HEAD'
  const file = isHead ? undefined : ((await getFile(makePhotoPath(photo.name))) ?? notFound())
  const size = file?.size ?? (await findFileSize(makePhotoPath(photo.name))) ?? notFound()
  return new Response(file?.stream ?? null, { headers: makeHeaders(photo.type, size) })
}

/** Sends a small copy, or the photo itself if it cannot be drawn again or uploads wait for their drawing. */
export async function makePreviewResponse(
  request: Pick<Request, 'method'>,
  name: string,
  viewer: PhotoViewer,
): Promise<Response> {
  if (isDrawingBusy()) return makePhotoResponse(request, name, viewer)
  const photo = await findPhoto(name, viewer)
  const preview = await drawPreview(photo.name)
  if (!preview) return makePhotoResponse(request, name, viewer)
  const body = request.method === 'HEAD' ? null : new Uint8Array(preview.bytes)
  return new Response(body, { headers: makeHeaders(preview.type, preview.bytes.length) })
}

async function findPhoto(name: string, viewer: PhotoViewer) {
  if (!/^[0-9a-f]{32}\.jpg$/.test(name)) return notFound()
  return (await findPhotoForViewer(name, viewer)) ?? notFound()
}

async function drawPreview(name: string) {
  const bytes = await readStored(makePhotoPath(name))
  try {
    return bytes && (await readPhoto(Buffer.from(bytes), PREVIEW_SIDE))
  } catch (error) {
    if (error instanceof PhotoRefused) return undefined
    throw error
  }
}

function makeHeaders(type: string, bytes: number) {
  return {
    'Content-Type': type,
    'Content-Length': String(bytes),
    'Content-Disposition': 'inline',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  }
}
