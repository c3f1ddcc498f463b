import type { LoaderFunctionArgs } from '@remix-run/node'
import { boletoResponse } from '#app/http/boleto-response.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findBoletoFile } from '#app/models/orders/staff-order.server.ts'

/** Sends an order's boleto as a PDF to staff, whatever the order's status (D19). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = idFrom(args.params.id) ?? notFound()
  const file = (await findBoletoFile(id)) ?? notFound()
  return boletoResponse(args.request, id, file)
}
