import type { LoaderFunctionArgs } from '@remix-run/node'
import { calculateNet } from '#app/domain/charges/receipts.ts'
import { defaultPaymentWays } from '#app/domain/payments/payment-way.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseListParams } from '#app/http/list-params.ts'
import { iterateFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { iterateByKey, makeListResponse } from '#app/http/table-file.server.ts'
import { listPayments } from '#app/models/payments/payment-list.server.ts'
import { parsePeriodParams } from '#app/routes/admin/payments/period-params.ts'
import {
  getResolutionLabel,
  paymentProblems,
  paymentSources,
  paymentWayLabels,
} from '#app/text/payments/payment-labels.ts'
import type { CellKind, CellValue } from '#app/text/reports/cells.ts'
import { columnNames } from '#app/text/reports/column-names.ts'

const ROWS_AT_ONCE = 500

type Row = Awaited<ReturnType<typeof listPayments>>['rows'][number]

/** Sends all payments of the list on the screen, with fee and remaining amount. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { search } = parseListParams(args.request)
  const { period, dates } = parsePeriodParams(args.request)
  const rows = iterateByKey((pagePlace) =>
    listPayments({ ...pagePlace, search, period, perPage: ROWS_AT_ONCE }),
  )
  const name = period ? Object.values(dates).join('_') : toCivilDate(new Date())
  return makeListResponse(
    args,
    { name: `recebimentos-${name}`, title: 'Recebimentos', columns },
    iterateFromReplica(args, rows),
  )
}

const columns: readonly { label: string; kind?: CellKind; value: (row: Row) => CellValue }[] = [
  { label: columnNames.payment, kind: 'number', value: ({ id }) => id },
  { label: columnNames.paidOn, kind: 'date', value: ({ paidOn }) => paidOn },
  { label: columnNames.creditedOn, kind: 'date', value: ({ creditedOn }) => creditedOn },
  { label: columnNames.informedBy, value: ({ source }) => paymentSources[source] },
  {
    label: columnNames.paymentWay,
    value: ({ way, source }) => paymentWayLabels[way ?? defaultPaymentWays[source]],
  },
  { label: columnNames.order, kind: 'number', value: ({ orderId }) => orderId },
  { label: columnNames.ourNumber, kind: 'code', value: ({ ourNumber }) => ourNumber },
  { label: columnNames.value, kind: 'money', value: getSignedValue },
  { label: columnNames.fees, kind: 'money', value: ({ fee }) => fee },
  {
    label: columnNames.net,
    kind: 'money',
    value: (row) => calculateNet({ received: getSignedValue(row), fees: row.fee }),
  },
  { label: columnNames.status, value: formatState },
]

/** Returns money taken back as a negative number, so the column adds up. */
function getSignedValue({ value, problem }: Row): number {
  return problem === 'reversed' ? -value : value
}

function formatState({ problem, resolution, isLate }: Row): string {
  if (problem === null) return isLate ? 'Contado, com atraso' : 'Contado'
  const problemText = paymentProblems[problem]
  return resolution ? `${problemText}: ${getResolutionLabel(problem, resolution)}` : problemText
}
