import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '#app/http/csv.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findBankFile } from '#app/models/payments/bank-file.server.ts'
import { everyBankFileLine } from '#app/models/payments/bank-file-survey.server.ts'
import { lineReason } from '#app/routes/admin/payments/bank-files/bank-file.server.ts'
import { outcomeWords } from '#app/text/payments/bank-file-words.ts'
import { meaningWords } from '#app/text/payments/bank-return-words.ts'
import { formatAmount, formatDate } from '#app/text/platform/format.ts'

const head = [
  ...['Linha', 'Nosso número', 'Documento', 'Pedido', 'Ocorrência', 'Significado', 'Data', 'Crédito'],
  ...['Valor do boleto', 'Valor pago', 'Tarifa', 'Resultado', 'Motivo'],
]

/** Every record of a return file with what will come of it, or came, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = idFrom(args.params.id) ?? notFound()
  const file = (await findBankFile(id)) ?? notFound()
  return csvResponse(`retorno-${id}.csv`, head, cells(file))
}

async function* cells(file: NonNullable<Awaited<ReturnType<typeof findBankFile>>>) {
  for await (const line of everyBankFileLine(file)) {
    const outcome = line.outcome && outcomeWords(line.outcome, file.state !== 'read').text
    yield [
      ...[line.line, line.our_number, line.document_number, line.order_id, line.occurrence],
      ...[meaningWords[line.meaning], dateOf(line.occurrence_date), dateOf(line.credit_date)],
      ...[amountOf(line.slip_value), amountOf(line.paid), amountOf(line.fee)],
      ...[outcome, lineReason(line, file)],
    ]
  }
}

function dateOf(date: string | null): string | null {
  return date && formatDate(date)
}

function amountOf(value: number | null): { number: string } | null {
  return value === null ? null : { number: formatAmount(value).replaceAll('.', '') }
}
