import type { LoaderFunctionArgs } from '@remix-run/node'
import { getFile } from '#app/gateways/storage.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findCoverTexts } from '#app/models/catalogue/publication.server.ts'
import { findPageFile } from '#app/models/catalogue/publication-page.server.ts'
import { drawCover } from '#app/routes/shop/catalogue/cover-drawing.ts'
import { drawCoverPng } from '#app/routes/shop/catalogue/cover-png.server.ts'
import { makeCoverStamp } from '#app/routes/shop/catalogue/cover-stamp.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Sends the cover of a publication on sale: a picture by staff, or a drawing (D81). Browsers cache it for a
 * year under its stamp; `as=png` is for link previews, which show no SVG.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const id = parseId(params.id) ?? notFound()
  const [knownTexts, uploadedCover] = await Promise.all([findCoverTexts(id), findPageFile(id, 'cover')])
  const coverTexts = knownTexts ?? notFound()
  const stamp = makeCoverStamp({ ...coverTexts, coverId: uploadedCover?.id })
  const query = new URL(request.url).searchParams
  const isPng = query.get('as') === 'png'
  const headers = makeHeaders({
    etag: isPng ? `"${stamp}-png"` : `"${stamp}"`,
    isStamped: query.get('v') === stamp,
  })
  if (request.headers.get('If-None-Match') === headers.get('ETag'))
    return new Response(null, { status: 304, headers })
  if (uploadedCover) {
    headers.set('Content-Type', uploadedCover.type)
    // A HEAD request would not read the stream to its end.
    if (request.method === 'HEAD') return new Response(null, { headers })
    const file = (await getFile(uploadedCover.file)) ?? notFound()
    headers.set('Content-Length', String(file.size))
    return new Response(file.stream, { headers })
  }
  headers.set('Content-Type', isPng ? 'image/png' : 'image/svg+xml; charset=utf-8')
  const picture = isPng ? new Uint8Array(await drawCoverPng(stamp, coverTexts)) : drawCover(coverTexts)
  return new Response(picture, { headers })
}

function makeHeaders({ etag, isStamped }: { etag: string; isStamped: boolean }): Headers {
  // Without a stamp, the address stays the same when the cover changes.
  return new Headers({
    ETag: etag,
    'Cache-Control': isStamped ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=300',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
}
