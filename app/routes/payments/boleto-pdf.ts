import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/calendar.ts'
import { paymentState, showsSlip } from '#app/domain/payment.ts'
import { getFile } from '#app/gateways/storage.server.ts'
import { findOrderForPayment } from '#app/models/order.server.ts'
import { idFrom } from '#app/web/list-params.ts'
import { notFound } from '#app/web/responses.server.ts'
import { requireViewer } from '#app/web/session.server.ts'

/** The slip as a PDF, for the owner of the order while that can be paid (D14, D19, D49). */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args)
  const id = idFrom(args.params.order) ?? notFound()
  const order = (await findOrderForPayment(id, viewer.profileId)) ?? notFound()
  const state = paymentState({ ...order, issue: undefined, today: civilDateIn(new Date()) })
  const file = showsSlip(state) && order.slip?.file ? await getFile(order.slip.file) : undefined
  if (!file) return notFound()
  return new Response(file.stream, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(file.size),
      'Content-Disposition': `inline; filename="boleto-pedido-${id}.pdf"`,
      'Cache-Control': 'no-store',
    },
  })
}
