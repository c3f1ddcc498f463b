import type { LoaderFunctionArgs } from '@remix-run/node'
import { fileResponse } from '#app/http/file-response.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount, requireViewer } from '#app/http/session.server.ts'
import { findOrderFile, findOwnOrderFile } from '#app/models/orders/order-file.server.ts'

/**
 * A file of an order: for its buyer once it has been paid, and for staff, whoever they act for (D19, F99, D92); for all
 * others it is not there.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { isStaff } = await requireViewer(args)
  const orderId = idFrom(args.params.id) ?? notFound()
  const id = idFrom(args.params.file) ?? notFound()
  const found = isStaff
    ? await findOrderFile(orderId, id)
    : await findOwnOrderFile(orderId, id, (await requireAccount(args, 'orders')).profileId)
  const file = found ?? notFound()
  return fileResponse(args.request, { ...file, tag: `order-file-${file.id}` })
}
