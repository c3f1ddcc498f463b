import type { LoaderFunctionArgs } from '@remix-run/node'
import { findCartOwner } from '#app/http/checkout/cart.server.ts'
import { makePhotoResponse } from '#app/http/checkout/photo-response.server.ts'
import { getViewer } from '#app/http/session.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [viewer, owner] = await Promise.all([getViewer(args), findCartOwner(args)])
  const isStaff = viewer?.isStaff ?? false
  return makePhotoResponse(args.request, args.params.name ?? '', { owner, isStaff })
}
