import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { type Cell, csvResponse, everyPage } from '#app/http/csv.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { subscriptionQuery } from '#app/http/staff-subscriptions.server.ts'
import { listSubscriptionRowsForStaff } from '#app/models/subscriptions/staff-subscription-list.server.ts'
import { clientName } from '#app/text/accounts/client-words.ts'
import { inWithdrawalWords } from '#app/text/orders/withdrawal-words.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { subscriptionForCustomer } from '#app/text/subscriptions/subscription-words.ts'

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
