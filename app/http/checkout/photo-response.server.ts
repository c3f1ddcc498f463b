import type { CartOwner } from '#app/domain/checkout/cart.ts'
import { findFileSize, getFile } from '#app/gateways/storage.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findPhotoForViewer, makePhotoPath } from '#app/models/checkout/photo.server.ts'

/** Sends a photo. Throws 404, not 403, because people without access may be guessing names. */
export async function makePhotoResponse(
  { method }: Pick<Request, 'method'>,
  name: string,
  viewer: { owner?: CartOwner | 'first-order'; isStaff: boolean },
): Promise<Response> {
  if (!/^[0-9a-f]{32}\.jpg$/.test(name)) return notFound()
  const photo = (await findPhotoForViewer(name, viewer)) ?? notFound()
  const isHead = method === 'HEAD'
  const file = isHead ? undefined : ((await getFile(makePhotoPath(photo.name))) ?? notFound())
  const size = file?.size ?? (await findFileSize(makePhotoPath(photo.name))) ?? notFound()
  return new Response(file?.stream ?? null, {
    headers: {
      'Content-Type': photo.type,
      'Content-Length': String(size),
      'Content-Disposition': 'inline',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
