import type { LoaderFunctionArgs } from '@remix-run/node'
import { fileResponse } from '#app/http/file-response.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findBoletoFile } from '#app/models/orders/staff-order.server.ts'

/** The boleto of an order as a PDF, for staff in whatever state the order is (D19). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = idFrom(args.params.id) ?? notFound()
  const file = (await findBoletoFile(id)) ?? notFound()
  const sent = { file, name: `boleto-pedido-${id}.pdf`, type: 'application/pdf', tag: `boleto-${id}` }
  return fileResponse(args.request, { ...sent, disposition: 'inline' })
}
