import { paths } from '#app/paths.ts'
import type { userList } from '#app/routes/admin/users/user-list.server.ts'
import { formatPhoneText, formatYesNo } from '#app/text/accounts/user-labels.ts'
import { formatGoods, formatPayments } from '#app/text/orders/state-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

export type UserRow = Awaited<ReturnType<typeof userList.read>>['rows'][number]

/** Columns of the list of users, for page and file. */
export const userColumns: readonly ListColumn<UserRow>[] = [
  {
    key: 'id',
    label: columnNames.id,
    kind: 'number',
    align: 'code',
    sort: 'id',
    value: (row) => row.id,
    render: (row) => <a href={paths.admin.user(row.id)}>{row.id}</a>,
  },
  {
    key: 'name',
    label: columnNames.userName,
    rowHeader: true,
    sort: 'name',
    value: (row) => row.shownName,
    render: (row) => <a href={paths.admin.client(row.id)}>{row.shownName}</a>,
  },
  { key: 'contact', label: columnNames.contact, inFileOnly: true, value: (row) => row.name },
  {
    key: 'email',
    isPlain: true,
    label: columnNames.email,
    align: 'email',
    sort: 'email',
    value: (row) => row.email,
  },
  {
    key: 'document',
    isPlain: true,
    label: columnNames.document,
    kind: 'document',
    align: 'code',
    value: (row) => formatDocument((row.isCompany ? row.cnpj : row.cpf) ?? '') || null,
  },
  {
    key: 'phone',
    isPlain: true,
    label: columnNames.phone,
    kind: 'phone',
    align: 'code',
    value: (row) => formatPhoneText(row.phone) || null,
  },
  { key: 'payment', label: columnNames.paymentState, value: ({ payments }) => formatPayments(payments) },
  { key: 'goods', label: columnNames.goodsState, value: ({ goods }) => formatGoods(goods) },
  { key: 'type', label: columnNames.personKind, value: (row) => (row.isCompany ? 'Jurídica' : 'Física') },
  {
    key: 'active',
    label: columnNames.active,
    value: (row) => formatYesNo(row.isActive),
    render: (row) => (row.isActive ? 'sim' : <StatusTag tone="bad">inativo</StatusTag>),
  },
  { key: 'partner', label: columnNames.partner, value: (row) => formatYesNo(row.isPartner) },
  { key: 'staff', label: columnNames.staff, value: (row) => formatYesNo(row.isStaff || row.isSuperuser) },
]
