import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requestReceipt } from '#app/models/receipt.server.ts'
import { idFrom } from '#app/web/list-params.ts'
import { paths } from '#app/web/paths.ts'
import { redirectToFile } from '#app/web/prepared-file.server.ts'
import { notFound } from '#app/web/responses.server.ts'
import { requireViewer } from '#app/web/session.server.ts'

/** An address to post to; who only looks is led to the order. */
export async function loader(args: LoaderFunctionArgs) {
  return redirect(paths.order(idFrom(args.params.id) ?? notFound()))
}

/** The receipt of a paid order, for its owner. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const id = idFrom(args.params.id) ?? notFound()
  const fileId = (await requestReceipt(id, viewer)) ?? notFound()
  return redirectToFile(fileId, viewer.userId)
}
