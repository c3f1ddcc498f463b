import type { LoaderFunctionArgs } from '@remix-run/node'
import { makeFileResponse } from '#app/http/file-response.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount, requireViewer } from '#app/http/session.server.ts'
import { findOrderFile, findOwnOrderFile } from '#app/models/orders/order-file.server.ts'

/** Sends an order's file to its buyer after payment, and to staff; 404 for others (D19, F99, D92). */
export async function loader(args: LoaderFunctionArgs) {
  const { isStaff } = await requireViewer(args)
  const orderId = parseId(args.params.id) ?? notFound()
  const id = parseId(args.params.file) ?? notFound()
  const foundFile = isStaff
    ? await findOrderFile(orderId, id)
    : await findOwnOrderFile(orderId, id, (await requireAccount(args, 'orders')).profileId)
  const file = foundFile ?? notFound()
  return makeFileResponse(args.request, { ...file, tag: `order-file-${file.id}` })
}
