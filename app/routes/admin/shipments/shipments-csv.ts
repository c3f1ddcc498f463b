import type { LoaderFunctionArgs } from '@remix-run/node'
import { expeditionSorts, listExpeditionRows } from '#app/models/expedition-list.server.ts'
import {
  clientName,
  expeditionTypeName,
  statusOfExpedition,
  statusOptions,
} from '#app/text/expedition-words.ts'
import { formatAmount, formatDate } from '#app/text/format.ts'
import { type Cell, csvResponse, everyPage } from '#app/web/csv.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'
import { staffListQuery } from '#app/web/staff-list.ts'

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
