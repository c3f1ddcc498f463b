import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { type Cell, csvResponse, everyPage } from '#app/http/csv.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listSlips } from '#app/models/payments/slip-list.server.ts'
import { slipListQuery } from '#app/routes/admin/payments/slip-list.ts'
import { rejectionWords, slipStateOf } from '#app/text/payments/slip-words.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { issuerWords } from '#app/text/settings/issuer-words.ts'

const ROWS_AT_ONCE = 500
const head = [
  'Nosso número',
  'Pedido',
  'Pagador',
  'Emissor',
  'Emissão',
  'Vencimento',
  'Situação',
  'Motivo',
  'Valor',
]

/** The slips of the list on the screen, all of them, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const today = civilDateIn(new Date())
  return csvResponse(`boletos-${today}.csv`, head, rows({ ...slipListQuery(args.request), today }))
}

async function* rows(query: Parameters<typeof listSlips>[0]): AsyncGenerator<Cell[]> {
  const read = async (page: number) => (await listSlips(query, page, ROWS_AT_ONCE)).rows
  for await (const row of everyPage(read)) {
    const { text, aside } = slipStateOf({ ...row, isOverdue: row.dueDate < query.today })
    const reason = row.state === 'rejected' && row.rejection ? rejectionWords(row.bank, row.rejection) : aside
    yield [
      row.ourNumber,
      row.orderId,
      row.payerName,
      issuerWords[row.issuer],
      formatDate(row.documentDate),
      formatDate(row.dueDate),
      text,
      reason,
      formatReais(row.value),
    ]
  }
}
