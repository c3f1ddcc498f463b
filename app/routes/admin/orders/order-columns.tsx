import { calculateNet } from '#app/domain/charges/receipts.ts'
import type { listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { paths } from '#app/paths.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { formatGoods, paymentStateLabels } from '#app/text/orders/state-labels.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { GoodsTags, PaymentTag } from '#app/ui/backoffice/state-tags.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

type Row = Awaited<ReturnType<typeof listStaffOrders>>['rows'][number]

const receiptColumns: readonly ListColumn<Row>[] = [
  {
    key: 'received',
    label: columnNames.received,
    kind: 'money',
    value: ({ received }) => received,
    inFileOnly: true,
  },
  { key: 'fees', label: columnNames.fees, kind: 'money', value: ({ fees }) => fees, inFileOnly: true },
  { key: 'net', label: columnNames.net, kind: 'money', value: calculateNet, inFileOnly: true },
  {
    key: 'returned',
    label: columnNames.refunded,
    kind: 'money',
    value: ({ returned }) => returned || null,
    inFileOnly: true,
  },
]

/** Columns of the list of orders, for page and file. */
export const orderColumns: readonly ListColumn<Row>[] = [
  {
    key: 'id',
    label: columnNames.id,
    kind: 'number',
    align: 'code',
    rowHeader: true,
    sort: 'id',
    value: ({ id }) => id,
    render: ({ id }) => <a href={paths.admin.order(id)}>{id}</a>,
  },
  {
    key: 'date',
    isPlain: true,
    label: columnNames.date,
    fileHeading: columnNames.orderDate,
    kind: 'date',
    align: 'code',
    sort: 'date',
    value: ({ date }) => date,
  },
  {
    key: 'client',
    isPlain: true,
    label: columnNames.client,
    value: getClientName,
    render: (row) => <a href={paths.admin.client(row.profileId)}>{getClientName(row)}</a>,
  },
  { key: 'nfe', label: columnNames.nfe, kind: 'code', align: 'code', value: ({ nfe }) => nfe },
  {
    key: 'purchaseOrder',
    label: columnNames.purchaseOrder,
    kind: 'code',
    value: ({ purchaseOrder }) => purchaseOrder,
    inFileOnly: true,
  },
  {
    key: 'status',
    isPlain: true,
    label: columnNames.status,
    value: (row) => getStaffStatus(row).text,
    render: (row) => <StatusCell row={row} />,
  },
  {
    key: 'payment',
    isPlain: true,
    label: columnNames.paymentState,
    value: ({ payment }) => payment && paymentStateLabels[payment].text,
    render: ({ payment }) => (payment ? <PaymentTag state={payment} /> : '-'),
  },
  {
    key: 'goods',
    isPlain: true,
    label: columnNames.goodsState,
    value: ({ goods }) => formatGoods(goods),
    render: ({ goods }) => (goods.length > 0 ? <GoodsTags goods={goods} /> : '-'),
  },
  {
    key: 'total',
    isPlain: true,
    label: columnNames.total,
    kind: 'money',
    align: 'num',
    sort: 'total',
    value: ({ total }) => total,
    render: ({ total }) => <Money centavos={total} />,
  },
  ...receiptColumns,
]

function StatusCell({ row }: { row: Row }) {
  const { text, tone } = getStaffStatus(row)
  return <StatusTag tone={tone}>{text}</StatusTag>
}
