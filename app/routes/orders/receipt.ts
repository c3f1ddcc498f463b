import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { parseId } from '#app/http/list-params.ts'
import { redirectToFile } from '#app/http/prepared-file.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { requestReceipt } from '#app/models/orders/receipt.server.ts'
import { getFileRequester } from '#app/models/platform/prepared-file.server.ts'
import { paths } from '#app/paths.ts'

/** Redirects to the order: this address is only for a POST. */
export async function loader(args: LoaderFunctionArgs) {
  return redirect(paths.order(parseId(args.params.id) ?? notFound()))
}

/** Requests the receipt of a paid order for its customer. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireAccount(args, 'orders')
  const id = parseId(args.params.id) ?? notFound()
  const fileId = (await requestReceipt(id, viewer)) ?? notFound()
  return redirectToFile(fileId, getFileRequester(viewer))
}
