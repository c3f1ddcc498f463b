import { paths } from '#app/paths.ts'
import type { userList } from '#app/routes/admin/users/user-list.server.ts'
import { formatPhoneText, yesOrNo } from '#app/text/accounts/user-labels.ts'
import { formatGoods, formatPayments, stateColumns } from '#app/text/orders/state-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

export type UserRow = Awaited<ReturnType<typeof userList.read>>['rows'][number]

/** The list of users, for its page and its file. */
export const userColumns: readonly ListColumn<UserRow>[] = [
  {
    key: 'id',
    label: 'ID',
    kind: 'number',
    align: 'code',
    sort: 'id',
    value: (row) => row.id,
    render: (row) => <a href={paths.admin.user(row.id)}>{row.id}</a>,
  },
  {
    key: 'name',
    label: 'Nome ou empresa',
    rowHeader: true,
    sort: 'name',
    value: (row) => row.shownName,
    render: (row) => <a href={paths.admin.client(row.id)}>{row.shownName}</a>,
  },
  { key: 'contact', label: 'Contato', inFileOnly: true, value: (row) => row.name },
  { key: 'email', label: 'E-mail', sort: 'email', value: (row) => row.email },
  {
    key: 'document',
    label: 'CPF ou CNPJ',
    kind: 'document',
    align: 'code',
    value: (row) => formatDocument((row.isCompany ? row.cnpj : row.cpf) ?? '') || null,
  },
  {
    key: 'phone',
    label: 'Telefone',
    kind: 'phone',
    align: 'code',
    value: (row) => formatPhoneText(row.phone) || null,
  },
  { key: 'payment', label: stateColumns.payment, value: ({ payments }) => formatPayments(payments) },
  { key: 'goods', label: stateColumns.goods, value: ({ goods }) => formatGoods(goods) },
  { key: 'type', label: 'Tipo', value: (row) => (row.isCompany ? 'Jurídica' : 'Física') },
  {
    key: 'active',
    label: 'Ativo',
    value: (row) => yesOrNo(row.isActive),
    render: (row) => (row.isActive ? 'sim' : <StatusTag tone="bad">inativo</StatusTag>),
  },
  { key: 'partner', label: 'Parceria', value: (row) => yesOrNo(row.isPartner) },
  { key: 'staff', label: 'Funcionário', value: (row) => yesOrNo(row.isStaff || row.isSuperuser) },
]
