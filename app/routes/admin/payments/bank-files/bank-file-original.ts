import type { LoaderFunctionArgs } from '@remix-run/node'
import { recordExport } from '#app/http/accounts/security-log.server.ts'
import { makeFileResponse } from '#app/http/file-response.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findBankFile } from '#app/models/payments/bank-file.server.ts'

/** Sends a return file as the bank sent it; 404 after its retention period. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const { stored_name, name } = (await findBankFile(id)) ?? notFound()
  if (stored_name === '') notFound()
  const sentFile = { file: stored_name, name, type: 'text/plain; charset=iso-8859-1', tag: `bank-file-${id}` }
  await recordExport(args, viewer, 'retorno')
  return makeFileResponse(args.request, sentFile)
}
