import type { LoaderFunctionArgs } from '@remix-run/node'
import { paymentState, showsBoleto } from '#app/domain/payments/payment.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { getFile } from '#app/gateways/storage.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { findOrderForPayment } from '#app/models/orders/order.server.ts'

/** The boleto as a PDF, for the owner of the order while that can be paid (D14, D19, D49). */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'orders')
  const id = idFrom(args.params.order) ?? notFound()
  const order = (await findOrderForPayment(id, viewer.profileId)) ?? notFound()
  const state = paymentState({ ...order, issue: undefined, today: civilDateIn(new Date()) })
  const file = showsBoleto(state) && order.boleto?.file ? await getFile(order.boleto.file) : undefined
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
