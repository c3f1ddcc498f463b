import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { subscriptionList } from '#app/http/backoffice/staff-subscriptions.server.ts'
import { paths } from '#app/paths.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { getClientName, shortenText } from '#app/text/accounts/client-labels.ts'
import { goodsStateLabels, paymentStateLabels } from '#app/text/orders/state-labels.ts'
import { formatWithdrawalMention } from '#app/text/orders/withdrawal-labels.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { getCustomerSubscriptionStatus } from '#app/text/subscriptions/subscription-labels.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { GoodsTags, PaymentTag } from '#app/ui/backoffice/state-tags.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

type Row = Awaited<ReturnType<typeof subscriptionList.read>>['rows'][number]

/** Returns the columns of units, for both pages and the file. `today` decides which units are in force. */
export function makeSubscriptionColumns(today: CivilDate): ListColumn<Row>[] {
  return [
    {
      key: 'id',
      label: columnNames.id,
      kind: 'number',
      rowHeader: true,
      align: 'code',
      sort: 'id',
      value: (row) => row.id,
      render: (row) => <a href={paths.admin.signature(row.id)}>{row.id}</a>,
    },
    {
      key: 'order',
      label: columnNames.order,
      kind: 'number',
      align: 'code',
      value: (row) => row.orderId,
      render: (row) => <a href={paths.admin.order(row.orderId)}>{row.orderId}</a>,
    },
    {
      key: 'client',
      label: columnNames.client,
      value: formatClient,
      render: (row) => <ClientCell row={row} />,
    },
    {
      key: 'publication',
      label: columnNames.publication,
      value: (row) => row.name,
      render: (row) => (
        <>
          <a href={paths.admin.signature(row.id)}>{row.name}</a>
          <span className="hint">{row.version}</span>
        </>
      ),
    },
    {
      key: 'version',
      label: columnNames.version,
      kind: 'version',
      inFileOnly: true,
      value: (row) => row.version,
    },
    {
      key: 'aircraft',
      label: columnNames.registration,
      kind: 'code',
      align: 'code',
      value: formatAircraftName,
    },
    {
      key: 'due',
      label: columnNames.due,
      kind: 'date',
      align: 'code',
      sort: 'due',
      value: (row) => row.due,
    },
    {
      key: 'status',
      label: columnNames.status,
      value: (row) => formatStatus(row, today),
      render: (row) => <StatusCell row={row} today={today} />,
    },
    {
      key: 'payment',
      label: columnNames.paymentState,
      value: ({ payment }) => payment && paymentStateLabels[payment].text,
      render: ({ payment }) => <PaymentTag state={payment} />,
    },
    {
      key: 'goods',
      label: columnNames.goodsState,
      value: ({ goods }) => goods && goodsStateLabels[goods].text,
      render: ({ goods }) => <GoodsTags goods={goods ? [{ state: goods, count: 1 }] : []} />,
    },
    {
      key: 'renewed',
      label: columnNames.renewals,
      kind: 'count',
      align: 'num',
      value: (row) => row.timesRenewed,
    },
    {
      key: 'code',
      label: columnNames.trackingCode,
      kind: 'code',
      inFileOnly: true,
      value: (row) => row.trackCode,
    },
    {
      key: 'sent',
      label: columnNames.sentOn,
      kind: 'date',
      inFileOnly: true,
      value: (row) => row.sentOn,
    },
  ]
}

function formatClient(row: Row): string {
  return getClientName({ ...row, name: row.personName })
}

function formatStatus(row: Row, today: CivilDate): string {
  const withdrawal = row.withdrawal ? [formatWithdrawalMention(row.withdrawal)] : []
  return [getCustomerSubscriptionStatus(row, today).text, ...withdrawal].join(', ')
}

const maxCompanyNameLength = 50

/** Shortens long company names; the title attribute has the full name (F102). */
function ClientCell({ row }: { row: Row }) {
  const name = formatClient(row)
  const shortName = row.isCompany ? shortenText(name, maxCompanyNameLength) : name
  return (
    <a href={paths.admin.client(row.profileId)} title={shortName === name ? undefined : name}>
      {shortName}
    </a>
  )
}

function StatusCell({ row, today }: { row: Row; today: CivilDate }) {
  const { text, tone } = getCustomerSubscriptionStatus(row, today)
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {row.suspendedAt ? <span className="hint">suspensa: o pedido não está pago</span> : null}
      {row.withdrawal ? <span className="hint">{formatWithdrawalMention(row.withdrawal)}</span> : null}
    </>
  )
}
