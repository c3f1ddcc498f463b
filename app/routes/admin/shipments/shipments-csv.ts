import type { LoaderFunctionArgs } from '@remix-run/node'
import { type Cell, csvResponse, everyPage } from '#app/http/csv.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { staffListQuery } from '#app/http/staff-list.ts'
import { expeditionSorts, listExpeditionRows } from '#app/models/shipments/expedition-list.server.ts'
import { formatAmount, formatDate } from '#app/text/platform/format.ts'
import {
  clientName,
  expeditionTypeName,
  statusOfExpedition,
  statusOptions,
} from '#app/text/shipments/expedition-words.ts'

const head = [
  'ID',
  'Criação',
  'Envio',
  'Cliente',
  'Pedidos',
  'Tipo de envio',
  'Situação',
  'Valor (R$)',
  'Código de rastreamento',
]

/** The shipments of the filter on the screen, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const statuses = statusOptions.map(({ value }) => value)
  const query = staffListQuery(args.request, { sorts: expeditionSorts, statuses })
  const rows = everyPage((page) => listExpeditionRows({ ...query, page }))
  return csvResponse('expedicoes.csv', head, cellsOf(rows))
}

async function* cellsOf(
  rows: AsyncIterable<Awaited<ReturnType<typeof listExpeditionRows>>[number]>,
): AsyncGenerator<Cell[]> {
  for await (const row of rows)
    yield [
      row.id,
      formatDate(row.creation_date),
      row.send_date ? formatDate(row.send_date) : null,
      clientName(row.client),
      row.orderIds.join(', '),
      expeditionTypeName(row.type),
      statusOfExpedition(row.status).text,
      formatAmount(row.value),
      row.track_code,
    ]
}
