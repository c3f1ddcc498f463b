import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { getPaymentState, isBoletoShown } from '#app/domain/payments/payment.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findFileSize, getFile } from '#app/gateways/storage.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { findOrderForPayment } from '#app/models/orders/order.server.ts'
import { paths } from '#app/paths.ts'

/** Sends a payable boleto to its customer (D14, D19, D49). Until it is ready, redirects to the payment. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'orders')
  const id = parseId(args.params.order) ?? notFound()
  const order = (await findOrderForPayment(id, viewer.profileId)) ?? notFound()
  const state = getPaymentState({ ...order, issue: undefined, today: toCivilDate(new Date()) })
  const isPrinting = state === 'generating' || (isBoletoShown(state) && !order.boleto?.file)
  if (isPrinting) return redirect(paths.payment(id))
  const storedName = (isBoletoShown(state) && order.boleto?.file) || notFound()
  // A HEAD request would not read the stream to its end.
  const file = args.request.method === 'HEAD' ? undefined : ((await getFile(storedName)) ?? notFound())
  const size = file?.size ?? (await findFileSize(storedName)) ?? notFound()
  return new Response(file?.stream ?? null, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(size),
      'Content-Disposition': `inline; filename="boleto-pedido-${id}.pdf"`,
      'Cache-Control': 'no-store',
    },
  })
}
