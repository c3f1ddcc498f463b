import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/calendar.ts'
import { listSubscriptionRowsForStaff } from '#app/models/staff-subscription-list.server.ts'
import { clientName } from '#app/text/client-words.ts'
import { formatDate } from '#app/text/format.ts'
import { subscriptionForCustomer } from '#app/text/subscription-words.ts'
import { inWithdrawalWords } from '#app/text/withdrawal-words.ts'
import { type Cell, csvResponse, everyPage } from '#app/web/csv.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'
import { subscriptionQuery } from '#app/web/staff-subscriptions.server.ts'

const head = [
  'Andamento nº',
  'Pedido',
  'Cliente',
  'Publicação',
  'Revisão',
  'Aeronave',
  'Vencimento',
  'Situação',
  'Renovações',
  'Rastreamento',
  'Enviado em',
]

/** The list that is on the screen, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const today = civilDateIn(new Date())
  const query = { ...subscriptionQuery(args.request), today, perPage: 1000 }
  const rows = everyPage((page) => listSubscriptionRowsForStaff({ ...query, page }))
  return csvResponse('assinaturas.csv', head, cellsOf(rows, today))
}

type Row = Awaited<ReturnType<typeof listSubscriptionRowsForStaff>>[number]

async function* cellsOf(rows: AsyncIterable<Row>, today: string): AsyncGenerator<Cell[]> {
  for await (const row of rows)
    yield [
      row.id,
      row.orderId,
      clientName({ ...row, name: row.personName }),
      row.name,
      row.version,
      row.prefix,
      row.due && formatDate(row.due),
      [
        subscriptionForCustomer(row, today).text,
        ...(row.withdrawal ? [inWithdrawalWords(row.withdrawal)] : []),
      ].join(', '),
      row.timesRenewed,
      row.trackCode,
      row.sentOn && formatDate(row.sentOn),
    ]
}
