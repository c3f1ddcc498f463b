import type { LoaderFunctionArgs } from '@remix-run/node'
import { fileResponse } from '#app/http/file-response.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { findOrderFile, findOwnOrderFile } from '#app/models/orders/order-file.server.ts'

/** A file of an order: for its buyer once it has been paid, and for staff (D19, F99); for all others it is not there. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'orders')
  const orderId = idFrom(args.params.id) ?? notFound()
  const id = idFrom(args.params.file) ?? notFound()
  const found = viewer.isStaff
    ? await findOrderFile(orderId, id)
    : await findOwnOrderFile(orderId, id, viewer.profileId)
  const file = found ?? notFound()
  return fileResponse(args.request, { ...file, tag: `order-file-${file.id}` })
}
