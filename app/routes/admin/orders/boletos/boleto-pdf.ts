import type { LoaderFunctionArgs } from '@remix-run/node'
import { makeBoletoResponse } from '#app/http/boleto-response.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findBoletoFile } from '#app/models/orders/staff-order.server.ts'

/** Sends an order's boleto as a PDF to staff, whatever the order's status (D19). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const file = (await findBoletoFile(id)) ?? notFound()
  return makeBoletoResponse(args.request, id, file)
}
