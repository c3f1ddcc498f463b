import type { LoaderFunctionArgs } from '@remix-run/node'
import { findCartOwner } from '#app/http/checkout/cart.server.ts'
import { makePhotoResponse, makePreviewResponse } from '#app/http/checkout/photo-response.server.ts'
import { getViewer } from '#app/http/session.server.ts'

/** Sends a photo, or with `?size=preview` its preview, to people who may see it. */
export async function loader(args: LoaderFunctionArgs) {
  const [viewer, owner] = await Promise.all([getViewer(args), findCartOwner(args)])
  const isStaff = viewer?.isStaff ?? false
  const isPreview = new URL(args.request.url).searchParams.get('size') === 'preview'
  const respond = isPreview ? makePreviewResponse : makePhotoResponse
  return respond(args.request, args.params.name ?? '', { owner, isStaff })
}
