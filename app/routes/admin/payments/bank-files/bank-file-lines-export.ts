import type { LoaderFunctionArgs } from '@remix-run/node'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { makeListResponse } from '#app/http/table-file.server.ts'
import { findBankFile } from '#app/models/payments/bank-file.server.ts'
import { iterateBankFileLines } from '#app/models/payments/bank-file-preview.server.ts'
import { toLineRow } from '#app/routes/admin/payments/bank-files/bank-file.server.ts'
import { bankFileColumns } from '#app/routes/admin/payments/bank-files/bank-file-columns.tsx'

/** Sends all records of a return file with their predicted or actual outcome, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const file = (await findBankFile(id)) ?? notFound()
  return makeListResponse(
    args,
    { name: `retorno-${id}`, title: 'Retorno', columns: bankFileColumns },
    readAllRows(file),
  )
}

async function* readAllRows(file: NonNullable<Awaited<ReturnType<typeof findBankFile>>>) {
  for await (const line of iterateBankFileLines(file)) yield toLineRow(line, file)
}
