import type { LoaderFunctionArgs } from '@remix-run/node'
import { readStored } from '#app/gateways/storage.server.ts'
import { makeLookStyles } from '#app/http/frame/face.ts'
import { notFound } from '#app/http/responses.server.ts'
import { cachedAppearance } from '#app/models/settings/cached-settings.server.ts'

const YEAR_SECONDS = 31_536_000
const lookFileName = /^([0-9a-f]{16})\.(css|png)$/

/** Sends the company's logo or colours, cached for a year by stamp. An old stamp gets the current files. */
export async function loader({ params }: LoaderFunctionArgs) {
  const [, stamp, kind] = lookFileName.exec(params.name ?? '') ?? []
  const look = (kind && (await cachedAppearance())) || notFound()
  const headers = new Headers({
    'Cache-Control':
      look.stamp === stamp ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=60',
    'X-Content-Type-Options': 'nosniff',
  })
  if (kind === 'css') {
    headers.set('Content-Type', 'text/css; charset=utf-8')
    return new Response(makeLookStyles(look), { headers })
  }
  const png = (look.logoFile && (await readStored(look.logoFile))) || notFound()
  headers.set('Content-Type', 'image/png')
  headers.set('Content-Length', String(png.byteLength))
  return new Response(new Uint8Array(png), { headers })
}
